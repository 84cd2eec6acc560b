"""Messages without their ornaments: what's left if Discord refuses a picture, an icon, or a long text."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import ui

from bot.ui.message.content import LONGEST_LABEL, LONGEST_TEXTS, Box, Content, Picture

_ICON = re.compile(r"<:\w+:\d+>")

SignOf = Callable[[discord.PartialEmoji], str]
"""Returns the sign that stands for an emoji of the application."""


def make_plain(content: Content, sign_of: SignOf) -> Content:
    """Put a message's pictures in words and its icons in signs, and end its text at Discord's limit."""
    texts = {
        picture.link: "\n".join(picture.lines) or picture.description
        for picture in content.pictures
        if isinstance(picture, Picture)
    }
    boxes = [child for child in content.view.children if isinstance(child, ui.Container)]
    parents: list[ui.LayoutView | Box] = [*boxes, content.view]
    for parent in parents:
        items = [item for child in parent.children for item in _in_words(child, texts)]
        parent.clear_items()
        for item in items:
            parent.add_item(item)
    room = LONGEST_TEXTS
    for part in content.view.walk_children():
        if isinstance(part, ui.Button) and part.emoji is not None and part.emoji.id is not None:
            part.label = f"{sign_of(part.emoji)} {part.label or ''}".strip()[:LONGEST_LABEL]
            part.emoji = None
        elif isinstance(part, ui.TextDisplay):
            part.content = _ICON.sub(lambda icon: _sign(icon[0], sign_of), part.content)[:room]
            room = max(room - len(part.content), 1)
    return Content(content.view, tuple(file for file in content.pictures if not isinstance(file, Picture)))


def _sign(icon: str, sign_of: SignOf) -> str:
    return sign_of(discord.PartialEmoji.from_str(icon)) or icon


def _in_words(item: ui.Item[Any], texts: Mapping[str, str]) -> list[ui.Item[Any]]:
    if isinstance(item, ui.Section) and isinstance(item.accessory, ui.Thumbnail):
        return [*item.children]
    if isinstance(item, ui.MediaGallery):
        return [ui.TextDisplay(texts[picture.media.url]) for picture in item.items]
    return [item]
