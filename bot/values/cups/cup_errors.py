"""Errors for what can't be done with a cup or a league, as in ``bot.values.errors``."""

from collections.abc import Sequence
from datetime import datetime

from bot.values.cups.cup import Cup
from bot.values.errors import Refusal


class UnknownCupError(Refusal):
    """There's no such cup in the server, or there no longer is."""


class CupError(Refusal):
    """The root of errors about a cup, which carry it."""

    cup: Cup


class CupClosedError(CupError):
    """No one can join the cup anymore."""


class CupFullError(CupError):
    """The cup has the maximum number of people."""


class AlreadyJoinedError(CupError):
    """The person is already in the cup."""


class LeftBeforeError(CupError):
    """The person has left the cup while it was played, and can't come back."""


class NotInCupError(CupError):
    """The person isn't in the cup, or doesn't play in it anymore."""


class NoSuchEntrantError(CupError):
    """The person whom someone else chose isn't in the cup, or doesn't play in it anymore."""


class CupEndedError(CupError):
    """The cup is over, or was canceled."""


class CupNotRunningError(CupError):
    """It only makes sense while the cup is played, but it hasn't started yet."""


class CupStartedError(CupError):
    """It only makes sense before the cup starts."""


class CupMovedOnError(CupError):
    """The cup has changed since, and what was meant isn't there anymore."""


class AlreadyProlongedError(CupError):
    """A moderator has already moved the end of the stage."""


class StageNotOverError(CupError):
    """The stage still waits for games."""


class BlockedEntrantError(CupError):
    """The person would play people whom they block, or who block them. They can confirm it.

    ``names`` are those whom they block themselves: nobody is told who blocks them.
    """

    names: Sequence[str]


class BarredError(Refusal):
    """The person can't join cups until ``until``, because they didn't show up in one."""

    until: datetime


class TooManyCupsError(Refusal):
    """The server already has the maximum number of open cups, which is ``limit``."""

    limit: int


class BadNameError(Refusal):
    """A cup can't be called that: it has nothing to read, or too much of it."""


class BadStartError(Refusal):
    """A cup can't start then: it's in the past, or too far away."""


class BadSizeError(Refusal):
    """A cup can't wait for so many people."""


class UnfairStartError(Refusal):
    """A rated cup can't have games in which White chooses the first move."""


class UnknownLeagueError(Refusal):
    """There's no such league in the server, or there no longer is."""


class LeagueStoppedError(Refusal):
    """The league doesn't go on."""


class AlreadyMemberError(Refusal):
    """The person is already in the league."""


class NotMemberError(Refusal):
    """The person isn't in the league."""


class LeagueExistsError(Refusal):
    """The server already has a league of this ruleset."""
