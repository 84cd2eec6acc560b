"""A game: a frozen value with everything that's true of one game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self

from bot.values.badges import EarnedBadge
from bot.values.clocks import NO_QUIET_HOURS, QuietHours, TotalTime, is_live
from bot.values.crowds import Crowd
from bot.values.players import (
    FORGOTTEN_PLACE,
    USUAL_CONTROLS,
    USUAL_REMINDERS,
    Controls,
    NotificationMode,
    Place,
    Player,
    ThemeName,
)
from bot.values.standings import RatingChange, Score, ShownRating
from engine import (
    Color,
    Move,
    Outcome,
    Position,
    Reason,
    Record,
    RecordedMove,
    Ruleset,
    Start,
    Value,
    mover,
    opening_moves,
)

MOST_PAIRS = 5
"""Maximum number of move pairs (a move and its answer) that conditional moves can look ahead."""

MOST_ANSWERS = 30
"""Maximum number of answers in total."""

PlannedLine = tuple[str, ...]
"""Moves in the order of play, as text, starting with the other player's."""

UNCOUNTED = (Reason.ABORTED, Reason.ANNULLED, Reason.ABANDONED)

NEVER_RATED: Final = (Reason.ABORTED, Reason.ABANDONED)
"""How games end that have never changed a rating. One that's annulled may have, and still does elsewhere."""
"""Games that end this way have no result."""

FEWEST_COUNTED_PLIES = 4
"""A game that ends before this many plies counts nowhere."""

BY_LOT = -1
"""The revision of a random first move: no one clicked it."""

PLANNED = -2
"""The revision of a conditional move that was played as an answer: no one clicked it, either."""

FORCED = -3
"""The revision of a channel's only legal move, which played itself."""


@dataclass(frozen=True, slots=True)
class ConditionalTree:
    """A player's answers, each keyed by the line that leads to it: moves of both, ending with the other's.

    >>> tree = ConditionalTree().with_answer(("Sb2",), "Ta2e").with_answer(("Sb2", "Ta2e", "Cc1"), "Sc1")
    >>> tree.after("Sb2")
    ('Ta2e', ConditionalTree(answers=mappingproxy({('Cc1',): 'Sc1'})))
    >>> tree.after("Sa1")
    (None, ConditionalTree(answers=mappingproxy({})))
    """

    answers: Mapping[PlannedLine, str] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> Self:
        """Return the tree that is stored as ``lines``."""
        parted = sorted(tuple(line.split()) for line in lines)
        return cls(MappingProxyType({tuple(line[:-1]): line[-1] for line in parted}))

    def lines(self) -> list[str]:
        """Return the tree as it is stored: each answer with the moves that lead to it."""
        return [" ".join([*line, answer]) for line, answer in self.answers.items()]

    def with_answer(self, line: PlannedLine, answer: str) -> Self:
        """Return the tree with this answer to the last move of ``line``, replacing any previous one."""
        kept = self if self.answers.get(line) == answer else self.without(line)
        return type(self)(MappingProxyType(dict(sorted({**kept.answers, line: answer}.items()))))

    def without(self, line: PlannedLine) -> Self:
        """Return the tree without the answer to the last move of ``line`` and anything after it."""
        kept = {known: answer for known, answer in self.answers.items() if known[: len(line)] != line}
        return type(self)(MappingProxyType(kept))

    def after(self, move: str) -> tuple[str | None, Self]:
        """Return the answer to the other's move, and the tree from there on."""
        answer = self.answers.get((move,))
        rest = {
            line[2:]: later
            for line, later in self.answers.items()
            if answer is not None and line[:2] == (move, answer)
        }
        return answer, type(self)(MappingProxyType(rest))


NO_CONDITIONAL_MOVES = ConditionalTree()
"""The tree of a player who hasn't planned anything."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of the player to move.

    They have time until ``until``. If that has passed and the opponent can claim the win (``claimable``),
    ``until`` is when the game ends even without a claim. ``vacation_until`` is the end of the vacation they
    are on.
    """

    until: datetime
    claimable: bool
    vacation_until: datetime | None = None


MOST_WATCHED = 5
"""Maximum number of channels in which people can watch a game."""


class OfferKind(StrEnum):
    """What one player can ask the other."""

    DRAW = "draw"
    TAKE_BACK = "take_back"
    TEXT = "text"
    """To have the board for everyone in words, too."""
    CANCEL = "cancel"
    """To end the game without a result."""


