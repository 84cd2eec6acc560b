"""What a host can watch while the bot runs: figures for Prometheus, and a health check."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import partial
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, ProcessCollector, generate_latest

from bot.app import PyrgaClient
from bot.environment import SettingError
from bot.machine import look_at_machine
from bot.metrics import REGISTRY
from bot.settings import Settings
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE, absence_of
from bot.store.schema.revision import newest_revision

# Less than Prometheus itself waits.
_PATIENCE = 5.0

log = structlog.get_logger(__name__)

FRESH_FOR = 1.0
"""Number of seconds for which figures are told again instead of being gathered anew."""


class Figures:
    """The figures of one client, which are gathered once a second at most, no matter how many read them."""

    def __init__(self, client: PyrgaClient) -> None:
        self._client = client
        self._gathering: asyncio.Task[bytes] | None = None
        self._gathered_at = 0.0

    async def read(self) -> bytes:
        """Return everything that was counted, and how things stood a second ago at most.

        If the database doesn't tell how many games are running, that figure is left out.
        """
        if self._gathering is None or (
            self._gathering.done() and monotonic() - self._gathered_at >= FRESH_FOR
        ):
            self._gathering = asyncio.create_task(self._gather())
        # Someone who no longer waits doesn't keep the others from getting it.
        return await asyncio.shield(self._gathering)

    async def _gather(self) -> bytes:
        gathered = generate_latest(REGISTRY) + generate_latest(await _current(self._client))
        self._gathered_at = monotonic()
        return gathered


async def _current(client: PyrgaClient) -> CollectorRegistry:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    build = Gauge("pyrga_build_info", "The version of the bot; always 1.", ["version"], registry=registry)
    build.labels(version("pyrga")).set(1)
    running = await _running_games(client)
    if running is not None:
        Gauge("pyrga_running_games", "Games that aren't over.", registry=registry).set(running)
    if client.heartbeat_age is not None:
        since = "Seconds since this process last recorded a heartbeat."
        age = Gauge("pyrga_heartbeat_age_seconds", since, registry=registry)
        age.set(client.heartbeat_age)
    leader = Gauge("pyrga_leader", "Whether this process leads those with its database.", registry=registry)
    leader.set(client.services.leadership.is_held)
    shards = "Whether Discord's gateway answers every shard of this process."
    connected = Gauge("pyrga_gateway_connected", shards, registry=registry)
    connected.set(client.is_connected)
    clicks = Gauge("pyrga_clicks_in_progress", "Clicks on boards that are being answered.", registry=registry)
    clicks.set(client.intake.clicks)
    queues = Gauge("pyrga_queue_length", "Requests that are waiting, by queue.", ["queue"], registry=registry)
    for queue, length in client.queue_lengths.items():
        queues.labels(queue).set(length)
    return registry


async def _running_games(client: PyrgaClient) -> int | None:
    try:
        async with asyncio.timeout(_PATIENCE):
            return await client.services.game_queries.count_running()
    except Exception as error:  # noqa: BLE001 - the other figures are worth more now, not less
        log.warning("running games not counted", error=repr(error))
        return None


MOST_READERS = 8
"""Maximum number of times that ``/metrics`` is read within ``FRESH_FOR`` seconds."""

_SHUTDOWN = 0.5


@asynccontextmanager
async def monitored(client: PyrgaClient, settings: Settings) -> AsyncIterator[None]:
    """Serve ``/metrics``, ``/health``, and ``/status.json`` for as long as the block lasts."""
    runner = web.AppRunner(_application(client, settings), access_log=None, shutdown_timeout=_SHUTDOWN)
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


def _plain(value: datetime | Path) -> str:
    return str(value) if isinstance(value, Path) else value.isoformat()


def _application(client: PyrgaClient, settings: Settings) -> web.Application:
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
        healthy, now = age <= LONGEST_HEALTHY_SILENCE.total_seconds(), datetime.now(UTC)
        sentence = "The bot is running." if healthy else "The bot is stuck, or it can't use its database."
        absence = timedelta(seconds=client.services.downtime.absence)
        if healthy and (trouble := absence_of(now, now - absence)):
            healthy, sentence = False, trouble
        told = f"{sentence} Its last heartbeat was {age:.0f} seconds ago.\n"
        return web.Response(text=told, status=HTTPStatus.OK if healthy else HTTPStatus.SERVICE_UNAVAILABLE)

    async def status(_: web.Request) -> web.Response:
        told = asdict(await client.services.statuses.read()) | asdict(look_at_machine(settings))
        told["tables"] = newest_revision()
        return web.json_response(told, dumps=partial(json.dumps, default=_plain))

    application = web.Application()
    application.router.add_get("/metrics", metrics)
    application.router.add_get("/status.json", status)
    application.router.add_get("/health", health)
    return application
