"""What the pages show, kept up to date, and how time passes in the demo."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import simcord

from bot.app import PyrgaClient
from bot.clock import SystemClock
from bot.shards import Shard
from bot.store.clocks.heartbeats import note_answered
from bot.store.connections.database import Database

# In seconds: how often the pages are compared with what the bot has done, and how often the jobs run.
_LOOK = 0.25
_JOBS = 5.0

_STEP = timedelta(hours=1)


class DemoClock(SystemClock):
    """The machine's clock, put ahead by the time that was skipped."""

    def __init__(self) -> None:
        self._skipped = timedelta()

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        return super().now() + self._skipped

    def skip(self, time: timedelta) -> None:
        self._skipped += time


def catch_up(env: simcord.Env, clock: DemoClock) -> None:
    """Move the imitation's clock, which otherwise stands still, to the demo's time."""
    env.backend.advance_clock(max(0.0, (clock.now() - env.now()).total_seconds()))


class LivePages:
    """Show in every tab what the bot does, whatever made it do that. The jobs of ``env`` are stopped."""

    def __init__(
        self, env: simcord.Env, client: PyrgaClient, clock: DemoClock, previews: Sequence[simcord.Preview]
    ) -> None:
        self._env = env
        self._client = client
        self._clock = clock
        self._previews = previews
        self._working = asyncio.Lock()
        started = datetime.now(UTC)
        self._changed: dict[int, datetime] = defaultdict(lambda: started)
        env.backend.subscribers.append(self._note)

    async def keep_up(self) -> None:
        """Keep the pages up to date until canceled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._run_jobs())
            tasks.create_task(self._follow())

    async def _run_jobs(self) -> None:
        while True:
            await asyncio.sleep(_JOBS)
            async with self._working:
                await self._client.run_jobs_once()

    async def skip(self, time: timedelta, database: Database) -> None:
        """Let time pass, hour by hour, in which no one clicks and the bot does what comes due."""
        passed = timedelta()
        async with self._working:
            while passed < time:
                self._clock.skip(_STEP)
                passed += _STEP
                async with database.writing() as connection:
                    # Otherwise the bot would take it for a time during which it was down, and give it back.
                    await note_answered(connection, {Shard(0, 1): self._clock.now()})
                catch_up(self._env, self._clock)
                await self._client.run_jobs_once()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            catch_up(self._env, self._clock)
            for preview in self._previews:
                preview.capture_time = self._env.now()
                self._publish(preview)

    def _note(self, event: str, payload: Any) -> None:
        if event.startswith("MESSAGE_"):
            self._changed[int(payload["channel_id"])] = datetime.now(UTC)

    def _publish(self, preview: simcord.Preview) -> None:
        # A click is only published in the tab where it was made. ``Preview.refresh`` publishes all tabs, even
        # those that are up to date, and a tab refuses any click that's on its way while it's being published.
        # It also waits for the bot, and meanwhile all clicks are lost. So only tabs that are out of date are
        # published here.
        for page in tuple(preview._pages.values()):  # noqa: SLF001 - there is no public way to do that
            published = page.published_at
            is_behind = (
                published is None or datetime.fromisoformat(published) < self._changed[preview.channel.id]
            )
            if is_behind or self._lacks_private_change(page.snapshot["messages"], page.viewer.id, preview):
                preview._publish(page, reason="refresh")  # noqa: SLF001 - as above

    def _lacks_private_change(
        self, shown: Mapping[str, Any], viewer_id: int, preview: simcord.Preview
    ) -> bool:
        """Return whether the viewer's private messages differ from ``shown``: they send no events."""
        messages = self._env.backend.messages.get(preview.channel.id, {}).values()
        newest = max(map(int, shown), default=0)
        return any(
            shown[str(message.id)]["edited_timestamp"] != message.edited_timestamp
            if str(message.id) in shown
            else message.id > newest
            for message in messages
            if message.is_ephemeral and message.visible_to(viewer_id)
        )
