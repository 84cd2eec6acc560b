"""Wires the bot together."""

import asyncio
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

import discord
from discord.ext import tasks

import render
from bot.clock import Clock, SystemClock
from bot.commands import challenge_menu, pyrga_group, server_group
from bot.commands.tree import CommandTree
from bot.computer import Computer
from bot.jobs.announcements import announcements_job
from bot.jobs.computer import computer_job
from bot.jobs.daily import daily_job
from bot.jobs.due import due_job
from bot.jobs.heartbeat import heartbeat_job
from bot.jobs.icons import icons_job
from bot.jobs.repair import repair_job
from bot.matches.announcements import Announcements
from bot.matches.blocks import Blocks
from bot.matches.challenges import Challenges
from bot.matches.computer_games import ComputerGames
from bot.matches.daily_puzzles import DailyPuzzles
from bot.matches.downtime import Downtime
from bot.matches.due import DueTimes
from bot.matches.games import Games
from bot.matches.hints import Hints
from bot.matches.interactions import Interactions
from bot.matches.lists import Lists
from bot.matches.moderation import Moderation
from bot.matches.notes import Notes
from bot.matches.notices import Notices
from bot.matches.offers import Offers
from bot.matches.own_boards import OwnBoards
from bot.matches.plans import Plans
from bot.matches.preferences import Preferences
from bot.matches.puzzles import Puzzles
from bot.matches.rematches import Rematches
from bot.matches.reminders import Reminders
from bot.matches.reviews import Reviews
from bot.matches.timeouts import Timeouts
from bot.matches.vacations import Vacations
from bot.matches.values import Game
from bot.settings import Settings
from bot.store.database import Database
from bot.ui.buttons import Button
from bot.ui.clicks import answer_click, answer_select
from bot.ui.computer_turns import ComputerTurns
from bot.ui.custom_ids import PATTERN
from bot.ui.drawing import draw
from bot.ui.note_modal import answer_note
from bot.ui.replays import Replays
from bot.ui.responder import Responder
from bot.ui.select_ids import SELECT_PATTERN
from bot.ui.selects import Select
from bot.ui.services import Amend, Interaction, Services, ServingClient
from engine import puzzles

PAUSE = 1.0
"""So many seconds at least lie between a person's move and the computer's answer, so that both are seen."""

PATIENCE = 5.0
"""So many seconds at most the bot, told to stop, goes on with what it is answering."""


def create_client(settings: Settings, *, clock: Clock | None = None, pause: float = PAUSE) -> "PyrgaClient":
    """The whole bot as a Discord client that is ready to start.

    ``pause`` is the computer's, in seconds, before it answers a move.

    Raises:
        SettingError: a setting does not let it start.
    """
    settings.prepare_data_folder()
    computer = Computer(megabytes=settings.solver_megabytes, cache_folder=settings.solver_folder())
    return PyrgaClient(Database(settings.database()), clock or SystemClock(), computer, pause)


class PyrgaClient(ServingClient):
    """The bot's client: opens the database, registers buttons and commands, runs the jobs."""

    def __init__(self, database: Database, clock: Clock, computer: Computer, pause: float) -> None:
        # Interactions carry all that the game needs, so no events are asked for and nothing is cached.
        super().__init__(
            intents=discord.Intents.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
        )
        self._database = database
        self._downtime = Downtime(database, clock)
        self._jobs: tuple[tasks.Loop[Any], ...] = (
            heartbeat_job(self._downtime),
            due_job(self),
            repair_job(self),
            icons_job(self),
            daily_job(self, clock),
            announcements_job(self),
            computer_job(self),
        )
        self._computer_turns = ComputerTurns(self, computer, pause=pause)
        self.tree = CommandTree(self)
        games = Games(database, clock)
        challenges = Challenges(database, clock, SystemRandom())
        computer_games = ComputerGames(database, clock, SystemRandom())
        self.services = Services(
            challenges,
            games,
            computer,
            computer_games,
            Hints(database, clock),
            Interactions(database, clock),
            Lists(database),
            Puzzles(database, clock, puzzles()),
            DailyPuzzles(database, clock, puzzles()),
            Preferences(database, clock),
            Blocks(database, clock),
            Announcements(database, clock),
            Moderation(database, clock),
            Notices(database, clock),
            Timeouts(database, clock, games),
            DueTimes(database, clock),
            Reminders(database, clock),
            Vacations(database, clock),
            Replays(),
            Offers(clock, games),
            OwnBoards(database),
            Plans(database, games),
            Notes(database, clock),
            Rematches(database, challenges, computer_games),
            Reviews(database, clock, games, computer),
        )

    async def setup_hook(self) -> None:
        """Make ready, between the login and the first event."""
        self.add_dynamic_items(Button, Select)
        for command in (pyrga_group(), server_group(), challenge_menu()):
            self.tree.add_command(command)
        # The disk, a core and Discord are waited for at the same time.
        await asyncio.gather(self._open_database(), draw(render.prepare), self.tree.sync())
        for job in self._jobs:
            job.start()

    async def _open_database(self) -> None:
        await self._database.migrate()
        # Before anything can come due: nobody could move while the bot was down.
        await self._downtime.beat()

    async def run_jobs_once(self) -> None:
        """Do now what the jobs do again and again, for an imitation of Discord in which no timer runs."""
        for job in self._jobs:
            if job.count is None:
                await job()

    async def click(self, interaction: Interaction, custom_id: str) -> None:
        """Answer a click on the button that ``custom_id`` describes."""
        await answer_click(interaction, custom_id)

    async def choose(self, interaction: Interaction, custom_id: str, chosen: Sequence[str]) -> None:
        """Answer the use of the menu that ``custom_id`` describes."""
        await answer_select(interaction, custom_id, chosen)

    def let_computer_play(self, game: Game, amend: Amend | None = None) -> None:
        """Have the computer move in ``game`` if it is its turn. The move comes later, by itself.

        Where only an answer can change the board, ``amend`` does it.
        """
        self._computer_turns.begin(game, amend)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer forms, and buttons and menus that nobody knows: the library would leave them unanswered."""
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        is_form = interaction.type is discord.InteractionType.modal_submit
        known = PATTERN.fullmatch(custom_id) or SELECT_PATTERN.fullmatch(custom_id)
        is_unknown = interaction.type is discord.InteractionType.component and not known
        if not (is_form or is_unknown) or not await Responder.of(interaction).claims():
            return
        if is_form:
            await answer_note(interaction, custom_id, data)
        else:
            await answer_click(interaction, custom_id)

    async def close(self) -> None:
        """Finish what is being answered, then stop the jobs and the computer and leave Discord."""
        await self.finish_answering(PATIENCE)
        await self._stop_jobs()
        await self._computer_turns.stop()
        await self.services.reviews.close()
        await super().close()
        await self.services.computer.close()
        await self._database.close()

    async def _stop_jobs(self) -> None:
        running = [task for job in self._jobs if (task := job.get_task()) is not None]
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*running, return_exceptions=True)