class Answer(StrEnum):
    """How an offer ended: the player who was asked declined it, or the one who made it withdrew it."""

    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Offer:
    """What the player of ``color`` asks the other.

    It was made at ``ply`` and waits for an answer while the game is at ``revision``. If moves are taken back,
    ``ply`` goes back with them, even below 0, so that the moves since can still be counted. ``answer`` says
    how it ended, if a player ended it and the board may still mention that.
    """

    kind: OfferKind
    color: Color
    ply: int
    revision: int
    answer: Answer | None = None

    def is_told_at(self, ply: int) -> bool:
        """Return whether the board still mentions the answer: that's until the player who asked moves."""
        last = self.ply if mover(self.ply) is self.color else self.ply + 1
        return ply <= last


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread that was opened for a game. It has the ``id`` of the message that it's on, in a channel."""

    channel_id: int
    id: int


@dataclass(frozen=True, slots=True)
class Board:
    """A message that shows a game, or showed it until it was lost."""

    place: Place
    language: str
    theme: ThemeName
    reader: Color | None = None
    """The color of the player whom it's for, in their DMs; None if it's for everyone in a channel."""
    message_id: int | None = None
    """None if there's no such message now."""
    posted_at: datetime | None = None
    """When it was posted."""
    shown: int | None = None
    """The revision that it's known to show exactly, or None if that isn't known."""
    side: Color | None = None
    """The color whose player asked to play here, if the other one plays elsewhere; None otherwise."""
    watched: bool = False
    """Whether it's for people in another channel, who only watch."""
    server_name: str | None = None
    """What the other player's server sees of this one, if the game is in two places."""
    thread: Thread | None = None
    """The one that was opened for it here, even if it has moved since; None if there's none."""
    lost_at: datetime | None = None
    """When two looks had found its place out of reach; None if it isn't."""
    told_loss: tuple[Color, ...] = ()
    """The colors of those who play here and were told of that."""
    hidden: bool = False
    """Whether only the player sees it, as an answer. Then any copy that's clicked shows the game."""

    @property
    def is_editable(self) -> bool:
        """Return whether there's a message that the bot can change on its own."""
        return self.message_id is not None and self.place.reachable

    def needs_edit(self, revision: int) -> bool:
        """Return whether the bot can edit a message that isn't known to show the game at a revision."""
        return self.is_editable and self.shown != revision


def home_among(boards: Sequence[Board], color: Color | None) -> Board:
    """Return the board where the player of this color plays; the first, if none is theirs alone."""
    own = (board for board in boards if color is not None and board.side is color)
    return next(own, boards[0])


@dataclass(frozen=True, slots=True)
class Seat:
    """What's known of one player of a game, apart from the moves."""

    rating: ShownRating | None = None
    """Theirs when the game began, where it's played, or None."""
    seen_at: datetime | None = None
    """When they were last seen at the game."""
    hints: tuple[str | int, ...] = ()
    """The positions in which they got one, as text. Version 1.0.0 stored only the plies."""
    conditional_moves: ConditionalTree = NO_CONDITIONAL_MOVES
    """No one else sees them."""
    left: timedelta | None = None
    """What was left of their total time, in whole milliseconds, when their clock last stopped; None
    without one."""
    apart: bool = False
    """Whether they joined by a code in their DMs, so that they may not be where the game is played."""
    notifications: NotificationMode | None = None
    """How they're told about their turns, or None if they never chose. This and the rest are choices for
    all their games, and aren't stored with this one."""
    reminder_hours: frozenset[int] = USUAL_REMINDERS
    """How many hours before a deadline they want to be reminded."""
    controls: Controls = USUAL_CONTROLS
    text_board: bool = False
    """Whether they want boards in words."""
    quiet: QuietHours = NO_QUIET_HOURS
    """When they don't want to be told anything."""
    vacation_until: datetime | None = None
    """The end of their last vacation in a game with a time per move, which may have passed."""


EMPTY_SEAT = Seat()
"""The seat of a player who hasn't chosen anything and was never seen at the game."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a game as text, the game's revision before it, and when it was played.

    If no one clicked the move, the revision is ``BY_LOT``, ``PLANNED``, or ``FORCED``.
    """

    text: str
    revision: int
    played_at: datetime

    @property
    def planned(self) -> bool:
        """Return whether it's a conditional move that was played as an answer."""
        return self.revision == PLANNED

    @property
    def forced(self) -> bool:
        """Return whether it played itself, because it was a channel's only one."""
        return self.revision == FORCED


