"""What a click or a command can reach: the client it came through and the use cases behind that."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import discord
from discord.app_commands import AppInstallationType

from bot.computer import Computer
from bot.matches.challenges.blocks import Blocks
from bot.matches.challenges.challenges import Challenges
from bot.matches.challenges.computer_games import ComputerGames
from bot.matches.challenges.rematches import Rematches
from bot.matches.clocks.due import DueTimes
from bot.matches.clocks.vacations import Vacations
from bot.matches.errors import OutsideServerError
from bot.matches.games.conditional_moves import Plans
from bot.matches.games.games import Games
from bot.matches.games.lists import Lists
from bot.matches.games.notes import Notes
from bot.matches.games.notifications import Notices
from bot.matches.games.offers import Offers
from bot.matches.games.private_boards import OwnBoards
from bot.matches.games.reminders import Reminders
from bot.matches.games.timeouts import Timeouts
from bot.matches.interactions import Interactions
from bot.matches.puzzles.daily_puzzles import DailyPuzzles
from bot.matches.puzzles.puzzles import Puzzles
from bot.matches.review.hints import Hints
from bot.matches.review.reviews import Reviews
from bot.matches.servers.announcements import Announcements
from bot.matches.servers.moderation import Moderation
from bot.matches.settings.preferences import Preferences
from bot.matches.values.games import Game
from bot.matches.values.places import Place
from bot.matches.values.players import Player
from bot.replays import Replays
from bot.ui.context.intake import Intake
from bot.ui.message.content import Content
from bot.ui.message.icons import NO_ICONS, Icons


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of one bot."""

    challenges: Challenges
    games: Games
    computer: Computer
    computer_games: ComputerGames
    hints: Hints
    interactions: Interactions
    lists: Lists
    puzzles: Puzzles
    daily_puzzles: DailyPuzzles
    preferences: Preferences
    blocks: Blocks
    announcements: Announcements
    moderation: Moderation
    notices: Notices
    timeouts: Timeouts
    due_times: DueTimes
    reminders: Reminders
    vacations: Vacations
    replays: Replays
    offers: Offers
    own_boards: OwnBoards
    plans: Plans
    notes: Notes
    rematches: Rematches
    reviews: Reviews


class ServingClient(discord.Client):
    """A Discord client that carries the use cases and answers clicks."""

    services: Services
    icons: Icons = NO_ICONS

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.intake = Intake()
        self._answering: set[asyncio.Task[Any]] = set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note that the present task answers an interaction, as long as the block lasts."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("an interaction that no task answers")
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def finish_answering(self, patience: float) -> None:
        """Wait until no interaction is being answered, at most for so many seconds."""
        if self._answering:
            await asyncio.wait(self._answering, timeout=patience)

    async def click(self, interaction: "Interaction", custom_id: str) -> None:
        """Answer a click on the button that ``custom_id`` describes."""
        raise NotImplementedError

    async def choose(self, interaction: "Interaction", custom_id: str, chosen: Sequence[str]) -> None:
        """Answer the use of the menu that ``custom_id`` describes."""
        raise NotImplementedError

    def let_computer_play(self, game: Game, amend: "Amend | None" = None) -> None:
        """Have the computer move in ``game`` if it is its turn. The move comes later, by itself.

        Where only an answer can change the board, ``amend`` does it.
        """
        raise NotImplementedError


Interaction = discord.Interaction[ServingClient]

Amend = Callable[[Content], Awaitable[None]]
"""Changes once more what has answered an interaction before everybody."""


def player_of(interaction: Interaction) -> Player:
    """Who clicked or commanded, under the name that the server shows, or his own outside servers."""
    return Player(interaction.user.id, interaction.user.display_name)


def place_of(interaction: Interaction) -> Place:
    """The channel that an interaction came from, with its server where it is in one."""
    if interaction.channel_id is None:
        raise RuntimeError("an interaction without a channel")
    return Place(interaction.guild_id, interaction.channel_id, _is_reachable(interaction))


def guild_of(interaction: Interaction) -> int:
    """The server that an interaction came from.

    Raises:
        OutsideServerError: it came from none.
    """
    if interaction.guild_id is None:
        raise OutsideServerError
    return interaction.guild_id


def _is_reachable(interaction: Interaction) -> bool:
    if interaction.context.private_channel:
        return False
    # Who installed the bot: a server, a person or both. What the library tells of it holds only where that
    # person is who clicks.
    owners = interaction._integration_owners.keys()  # noqa: SLF001
    return interaction.guild_id is None or owners != {AppInstallationType.USER}
