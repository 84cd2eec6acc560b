"""The last touches on texts: pieces in their own color, and numbers that stay on the line of their word."""

import re
from collections.abc import Mapping

import discord
from discord import ui

from bot.ui.text.words import MARKS, SIGNS
from engine import Piece

_Icons = Mapping[Piece, discord.PartialEmoji]

_COLORS = {mark: color for color, mark in MARKS.items()}
_MARKED = re.compile(f"([{''.join(SIGNS)}])([{''.join(_COLORS)}])")
# "White 0", "game #10", "level 3"; what's in code stays as it is.
_BEFORE_NUMBER = re.compile(r"(`[^`]*`)|(?<=[^\W\d_]) (?=#?\d)")


def typeset(text: str, icons: _Icons, longest: int) -> str:
    r"""Return a text with an icon in place of each marked sign, and no line break before a number.

    It has plain signs if there are no icons, or if it had more than ``longest`` characters with them.

    >>> typeset("Towers: White 0, Black 0", {}, 4000)
    'Towers: White\xa00, Black\xa00'
    """
    return _all_typeset([text], icons, longest)[0]


def typeset_message(view: ui.LayoutView, icons: _Icons, longest: int) -> None:
    """Do to all texts of a message what `typeset` does; together, they have ``longest`` characters."""
    displays = [item for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    texts = _all_typeset([display.content for display in displays], icons, longest)
    for display, text in zip(displays, texts, strict=True):
        display.content = text


def _all_typeset(texts: list[str], icons: _Icons, longest: int) -> list[str]:
    def shown(found: re.Match[str]) -> str:
        kind, direction = SIGNS[found[1]]
        return str(icons.get(Piece(kind, _COLORS[found[2]], direction), found[1]))

    kept = [_BEFORE_NUMBER.sub(lambda found: found[1] or "\N{NO-BREAK SPACE}", text) for text in texts]
    pictured = [_MARKED.sub(shown, text) for text in kept]
    return pictured if sum(map(len, pictured)) <= longest else [_MARKED.sub(r"\1", text) for text in kept]
