"""The bot, unchanged, in an imitation of Discord that runs in this process and shows itself in a browser."""

import asyncio
import contextlib
import tempfile
from pathlib import Path

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.app import PyrgaClient, create_client
from bot.clock import SystemClock
from bot.logs import configure_logs
from bot.settings import LogLevel, SettingError, Settings
from bot.stopping import run_until_stopped
from bot.ui.message.icons import icon_png

_GUILD_ID = 1_000_000_000_000_000_000
# The page shows a click's whole effect at once, including the computer's answer. The first one waits until
# the solver is compiled.
_PATIENCE = 120.0
# How often, in seconds, the page shows what the bot does by itself.
_PULSE = 5.0
_MEMBERS = ("Ada", "Blaise", "Chiyo")
_MANAGER = "Dora"


def serve(port: int, data: Path | None) -> int:
    """Serve the demo's page on this machine until Ctrl-C, and return the exit code.

    ``data`` is the folder for the games; None uses a temporary one that is deleted at the end.

    Raises:
        SettingError: the folder can't be written, or the port is taken.
    """
    with contextlib.ExitStack() as stack:
        if data is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pyrga-demo-")))
            _say(f"Games are saved in {folder} until the demo ends. Use --data DIR to keep them.")
        else:
            folder = data.absolute()
            _say(f"Games are saved in {folder}.")
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(port, folder))
    _say("\nThe demo has ended.")
    return 0


async def _serve(port: int, folder: Path) -> None:
    url = f"sqlite:///{folder / 'pyrga.db'}"
    settings = Settings(database_url=url, log_level=LogLevel.WARNING)
    configure_logs(settings)
    client = create_client(settings)
    env = simcord.Env(client, check_errors=False, settle_timeout=_PATIENCE)
    # Made before the bot starts, so that the same members have the same ids every time the demo starts with
    # the same folder.
    guild = env.create_guild("Pyrga Café", id=_GUILD_ID)
    channel = guild.create_text_channel("pyrga")
    members = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in _MEMBERS]
    managing = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    members.append(guild.add_member(env.create_user("dora", global_name=_MANAGER), roles=[managing]))
    env.backend.bot_user.name = "Pyrga"
    # The imitation's time begins at a fixed date, and messages of this run must not get ids of an earlier
    # one. Once the bot runs it's too late to jump: its jobs would make up for every round they missed.
    env.backend.advance_clock(max(0.0, (SystemClock().now() - env.now()).total_seconds()))
    await env.start()
    await env.settle()
    await client.services.computer.warm()
    try:
        with env.time_context():
            await _show_page(env, client, channel, members, port)
    finally:
        await env.shutdown()
        await client.close()


async def _show_page(
    env: simcord.Env,
    client: PyrgaClient,
    channel: simcord.ChannelHandle,
    members: list[simcord.MemberActor],
    port: int,
) -> None:
    preview = env.preview(channel, viewers=members, layout="channel", port=port, assets=_emojis(client))
    try:
        async with preview:
            time = asyncio.create_task(_let_time_pass(env, client, preview))
            await run_until_stopped(_wait_closed(preview))
            time.cancel()
    except simcord.SetupError as error:
        if "could not bind" not in str(error):
            raise
        raise SettingError(
            "--port", f"Port {port} is taken.", "Choose another port, or 0 for any free one."
        ) from None


async def _wait_closed(preview: simcord.Preview) -> None:
    # Said here, where Ctrl-C is waited for already: one that came a moment too early could get lost.
    _say(f"Open {preview.url}")
    _say("Type /pyrga challenge as one member, then accept as another. Press Ctrl-C to quit.")
    await preview.wait_closed()


async def _let_time_pass(env: simcord.Env, client: PyrgaClient, preview: simcord.Preview) -> None:
    # The imitation moves its timers only when told to, and no one can click while it does. So the bot's jobs
    # are run from outside of it.
    while True:
        await asyncio.sleep(_PULSE)
        calls = len(env.http_requests)
        await client.run_jobs_once()
        # A click in the meantime shows its own effect, and the page accepts no other while it is redrawn.
        if any(call.path.startswith("/channels/") for call in env.http_requests[calls:]):
            # It refuses while someone clicks, and then the click shows the change.
            with contextlib.suppress(simcord.SetupError):
                await preview.refresh()


def _emojis(client: PyrgaClient) -> dict[str, tuple[str, bytes]]:
    # The imitation only keeps the emojis' names; the page needs the addresses of their pictures.
    return {
        f"{CDN_BASE}/emojis/{icon.id}.png": (f"{icon.name}.png", icon_png(piece))
        for piece, icon in client.icons.items()
    }


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - for the terminal
