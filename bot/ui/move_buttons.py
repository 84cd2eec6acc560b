"""The buttons with which a move is chosen.

Three modes, all without memory: what was chosen so far stands in the buttons themselves.

- direct: every legal move is a button, where there are at most 4 spaces and 22 moves;
- grid: the kind first, then one of the 16 spaces, everywhere else;
- direction: where a Triangle chosen in the grid points.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations

import discord

from bot.ui.buttons import Button, button
from bot.ui.content import Row
from bot.ui.custom_ids import ButtonId, MoveAction
from bot.ui.icons import NO_ICONS, Icons
from bot.ui.words import GLYPHS, icon_label, kind_name, move_label
from engine import Kind, Move, Piece, Position, Space

MOST_DIRECT_SPACES = 4
MOST_DIRECT_MOVES = 22
_GRID_WIDTH = 4
_MOST_WITH_ICONS = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player to move has chosen in the grid: a kind and, for a Triangle, its space."""

    kind: Kind | None = None
    space: Space | None = None


NOTHING = Choice()

NamedMoves = Callable[[MoveAction, str], ButtonId]
"""The custom_id of a button that does this with this argument."""


def choice_of(action: MoveAction, argument: str) -> Choice:
    """What is chosen after a click on a button that does not play yet.

    Raises:
        ValueError: there is no such kind or space.
    """
    if action is MoveAction.KIND:
        return Choice(Kind(argument))
    if action is MoveAction.SPACE:
        return Choice(Kind.TRIANGLE, Space.parse(argument))
    return Choice(Kind.TRIANGLE)


class Mode(Enum):
    """How the player to move chooses."""

    OVER = "over"
    DIRECT = "direct"
    GRID = "grid"
    DIRECTION = "direction"


def mode(position: Position, choice: Choice) -> Mode:
    """How the player to move chooses, after what he has chosen so far."""
    spaces, moves = position.demand.playable, position.legal_moves
    if not moves:
        return Mode.OVER
    if len(spaces) <= MOST_DIRECT_SPACES and len(moves) <= MOST_DIRECT_MOVES:
        return Mode.DIRECT
    return Mode.DIRECTION if _aims(position, choice) else Mode.GRID


@dataclass(frozen=True, slots=True)
class MoveButtons:
    """The buttons for whoever is to move in a position.

    ``named`` gives them their custom_ids; ``icons`` are the pieces as emojis, where Discord has them.
    """

    words: NullTranslations
    position: Position
    named: NamedMoves
    icons: Icons

    def rows(self, choice: Choice) -> list[Row]:
        """The rows after what was chosen so far; none where the game is over."""
        chosen = mode(self.position, choice)
        if chosen is Mode.DIRECT:
            return self._direct_rows()
        if chosen is Mode.DIRECTION:
            return self._direction_rows(_aims(self.position, choice))
        if chosen is Mode.GRID:
            return self._grid_rows(choice)
        return []

    def _direct_rows(self) -> list[Row]:
        moves = self.position.legal_moves
        style = discord.ButtonStyle.success if len(moves) == 1 else discord.ButtonStyle.primary
        groups: dict[object, list[Move]] = {}
        order = {Kind.SQUARE: 0, Kind.CYLINDER: 1, Kind.TRIANGLE: 2}
        for move in sorted(moves, key=lambda move: order[move.kind]):
            group = move.space if move.kind is Kind.TRIANGLE else move.kind
            groups.setdefault(group, []).append(move)
        rows = list(groups.values())
        icons = self._fitting(rows)
        return [Row(*(self._move_button(move, style, icons) for move in row)) for row in rows]

    def _direction_rows(self, aims: list[Move]) -> list[Row]:
        words = self.words.gettext("Back")
        back = button(self.named(MoveAction.BACK, ""), words, discord.ButtonStyle.secondary)
        icons = self._fitting([aims])
        arrows = Row(*(self._move_button(move, discord.ButtonStyle.primary, icons) for move in aims))
        return [arrows, Row(back)]

    def _grid_rows(self, choice: Choice) -> list[Row]:
        moves = self.position.legal_moves
        kinds = [kind for kind in Kind if any(move.kind is kind for move in moves)]
        chosen = choice.kind if choice.kind in kinds else kinds[0]
        toggles = Row(*(self._kind_button(kind, chosen=kind is chosen) for kind in kinds))
        legal = {move.space for move in moves if move.kind is chosen}
        return [toggles, *(self._grid_row(chosen, row, legal) for row in _rows_from_top())]

    def _grid_row(self, kind: Kind, spaces: list[Space], legal: set[Space]) -> Row:
        return Row(*(self._space_button(kind, space, enabled=space in legal) for space in spaces))

    def _fitting(self, rows: list[list[Move]]) -> Icons:
        # On a phone's line there is room for four buttons with signs, or for three with icons. One message
        # has one kind of button.
        return self.icons if all(len(row) <= _MOST_WITH_ICONS for row in rows) else NO_ICONS

    def _move_button(self, move: Move, style: discord.ButtonStyle, icons: Icons) -> Button:
        icon = icons.get(Piece(move.kind, self.position.turn, move.direction))
        label = move_label(move) if icon is None else icon_label(move)
        return button(self.named(MoveAction.MOVE, str(move)), label, style, icon=icon)

    def _kind_button(self, kind: Kind, *, chosen: bool) -> Button:
        return button(
            self.named(MoveAction.KIND, kind.value),
            kind_name(self.words, kind),
            discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary,
        )

    def _space_button(self, kind: Kind, space: Space, *, enabled: bool) -> Button:
        aim = kind is Kind.TRIANGLE
        action, argument = (
            (MoveAction.SPACE, str(space)) if aim else (MoveAction.MOVE, f"{kind.value}{space}")
        )
        return button(
            self.named(action, argument),
            f"{GLYPHS[kind]} {space}",
            discord.ButtonStyle.primary if enabled else discord.ButtonStyle.secondary,
            enabled=enabled,
        )


def _aims(position: Position, choice: Choice) -> list[Move]:
    if choice.kind is not Kind.TRIANGLE:
        return []
    return [
        move for move in position.legal_moves if move.kind is Kind.TRIANGLE and move.space is choice.space
    ]


def _rows_from_top() -> list[list[Space]]:
    spaces = list(Space)
    rows = [spaces[start : start + _GRID_WIDTH] for start in range(0, len(spaces), _GRID_WIDTH)]
    return rows[::-1]
