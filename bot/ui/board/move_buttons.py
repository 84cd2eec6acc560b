"""The buttons for choosing a move.

There are four modes. None of them needs memory, because the buttons themselves carry what was chosen so far.

- direct: every legal move is a button, if there are at most 4 spaces and 22 moves;
- menu: every legal move is in one menu, if the player chose that and there are at most 25 moves;
- grid: otherwise, first the kind, then one of the 16 spaces;
- direction: where a Triangle that was chosen in the grid points.

For players who want to confirm their moves, the buttons ask instead of playing.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations

import discord

from bot.matches.values.players import Controls
from bot.ui.board.move_menu import move_menu
from bot.ui.board.reading_order import in_reading_order, rows_from_top
from bot.ui.components.buttons import Button, button
from bot.ui.components.selects import MOST_OPTIONS
from bot.ui.message.actions import MoveAction
from bot.ui.message.content import Row
from bot.ui.message.custom_ids import ButtonId, UnknownButtonError
from bot.ui.message.icons import Icons
from bot.ui.message.practice_ids import LessonButton, PuzzleButton, RetryButton
from bot.ui.message.select_ids import MoveSelect
from bot.ui.message.study_ids import AnalysisButton, TrainingButton
from bot.ui.text.words import GLYPHS, UNAIMED, kind_name, move_label
from engine import Direction, EngineError, Kind, Move, Piece, Position, Space

MOST_DIRECT_SPACES = 4
MOST_DIRECT_MOVES = 22


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player to move has chosen in the grid: a kind, and a Triangle's space."""

    kind: Kind | None = None
    space: Space | None = None


NOTHING = Choice()
USUAL = Controls()

NamedMoves = Callable[[MoveAction, str], ButtonId]
"""Returns the custom_id of a button with this action and argument."""


def choice_of(action: MoveAction, argument: str) -> Choice:
    """Return what's chosen after a click on a button that doesn't play yet.

    Raises:
        ValueError: there is no such kind or space.
    """
    if action is MoveAction.BACK and argument:
        return Choice(Kind(argument))
    if action is MoveAction.KIND:
        return Choice(Kind(argument))
    if action is MoveAction.SPACE:
        return Choice(Kind.TRIANGLE, Space.parse(argument))
    return Choice(Kind.TRIANGLE)


class Mode(Enum):
    """How the player to move chooses their move."""

    OVER = "over"
    MENU = "menu"
    DIRECT = "direct"
    GRID = "grid"
    DIRECTION = "direction"


def mode(position: Position, choice: Choice, controls: Controls = USUAL) -> Mode:
    """How the player to move continues, after what they have chosen so far."""
    spaces, moves = position.demand.playable, position.legal_moves
    if not moves:
        return Mode.OVER
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
    If each move has a button, only moves with these ``kinds`` do.
    """

    words: NullTranslations
    position: Position
    named: NamedMoves
    icons: Icons
    controls: Controls = USUAL
    menu: MoveSelect | None = None
    kinds: Collection[Kind] = tuple(Kind)

    def rows(self, choice: Choice) -> list[Row]:
        """The rows after what was chosen so far; none if the game is over."""
        chosen = mode(self.position, choice, self.controls)
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
        moves = [move for move in self.position.legal_moves if move.kind in self.kinds]
        style = discord.ButtonStyle.success if len(moves) == 1 else discord.ButtonStyle.primary
        rows: dict[object, list[Button]] = {}
        for move in in_reading_order(moves):
            group = move.space if move.kind is Kind.TRIANGLE else move.kind
            rows.setdefault(group, []).append(self._move_button(move, style))
        return [Row(*row) for row in rows.values()]

    def _direction_rows(self, aims: list[Move]) -> list[Row]:
        words = self.words.pgettext("to the choice before", "Back")
        back = button(self.named(MoveAction.BACK, ""), words, discord.ButtonStyle.secondary)
        aimed = (self._move_button(move, discord.ButtonStyle.primary) for move in in_reading_order(aims))
        return [Row(*aimed), Row(back)]

    def _grid_rows(self, choice: Choice) -> list[Row]:
        moves = self.position.legal_moves
        kinds = [kind for kind in Kind if any(move.kind is kind for move in moves)]
        chosen = choice.kind if choice.kind in kinds else kinds[0]
        toggles = Row(*(self._kind_button(kind, chosen=kind is chosen) for kind in kinds))
        legal = {move.space for move in moves if move.kind is chosen}
        return [toggles, *(self._grid_row(chosen, row, legal) for row in rows_from_top())]

    def _grid_row(self, kind: Kind, spaces: Sequence[Space], legal: set[Space]) -> Row:
        return Row(*(self._space_button(kind, space, enabled=space in legal) for space in spaces))

    def _move_button(self, move: Move, style: discord.ButtonStyle) -> Button:
        icon = self.icons.get(Piece(move.kind, self.position.turn, move.direction))
        label = move_label(move) if icon is None else str(move.space)
        return button(self.named(self._choosing, str(move)), label, style, icon=icon)

    @property
    def _choosing(self) -> MoveAction:
        return MoveAction.ASK if self.controls.confirm else MoveAction.MOVE

    def _kind_button(self, kind: Kind, *, chosen: bool) -> Button:
        return button(
            self.named(MoveAction.KIND, kind.value),
            toggle_label(self.words, kind, chosen=chosen),
            discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary,
        )

    def _space_button(self, kind: Kind, space: Space, *, enabled: bool) -> Button:
        aim = kind is Kind.TRIANGLE
        action, argument = (MoveAction.SPACE, str(space)) if aim else (self._choosing, f"{kind.value}{space}")
        # There is no icon of a Triangle without a direction.
        icon = self.icons.get(Piece(kind, self.position.turn, Direction.NORTH if aim else None))
        return button(
            self.named(action, argument),
            f"{UNAIMED if aim else GLYPHS[kind]} {space}" if icon is None else str(space),
            discord.ButtonStyle.primary if enabled else discord.ButtonStyle.secondary,
            enabled=enabled,
            icon=icon,
        )


def toggle_label(words: NullTranslations, kind: Kind, *, chosen: bool) -> str:
    """A kind of piece that can be chosen, with a sign if it is, because not everyone sees the color."""
    name = kind_name(words, kind)
    return f"✓ {name}" if chosen else name


def _aims(position: Position, choice: Choice) -> list[Move]:
    if choice.kind is not Kind.TRIANGLE:
        return []
    return [
        move for move in position.legal_moves if move.kind is Kind.TRIANGLE and move.space is choice.space
    ]


def legal_move(
    position: Position, clicked: PuzzleButton | RetryButton | LessonButton | AnalysisButton | TrainingButton
) -> Move:
    """The move that a button plays.

    Raises:
        UnknownButtonError: the button was forged: it doesn't play a legal move.
    """
    try:
        move = Move.parse(clicked.argument)
    except EngineError:
        raise UnknownButtonError(str(clicked)) from None
    if move not in position.legal_moves:
        raise UnknownButtonError(str(clicked))
    return move
