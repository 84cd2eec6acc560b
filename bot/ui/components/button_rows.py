"""Buttons of any length in rows that fit a phone's line."""

from collections.abc import Sequence
from unicodedata import east_asian_width

from bot.ui.components.buttons import Button
from bot.ui.message.content import Row

# A row has 302 of a phone's 390 pixels. A character takes nearly 8 of them, a wide one twice that, and a
# button's edges with the gap to the next take 32, and an icon takes 24.
_LINE = 40
_EDGES = 4
_ICON = 3
_MOST = 4


def rows_of(buttons: Sequence[Button]) -> list[Row]:
    """The buttons in order, in as few rows as possible; at most four in one."""
    rows: list[list[Button]] = []
    room = 0
    for button in buttons:
        width = _width(button)
        if not rows or width > room or len(rows[-1]) == _MOST:
            rows.append([])
            room = _LINE
        rows[-1].append(button)
        room -= width
    return [Row(*row) for row in rows]


def _width(button: Button) -> int:
    icon = _ICON if button.item.emoji else 0
    return (
        _EDGES
        + icon
        + sum(2 if east_asian_width(sign) in {"W", "F"} else 1 for sign in button.item.label or "")
    )
