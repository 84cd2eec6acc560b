"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta


class StandingClock:
    """Tells the time that the test has set."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def now(self) -> datetime:
        """The time that was set."""
        return self._now

    def move(self, step: timedelta) -> None:
        """Let time pass."""
        self._now += step
