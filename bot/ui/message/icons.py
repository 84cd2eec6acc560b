"""The pieces as emojis for the buttons."""

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256

import discord

import render
from bot.ui.message.content import draw
from engine import Direction, Piece

Icons = Mapping[Piece, discord.PartialEmoji]

NO_ICONS: Icons = {}
"""Until Discord has the icons, the buttons show signs instead."""

_VERSION = "drawing_"
_REPLACED = "old"
_KINDS = {"S": "square", "T": "triangle", "C": "cylinder"}
_DIRECTIONS = {
    Direction.NORTH: "up",
    Direction.EAST: "right",
    Direction.SOUTH: "down",
    Direction.WEST: "left",
}


async def fetch_icons(client: discord.Client) -> Icons:
    """Return the pieces that Discord has as application emojis; none if they're drawn differently by now.

    A screen reader says an emoji's name, such as "white_square", so there's no room in it for a version.
    Another emoji, which no message shows, has a digest of all pictures in its name, and comes last.

    Raises:
        RequestError: Discord doesn't tell.
    """
    # They are drawn in a thread, since the first players are already being answered.
    await draw(_draw_all)
    known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    names = {piece: icon_name(piece) for piece in render.PIECES}
    if _version_name() not in known or not known.keys() >= set(names.values()):
        return NO_ICONS
    return {piece: _icon(known[name]) for piece, name in names.items()}


async def upload_icons(client: discord.Client) -> Icons:
    """Give Discord every piece as an application emoji, and return them.

    Emojis of another drawing get another name, so that messages that show them keep them. Those that had been
    replaced before are deleted.
    """
    older = await client.fetch_application_emojis()
    icons = {}
    for emoji in older:
        if emoji.name.startswith(_VERSION):
            await emoji.delete()
    for piece in render.PIECES:
        name = icon_name(piece)
        await _make_way(name, older)
        icons[piece] = _icon(await client.create_application_emoji(name=name, image=icon_png(piece)))
    await client.create_application_emoji(name=_version_name(), image=icon_png(render.PIECES[0]))
    return icons


async def _make_way(name: str, older: Sequence[discord.Emoji]) -> None:
    """Rename the emoji that has a name, and delete those that were renamed earlier."""
    # The name of one piece can be the beginning of another's.
    current = {icon_name(piece) for piece in render.PIECES}
    for emoji in older:
        if emoji.name.rpartition("_")[0] == name and emoji.name not in current:
            await emoji.delete()
    for emoji in older:
        if emoji.name == name:
            await emoji.edit(name=f"{name}_{_REPLACED}")


def _icon(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)


def _draw_all() -> None:
    for piece in render.PIECES:
        icon_png(piece)


def icon_name(piece: Piece) -> str:
    """Return the name of a piece's emoji: words for a screen reader."""
    parts = [piece.color.value, _KINDS[piece.kind.value]]
    if piece.direction is not None:
        parts.append(_DIRECTIONS[piece.direction])
    return "_".join(parts)


def _version_name() -> str:
    """Return the name of the emoji that says how all the others are drawn."""
    digest = sha256(b"".join(map(icon_png, render.PIECES))).hexdigest()
    return f"{_VERSION}{digest[:6]}"


@cache
def icon_png(piece: Piece) -> bytes:
    """Return the picture of a piece's emoji."""
    return render.emoji(piece)
