"""Which game a message shows, for what people choose on a right click."""

from dataclasses import dataclass

import discord

from bot.ui.context.context import Context
from bot.ui.context.context_errors import NoGameShownError
from bot.ui.context.handlers import meanings_on


@dataclass(frozen=True, slots=True)
class ShownGame:
    """The game with this ``number``, as it is, or after as many moves as ``ply``."""

    number: int
    ply: int | None


def game_on(context: Context, message: discord.Message) -> ShownGame:
    """Return the game that a message shows, which the person may not be allowed to see."""
    for used in meanings_on(context, message):
        number: int | None = getattr(used, "game", None)
        if number is not None:
            return ShownGame(number, getattr(used, "ply", None))
    raise NoGameShownError
