"""Buttons of any length in rows that fit a phone's line."""

from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

from discord import ui

AnyButton = ui.Button[Any]

# A row has 302 of a phone's 390 pixels. A character takes about 7.4 of them, a wide one twice that, a
# button's edges with the gap to the next take 40, and an icon takes 24.
_LINE = 41
_EDGES = 5
_ICON = 3
_MOST = 4

MOST_COMPONENTS = 40
"""Discord's limit for a message, rows and what is in them included."""


def rows_of(buttons: Sequence[AnyButton]) -> list[ui.ActionRow[Any]]:
    """The buttons in order, in as few rows as possible, evenly; at most four in one."""
    return list(map(_row, _lines(buttons)))


def fitted(items: Sequence[ui.Item[Any]]) -> Sequence[ui.Item[Any]]:
    """The components of a message, with several rows for one that a language makes too long for a line.

    Without room for these rows in the message, they are as before.
    """
    lines = {row: _lines(buttons) for row in items if (buttons := _too_long(row))}
    added = sum(len(parts) - 1 for parts in lines.values())
    if not lines or added + sum(map(_size, items)) > MOST_COMPONENTS:
        return items
    return [part for item in items for part in (map(_row, lines[item]) if item in lines else [item])]


def _row(buttons: Sequence[AnyButton]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*buttons)


def _lines(buttons: Sequence[AnyButton]) -> list[list[AnyButton]]:
    """As few lines as possible, with about as many buttons in each."""
    possible = [_filled(buttons, most) for most in range(1, _MOST + 1)]
    return min(possible, key=len)


def _filled(buttons: Sequence[AnyButton], most: int) -> list[list[AnyButton]]:
    """Lines of buttons, each with as many as fit, up to ``most``."""
    lines: list[list[AnyButton]] = []
    room = 0
    for button in buttons:
        width = _width(button)
        if not lines or width > room or len(lines[-1]) == most:
            lines.append([])
            room = _LINE
        lines[-1].append(button)
        room -= width
    return lines


def _too_long(item: ui.Item[Any]) -> list[AnyButton]:
    """The buttons of a row that are too long for a line; none if they aren't, or it's something else."""
    children = item.children if isinstance(item, ui.ActionRow) else []
    buttons = [child for child in children if isinstance(child, ui.Button)]
    return buttons if sum(map(_width, buttons)) > _LINE else []


def _size(item: ui.Item[Any]) -> int:
    return 1 + (len(list(item.walk_children())) if isinstance(item, ui.ActionRow | ui.Container) else 0)


def _width(button: AnyButton) -> int:
    icon = _ICON if button.emoji else 0
    return (
        _EDGES + icon + sum(2 if east_asian_width(sign) in {"W", "F"} else 1 for sign in button.label or "")
    )
