"""Wires the bot together."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from importlib.metadata import version
from platform import python_version
from typing import Any

import discord
from discord import InteractionType
from discord.ext import tasks

import render
from bot.clock import Clock, SteadyClock, SystemClock
from bot.commands import all_commands
from bot.commands.tree import CommandTranslator, CommandTree
from bot.computer import Computer
from bot.jobs.application import CommandSync, application_job, bring_icons
from bot.jobs.daily import BackupRounds, DailyPosts
from bot.jobs.due import due_job
from bot.jobs.host import HostNotices
from bot.jobs.rounds import REPAIR_INTERVAL, clear_leftovers, lasting_job, leader_job, rounds
from bot.metrics import FAILURES, LATE_ANSWERS, DailyCount
from bot.settings import Settings
from bot.sharded_client import ShardedClient
from bot.shards import Shards
from bot.store.clocks.heartbeats import ProcessStatus, are_others_alive
from bot.store.clocks.vital_signs import INTERVAL as BEAT_INTERVAL
from bot.store.connections.database import Database, wait_for_server
from bot.store.connections.database_server import ServerLimits
from bot.store.connections.transactions import try_within
from bot.store.copies import DailyBackups, MigrationBackups
from bot.ui import rooms  # noqa: F401 - registers what answers buttons and menus
from bot.ui.context.client import Interaction, Services
from bot.ui.context.handlers import handle
from bot.ui.context.looks import Looks
from bot.ui.context.requests import RequestError, ask
from bot.ui.message.content import draw
from bot.ui.searches import close_panels, keep_panels
from bot.use_cases.clocks.downtime import Downtime
from bot.use_cases.processes import RENEWAL, Identifying
from bot.use_cases.standings.recomputing import recompute_after_migration

PAUSE = 1.0
"""Minimum number of seconds between a person's move and the computer's answer, so that people see both."""

PATIENCE = 1.0
"""Maximum number of seconds that the bot spends on finishing its answers when told to stop.

