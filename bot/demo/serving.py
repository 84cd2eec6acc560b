"""Serves the page of the demo."""

import asyncio
import contextlib
import tempfile
from pathlib import Path

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.app import PyrgaClient, create_client
from bot.computer import Computer
from bot.computer.errors import ComputerFailedError, ComputerUnavailableError
from bot.demo.cafe import Cafe, furnish, speak, spoken
from bot.demo.computer import BackgroundComputer
from bot.demo.live_page import LivePage, catch_up, post_all
from bot.environment import SettingError
from bot.hosting.opening import alone
from bot.hosting.running import run_until_stopped
from bot.logs import configure_logs
from bot.settings import LogLevel, Settings
from bot.shards import Shards
from bot.ui.message.icons import icon_png
from engine import Level, Position

# How long a click waits for everything it caused, in seconds: a hint may have to wait until the solver is
# compiled.
_PATIENCE = 120.0


def serve(port: int, data: Path | None, language: str | None) -> int:
    """Serve the demo's page on this machine until Ctrl-C, and return the exit code.

    Games are kept in the folder ``data``, or else until the end. ``language`` is that of the server and its
    people; None leaves it as it is.

    Raises:
        SettingError: the folder can't be written or is in use, or the port is taken.
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
    computer = BackgroundComputer(megabytes=settings.solver_megabytes)
    client = create_client(settings, computer=computer, shards=Shards.all(1))
    env = simcord.Env(client, check_errors=False, settle_timeout=_PATIENCE)
    computer.live_in(env)
    cafe = furnish(env)
    # The imitation's time begins at a fixed date, and no message may get the id of one from an earlier run.
    catch_up(env)
    await env.start()
    await env.settle()
    # They would run whenever someone clicks, and catch up on every round that they missed.
    await client.stop_jobs()
    if language is not None:
        await speak(client, cafe, language)
    starting = asyncio.create_task(_start_solver(computer))
    try:
        with env.time_context():
            await post_all(client, cafe)
            await _show_page(env, client, cafe, port)
    finally:
        starting.cancel()
        await env.shutdown()
        await client.close()


async def _start_solver(computer: Computer) -> None:
    # Otherwise the first game would have to wait for this.
    with contextlib.suppress(ComputerUnavailableError, ComputerFailedError):
        nobody = 0
        await computer.choose(Position.start(), nobody, Level.ONE)


async def _show_page(env: simcord.Env, client: PyrgaClient, cafe: Cafe, port: int) -> None:
    language = await spoken(client, cafe)
    # The imitation only keeps the names of emojis; the page needs the addresses of their pictures.
    emojis = {
        f"{CDN_BASE}/emojis/{icon.id}.png": (f"{icon.name}.png", icon_png(piece))
        for piece, icon in client.icons.items()
    }
    preview = env.preview(
        cafe.channel,
        viewers=cafe.members,
        layout="channel",
        port=port,
        assets=emojis,
        locale=language if language in {locale.value for locale in discord.Locale} else "en-US",
    )
    try:
        async with preview:
            keeping_up = asyncio.create_task(LivePage(env, client, preview).keep_up())
            await run_until_stopped(_wait_closed(preview))
            keeping_up.cancel()
    except simcord.SetupError as error:
        if "could not bind" not in str(error):
            raise
        raise SettingError(
            "--port", f"Port {port} is taken.", "Choose another port, or 0 for any free one."
        ) from None


async def _wait_closed(preview: simcord.Preview) -> None:
    # Only printed once Ctrl-C is handled: one that came a moment too early could get lost.
    _say(f"Open {preview.url}")
    _say("Copy the whole address: without the key after # the page stays empty. Press Ctrl-C to quit.")
    await preview.wait_closed()


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - for the terminal
