"""Errors that carry the facts of what a person asked for and can't have.

``bot.ui.context.refusals`` turns them into sentences.

Those about challenges and about games have modules of their own.
"""

from datetime import datetime


class MatchError(Exception):
    """The root of these errors."""


class TooBusyError(MatchError):
    """More is asked of the bot than it can do at once, and this can wait."""


class UnknownPuzzleError(MatchError):
    """There is no puzzle of this name, or there is none any more."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


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


class OutsideServerError(MatchError):
    """What was asked for is of a server, and this is outside all of them."""
