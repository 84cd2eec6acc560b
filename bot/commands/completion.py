"""What is offered while someone types the name of a game."""

from discord.app_commands import Choice

from bot.matches.base36 import format_number
from bot.matches.values.games import Game
from bot.ui.context.context import Context
from bot.ui.games.game_list import game_label

MOST_CHOICES = 25
"""Discord's limit."""


async def game_choices(context: Context, games: list[Game], typed: str) -> list[Choice[str]]:
    """Return choices for the games whose label contains what someone has typed."""
    words = await context.read_words()
    sought = typed.strip().removeprefix("#").casefold()
    return [
        Choice(name=label, value=format_number(game.number))
        for game in games
        if sought in (label := game_label(words, game, context.user.id)).casefold()
    ]
