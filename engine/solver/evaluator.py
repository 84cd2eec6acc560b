"""Exact values of positions and moves, and lines of perfect play, from the answers of a proof search."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.analysis.value import Solution, Value
from engine.board.move import Color, Move
from engine.game.position import Position
from engine.solver.opening import OpeningBook
from engine.solver.proof_search import (
    WHITE_AT_LEAST_DRAWS,
    WHITE_WINS,
    Budget,
    Key,
    ProofSearch,
    value_for_white,
)

__all__ = ["Evaluator"]

_VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}
_BEST_FIRST = (Value.WIN, Value.DRAW, Value.LOSS)
_WORTH = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}
_GUESSES = ((2 / 3, Value.WIN), (1 / 3, Value.DRAW), (0, Value.LOSS))


class Evaluator:
    """Finds exact values by proof search or, for the first positions of a game, in the opening book.

    A move is judged by the position after it, and its value is for the player who made it.
    """

    def __init__(self, search: ProofSearch, book: OpeningBook | None) -> None:
        self._search = search
        self._book = book

    def solution(self, position: Position, budget: Budget) -> Solution:
        """Return what can be found about a position, finished or not, within a budget; without a line."""
        in_book = self._in_book(position)
        value = _best(in_book.values()) if in_book else self.value_after_move(position, budget).reversed
        moves = in_book or self._values_of_moves(position, value, budget)
        if value is Value.UNKNOWN and (Value.WIN in moves.values() or Value.UNKNOWN not in moves.values()):
            value = _best(moves.values())
        best = self._most_promising(position, moves)
        guess = value
        if best is not None and value is Value.UNKNOWN:
            guess = next(guess for least, guess in _GUESSES if self._promise(position.play(best)) >= least)
        return Solution(value, moves, guess, best, (), budget.spent)

    def line(self, position: Position, solution: Solution, budget: Budget) -> tuple[Move, ...]:
        """Return perfect play from the best move of a solution on, until the game or the budget ends.

        It's empty if it isn't known that the best move keeps the value.
        """
        best, value = solution.best, solution.value
        if best is None or value is Value.UNKNOWN or solution.moves[best] is not value:
            return ()
        return tuple(self._line(position, best, value, budget))

    def value_after_move(self, after: Position, budget: Budget, at_most: Value = Value.WIN) -> Value:
        """Return the value for the player who moved last; UNKNOWN if the budget ends first.

        Args:
            after: The position, finished or not.
            budget: What may be spent.
            at_most: The value if it isn't less, to save questions.
        """
        outcome = after.outcome()
        if outcome is not None:
            value = _VALUES[value_for_white(outcome)]
            return value if after.turn is Color.BLACK else value.reversed
        for value in _BEST_FIRST[_BEST_FIRST.index(at_most) : -1]:
            reached = self._reaches(after, value, budget)
            if reached is None:
                return Value.UNKNOWN
            if reached:
                return value
        return Value.LOSS

    def _values_of_moves(self, position: Position, value: Value, budget: Budget) -> dict[Move, Value]:
        if value is Value.LOSS:
            return dict.fromkeys(position.legal_moves, Value.LOSS)
        at_most = Value.WIN if value is Value.UNKNOWN else value
        found: dict[tuple[int, int], Value] = {}
        values = {}
        for move in position.legal_moves:
            after = position.play(move)
            key = Key.of(after).identity if after.legal_moves else None
            value_of_move = found.get(key) if key else None
            if value_of_move is None:
                value_of_move = self.value_after_move(after, budget, at_most)
            if key:
                found[key] = value_of_move
            values[move] = value_of_move
        return values

    def _line(self, position: Position, best: Move, value: Value, budget: Budget) -> Iterator[Move]:
        """Yield the moves of perfect play from ``best`` on, until the game or the budget ends."""
        move: Move | None = best
        while move is not None:
            yield move
            position, value = position.play(move), value.reversed
            move = self._keeping_move(position, value, budget)

    def _keeping_move(self, position: Position, value: Value, budget: Budget) -> Move | None:
        """Return a move that keeps the position's value; None if the game or the budget ends first."""
        in_book = self._in_book(position)
        if in_book:
            return self._most_promising(position, in_book)
        moves = sorted(position.legal_moves, key=lambda move: -self._promise(position.play(move)))
        if value is Value.LOSS:
            return moves[0] if moves else None
        # Most often the table still has the answer for one of them.
        for allowed in (replace(budget, nodes=0), budget):
            for move in moves:
                if self.value_after_move(position.play(move), allowed, value) is value:
                    return move
        return None

    def _in_book(self, position: Position) -> dict[Move, Value] | None:
        return self._book.values(position) if self._book else None

    def _most_promising(self, position: Position, moves: dict[Move, Value]) -> Move | None:
        def promise(move: Move) -> tuple[float, float]:
            promised = self._promise(position.play(move))
            return _WORTH.get(moves[move], promised), promised

        return max(moves, key=promise, default=None)

    def _reaches(self, after: Position, value: Value, budget: Budget) -> bool | None:
        """Return whether the player who moved to an unfinished position gets at least this win or draw."""
        if after.turn is Color.BLACK:
            return self._search.answer(
                after, WHITE_WINS if value is Value.WIN else WHITE_AT_LEAST_DRAWS, budget
            )
        answer = self._search.answer(
            after, WHITE_AT_LEAST_DRAWS if value is Value.WIN else WHITE_WINS, budget
        )
        return None if answer is None else not answer

    def _promise(self, after: Position) -> float:
        """Return how promising a move is, from 0 for a loss to 1 for a win."""
        outcome = after.outcome()
        white = (1 + value_for_white(outcome)) / 2 if outcome else self._search.expectation(after)
        return white if after.turn is Color.BLACK else 1 - white


def _best(values: Iterable[Value]) -> Value:
    return min(values, key=tuple(Value).index)
