"""Buttons of any length in rows that fit a phone's line."""

from collections.abc import Sequence
from typing import Any, TypeGuard
from unicodedata import east_asian_width

from discord import ui

AnyButton = ui.DynamicItem[ui.Button[Any]]

# A row has 302 of a phone's 390 pixels. A character takes nearly 8 of them, a wide one twice that, and a
# button's edges with the gap to the next take 32, and an icon takes 24.
_LINE = 40
_EDGES = 4
_ICON = 3
_MOST = 4


def rows_of(buttons: Sequence[AnyButton]) -> list[ui.ActionRow[Any]]:
    """The buttons in order, in as few rows as possible; at most four in one."""
    rows: list[list[AnyButton]] = []
    room = 0
    for button in buttons:
        width = _width(button)
        if not rows or width > room or len(rows[-1]) == _MOST:
            rows.append([])
            room = _LINE
        rows[-1].append(button)
        room -= width
    return [ui.ActionRow(*row) for row in rows]


def lines_of(item: ui.Item[Any]) -> Sequence[ui.Item[Any]]:
    """A component; in place of a row of buttons that a language makes too long for a line, several rows."""
    children = item.children if isinstance(item, ui.ActionRow) else []
    buttons = [child for child in children if _is_button(child)]
    return [item] if sum(map(_width, buttons)) <= _LINE else rows_of(buttons)


def _is_button(item: ui.Item[Any]) -> TypeGuard[AnyButton]:
    return isinstance(item, ui.DynamicItem) and isinstance(item.item, ui.Button)


def _width(button: AnyButton) -> int:
    icon = _ICON if button.item.emoji else 0
    return (
        _EDGES
        + icon
        + sum(2 if east_asian_width(sign) in {"W", "F"} else 1 for sign in button.item.label or "")
    )
