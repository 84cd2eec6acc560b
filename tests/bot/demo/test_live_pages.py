"""What the demo's pages and their imitation of Discord do while no one is clicking."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

import simcord

from bot.clock import SystemClock
from bot.demo.live_pages import DemoClock, LivePages
from tests.bot.servers import Server, answer

TEXT_DISPLAY = 10


@asynccontextmanager
async def live_page(server: Server) -> AsyncIterator[simcord.Preview]:
    """Yield a page of the channel for Ada, kept up to date."""
    await server.client.stop_jobs()
    async with server.env.preview(server.channel, viewers=[server.ada], layout="channel") as preview:
        live = LivePages(server.env, server.client, DemoClock(), [preview])
        keeping_up = asyncio.create_task(live.keep_up())
        yield preview
        keeping_up.cancel()
        with suppress(asyncio.CancelledError):
            await keeping_up


async def test_time_in_the_imitation_follows_real_time(server: Server) -> None:
    def lag() -> timedelta:
        return SystemClock().now() - server.env.now()

    assert lag() > timedelta(days=1)
    async with live_page(server) as preview, asyncio.timeout(30):
        while preview.capture_time < SystemClock().now() - timedelta(seconds=5):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.02)
    assert lag() < timedelta(minutes=1)


async def test_a_private_message_that_changes_on_its_own_changes_on_the_page(server: Server) -> None:
    message = answer(await server.ada.slash(server.channel, "pyrga help"))
    async with live_page(server) as preview, asyncio.timeout(30):
        (page,) = preview._pages.values()
        server.env.backend.edit_message(server.channel.id, message.id, {"components": heading("Later")})
        while "Later" not in str(page.snapshot["messages"]):  # noqa: ASYNC110 - a private edit sends no event
            await asyncio.sleep(0.02)


def heading(text: str) -> list[dict[str, object]]:
    return [{"type": TEXT_DISPLAY, "content": text}]
