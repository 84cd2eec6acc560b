"""The buttons for the moves of an analysis board, each with what the move is worth.

The modes are those of a game's board. A winning move is green, a losing one red, a drawing one gray, and one
of unknown value blue. If there's room, the value is beside the move in words, and otherwise as a sign.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord

from bot.matches.values.lines import Line
from bot.ui.board.move_buttons import (
    NO_SPACE,
    Choice,
    Mode,
    in_reading_order,
    mode,
    rows_from_top,
    toggle_label,
)
from bot.ui.message.content import Button, Row, rows_of
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.message.icons import Icons
from bot.ui.text.values import sign, verdict
from bot.ui.text.words import kind_name, move_label
from engine import Kind, Move, Piece, Position, Solution, Space, Value

MOST_COMPONENTS = 28
"""Maximum number of buttons and rows for the moves. Discord's limit for the whole message is 40."""

_MOST_A_ROW = 4

_STYLES = {
    Value.WIN: discord.ButtonStyle.success,
    Value.DRAW: discord.ButtonStyle.secondary,
    Value.LOSS: discord.ButtonStyle.danger,
    Value.UNKNOWN: discord.ButtonStyle.primary,
}
_BEST_FIRST = (Value.WIN, Value.UNKNOWN, Value.DRAW, Value.LOSS)


class PlayInAnalysis(CustomId, word="analyze-move"):
    """Plays a move after ``line``."""

    line: Line
    move: Move


class ChooseInAnalysis(CustomId, word="analyze-choose"):
    """Shows the rest of the moves after ``line`` after a part of one was chosen."""

    line: Line
    choice: Choice


@dataclass(frozen=True, slots=True)
class ValuedMoves:
    """The buttons for the player to move after ``line``.

    ``solution`` is what's known so far, if anything, and ``icons`` are the pieces as emojis, if Discord has
    them.
    """

    words: NullTranslations
    line: Line
    position: Position
    solution: Solution | None
    icons: Icons

    def rows(self, choice: Choice) -> list[Row]:
        """The rows after what was chosen so far; none if the game is over."""
        chosen = mode(self.position, choice)
        if chosen is Mode.DIRECT:
            return self._direct_rows(self.position.legal_moves)
        if chosen is Mode.DIRECTION:
            aims = [move for move in self._moves_of(Kind.TRIANGLE) if move.space is choice.space]
            label = self.words.pgettext("to the choice before", "Back")
            back = button(ChooseInAnalysis(self.line, NO_SPACE), label, discord.ButtonStyle.secondary)
            return [*self._direct_rows(aims), Row(back)]
        if chosen is Mode.GRID:
            return self._grid_rows(choice)
        return []

    def uses_signs(self, choice: Choice) -> bool:
        """Whether some values are signs, which need to be explained."""
        chosen = mode(self.position, choice)
        if self.solution is None or chosen is Mode.OVER:
            return False
        return chosen is Mode.GRID or (
            chosen is Mode.DIRECT and self._worded(self.position.legal_moves) is None
        )

    def _direct_rows(self, moves: Sequence[Move]) -> list[Row]:
        worded = self._worded(moves)
        if worded is not None:
            return worded
        buttons = [self._move_button(move, in_words=False) for move in in_reading_order(moves)]
        rows = rows_of(buttons)
        if len(rows) + len(buttons) <= MOST_COMPONENTS:
            return rows
        starts = range(0, len(buttons), _MOST_A_ROW)
        return [Row(*buttons[start : start + _MOST_A_ROW]) for start in starts]

    def _worded(self, moves: Sequence[Move]) -> list[Row] | None:
        """The rows with the values in words, or None if there's no room for them."""
        rows = rows_of([self._move_button(move, in_words=True) for move in in_reading_order(moves)])
        return rows if len(rows) + len(moves) <= MOST_COMPONENTS else None

    def _move_button(self, move: Move, *, in_words: bool) -> Button:
        icon = self.icons.get(Piece(move.kind, self.position.turn, move.direction))
        label = move_label(move) if icon is None else str(move.space)
        value = self._value(move)
        if self.solution is not None:
            said = verdict(self.words, self.solution, move) if in_words else sign(self.solution, move)
            label = f"{label} {said}"
        return button(PlayInAnalysis(self.line, move), label, _STYLES[value], icon=icon)

    def _grid_rows(self, choice: Choice) -> list[Row]:
        kinds = [kind for kind in Kind if self._moves_of(kind)]
        chosen = choice.kind if choice.kind in kinds else kinds[0]
        toggles = Row(*(self._kind_button(kind, chosen=kind is chosen) for kind in kinds))
        grid = [Row(*(self._space_button(chosen, space) for space in spaces)) for spaces in rows_from_top()]
        return [toggles, *grid]

    def _kind_button(self, kind: Kind, *, chosen: bool) -> Button:
        style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
        label = toggle_label(kind_name(self.words, kind), chosen=chosen)
        return button(ChooseInAnalysis(self.line, Choice(kind)), label, style)

    def _space_button(self, kind: Kind, space: Space) -> Button:
        """The button for a space; with a Triangle, which has several moves there, it shows the best one."""
        moves = [move for move in self._moves_of(kind) if move.space is space]
        named: CustomId
        if kind is Kind.TRIANGLE:
            named = ChooseInAnalysis(self.line, Choice(kind, space))
        else:
            named = PlayInAnalysis(self.line, Move(kind, space))
        # Without an icon, as above, so that four of them with their signs fit on one line of a phone.
        label = str(space)
        best = min(moves, key=self._rank, default=None)
        if best is not None and self.solution is not None:
            label = f"{label} {sign(self.solution, best)}"
        style = discord.ButtonStyle.secondary if best is None else _STYLES[self._value(best)]
        return button(named, label, style, enabled=best is not None)

    def _moves_of(self, kind: Kind) -> list[Move]:
        return [move for move in self.position.legal_moves if move.kind is kind]

    def _value(self, move: Move) -> Value:
        return Value.UNKNOWN if self.solution is None else self.solution.moves[move]

    def _rank(self, move: Move) -> tuple[int, int]:
        """A sort key: the best moves first, the fastest winning ones, and the slowest losing ones."""
        value = self._value(move)
        distance = None if self.solution is None else self.solution.distances.get(move)
        moves = 0 if distance is None else distance.at_least
        return _BEST_FIRST.index(value), moves if value is Value.WIN else -moves
