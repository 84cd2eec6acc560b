"""What a person asked of games and cannot have, as in ``bot.matches.errors``."""

from bot.matches.errors import MatchError
from bot.matches.values.games import Game


class UnknownGameError(MatchError):
    """There is no such game here. ``text`` is what was asked for."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class GameError(MatchError):
    """The root of the errors about one known game, which is ``game`` as it stands."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.number, game.revision)
        self.game = game


class NotAPlayerError(GameError):
    """The person is not one of the game's two players."""


class NotYourTurnError(GameError):
    """The person plays in this game, and the other one is to move."""


class NotWaitingError(GameError):
    """Only the player who waits for the other's move may do this."""


class FinishedGameError(GameError):
    """The game is over."""


class RunningGameError(GameError):
    """The game is not over yet."""


class StaleRevisionError(GameError):
    """The button was made for an earlier state of the game."""


class RepeatedMoveError(StaleRevisionError):
    """The same person played this very move with this very button before: a double click."""


class ForbiddenMoveError(GameError):
    """The rules forbid the move, or ``text`` is not a move."""

    def __init__(self, game: Game, text: str) -> None:
        super().__init__(game)
        self.text = text


class OwnTurnError(GameError):
    """The person is to move himself, and this is for the time in which he waits."""


class ClaimableGameError(GameError):
    """Time has run out, and first the waiting player has to say what follows from it."""


class WithComputerError(GameError):
    """This is for games of two people, and one plays with the computer."""


class NotAddressedError(GameError):
    """The offer is for the other player to answer."""


class OpenOfferError(GameError):
    """An offer waits for an answer, and there can be one at a time."""


class OfferedLatelyError(GameError):
    """The person asked for the same not long ago, and may again after ``plies`` moves more."""

    def __init__(self, game: Game, plies: int) -> None:
        super().__init__(game)
        self.plies = plies


class TooEarlyError(GameError):
    """Not both players have moved yet. Until then the game can be called off."""


class TooLateError(GameError):
    """Both players have moved, and the game can be called off no more."""


class NothingToTakeBackError(GameError):
    """The player has not chosen a move yet that could be taken back."""


class RatedTakeBackError(GameError):
    """In a rated game no move is taken back."""


class TooManyTakeBacksError(GameError):
    """The person has taken back as many moves of this game with the computer as one may, ``limit``."""

    def __init__(self, game: Game, limit: int) -> None:
        super().__init__(game)
        self.limit = limit


class ComputerThinksError(GameError):
    """The computer is to move, and the person has to wait for that."""


class PlanLimitError(GameError):
    """A plan can have no more answers, or none that lie further ahead."""


class RematchedError(GameError):
    """The rematch of a game is there already: ``game`` is it."""


class HintsNotAllowedError(GameError):
    """The game is one in which nobody gets a hint."""


class TooManyComputerGamesError(MatchError):
    """The person plays as many games with the computer in this server as one may; ``games`` are they."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        super().__init__(tuple(game.number for game in games))
        self.games = games


class NoRunningGameError(MatchError):
    """The person has no running game here."""


class NoFinishedGameError(MatchError):
    """The person has no finished game here."""


class ChooseGameError(MatchError):
    """The person has several running games and has to say which one is meant."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        super().__init__(tuple(game.number for game in games))
        self.games = games