@dataclass(frozen=True, slots=True)
class Takeback:
    """Moves that were taken back, the first of them at ``ply``; ``revision`` is the game's afterwards."""

    ply: int
    revision: int
    moves: tuple[PlayedMove, ...]


@dataclass(frozen=True, slots=True)
class BestPlay:
    """How a game ends if both play perfectly: who wins, or None for a draw, and after how many more moves.

    The number of moves is None for a draw, and if it isn't known. The ``line`` is how it could go on, as far
    as that's known.
    """

    winner: Color | None
    moves: int | None = None
    line: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Guessing:
    """What people who watch a game have guessed.

    ``is_open`` says whether someone has guessed the next move. ``right`` of ``total`` guesses at an earlier
    ``move`` were right, as long as that's news.
    """

    is_open: bool = False
    move: str = ""
    right: int = 0
    total: int = 0


NO_GUESSES = Guessing()


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two people, or channels, or one of them and the computer, in its current state."""

    number: int = field(default=0, kw_only=True)
    white: Player
    black: Player
    position: Position
    created_at: datetime
    boards: tuple[Board, ...]
    """They show the game. The first is the one where it's played, and always there, even if its message is
    lost. In a game in two places, there's one for each player where they play, and the first is either of
    them."""
    revision: int = 0
    """It begins at 0, rises with every change of state, and never falls."""
    outcome: Outcome | None = None
    """None while the game runs."""
    annulled_winner: Color | None = None
    """Who had won a game that counted before it was annulled: the lists of all servers keep that."""
    finished_at: datetime | None = None
    stalled: bool = False
    """Whether the computer can't make its move until it's back."""
    start: Start = Start.PLAIN
    swapped: bool = False
    """Whether Black took over White's side."""
    rated: bool = False
    over_limit: bool = False
    """Whether it was to be rated, but the players had begun as many rated games that day as they may."""
    hints: bool = False
    """Whether the players can ask for hints."""
    weekends_off: bool = False
    """Whether its clocks rest from Saturday to Monday (UTC)."""
    moves: tuple[PlayedMove, ...] = ()
    """Those that led to the position, in order."""
    takebacks: tuple[Takeback, ...] = ()
    """What was taken back before."""
    white_seat: Seat = EMPTY_SEAT
    black_seat: Seat = EMPTY_SEAT
    move_seconds: int | None = None
    """The time per move; None if there is none, or a total time."""
    total: TotalTime | None = None
    """The time for the whole game."""
    clock: TurnClock | None = None
    """The running one of the player to move, or None if none runs now."""
    event: int | None = None
    """The number of the cup or other event that it's a game of, if it is."""
    simul: int | None = None
    """The number of the challenge to the simul that it's a game of, if it is."""
    crowd: Crowd | None = None
    """How channels play it, or None if they don't. A turn's window is its time per move, and as long as
    too few have voted after that, it can be claimed by no one."""
    ballots: tuple[str, ...] = ()
    """What people have voted for in this turn, as of when the game was read."""
    offers: tuple[Offer, ...] = ()
    """The last ones of each kind by each player."""
    chosen_text_board: bool = False
    """Whether the players agreed on having the board for everyone in words."""
    rating_changes: tuple[RatingChange, ...] = ()
    """Those at the end of a rated game, White's first."""
    badges: tuple[EarnedBadge, ...] = ()
    """Those earned with it, White's first."""
    score: Score | None = None
    """White's against Black where it's played, including this game, once it has ended and if it counts."""
    best_play: BestPlay | None = None
    """How it would have ended if its outcome is an adjudication, or None if that isn't known."""
    guessing: Guessing = NO_GUESSES
    """What's known of guesses at its moves."""
    day: date | None = None
    """The day whose game it is, if it's one of the day. It begins with the moves to that day's start."""

    @property
    def ruleset(self) -> Ruleset:
        return self.position.ruleset

    def rating_of(self, color: Color) -> ShownRating | None:
        """Return a player's rating when the game began, or what it has made of it at the end."""
        if self.outcome is None or not self.rating_changes:
            return self.seat(color).rating
        change = self.rating_changes[color is Color.BLACK]
        return ShownRating.of(change.after, deviation=change.deviation)

    @property
    def record(self) -> Record:
        """Return the game with all its moves, as a record of the engine."""
        return Record(
            self.ruleset,
            tuple(RecordedMove.parse(move.text) for move in self.moves),
            self.outcome,
            white=self.white.name,
            black=self.black.name,
            date=self.created_at.date(),
            start=self.start,
            rated=self.rated,
            hints=self.hints,
        )

    # Where it's shown

    @property
    def board(self) -> Board:
        """Return the board for everyone, where the game is played."""
        return self.boards[0]

    @property
    def is_in_two_places(self) -> bool:
        """Return whether each player plays where the other one doesn't."""
        return self.board.side is not None

    @property
    def homes(self) -> tuple[Board, ...]:
        """Return the boards where the game is played: one, or that of each player."""
        return tuple(board for board in self.boards if board.side is not None) or (self.board,)

    def home_of(self, color: Color | None) -> Board:
        """Return the board where the player of this color plays, and is told about the game.

        For anyone else, who has no color, it's the first one.
        """
        return home_among(self.boards, color)

    def home_for(self, player_id: int, place: Place) -> Board:
        """Return the board where the game is played that someone at a place means."""
        nearest = [self.home_of(self.color_of(player_id)), *self.homes]
        channel, guild = place.channel_id, place.guild_id
        here = [board for board in nearest if board.place.channel_id == channel]
        return next(iter(here or [board for board in nearest if board.place.guild_id == guild]), nearest[0])

    def home_in(self, channel_id: int) -> Board | None:
        """Return the board where the game is played in a channel, or None."""
        return next((board for board in self.homes if board.place.channel_id == channel_id), None)

    def board_with(self, message_id: int) -> Board | None:
        return next((board for board in self.boards if board.message_id == message_id), None)

    @property
    def place(self) -> Place:
        return self.board.place

    @property
    def guild_id(self) -> int | None:
        """Return the guild where the game counts; None outside all guilds, and if it's in two places."""
        return None if self.is_in_two_places else self.place.guild_id

    @property
    def message_id(self) -> int | None:
        return self.board.message_id

    @property
    def language(self) -> str:
        return self.board.language

    @property
    def theme(self) -> ThemeName:
        """Return the look of the board for everyone."""
        return self.board.theme

    @property
    def private_boards(self) -> tuple[Board, ...]:
        """Return the boards that are for one player each, in their DMs."""
        return tuple(board for board in self.boards if board.reader is not None)

    def private_board_of(self, player_id: int) -> Board | None:
        """Return this player's private board, or None."""
        color = self.color_of(player_id)
        return next((board for board in self.private_boards if board.reader is color), None)

    def plays_apart(self, player_id: int) -> bool:
        """Return whether a player may not be where the game is played, because they play in their DMs.

        Of a game that was begun by version 1.0.0, only a private board says so. People of an event are in its
        server.
        """
        own = self.private_board_of(player_id)
        is_private = own is not None and own.side is None and self.event is None
        return is_private or (self.color_of(player_id) is not None and self.seat_of(player_id).apart)

    @property
    def opens_thread(self) -> bool:
        """Return whether the first board is posted in a thread of its own, if there can be one.

        That's not so in a game night: Discord opens too few threads for as many short games.
        """
        return (self.event is not None and self.total is None) or self.simul is not None

    @property
    def unposted(self) -> tuple[Board, ...]:
        """Return the boards where it's played and nothing was ever posted.

        Any other game is posted by whatever has begun it: here, no one may be waiting for that.
        """
        awaited = self.is_in_two_places or self.event is not None or self.simul is not None
        awaited = awaited and not self.is_void
        return tuple(board for board in self.homes if awaited and board.posted_at is None)

    @property
    def is_void(self) -> bool:
        """Return whether it's an event's game without a result, which only the event's card tells of."""
        return self.event is not None and self.outcome is not None and not self.has_result

    @property
    def is_unseen(self) -> bool:
        """Return whether whatever has begun it couldn't post it, though the bot could."""
        return self.place.reachable and self.board.posted_at is None and not self.unposted

    @property
    def shown(self) -> bool:
        """Return whether every board that has or needs a message is known to show exactly this state."""
        shown = all(board.message_id is None or board.shown == self.revision for board in self.boards)
        return shown and not (self.unposted or self.outdated_threads)

    @property
    def is_dirty(self) -> bool:
        """Return whether a board that the bot can post or edit isn't known to show exactly this state."""
        edited = any(board.needs_edit(self.revision) for board in self.boards)
        return edited or bool(self.unposted or self.outdated_threads)

    @property
    def outdated_threads(self) -> tuple[Thread, ...]:
        """Return the threads opened for it that may have the name of a player who was deleted since."""
        if not self.has_deleted_player:
            return ()
        return tuple(board.thread for board in self.boards if board.thread is not None)

    # Who plays

    def player(self, color: Color) -> Player:
        return self.white if color is Color.WHITE else self.black

    def color_of(self, player_id: int) -> Color | None:
        """Return the color that this person plays, or None for anyone else."""
        if player_id == self.white.id:
            return Color.WHITE
        if player_id == self.black.id:
            return Color.BLACK
        return None

    def opponent_of(self, player_id: int) -> Player:
        return self.black if player_id == self.white.id else self.white

    def as_seen_from(self, guild_id: int | None, *, player_id: int | None = None) -> Self:
        """Return the game as people in a guild know it, or outside all guilds.

        Its players have the names of their accounts anywhere but in the guild where it counts. If it's in two
        places, the board that this player or others there mean comes first, and only the channel there knows
        how many have voted. For a player who plays apart, it's their private board, or none if that's lost.
        """
        if self.is_in_two_places:
            color = None if player_id is None else self.color_of(player_id)
            seen = replace(self, boards=_nearest_first(self.boards, guild_id, color))
            return seen if seen.crowd_votes_here else replace(seen, ballots=())
        is_there = guild_id is not None and guild_id == self.guild_id
        seen = self
        if player_id is not None and not is_there and self.plays_apart(player_id):
            seen = replace(self, boards=_own_first(self.boards, self.color_of(player_id)))
        if guild_id == self.guild_id:
            return seen
        return replace(seen, white=self.white.outside_servers, black=self.black.outside_servers)

    def as_seen_on(self, board: Board) -> Self:
        """Return the game as whoever looks at a board knows it."""
        side = board.side or board.reader
        return self.as_seen_from(
            board.place.guild_id, player_id=None if side is None else self.player(side).id
        )

    def seat(self, color: Color) -> Seat:
        return self.white_seat if color is Color.WHITE else self.black_seat

    def seat_of(self, player_id: int) -> Seat:
        return self.white_seat if player_id == self.white.id else self.black_seat

    def with_seat(self, color: Color, seat: Seat) -> Self:
        return replace(self, white_seat=seat) if color is Color.WHITE else replace(self, black_seat=seat)

    @property
    def has_deleted_player(self) -> bool:
        return self.white.is_deleted or self.black.is_deleted

    @property
    def level(self) -> int | None:
        """Return the level of the computer in this game; None if two people play."""
        return self.white.level or self.black.level

    # Whose turn it is

    @property
    def to_move(self) -> Player:
        """Return the player whose turn it is, or would be if the game hadn't ended."""
        return self.player(self.position.turn)

    @property
    def awaited(self) -> Player:
        """Return the player who has to do something next: answer an offer, or else move."""
        return self.to_move if self.offer is None else self.player(self.offer.color.opponent)

    @property
    def computer_moves(self) -> bool:
        return self.outcome is None and self.to_move.level is not None

    @property
    def crowd_votes(self) -> bool:
        return self.outcome is None and self.to_move.is_crowd

    @property
    def crowd_votes_here(self) -> bool:
        """Return whether it's the channel of the first board."""
        return self.crowd_votes and self.board.side in {None, self.position.turn}

    @property
    def controls(self) -> Controls:
        """Return how the player to move likes to choose moves."""
        return self.seat(self.position.turn).controls

    def has_text(self, reader: Color | None = None) -> bool:
        """Return whether the board for a player is also in words, or the one for everyone.

        A player's own is if they want that. The one for everyone is if the players agreed on it in this game,
        or if all people who play want that.
        """
        if reader is not None:
            return self.seat(reader).text_board
        wanted = [self.seat(color).text_board for color in Color if self.player(color).is_person]
        return self.chosen_text_board or (bool(wanted) and all(wanted))

    def is_turned(self, reader: Color | None) -> bool:
        """Return whether Black is below on the board for a player, or for everyone if only one person plays.

        It is if they play Black and want that.
        """
        people = [color for color in Color if self.player(color).is_person]
        readers = people if reader is None else [reader]
        return readers == [Color.BLACK] and self.black_seat.controls.turned

    # What the players can do besides moves

    @property
    def has_takebacks(self) -> bool:
        """Return whether moves can be taken back."""
        return not self.rated and self.event is None and self.crowd is None and self.day is None

    @property
    def is_strict(self) -> bool:
        """Return whether who runs out of time has lost at once, instead of when their opponent says so."""
        return self.event is not None or is_live(self.move_seconds or 0)

    @property
    def offer(self) -> Offer | None:
        """Return the offer that's waiting for an answer. Every change of state ends it."""
        return next((offer for offer in self.offers if offer.revision == self.revision), None)

    @property
    def answered(self) -> Offer | None:
        """Return the last offer that was declined or withdrawn, while the board mentions it."""
        ended = [offer for offer in self.offers if offer.answer is not None]
        last = max(ended, key=lambda offer: offer.revision, default=None)
        return last if last is not None and last.is_told_at(self.position.ply) else None

    @property
    def offers_swap(self) -> bool:
        """Return whether the player to move may change sides instead."""
        return self.start is Start.SWAP and not self.swapped and self.position.ply == 1 and not self.outcome

    @property
    def favored(self) -> Color | None:
        """Return the color that wins with best play after the first move of an advantage start."""
        if self.start is not Start.ADVANTAGE:
            return None
        won = Move.parse(self.moves[0].text) in opening_moves(self.ruleset, Value.WIN)
        return Color.WHITE if won else Color.BLACK

    @property
    def both_have_moved(self) -> bool:
        """Return whether both players have chosen a move. A random first move doesn't count."""
        return self.position.ply >= self._lots + 2

    @property
    def is_cancelable(self) -> bool:
        """Return whether a player can still cancel it: it's neither an event's nor a day's only one."""
        return self.event is None and self.day is None and not self.both_have_moved

    @property
    def may_be_canceled_together(self) -> bool:
        """Return whether both players can still agree to cancel it, but neither can alone."""
        return self.level is None and self.event is None and self.crowd is None and self.both_have_moved

    def ply_to_return_to(self, color: Color) -> int | None:
        """Return the ply before the last move chosen by the player of this color, or None if there is none.

        After a change of sides, the move before it counts for both players.
        """
        ply = self.position.ply - (2 if self.position.turn is color else 1)
        return ply if ply >= (1 if self.swapped else self._lots) else None

    @property
    def _lots(self) -> int:
        return 0 if self.start is Start.SWAP else self.given_moves

    @property
    def given_moves(self) -> int:
        """Return how many of the first moves were no one's choice, or may be played by either side."""
        if self.start is not Start.PLAIN:
            return 1
        return sum(move.revision == BY_LOT for move in self.moves) if self.day is not None else 0

    # How it ended

    @property
    def winner(self) -> Player | None:
        """Return the person who won, or None for a running or drawn game."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        return self.player(self.outcome.winner)

    @property
    def has_result(self) -> bool:
        return self.outcome is not None and self.outcome.reason not in UNCOUNTED

    @property
    def may_be_shared(self) -> bool:
        """Return whether its moves can be shown to a channel. Of a game of the day, only the result is."""
        return self.has_result and self.day is None

    @property
    def is_counted(self) -> bool:
        """Return whether the game counts: for ratings, records, badges, and whatever else adds up games.

        It has a result, and enough pieces were played, by people or against them. In the store, that's
        ``conditions.counted`` and ``is_person``.
        """
        return self.has_result and self.position.ply >= FEWEST_COUNTED_PLIES and self.crowd is None

    @property
    def is_too_short(self) -> bool:
        """Return whether it's a game between people that doesn't count if it ends now."""
        of_people = self.level is None and self.crowd is None
        return of_people and self.position.ply < FEWEST_COUNTED_PLIES

    @property
    def is_unaided(self) -> bool:
        """Return whether a win over the computer still counts on its ladder: without a hint or a takeback.

        In a game of the day, whoever has played it can tell others what the computer replies.
        """
        helped = self.takebacks or self.white_seat.hints or self.black_seat.hints or self.day
        return self.level is not None and not helped


Transition = Callable[[Game, datetime], Game]
"""Returns a game as it stands after something happened to it at an instant, or raises a ``Refusal``."""


def _own_first(boards: tuple[Board, ...], reader: Color | None) -> tuple[Board, ...]:
    lost = replace(boards[0], place=FORGOTTEN_PLACE, message_id=None)
    own = next((board for board in boards if board.reader is reader), lost)
    others = boards[1:] if own is lost else (board for board in boards if board is not own)
    return (own, *others)


def _nearest_first(boards: tuple[Board, ...], guild_id: int | None, color: Color | None) -> tuple[Board, ...]:
    def distance(board: Board) -> int:
        if board.side is None:
            return 3
        return 0 if board.side is color else 1 if board.place.guild_id == guild_id else 2

    return tuple(sorted(boards, key=distance))
