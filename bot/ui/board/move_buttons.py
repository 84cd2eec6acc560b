"""The buttons for choosing a move.

There are five modes. None needs memory, because the buttons themselves carry what was chosen so far.

- direct: every legal move is a button, if there are at most 4 spaces and 22 moves;
- menu: every legal move is in one menu, for players who chose that, if there are at most 25 moves;
- grid: first the kind, then one of the 16 spaces, in all other cases;
- direction: where a Triangle chosen in the grid points;
- confirm: whether to play the chosen move, for players who want to be asked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations

import discord

from bot.matches.values.players import Controls
from bot.ui.board.move_menu import move_menu
from bot.ui.components.buttons import Button, button
from bot.ui.components.selects import MOST_OPTIONS
from bot.ui.message.actions import MoveAction
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import ButtonId, LessonButton, PuzzleButton, UnknownButtonError
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.message.select_ids import MoveSelect
from bot.ui.text.words import GLYPHS, icon_label, kind_name, move_label
from engine import EngineError, Kind, Move, Piece, Position, Space

MOST_DIRECT_SPACES = 4
MOST_DIRECT_MOVES = 22
_GRID_WIDTH = 4
_MOST_WITH_ICONS = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player to move has chosen: a kind and a Triangle's space in the grid, or a whole move."""

    kind: Kind | None = None
    space: Space | None = None
    move: Move | None = None


NOTHING = Choice()
USUAL = Controls()

NamedMoves = Callable[[MoveAction, str], ButtonId]
"""The custom_id of a button that does this with this argument."""


def choice_of(action: MoveAction, argument: str) -> Choice:
    """Return what is chosen after a click on a button that doesn't play yet.

    Raises:
        ValueError: there is no such kind, space or move.
    """
    if action is MoveAction.ASK:
        try:
            return Choice(move=Move.parse(argument))
        except EngineError as error:
            raise ValueError(argument) from error
    if action is MoveAction.BACK and argument:
        return Choice(Kind(argument))
    if action is MoveAction.KIND:
        return Choice(Kind(argument))
    if action is MoveAction.SPACE:
        return Choice(Kind.TRIANGLE, Space.parse(argument))
    return Choice(Kind.TRIANGLE)


class Mode(Enum):
    """How the player to move chooses."""

    OVER = "over"
    CONFIRM = "confirm"
    MENU = "menu"
    DIRECT = "direct"
    GRID = "grid"
    DIRECTION = "direction"


def mode(position: Position, choice: Choice, controls: Controls = USUAL) -> Mode:
    """How the player to move continues, after what they have chosen so far."""
    spaces, moves = position.demand.playable, position.legal_moves
    if not moves:
        return Mode.OVER
    if choice.move in moves:
        return Mode.CONFIRM
    if controls.compact and len(moves) <= MOST_OPTIONS:
        return Mode.MENU
    if len(spaces) <= MOST_DIRECT_SPACES and len(moves) <= MOST_DIRECT_MOVES:
        return Mode.DIRECT
    return Mode.DIRECTION if _aims(position, choice) else Mode.GRID


@dataclass(frozen=True, slots=True)
class MoveButtons:
    """The buttons for the player to move in a position.

    ``named`` gives them their custom_ids; ``icons`` are the pieces as emojis, if Discord has them.
    ``controls`` are the player's choice, and ``menu`` is the custom_id of their menu, if they have one.
    """

    words: NullTranslations
    position: Position
    named: NamedMoves
    icons: Icons
    controls: Controls = USUAL
    menu: MoveSelect | None = None

    def rows(self, choice: Choice) -> list[Row]:
        """The rows after what was chosen so far; none if the game is over."""
        chosen = mode(self.position, choice, self.controls)
        if chosen is Mode.CONFIRM and choice.move is not None:
            return self._confirm_rows(choice.move)
        if chosen is Mode.MENU and self.menu is not None:
            return [Row(move_menu(self.words, self.menu, self.position))]
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

    def _confirm_rows(self, move: Move) -> list[Row]:
        _, styles = self.words.gettext, discord.ButtonStyle
        confirm = button(self.named(MoveAction.MOVE, str(move)), _("Confirm"), styles.success)
        back = button(self.named(MoveAction.BACK, move.kind.value), _("Back"), styles.secondary)
        return [Row(confirm, back)]

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
        # A phone's line has room for four buttons with signs, or for three with icons. All buttons of a
        # message are of one kind.
        return self.icons if all(len(row) <= _MOST_WITH_ICONS for row in rows) else NO_ICONS

    def _move_button(self, move: Move, style: discord.ButtonStyle, icons: Icons) -> Button:
        icon = icons.get(Piece(move.kind, self.position.turn, move.direction))
        label = move_label(move) if icon is None else icon_label(move)
        return button(self.named(self._choosing, str(move)), label, style, icon=icon)

    @property
    def _choosing(self) -> MoveAction:
        return MoveAction.ASK if self.controls.confirm else MoveAction.MOVE

    def _kind_button(self, kind: Kind, *, chosen: bool) -> Button:
        return button(
            self.named(MoveAction.KIND, kind.value),
            kind_name(self.words, kind),
            discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary,
        )

    def _space_button(self, kind: Kind, space: Space, *, enabled: bool) -> Button:
        aim = kind is Kind.TRIANGLE
        action, argument = (MoveAction.SPACE, str(space)) if aim else (self._choosing, f"{kind.value}{space}")
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


def legal_move(position: Position, clicked: PuzzleButton | LessonButton) -> Move:
    """The move that a button plays.

    Raises:
        UnknownButtonError: the button was made up: it plays nothing legal.
    """
    try:
        move = Move.parse(clicked.argument)
    except EngineError:
        raise UnknownButtonError(str(clicked)) from None
    if move not in position.legal_moves:
        raise UnknownButtonError(str(clicked))
    return move
