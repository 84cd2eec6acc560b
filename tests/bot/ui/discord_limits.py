"""What Discord accepts in a message, according to its own description and the rules that it leaves out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import simcord
from discord.webhook.async_ import interaction_message_response_params
from PIL import ImageFont

from bot.ui.message.content import Content
from tests.loopback.description import violations
from tests.reading import as_read

MOST_COMPONENTS = 40
MOST_IN_A_ROW = 5
LONGEST_CUSTOM_ID = 100
LONGEST_LABEL = 80
LONGEST_TEXTS = 4000
MOST_OPTIONS = 25
LONGEST_OPTION = 100
LONGEST_ALT_TEXT = 1024
LONGEST_OF_A_THUMBNAIL = 256
PHONE_LINE, BUTTON_EDGES, ICON, GAP = 272, 24, 20, 8
"""In pixels: the room in a row of buttons on a phone with 360, and what a button takes besides its label."""
_FONTS = Path(simcord.__file__).parent / "preview" / "static" / "fonts"
_FONT = ImageFont.truetype(str(_FONTS / "noto-sans-latin-v2.015.ttf"), 14)
_FONT.set_variation_by_axes([500, 100])
ROW, BUTTON, SELECT, USER_SELECT, TEXT, THUMBNAIL, GALLERY = 1, 2, 3, 5, 10, 11, 12


def payload(content: Content) -> dict[str, Any]:
    """Return what the library sends when a click is answered with ``content``."""
    with interaction_message_response_params(
        type=discord.InteractionResponseType.message_update.value,
        view=content.view,
        attachments=content.files(),
    ) as parameters:
        (part, *_) = parameters.multipart or [{}]
        body: dict[str, Any] = json.loads(part["value"]) if part else parameters.payload or {}
        return body


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, including nested ones."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        yield from walk([component["accessory"]] if "accessory" in component else [])


def parts_of(content: Content, kind: int | None = None) -> list[dict[str, Any]]:
    """Return the components of a message, including nested ones, of one kind or all."""
    return [part for part in walk(payload(content)["data"]["components"]) if kind in {None, part["type"]}]


def texts_of(content: Content) -> list[str]:
    """Return the texts of a message, from top to bottom."""
    return [as_read(part["content"]) for part in parts_of(content, TEXT)]


def check(content: Content) -> None:
    """Assert that Discord would accept ``content``, by the rules that its description leaves out."""
    check_components(payload(content)["data"]["components"])


def check_components(components: list[dict[str, Any]]) -> None:
    """Assert that Discord would accept the components of a message, and that its rows fit a phone."""
    check_sizes(components)
    found = list(walk(components))
    for row in [part["components"] for part in found if part["type"] == ROW]:
        # A board with a button for every move may not have room for more rows.
        assert fits_a_phone(row) or len(found) + _lines(row) - 1 > MOST_COMPONENTS, row


def check_sizes(components: list[dict[str, Any]]) -> None:
    """Assert that Discord would accept the components of a message."""
    found = list(walk(components))
    assert 0 < len(found) <= MOST_COMPONENTS
    ids = [component["custom_id"] for component in found if "custom_id" in component]
    assert len(ids) == len(set(ids))
    assert all(0 < len(custom_id) <= LONGEST_CUSTOM_ID for custom_id in ids)
    for component in found:
        if component["type"] == ROW:
            assert 0 < len(component["components"]) <= MOST_IN_A_ROW
        if component["type"] == BUTTON:
            assert "emoji" in component or component["label"]
            assert len(component.get("label", "")) <= LONGEST_LABEL
        if component["type"] == SELECT:
            assert 0 < len(component["options"]) <= MOST_OPTIONS
            assert all(0 < len(option["label"]) <= LONGEST_OPTION for option in component["options"])
        if component["type"] == THUMBNAIL:
            assert 0 < len(component["description"]) <= LONGEST_OF_A_THUMBNAIL
        if component["type"] == GALLERY:
            assert all(0 < len(item["description"]) <= LONGEST_ALT_TEXT for item in component["items"])
    texts = [component["content"] for component in found if component["type"] == TEXT]
    assert all(texts)
    assert sum(map(len, texts)) <= LONGEST_TEXTS


def fits_a_phone(row: list[dict[str, Any]]) -> bool:
    """Return whether a row's buttons fit on one line on a phone, and a button alone isn't cut off there."""
    return sum(map(_width, row)) - GAP <= PHONE_LINE


def _lines(row: list[dict[str, Any]]) -> int:
    """Return the number of a phone's lines that a row's buttons take."""
    lines, room = 0, 0.0
    for button in row:
        if _width(button) - GAP > room:
            lines, room = lines + 1, PHONE_LINE
        room -= _width(button)
    return lines


def _width(component: dict[str, Any]) -> float:
    """Return the width of a button with the gap after it, as the demo's page draws it; 0 for a menu."""
    if component["type"] != BUTTON:
        return 0
    label = component.get("label", "")
    icon = ICON + (GAP if label else 0) if component.get("emoji") else 0
    return BUTTON_EDGES + icon + _FONT.getlength(label) + GAP


def check_against_description(content: Content) -> None:
    """Assert that Discord's own description allows ``content`` as the answer to a click."""
    assert violations("POST", "interactions/1/token/callback", payload(content)) == []
