"""Errors for requests about challenges that can't be met, as in ``bot.values.errors``."""

from datetime import datetime

from bot.values.challenges import Challenge, SimulGame
from bot.values.errors import Refusal
from bot.values.players import Player


class ChallengeError(Refusal):
    """The state of ``challenge`` doesn't allow what someone wants."""

    challenge: Challenge


class PersonError(Refusal):
    """Someone can't play with ``player``."""

    player: Player


class NamedPersonError(Refusal):
    """Someone challenged the person called ``name``, who can't play here."""

    name: str


class SelfChallengeError(Refusal):
    """Someone challenged themselves."""


class BotChallengeError(NamedPersonError):
    """Someone challenged a bot."""


class RatedHintsError(Refusal):
    """Someone proposed a rated game with hints."""


class RatedAdvantageError(Refusal):
    """Someone proposed a rated game in which one of the players has an advantage."""


class UnfitSeatsError(Refusal):
    """Someone proposed a simul for too few or too many people."""


class TooManyChallengesError(Refusal):
    """Someone already has the maximum number of open challenges in this server, which is ``limit``."""

    limit: int


class TooSoonError(Refusal):
    """Someone made a challenge a moment ago. ``until`` is when they can make the next one."""

    until: datetime


class DeclinedLatelyError(Refusal):
    """The opponent recently declined a challenge. ``until`` is when they can be challenged again."""

    opponent: Player
    until: datetime


class DeletedLatelyError(Refusal):
    """Someone has just deleted their data. ``until`` is when they can make their next challenge."""

    until: datetime


class RepeatedChallengeError(ChallengeError):
    """Someone already has an open challenge to the same person, which is ``challenge``."""


class CounterChallengeError(ChallengeError):
    """Someone challenged a person who has already challenged them: ``challenge`` is open."""


class UnwelcomeError(PersonError):
    """The other person accepts no challenges, or none from this person. The error doesn't know which."""


class BlockedByYouError(PersonError):
    """Someone wants to play with a person they have blocked."""


class SelfBlockError(Refusal):
    """Someone tried to block themselves."""


class OwnChallengeError(Refusal):
    """Someone tried to join their own open challenge."""


class UnknownCodeError(Refusal):
    """No open challenge here has the ``code`` that was typed."""

    code: str


class AbsentOpponentError(NamedPersonError):
    """Someone challenged a person who isn't in the server."""


class UnknownChallengeError(Refusal):
    """There is no such challenge."""


class ClosedChallengeError(ChallengeError):
    """The challenge was already answered or canceled."""


class TakenChallengeError(ClosedChallengeError):
    """Someone else is playing the game that came from this challenge."""


class FullSimulError(ClosedChallengeError):
    """As many people as can have joined this simul."""


class AlreadyJoinedError(ChallengeError):
    """Someone joined a simul a second time. ``game`` is the one they have."""

    game: SimulGame


class NotChallengedError(ChallengeError):
    """Only the person who was challenged can do this."""


class NotChallengerError(ChallengeError):
    """Only the challenger can do this."""


class UnfitClockError(Refusal):
    """``text`` isn't a time per move, or isn't one that a game can have."""

    text: str


class NobodyElseHereError(Refusal):
    """Someone made a challenge in a place that no one else can see."""
