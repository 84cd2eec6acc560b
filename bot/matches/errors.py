"""What a person asked for and cannot have: errors that carry facts. ``bot.ui.refusals`` has the words."""

from datetime import datetime

from bot.matches.values import Challenge, Game, Player


class MatchError(Exception):
    """The root of these errors."""


class SelfChallengeError(MatchError):
    """Somebody challenged himself."""


class BotChallengeError(MatchError):
    """Somebody challenged a bot."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class RatedHintsError(MatchError):
    """Somebody proposed a rated game with hints."""


class TooManyChallengesError(MatchError):
    """Somebody has as many open challenges in this server as one may have, which is ``limit``."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooSoonError(MatchError):
    """Somebody made a challenge just now. ``until`` is when he may make the next."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class DeclinedLatelyError(MatchError):
    """The opponent declined a challenge just now. ``until`` is when he may be challenged again."""

    def __init__(self, opponent: Player, until: datetime) -> None:
        super().__init__(opponent.id, until)
        self.opponent = opponent
        self.until = until


class RepeatedChallengeError(MatchError):
    """Somebody has an open challenge to the same person, which is ``challenge``."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.number)
        self.challenge = challenge


class CounterChallengeError(MatchError):
    """Somebody challenged a person who has challenged him: ``challenge`` is open."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.number)
        self.challenge = challenge


class UnwelcomeError(MatchError):
    """The other person takes no challenge, or none of this one. Which of the two, the error does not know."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.id)
        self.player = player


class BlockedByYouError(MatchError):
    """Somebody wants to play with a person whom he has blocked himself."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.id)
        self.player = player


class SelfBlockError(MatchError):
    """Somebody blocked himself."""


class OwnChallengeError(MatchError):
    """Somebody joined his own open challenge."""


class UnknownCodeError(MatchError):
    """No open challenge has this code here. ``text`` is what was typed."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class AbsentOpponentError(MatchError):
    """Somebody challenged a person who is not in the server."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class UnknownChallengeError(MatchError):
    """There is no such challenge."""


class ClosedChallengeError(MatchError):
    """The challenge was answered or cancelled before."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.number, challenge.status)
        self.challenge = challenge


class TakenChallengeError(ClosedChallengeError):
    """Two others play the game that came of this challenge."""


class NotChallengedError(MatchError):
    """Only the challenged may do this."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.number)
        self.challenge = challenge


class NotChallengerError(MatchError):
    """Only the challenger may do this."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.number)
        self.challenge = challenge


class UnknownGameError(MatchError):
    """There is no such game here. ``text`` is what was asked for."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class UnknownPuzzleError(MatchError):
    """There is no puzzle of this name, or there is none any more."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


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


class UnfitClockError(MatchError):
    """No game can have the time per move that ``text`` says, or it says none."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class OnVacationError(MatchError):
    """The person is on vacation already, ``until`` then."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class NoVacationDaysError(MatchError):
    """A vacation may last from one day to ``most`` days now, and something else was asked for."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class UnknownActError(MatchError):
    """The moderator has proposed no such act, or too long ago."""


class NobodyElseHereError(MatchError):
    """A person challenges somebody where nobody but himself could see it."""


class OutsideServerError(MatchError):
    """What was asked for is of a server, and this is outside all of them."""


class NoRunningGameError(MatchError):
    """The person has no running game here."""


class NoFinishedGameError(MatchError):
    """The person has no finished game here."""


class ChooseGameError(MatchError):
    """The person has several running games and has to say which one is meant."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        super().__init__(tuple(game.number for game in games))
        self.games = games
