"""What the demo's page and its imitation of Discord do while no one clicks."""

import asyncio
from contextlib import suppress
from datetime import timedelta

from bot.clock import SystemClock
from bot.demo.live_page import LivePage
from tests.bot.servers import Server


async def test_the_imitations_time_moves_with_the_real_one(server: Server) -> None:
    await server.client.stop_jobs()

    def lag() -> timedelta:
        return SystemClock().now() - server.env.now()

    assert lag() > timedelta(days=1)
    async with server.env.preview(server.channel, viewers=[server.ada], layout="channel") as preview:
        keeping_up = asyncio.create_task(LivePage(server.env, server.client, preview).keep_up())
        async with asyncio.timeout(30):
            while preview.capture_time < SystemClock().now() - timedelta(seconds=5):  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.02)
        keeping_up.cancel()
        with suppress(asyncio.CancelledError):
            await keeping_up
    assert lag() < timedelta(minutes=1)
