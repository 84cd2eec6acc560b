"""The one source of the current time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Everything that needs the time is given a clock and doesn't ask the system."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        ...


class SystemClock:
    """The machine's clock. It jumps when someone sets it and after the machine was asleep."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        return datetime.now(UTC)


class SteadyClock:
    """A clock that starts at the time of ``source``, runs evenly from then on, and only jumps if it's moved.

    ``elapsed`` returns seconds that only the passing of time changes. So setting the machine's clock has no
    effect until everything that depends on the time has been prepared for it.
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
