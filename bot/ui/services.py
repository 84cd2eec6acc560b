"""What a click or a command can reach: the client it came through and the use cases behind that."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.computer import Computer
from bot.matches.announcements import Announcements
from bot.matches.blocks import Blocks
from bot.matches.challenges import Challenges
from bot.matches.computer_games import ComputerGames
from bot.matches.daily_puzzles import DailyPuzzles
from bot.matches.due import DueTimes
from bot.matches.games import Games
from bot.matches.hints import Hints
from bot.matches.lists import Lists
from bot.matches.moderation import Moderation
from bot.matches.notes import Notes
from bot.matches.notices import Notices
from bot.matches.offers import Offers
from bot.matches.plans import Plans
from bot.matches.preferences import Preferences
from bot.matches.puzzles import Puzzles
from bot.matches.rematches import Rematches
from bot.matches.reminders import Reminders
from bot.matches.reviews import Reviews
from bot.matches.timeouts import Timeouts
from bot.matches.vacations import Vacations
from bot.matches.values import Game, Place, Player
from bot.ui.icons import NO_ICONS, Icons
from bot.ui.replays import Replays


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of one bot."""

    challenges: Challenges
    games: Games
    computer: Computer
    computer_games: ComputerGames
    hints: Hints
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
    plans: Plans
    notes: Notes
    rematches: Rematches
    reviews: Reviews


class ServingClient(discord.Client):
    """A Discord client that carries the use cases and answers clicks."""

    services: Services
    icons: Icons = NO_ICONS

    async def click(self, interaction: "Interaction", custom_id: str) -> None:
        """Answer a click on the button that ``custom_id`` describes."""
        raise NotImplementedError

    async def choose(self, interaction: "Interaction", custom_id: str, chosen: Sequence[str]) -> None:
        """Answer the use of the menu that ``custom_id`` describes."""
        raise NotImplementedError

    def let_computer_play(self, game: Game) -> None:
        """Have the computer move in ``game`` if it is its turn. The move comes later, by itself."""
        raise NotImplementedError


Interaction = discord.Interaction[ServingClient]


def player_of(interaction: Interaction) -> Player:
    """Who clicked or commanded, under the name that the server shows."""
    return Player(interaction.user.id, interaction.user.display_name)


def place_of(interaction: Interaction) -> Place:
    """The server and the channel that an interaction came from. The bot's commands work in servers only."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise RuntimeError("an interaction from outside a server")
    return Place(interaction.guild_id, interaction.channel_id)
