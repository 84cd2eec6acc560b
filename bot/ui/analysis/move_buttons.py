"""The buttons for the moves of an analysis board, and what the moves on each space are worth.

The modes are those of a game's board. A winning move is green, a losing one red, a drawing one gray, and one
of unknown value blue. Where there's room, a sign says it, too. The picture has the value of the best move on
each space.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.locale import Words
from bot.ui.board.move_buttons import (
    MOST_ROWS,
    NO_SPACE,
    Choice,
    Mode,
    MoveButtons,
    face,
    in_reading_order,
    mode,
    step_of,
)
from bot.ui.message.content import Button, Row, rows_of
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.message.icons import Icons
from bot.ui.text.values import moves_left, sign
from bot.values.lines import Line
from engine import Kind, Move, Position, Solution, Space, Value
from render import SpaceValue

_STYLES = {
    Value.WIN: discord.ButtonStyle.success,
    Value.DRAW: discord.ButtonStyle.secondary,
    Value.LOSS: discord.ButtonStyle.danger,
    Value.UNKNOWN: discord.ButtonStyle.primary,
}
_BEST_FIRST = (Value.WIN, Value.UNKNOWN, Value.DRAW, Value.LOSS)

# As wide as a digit, so that buttons below each other are equally wide.
_FILLER = "\N{FIGURE SPACE}"


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

    words: Words
    line: Line
    position: Position
    solution: Solution | None
    icons: Icons

    def rows(self, choice: Choice, *, also: Sequence[Button] = ()) -> list[Row]:
        """Return the rows after what was chosen, with another button ``also``; none if the game is over."""
        chosen = mode(self.position, choice)
        if chosen is Mode.DIRECT:
            return self._direct_rows(also)
        if chosen is Mode.DIRECTION:
            label = self.words.label("to the choice before", "Back")
            back = button(ChooseInAnalysis(self.line, NO_SPACE), label)
            return self._rows_of(in_reading_order(self._moves(choice)), [back, *also])
        grid = MoveButtons(self.words, self.position, self._named, self.icons, styled=self._style)
        rows = grid.rows(choice)
        for each in also if rows else ():
            # The last row of a grid has no kind beside it.
            rows[-1].add_item(each)
        return rows

    def on_spaces(self, choice: Choice) -> Mapping[Space, SpaceValue]:
        """Return what the best move on each space is worth, as far as known, after what was chosen."""
        if self.solution is None:
            return {}
        moves = self._moves(choice)
        best = {space: self._best(moves, space) for space in {move.space for move in moves}}
        return {
            space: SpaceValue(self._value(move), moves_left(self.solution.distances.get(move)))
            for space, move in best.items()
            if self._value(move) is not Value.UNKNOWN
        }

    def _moves(self, choice: Choice) -> Sequence[Move]:
        """Return the moves that are left after what was chosen so far."""
        chosen, moves = mode(self.position, choice), self.position.legal_moves
        if chosen is Mode.GRID:
            kinds = {move.kind for move in moves}
            kind = choice.kind if choice.kind in kinds else min(kinds, key=[*Kind].index)
            return [move for move in moves if move.kind is kind]
        if chosen is Mode.DIRECTION:
            return [move for move in moves if (move.kind, move.space) == (choice.kind, choice.space)]
        return moves

    def _direct_rows(self, also: Sequence[Button]) -> list[Row]:
        """Return the first of the ways to show all moves that isn't too high, or else the lowest."""
        moves = in_reading_order(self.position.legal_moves)
        unaimed = list(dict.fromkeys(step_of(move.kind, move.space) for move in moves))
        for steps, signs in ((moves, None), (moves, 1), (unaimed, None), (unaimed, 1), (moves, 0)):
            rows = self._rows_of(steps, also, signs=signs)
            if len(rows) <= MOST_ROWS:
                return rows
        return self._rows_of(unaimed, also, signs=0)

    def _rows_of(
        self, steps: Iterable[Move | Choice], also: Sequence[Button], *, signs: int | None = None
    ) -> list[Row]:
        """Return a button for each step, all equally wide, so that they line up, with others at the end.

        ``signs`` is how much of what a move is worth is on its button; None is all of it.
        """
        said = {step: self._sign(step)[:signs] for step in steps}
        width = max(map(len, said.values()), default=0)
        buttons = [self._step_button(step, each.ljust(width, _FILLER)) for step, each in said.items()]
        return rows_of([*buttons, *also])

    def _step_button(self, step: Move | Choice, said: str) -> Button:
        icon, label = face(self.icons, self.position.turn, step)
        return button(self._named(step), f"{label} {said}".rstrip(" "), self._style(step), icon=icon)

    def _named(self, step: Move | Choice) -> CustomId:
        if isinstance(step, Choice):
            return ChooseInAnalysis(self.line, step)
        return PlayInAnalysis(self.line, step)

    def _style(self, step: Move | Choice) -> discord.ButtonStyle:
        return _STYLES[self._value(self._move(step))]

    def _sign(self, step: Move | Choice) -> str:
        return "" if self.solution is None else sign(self.solution, self._move(step))

    def _move(self, step: Move | Choice) -> Move:
        """Return the move itself, or the best one after a choice, which is a Triangle on a space."""
        if isinstance(step, Move):
            return step
        return self._best([move for move in self.position.legal_moves if move.kind is step.kind], step.space)

    def _best(self, moves: Iterable[Move], space: Space | None) -> Move:
        return min((move for move in moves if move.space is space), key=self._rank)

    def _value(self, move: Move) -> Value:
        return Value.UNKNOWN if self.solution is None else self.solution.moves[move]

    def _rank(self, move: Move) -> tuple[int, int]:
        """Return a sort key: the best moves first, the fastest winning ones, and the slowest losing ones."""
        value = self._value(move)
        distance = None if self.solution is None else self.solution.distances.get(move)
        moves = 0 if distance is None else distance.at_least
        return _BEST_FIRST.index(value), moves if value is Value.WIN else -moves
