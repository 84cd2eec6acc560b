"""The one source of the current time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Everything that needs the time is given a clock; nothing else asks the system."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        ...


class SystemClock:
    """The clock of the machine. It jumps when someone sets it, and when the machine slept."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        return datetime.now(UTC)


class SteadyClock:
    """A clock that runs evenly from what ``source`` told when it was made, and only jumps when it's moved.

    ``elapsed`` tells seconds that nothing but the passing of time changes. So a machine whose clock is set
    changes nothing until whatever depends on the time has been prepared for it.
    """

    def __init__(self, source: Clock, elapsed: Callable[[], float] = monotonic) -> None:
        self.source = source
        self._elapsed = elapsed
        self._began = source.now() - timedelta(seconds=elapsed())

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        return self._began + timedelta(seconds=self._elapsed())

    def move(self, by: timedelta) -> None:
        """Jump, forward or back."""
        self._began += by
