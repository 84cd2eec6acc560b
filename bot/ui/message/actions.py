"""What buttons do, by the short words in their custom_ids."""

from enum import StrEnum


class MoveAction(StrEnum):
    """What a button for choosing moves does."""

    MOVE = "m"
    ASK = "c"
    KIND = "k"
    SPACE = "s"
    BACK = "x"


class GameAction(StrEnum):
    """What another button on a game's message does."""

    SWAP = "w"
    HINT = "i"
    CLAIM = "v"
    GIVE_TIME = "t"
    DRAW = "d"
    RESIGN = "r"
    CANCEL = "q"
    ACCEPT = "a"
    DECLINE = "n"
    WITHDRAW = "u"
    REMATCH = "b"
    NEXT_LEVEL = "l"
    MORE = "o"
    HELP = "h"


class ChallengeAction(StrEnum):
    """What a button on a challenge's card does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class Panel(StrEnum):
    """The private panels that have buttons."""

    MOVE = "move"
    RESIGN = "resign"
    DRAW = "draw"
    ABORT = "abort"
    TAKE_BACK = "take-back"
    HINT = "hint"
    MORE = "more"
    BLOCKS = "blocks"
    LEADERBOARD = "leaderboard"
    LADDER = "ladder"
    PUZZLE_LEADERBOARD = "puzzle-leaderboard"
    PROFILE = "profile"
    RULES = "rules"
    REPLAY = "replay"
    REVIEW = "review"
    VARIATION = "variation"
    VACATION = "vacation"
    SETTINGS = "settings"
    SERVER_SETTINGS = "server-settings"
    ANNUL = "annul"
    LOG = "log"
    WELCOME = "welcome"
    PRIVACY = "privacy"


class PanelAction(StrEnum):
    """What a button on a private panel does."""

    PAGE = "page"
    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    EARLIER = "earlier"
    LATER = "later"
    SHOW = "show"
    SHARE = "share"
    ASK = "ask"
    CONFIRM = "confirm"
    KEEP = "keep"
    TAKE_BACK = "take-back"
    PIECE = "piece"
    MOVE = "move"
    NOTE = "note"
    HELP = "help"
    SETTINGS = "settings"
    TEXT_BOARD = "text-board"
    GIF = "gif"
    RECORD = "record"
    START = "start"
    END = "end"
    FIND = "find"
    UNBLOCK = "unblock"
    PLAY = "play"
    PUZZLE = "puzzle"


class PuzzleAction(StrEnum):
    """What another button on a puzzle does."""

    OPEN = "o"
    ANSWER = "a"
    NEXT = "n"
    PLAY = "p"
    REST = "r"


class RetryAction(StrEnum):
    """What another button on a mistake to retry does."""

    OPEN = "o"
    ANSWER = "a"
    END = "e"


class LessonAction(StrEnum):
    """What another button of the lesson does."""

    OPEN = "o"
    END = "e"


class ConditionalMoveAction(StrEnum):
    """What a button on the panel of a plan does."""

    OPEN = "open"
    FORGET = "forget"


class AnalysisAction(StrEnum):
    """What another button of an analysis board does. ``BEGIN`` opens one wherever it's pressed."""

    BEGIN = "o"
    FIRST = "f"
    BACKWARD = "b"
    FORWARD = "n"
    LAST = "l"
    SEARCH = "r"
    SHARE = "h"


class OpeningAction(StrEnum):
    """What another button of the opening explorer does."""

    BEGIN = "o"
    PAGE = "p"


class TrainingAction(StrEnum):
    """What another button of the win trainer does."""

    BEGIN = "o"
    AGAIN = "t"
