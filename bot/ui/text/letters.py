"""Moves in letters instead of signs, for people who use screen readers: ``Tc2n`` for ``▲ c2``.

Screen readers call the signs things like "black up-pointing triangle", no matter what color the piece has.
"""

import re

import discord
from discord import ui

from bot.ui.text.words import SIGNS

_MOVE = re.compile(f"([{''.join(SIGNS)}])[ \N{NO-BREAK SPACE}]([a-d][1-4])")


def lettered(text: str) -> str:
    """``text`` with all of its moves in letters.

    >>> lettered("Play ■ c2, or ► b1.")
    'Play Sc2, or Tb1e.'
    """
    return _MOVE.sub(_letters, text)


def letter(view: ui.LayoutView) -> None:
    """Put the moves in all texts, buttons and menus of a message in letters."""
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            item.content = lettered(item.content)
        elif isinstance(item, ui.Button) and item.label:
            item.label = lettered(item.label)
        elif isinstance(item, ui.Select):
            _letter_options(item.options)


def _letter_options(options: list[discord.SelectOption]) -> None:
    for option in options:
        option.label = lettered(option.label)
        option.description = lettered(option.description) if option.description else None


def _letters(found: re.Match[str]) -> str:
    kind, direction = SIGNS[found[1]]
    return f"{kind}{found[2]}{direction or ''}"
