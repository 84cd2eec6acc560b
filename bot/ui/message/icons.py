"""The pieces as emojis for the buttons."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256

import discord

import render
from bot.ui.message.content import draw
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


async def fetch_icons(client: discord.Client) -> Icons:
    """Return the pieces that Discord has as application emojis.

    An emoji's name ends with a hash of its picture, so a new drawing gets a new emoji and old messages keep
    theirs.

    Raises:
        discord.HTTPException: Discord doesn't tell.
    """
    # They are drawn in a thread, since the first players are already being answered.
    await draw(_draw_all)
    known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    named = {piece: known.get(icon_name(piece)) for piece in render.PIECES}
    return {piece: _icon(emoji) for piece, emoji in named.items() if emoji is not None}


async def upload_icons(client: discord.Client, known: Icons) -> Icons:
    """Give Discord every piece as an application emoji that isn't ``known`` yet, and return all of them.

    Raises:
        discord.HTTPException: Discord didn't accept them.
    """
    icons = dict(known)
    for piece in render.PIECES:
        if piece not in icons:
            emoji = await client.create_application_emoji(name=icon_name(piece), image=icon_png(piece))
            icons[piece] = _icon(emoji)
    return icons


def _icon(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)


def _draw_all() -> None:
    for piece in render.PIECES:
        icon_png(piece)


def icon_name(piece: Piece) -> str:
    """The name of a piece's emoji: words for a screen reader, then a hash of its picture."""
    parts = [piece.color.value, _KINDS[piece.kind.value]]
    if piece.direction is not None:
        parts.append(_DIRECTIONS[piece.direction])
    return "_".join([*parts, sha256(icon_png(piece)).hexdigest()[:6]])


@cache
def icon_png(piece: Piece) -> bytes:
    """The picture of a piece's emoji."""
    return render.emoji(piece)
