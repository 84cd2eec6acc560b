"""What replaces a board message once a newer one shows the game."""

from discord import ui

from bot.locale import words_for
from bot.matches.values.games import Game
from bot.ui.message.content import Box, Content, layout
from bot.ui.text.links import message_link
from bot.ui.text.words import game_name


def moved_message(game: Game, reader: int | None = None) -> Content:
    """A link to the message that shows ``game`` now, without buttons.

    It doesn't change when the game goes on or ends, so it says nothing that could become untrue. The link
    takes a ``reader`` who has a private board there.
    """
    sentence = words_for(game.language).gettext("Game {game} moved here: [open the board]({link})")
    text = sentence.format(game=game_name(game.number), link=message_link(game, reader))
    return Content(layout(Box(ui.TextDisplay(text))))
