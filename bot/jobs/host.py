"""Tells whoever hosts the bot what needs them: in a DM, at most once a day, if they want."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.jobs.daily import BackupRounds
from bot.machine import room_of
from bot.settings import Settings
from bot.ui.context.client import ServingClient
from bot.ui.context.posting import send_private

LONG_ABSENCE = timedelta(hours=1)
"""The host is told about times of at least this length in which no one could play."""


class HostNotices:
    """What one process has noticed, and hasn't told yet."""

    def __init__(self, client: ServingClient, settings: Settings, backups: BackupRounds) -> None:
        self._client = client
        self._settings = settings
        self._backups = backups
        self._absence: tuple[datetime, datetime] | None = None

    async def look(self) -> None:
        """Notice whether no one can play, and tell the host what needs them, unless they were told today."""
        services = self._client.services
        now, absence = services.clock.now(), timedelta(seconds=services.downtime.absence)
        if absence >= LONG_ABSENCE:
            self._absence = now - absence, now
            return
        needs = [*self._needs()] if self._settings.host_id else []
        if needs and await services.statuses.take_turn_to_tell():
            if await send_private(self._client, self._settings.host_id, "\n".join(needs)) is None:
                await services.statuses.give_turn_back()
                return
            self._absence = None

    def _needs(self) -> Iterator[str]:
        if self._absence is not None:
            span = " to ".join(f"{at:%Y-%m-%d %H:%M}" for at in self._absence)
            yield f"No one could play from {span} UTC. My log says why."
        if self._backups.problem is not None:
            yield f"I couldn't make today's backup. {self._backups.problem}"
        room = room_of(self._settings)
        if room.is_short:
            yield f"Only {room}. Please free up some space: once the disk is full, no move counts."
