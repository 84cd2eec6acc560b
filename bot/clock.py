"""The one source of the present time."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Everything in the bot that needs it is given a clock; nothing else asks the system."""

    def now(self) -> datetime:
        """The present instant, aware and in UTC."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The present instant, aware and in UTC."""
        return datetime.now(UTC)
