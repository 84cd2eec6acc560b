"""The pieces as emojis for the buttons."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256

import discord

import render
from bot.ui.message.drawing import draw
from engine import Direction, Piece

Icons = Mapping[Piece, discord.PartialEmoji]

NO_ICONS: Icons = {}
"""Until Discord has the icons, the buttons show signs instead."""

_KINDS = {"S": "square", "T": "triangle", "C": "cylinder"}
_DIRECTIONS = {
    Direction.NORTH: "up",
    Direction.EAST: "right",
    Direction.SOUTH: "down",
    Direction.WEST: "left",
}


async def upload_icons(client: discord.Client) -> Icons:
    """Make sure that Discord has every piece as an application emoji, and return them.

    An emoji's name ends with a hash of its picture, so a new drawing gets a new emoji and old messages keep
    theirs.

    Raises:
        discord.HTTPException: Discord didn't accept them.
    """
    known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    # They are drawn in a thread, since the first players are already being answered.
    await draw(_draw_all)
    icons = {}
    for piece in render.PIECES:
        name = icon_name(piece)
        emoji = known.get(name) or await client.create_application_emoji(name=name, image=icon_png(piece))
        icons[piece] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
    return icons


def _draw_all() -> None:
    for piece in render.PIECES:
        icon_png(piece)


def icon_name(piece: Piece) -> str:
    """The name of a piece's emoji: words for a screen reader, then a hash of its picture."""
    parts = [piece.colour.value, _KINDS[piece.kind.value]]
    if piece.direction is not None:
        parts.append(_DIRECTIONS[piece.direction])
    return "_".join([*parts, sha256(icon_png(piece)).hexdigest()[:6]])


@cache
def icon_png(piece: Piece) -> bytes:
    """The picture of a piece's emoji."""
    return render.emoji(piece)
