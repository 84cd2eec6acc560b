"""Runs the bot on Discord until it is told to stop."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any

import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.app import PyrgaClient, create_client
from bot.environment import SettingError
from bot.hosting.maintenance import alone
from bot.logs import configure_logs
from bot.settings import Settings
from bot.shards import Shards, ShardsError
from bot.store.connections.errors import (
    DamagedDatabaseError,
    UnreachableDatabaseError,
    UnwritableDatabaseError,
    reason,
)
from bot.store.copies import MigrationBackups
from bot.store.schema.revision import (
    MigrationTimeoutError,
    NewerDatabaseError,
    RunningProcessesError,
    remedy_for,
    too_new,
)
from bot.ui.context.requests import ClosedError, TokenError

# What a board needs: the permission to post it in channels and threads with its picture, and to find it
# again.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)

NEW_TOKEN = "Reset it in the Discord Developer Portal (Bot > Reset Token) and copy the new one: pyrga setup asks for it."  # noqa: E501, S105
# Invalid ones, and those that the application isn't allowed to use.
_INTENTS = {4013, 4014}


def run_bot(shard_ids: tuple[int, ...] | None, count: int | None, *, backed_up: bool) -> int:
    """Run the bot with the settings of the environment, and return the exit code.

    It serves these of ``count`` shards, or all that Discord recommends if both are None. Before a migration,
    it makes a backup, unless the host has ``backed_up`` the database.
    """
    return asyncio.run(run(Settings.load(), _chosen_shards(shard_ids, count), backed_up=backed_up))


def _chosen_shards(ids: tuple[int, ...] | None, count: int | None) -> Shards | None:
    """Return the shards with these ids of ``count``; None if neither is given."""
    if ids is None and count is None:
        return None
    if ids is None or count is None:
        raise SettingError(
            "--shards" if ids is None else "--of",
            "It's missing: --shards and --of go together.",
            "Give both, as in --shards 0-3 --of 16.",
        )
    try:
        return Shards(ids, count)
    except ShardsError as error:
        raise SettingError("--shards", f"{str(error).capitalize()}.", "Shards are counted from 0.") from None


async def run(settings: Settings, shards: Shards | None = None, *, backed_up: bool = False) -> int:
    """Run the bot and return the exit code. Without ``shards``, it serves all that Discord recommends."""
    token = settings.token()
    _check_database(settings, shards)
    configure_logs(settings)
    settings.prepare_data_folder()
    with alone(settings):
        await _run_client(settings, token, shards, backed_up=backed_up)
    return 0


def _check_database(settings: Settings, shards: Shards | None) -> None:
    """Check that other processes can run the shards that this one doesn't."""
    if shards is None or shards.are_all or settings.database_file() is None:
        return
    raise SettingError(
        "PYRGA_DATABASE_URL",
        f"An SQLite file is for one process, and this one would only run the shards {shards}.",
        "Run all shards in one process, without --shards and --of, or move to PostgreSQL.",
    )


async def _run_client(settings: Settings, token: str, shards: Shards | None, *, backed_up: bool) -> None:
    async with create_client(settings, shards=shards) as client, AsyncExitStack() as stack:
        if backed_up:
            client.migration_backups = None
        if settings.monitoring_port:
            # Most bots serve no metrics, and loading the web server takes 2 MB.
            from bot.monitoring import monitored  # noqa: PLC0415 - as above

            await stack.enter_async_context(monitored(client, settings))
        await run_until_stopped(_serve(client, token, MigrationBackups(settings)))


async def run_until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run ``work`` until it ends or the process is told to stop, even if told more than once."""
    task = asyncio.create_task(work)
    # Windows has no such handlers; there Ctrl-C arrives as KeyboardInterrupt.
    with contextlib.suppress(NotImplementedError):
        for stop in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(stop, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _serve(client: PyrgaClient, token: str, backups: MigrationBackups) -> None:
    await _log_in(client, token, backups)
    await client.services.computer.warm()
    print(f"Invite the bot to a server: {invite(client)}", flush=True)  # noqa: T201 - for the terminal
    await _connect(client)


def invite(client: discord.Client) -> str:
    """Return the link for adding the bot to a server. The client is logged in."""
    return discord.utils.oauth_url(
        client.application_id or 0, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


async def _log_in(client: PyrgaClient, token: str, backups: MigrationBackups) -> None:
    try:
        await client.login(token)
    except TokenError:
        raise SettingError("DISCORD_TOKEN", "Discord doesn't accept this token.", NEW_TOKEN) from None
    except MigrationTimeoutError:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            "Another process is keeping the database locked.",
            "Find out what else is using it, wait until it's done, then start the bot again.",
        ) from None
    except NewerDatabaseError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            too_new("The database", error.revision),
            remedy_for(error.revision, backups.newest()),
        ) from None
    except RunningProcessesError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"Processes of an older version are using the database, and can't keep running after its "
            f"migration ({error}).",
            "Stop them all, then start the bot again; after a crash, wait a minute first.",
        ) from None
    except DamagedDatabaseError:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            "The database file is damaged, or it isn't a database.",
            "Restore a backup with pyrga restore, then start the bot again.",
        ) from None
    except UnwritableDatabaseError:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            "The bot can't write to the database: the disk is full, or the file is read-only.",
            "Free up some space, or let the bot's user write to the file, then start the bot again.",
        ) from None
    except UnreachableDatabaseError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't use the database server: {reason(error)}.",
            "Check the address, that the server is running, and that it lets the bot in.",
        ) from None
    except SQLAlchemyError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't use the database ({type(error).__name__}).",
            "Check that it exists, that its server is running, and that the bot can write to it.",
        ) from None


async def _connect(client: PyrgaClient) -> None:
    """Stay connected to the gateway, which may refuse what the login accepted."""
    try:
        await client.connect()
    except TokenError:
        raise SettingError("DISCORD_TOKEN", "Discord no longer accepts this token.", NEW_TOKEN) from None
    except ClosedError as error:
        raise _closed(error.code) from None


def _closed(code: int) -> SettingError:
    """Return what a host is told whose bot Discord has disconnected for good."""
    if code in _INTENTS:
        return SettingError(
            "DISCORD_TOKEN",
            "Discord doesn't let this application use the intents that the bot asks for.",
            "Check its intents in the Discord Developer Portal under Bot, then start the bot again.",
        )
    return SettingError(
        "DISCORD_TOKEN",
        f"Discord has closed this application's connection for good (code {code}).",
        "Check the application in the Discord Developer Portal, and whether the bot is up to date.",
    )
