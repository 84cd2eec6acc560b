"""Serves the figures and the health check over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.app import PyrgaClient
from bot.environment import SettingError
from bot.monitoring.figures import FRESH_FOR, Figures
from bot.settings import Settings
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE

MOST_READERS = 8
"""Maximum number of times that ``/metrics`` is read within ``FRESH_FOR`` seconds."""

_SHUTDOWN = 0.5


@asynccontextmanager
async def monitored(client: PyrgaClient, settings: Settings) -> AsyncIterator[None]:
    """Serve ``/metrics`` and ``/health`` for as long as the block lasts."""
    runner = web.AppRunner(_application(client), access_log=None, shutdown_timeout=_SHUTDOWN)
    await runner.setup()
    try:
        await _listen(runner, settings.monitoring_host, settings.monitoring_port)
        yield
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        reason = (error.strerror or str(error)).partition(":")[0]
        raise SettingError(
            "PYRGA_MONITORING_PORT",
            f"The bot can't listen on {host}, port {port} ({reason}).",
            "Choose another port or PYRGA_MONITORING_HOST, or 0 to turn monitoring off.",
        ) from None


def _application(client: PyrgaClient) -> web.Application:
    figures, turns = Figures(client), asyncio.Semaphore(MOST_READERS)

    async def metrics(_: web.Request) -> web.Response:
        if turns.locked():
            # Someone who asks again at once would take as much of the bot's time by being refused.
            await asyncio.sleep(FRESH_FOR)
            told = "Too many are reading the figures.\n"
            return web.Response(text=told, status=HTTPStatus.SERVICE_UNAVAILABLE)
        await turns.acquire()
        asyncio.get_running_loop().call_later(FRESH_FOR, turns.release)
        return web.Response(body=await figures.read(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(_: web.Request) -> web.Response:
        age = client.heartbeat_age
        if age is None:
            return web.Response(text="The bot is starting.\n", status=HTTPStatus.SERVICE_UNAVAILABLE)
        healthy = age <= LONGEST_HEALTHY_SILENCE.total_seconds()
        sentence = "The bot is running." if healthy else "The bot is stuck, or it can't use its database."
        told = f"{sentence} Its last heartbeat was {age:.0f} seconds ago.\n"
        return web.Response(text=told, status=HTTPStatus.OK if healthy else HTTPStatus.SERVICE_UNAVAILABLE)

    application = web.Application()
    application.router.add_get("/metrics", metrics)
    application.router.add_get("/health", health)
    return application
