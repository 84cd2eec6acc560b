"""The pieces as emojis for the buttons."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import discord

import render
from engine import Direction, Piece

Icons = Mapping[Piece, discord.PartialEmoji]

NO_ICONS: Icons = {}
"""Until Discord has the icons, the buttons show signs instead."""

_PREFIX = "pyrga"
DRAWING: Final = ""
"""What ends the names of the emojis. Change it with the pictures, so that old messages keep the old ones."""

_KINDS = {"S": "square", "T": "triangle", "C": "cylinder"}
_DIRECTIONS = {
    Direction.NORTH: "up",
    Direction.EAST: "right",
    Direction.SOUTH: "down",
    Direction.WEST: "left",
}


def icon_name(piece: Piece) -> str:
    """Return the name of a piece's emoji: words for a screen reader."""
    parts = [_PREFIX, piece.color.value, _KINDS[piece.kind.value]]
    if piece.direction is not None:
        parts.append(_DIRECTIONS[piece.direction])
    return "_".join(parts) + DRAWING


@cache
def icon_png(piece: Piece) -> bytes:
    """Return the picture of a piece's emoji."""
    return render.emoji(piece)
