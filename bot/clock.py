"""The one source of the current time."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Everything that needs the time is given a clock; nothing else asks the system."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        return datetime.now(UTC)
