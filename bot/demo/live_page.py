"""Keeps the page up to date between clicks, and the imitation's clock with the real one."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import simcord

from bot.app import PyrgaClient
from bot.clock import SystemClock

# In seconds: how often the page is compared with what the bot has done, and how often the jobs run.
_LOOK = 0.25
_JOBS = 5.0


def catch_up(env: simcord.Env) -> None:
    """Move the imitation's clock, which otherwise stands still, to the real time."""
    env.backend.advance_clock(max(0.0, (SystemClock().now() - env.now()).total_seconds()))


class LivePage:
    """Shows in every tab what the bot does, no matter what made it do that.

    Args:
        env: The imitation of Discord, whose jobs are stopped.
        client: The bot in it.
        preview: The page.
    """

    def __init__(self, env: simcord.Env, client: PyrgaClient, preview: simcord.Preview) -> None:
        self._env = env
        self._client = client
        self._preview = preview
        self._changed = datetime.now(UTC)
        env.backend.subscribers.append(self._note)

    async def keep_up(self) -> None:
        """Keep the page up to date until canceled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._run_jobs())
            tasks.create_task(self._follow())

    async def _run_jobs(self) -> None:
        while True:
            await asyncio.sleep(_JOBS)
            await self._client.run_jobs_once()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            catch_up(self._env)
            self._preview.capture_time = self._env.now()
            self._publish()

    def _note(self, event: str, _payload: Any) -> None:
        if event.startswith("MESSAGE_"):
            self._changed = datetime.now(UTC)

    def _publish(self) -> None:
        # A click is only published in the tab where it was made. ``Preview.refresh`` publishes all tabs, even
        # those that are up to date, and a tab refuses any click that's on its way while it's being published.
        # It also waits for the bot, and meanwhile all clicks are lost. So only tabs that are out of date are
        # published here.
        for page in tuple(self._preview._pages.values()):  # noqa: SLF001 - there is no public way to do that
            published = page.published_at
            is_behind = published is None or datetime.fromisoformat(published) < self._changed
            if is_behind or self._lacks_private_change(page.snapshot["messages"], page.viewer.id):
                self._preview._publish(page, reason="refresh")  # noqa: SLF001 - as above

    def _lacks_private_change(self, shown: Mapping[str, Any], viewer_id: int) -> bool:
        """Whether the viewer's private messages differ from ``shown``: they send no events."""
        channel_id = self._preview.channel.id
        newest = max(map(int, shown), default=0)
        return any(
            shown[str(message.id)]["edited_timestamp"] != message.edited_timestamp
            if str(message.id) in shown
            else message.id > newest
            for message in self._env.backend.messages.get(channel_id, {}).values()
            if message.is_ephemeral and message.visible_to(viewer_id)
        )
