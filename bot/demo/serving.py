"""Serves the page of the demo, whose computer no click waits for."""

import asyncio
import contextlib
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.app import PyrgaClient, create_client
from bot.computer import Computer
from bot.computer.computer import ComputerFailedError, ComputerUnavailableError
from bot.demo.live_pages import DemoClock, LivePages, catch_up
from bot.demo.patience import PatientEnv
from bot.demo.servers import DemoServer, furnish, post_all, speak, spoken
from bot.demo.side_by_side import ServerPage, side_by_side
from bot.hosting.maintenance import alone, opened
from bot.hosting.running import run_until_stopped
from bot.logs import configure_logs
from bot.settings import LogLevel, Settings
from bot.shards import Shards
from bot.store.clocks.vital_signs import vital_signs_in
from bot.store.connections.database import Database
from bot.ui.message.icons import icon_png
from engine import Level, Move, Position, Solution

_Answer = TypeVar("_Answer")


class BackgroundComputer(Computer):
    """Thinks while the page accepts other clicks.

    A click in simcord ends when the bot has nothing left to do, and until then the page refuses all others. A
    long move or search would block it, especially the first one, which has to wait until the solver is
    compiled.
    """

    def __init__(self, clock: DemoClock, *, megabytes: int) -> None:
        # The demo's own folder may be temporary, so compiled code is kept in the user's cache folder.
        super().__init__(megabytes=megabytes, cache_folder=None)
        self._clock = clock
        self._env: simcord.Env | None = None

    def live_in(self, env: simcord.Env) -> None:
        """Think in the background of this environment from now on."""
        self._env = env

    async def solve(self, *arguments: Any, **options: Any) -> Solution:
        """Return the values as ``Computer.solve`` does, and let clicks end meanwhile."""
        return await self._in_background(partial(super().solve, *arguments, **options))

    async def choose(self, *arguments: Any, **options: Any) -> Move:
        """Return the move as ``Computer.choose`` does, and let clicks end meanwhile."""
        return await self._in_background(partial(super().choose, *arguments, **options))

    async def _in_background(self, think: Callable[[], Coroutine[Any, Any, _Answer]]) -> _Answer:
        if self._env is None:
            return await think()
        try:
            answer: _Answer = await self._env.external_wait(think(), reason="the computer is thinking")
        except simcord.SetupError:
            # A job is asking, and simcord doesn't wait for those.
            return await think()
        # The result must be later than everything the page has shown, no matter how quickly it comes.
        catch_up(self._env, self._clock)
        return answer


def serve(port: int, data: Path | None, language: str | None) -> int:
    """Serve the demo's page on this machine until Ctrl-C, and return the exit code.

    Games are kept in the folder ``data``, or else until the end. ``language`` is that of the server and its
    people; None leaves it as it is.
    """
    with contextlib.ExitStack() as stack:
        if data is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pyrga-demo-")))
            _say(f"Games are saved in {folder} until the demo ends. Use --data DIR to keep them.")
        else:
            folder = data.absolute()
            _say(f"Games are saved in {folder}.")
        url = f"sqlite:///{folder / 'pyrga.db'}"
        settings = Settings.load(database_url=url, log_level=LogLevel.WARNING, backups=0)
        settings.prepare_data_folder()
        stack.enter_context(alone(settings))
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(port, settings, language))
    _say("\nThe demo has ended.")
    return 0


async def _serve(port: int, settings: Settings, language: str | None) -> None:
    configure_logs(settings)
    clock = _clock_of(settings)
    computer = BackgroundComputer(clock, megabytes=settings.solver_megabytes)
    if not computer.available:
        _say("There's no computer here, only people to play. docs/hosting.md says which machines have one.")
    client = create_client(settings, clock=clock, computer=computer, shards=Shards.all(1))
    env = PatientEnv(client, check_errors=False)
    computer.live_in(env)
    servers = furnish(env)
    # The imitation's time begins at a fixed date, and no message may get the id of one from an earlier run.
    catch_up(env, clock)
    await env.start()
    await env.settle()
    # They would run whenever someone clicks, and catch up on every round that they missed.
    await client.stop_jobs()
    if language is not None:
        await speak(client, servers, language)
    starting = asyncio.create_task(_start_solver(computer))
    try:
        with env.time_context():
            await post_all(client, servers)
            async with opened(settings) as database:
                await _show_pages(env, client, clock, database, servers, port)
    finally:
        starting.cancel()
        await env.shutdown()
        await client.close()


def _clock_of(settings: Settings) -> DemoClock:
    """Return a clock that isn't behind the last demo with these games, which may have skipped time."""
    clock, file = DemoClock(), settings.database_file()
    if file is not None and file.exists():
        signs = vital_signs_in(file)
        times = [at for at in (signs.beat, signs.stopped) if at is not None]
        clock.skip(max([at - clock.now() for at in times] + [timedelta()]))
    return clock


async def _start_solver(computer: Computer) -> None:
    # Otherwise the first game would have to wait for this.
    with contextlib.suppress(ComputerUnavailableError, ComputerFailedError):
        nobody = 0
        await computer.choose(Position.start(), nobody, Level.ONE)


async def _show_pages(  # noqa: PLR0913, PLR0917 - all that the pages show
    env: simcord.Env,
    client: PyrgaClient,
    clock: DemoClock,
    database: Database,
    servers: Sequence[DemoServer],
    port: int,
) -> None:
    language = await spoken(client, servers[0])
    locale = language if language in {locale.value for locale in discord.Locale} else "en-US"
    # The imitation only keeps the names of emojis; the pages need the addresses of their pictures.
    emojis = {
        f"{CDN_BASE}/emojis/{icon.id}.png": (f"{icon.name}.png", icon_png(piece))
        for piece, icon in client.icons.items()
    }
    turns = asyncio.Lock()
    pages = [ServerPage(env, server, turns, locale=locale, assets=emojis) for server in servers]
    live = LivePages(env, client, clock, pages)

    async def skip(time: timedelta) -> None:
        async with turns:
            await live.skip(time, database)

    async with side_by_side(pages, port, skip) as address:
        keeping_up = asyncio.create_task(live.keep_up())
        await run_until_stopped(_wait_closed(address, pages))
        keeping_up.cancel()


async def _wait_closed(address: str, pages: Sequence[ServerPage]) -> None:
    # Only printed once Ctrl-C is handled: one that came a moment too early could get lost.
    _say(f"Open {address}")
    _say("Copy the whole address, with the key at its end. Press Ctrl-C to quit.")
    closings = [asyncio.create_task(page.wait_closed()) for page in pages]
    await asyncio.wait(closings, return_when=asyncio.FIRST_COMPLETED)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - for the terminal
