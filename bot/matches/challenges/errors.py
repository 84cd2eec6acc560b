"""What a person asked of challenges and cannot have, as in ``bot.matches.errors``."""

from datetime import datetime

from bot.matches.errors import MatchError
from bot.matches.values.challenges import Challenge
from bot.matches.values.players import Player


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


class UnfitClockError(MatchError):
    """No game can have the time per move that ``text`` says, or it says none."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class NobodyElseHereError(MatchError):
    """A person challenges somebody where nobody but himself could see it."""