In total, it stops within three seconds. A move that's saved but not shown is shown after the next start.
"""

_VERSION = version("pyrga")

_FAREWELL = 0.5
"""Maximum number of seconds that it waits for the gateway's goodbye, and for the database's."""

_LETTING_GO = 0.75
"""Number of seconds after which whatever the bot does has to let go of the database."""


def create_client(
    settings: Settings,
    *,
    clock: Clock | None = None,
    pause: float = PAUSE,
    computer: Computer | None = None,
    shards: Shards | None = None,
) -> "PyrgaClient":
    """Return the whole bot as a Discord client that is ready to start.

    ``pause`` is how many seconds the computer waits before it answers a move. Without a ``computer``, the
    client uses the one from the settings. ``shards`` are those that this process serves; with None, it serves
    as many as Discord recommends.
    """
    settings.prepare_data_folder()
    if computer is None:
        computer = Computer(megabytes=settings.solver_megabytes, cache_folder=settings.solver_folder())
    client = PyrgaClient(settings, clock or SteadyClock(SystemClock()), computer, pause)
    if shards is not None:
        client.serve(shards)
    return client


class PyrgaClient(ShardedClient):
    """The bot's client: opens the database, registers commands, answers clicks, runs the jobs."""

    def __init__(self, settings: Settings, clock: Clock, computer: Computer, pause: float) -> None:
        url = settings.database()
        database = Database(url, ServerLimits(settings.database_connections, settings.statement_seconds))
        # Interactions carry everything the game needs, so no events are requested and nothing is cached.
        super().__init__(
            Identifying(database, clock),
            intents=discord.Intents.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._database = database
        self.tree = CommandTree(self)
        self._began_at = clock.now()
        self._connected_at: datetime | None = None
        self._clicked_at: datetime | None = None
        self._late, self._failed = DailyCount(LATE_ANSWERS), DailyCount(FAILURES)
        self._guild_count: int | None = None
        downtime = Downtime(database, clock, self.silences, self.describe)
        self.services = Services(database, clock, computer, pause=pause, downtime=downtime)
        self.looks = Looks(clock)
        commands = CommandSync(self, self.tree).bring_up_to_date
        self._commands = application_job(commands, "Discord doesn't take the commands; trying again later")
        leadership = self.services.leadership
        self.migration_backups: MigrationBackups | None = MigrationBackups(settings)
        backups = DailyBackups(url, settings.daily_backup_folder(), settings.backups)
        self._backups = BackupRounds(backups, clock)
        # If none of these succeeds, the health check notices.
        self._heart = lasting_job(BEAT_INTERVAL.total_seconds(), self._beat, "heartbeat failed")
        self._jobs: tuple[tasks.Loop[Any], ...] = (
            # If no lease is renewed in time, this process stops leading anyway.
            lasting_job(RENEWAL.total_seconds(), leadership.renew, "lease not renewed"),
            self._heart,
            lasting_job(REPAIR_INTERVAL, partial(clear_leftovers, self), "old boards not cleared away"),
            lasting_job(REPAIR_INTERVAL, partial(keep_panels, self), "searches not kept up to date"),
            due_job(self),
            self._commands,
            application_job(partial(bring_icons, self), "Discord doesn't take the icons; trying again later"),
            leader_job(self, 60.0, DailyPosts(self, clock).bring_up_to_date, "daily puzzles failed"),
            *rounds(self),
            lasting_job(60.0, HostNotices(self, settings, self._backups).look, "host not told"),
            leader_job(self, 60.0, self._backups.back_up, "daily backup failed"),
        )

    async def login(self, token: str) -> None:
        """Log in, and get ready before the first event."""
        await super().login(token)
        await self.tree.set_translator(CommandTranslator())
        for command in all_commands():
            self.tree.add_command(command)
        # These wait for the disk and a core at the same time.
        await asyncio.gather(self._open_database(), draw(render.prepare))
        # The first messages can already mention commands, unless Discord doesn't tell them.
        await self._commands()
        for job in self._jobs:
            job.start()

    async def _open_database(self) -> None:
        await wait_for_server(self._database)
        back_up = None if self.migration_backups is None else self.migration_backups.make
        await self._database.migrate(recompute_after_migration, are_others_alive, back_up)
        await self.services.deletions.prepare()
        await self.services.downtime.beat()
        await self.services.leadership.renew()

    async def on_shard_connect(self, shard_id: int) -> None:
        """Give time back as soon as people can play again."""
        self.note_session(shard_id)
        self._connected_at = self.services.clock.now()
        await self._heart()

    on_shard_resumed = on_shard_connect

    async def _beat(self) -> None:
        await self.services.downtime.beat()
        # Perhaps nothing else asks, and then no one would notice that requests fail, or work again.
        with suppress(RequestError):
            await ask(self._count_guilds())

    async def _count_guilds(self) -> None:
        about: Mapping[str, Any] = await self.http.application_info()
        self._guild_count = about.get("approximate_guild_count")

    async def run_jobs_once(self) -> None:
        """Run all jobs once now, for an imitation of Discord that has stopped them."""
        for job in self._jobs:
            if job.count is None:
                await job()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer clicks, choices and forms. Commands are answered by the tree."""
        if interaction.type in {InteractionType.component, InteractionType.modal_submit}:
            self._clicked_at = self.services.clock.now()
            await handle(interaction)

    @property
    def heartbeat_age(self) -> float | None:
        """Return the seconds since the last heartbeat; None before the first."""
        return self.services.downtime.silence

    def describe(self) -> ProcessStatus:
        """Return how this process is doing."""
        return ProcessStatus(
            version=_VERSION,
            python=python_version(),
            began_at=self._began_at,
            connected_at=self._connected_at,
            guilds=self._guild_count,
            clicked_at=self._clicked_at,
            late=self._late.read(),
            failed=self._failed.read(),
            waiting=sum(self.queue_lengths.values()),
            backup_problem=self._backups.problem,
        )

    @property
    def queue_lengths(self) -> Mapping[str, int]:
        """Return how many requests are waiting, by queue."""
        return {
            "solver": self.services.computer.waiting,
            "replays": self.services.replays.waiting,
            "extras": self.intake.waiting,
        }

    async def close(self) -> None:
        """Give answers in progress a moment to finish; stop the jobs and the computer; leave Discord.

        Anything that isn't being answered yet is left to another process, if one can share the database.
        """
        self.services.interactions.stop()
        await self.finish_answering(PATIENCE)
        self.services.interactions.close()
        stopping = asyncio.create_task(self._stop_work())
        if (await asyncio.wait([stopping], timeout=_LETTING_GO))[1]:
            # The database is silent.
            await self._database.give_up()
        await stopping
        await self._leave()
        await self.services.computer.close()
        # If this fails, others find out from its silence.
        await try_within(_FAREWELL, self.services.downtime.stop())
        await self._database.close()

    async def _stop_work(self) -> None:
        await self.stop_jobs()
        with suppress(TimeoutError):
            await asyncio.wait_for(close_panels(self), _FAREWELL)
        await self.services.leadership.release()
        await self.services.computer_turns.stop()
        await self.mailboxes.close()
        await self.services.reviews.close()
        await self.services.analyses.stop()

    async def _leave(self) -> None:
        leaving = asyncio.create_task(super().close())
        if (await asyncio.wait([leaving], timeout=_FAREWELL))[1]:
            # Discord is silent, and the library would wait for it for half a minute.
            await self.http.close()
        await leaving

    async def stop_jobs(self) -> None:
        """Stop the jobs, and wait until they have ended."""
        running = [task for job in self._jobs if (task := job.get_task()) is not None]
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*running, return_exceptions=True)
