"""What is offered while somebody types the name of a game."""

from discord.app_commands import Choice

from bot.matches.numbers import format_number
from bot.matches.values.games import Game
from bot.ui.context.languages import private_words
from bot.ui.context.services import Interaction
from bot.ui.games.game_list import game_label

MOST_CHOICES = 25
"""Discord's limit."""


async def game_choices(interaction: Interaction, games: list[Game], typed: str) -> list[Choice[str]]:
    """Those of the games whose label has what somebody has typed."""
    words = await private_words(interaction)
    sought = typed.strip().removeprefix("#").casefold()
    return [
        Choice(name=label, value=format_number(game.number))
        for game in games
        if sought in (label := game_label(words, game, interaction.user.id)).casefold()
    ]
