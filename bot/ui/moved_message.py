"""What is left of a board message once the game is shown by a newer one."""

from discord import ui

from bot.locale import words_for
from bot.matches.values import Game
from bot.ui.content import Box, Content, layout
from bot.ui.words import game_name


def message_link(game: Game) -> str:
    """The address of the message that shows ``game``; that of its channel where the message is lost."""
    channel = f"https://discord.com/channels/{game.place.guild_id}/{game.place.channel_id}"
    return channel if game.message_id is None else f"{channel}/{game.message_id}"


def moved_message(game: Game) -> Content:
    """A pointer to the message that shows ``game`` now, without buttons."""
    sentence = words_for(game.language).gettext("Game {game} goes on [on a newer board]({link}).")
    text = sentence.format(game=game_name(game.number), link=message_link(game))
    return Content(layout(Box(ui.TextDisplay(text))))
