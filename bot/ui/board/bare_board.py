"""The board of a position that doesn't belong to a game."""

from functools import partial
from gettext import NullTranslations

import render
from bot.matches.values.lines import pack_position
from bot.matches.values.players import ThemeName
from bot.ui.components.themes import drawn
from bot.ui.message.content import Picture
from bot.ui.message.drawing import draw
from bot.ui.text.alt_text import aimed_text, headed_text, headline
from bot.ui.text.text_board import text_board
from bot.ui.text.values import ending
from bot.ui.text.words import color_name
from engine import Color, Position, Space


async def bare_picture(
    words: NullTranslations, position: Position, theme: ThemeName, aimed: Space | None = None
) -> Picture:
    """A position with both hands, or with a Triangle's space to be ``aimed``."""
    white, black = (color_name(words, color) for color in Color)
    png = await draw(render.board, render.Scene(position, white, black, aimed=aimed), theme=drawn(theme))
    chosen = aimed_text(words, aimed) if aimed else ""
    # Every position has its own name, so that no client shows an older picture instead.
    packed = pack_position(position).encode().hex()
    filename = f"position-{packed}-{aimed or 'none'}-{theme}.png"
    said = " ".join(filter(None, [headline(words, position), ending(words, position), chosen]))
    return Picture(filename, png, headed_text(words, said, position), partial(text_board, words, position))


def move_number(words: NullTranslations, position: Position) -> str:
    """Which move is next, and whose it is; or that the game is over."""
    _ = words.gettext
    if position.outcome() is not None:
        # Translators: the position after the last move of a game, in a heading such as "Analysis · Pyrga ·
        # end".
        return words.pgettext("position", "end")
    if position.turn is Color.WHITE:
        # Translators: in a heading such as "Analysis · Pyrga · move 3, White to play"; {move} is a number.
        return _("move {move}, White to play").format(move=position.ply + 1)
    return _("move {move}, Black to play").format(move=position.ply + 1)
