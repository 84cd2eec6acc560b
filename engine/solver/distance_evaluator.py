"""Distances of won and lost positions and of their moves: the fastest win and the longest defense."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.analysis.value import Distance, Distances, Solution, Value
from engine.board.move import Color, Move
from engine.game.position import Position
from engine.solver.distance_book import DistanceBook
from engine.solver.distance_search import DistanceSearch
from engine.solver.evaluator import Evaluator
from engine.solver.proof_search import Budget, alike

__all__ = ["DistanceEvaluator"]

_Group = tuple[Move, ...]
_Bounds = tuple[int, int]
"""The last ply by which it's proven that the winner can't force the end, and the first by which they can."""

_IN_SIGHT = 2
"""Number of plies that a search looks ahead in no time."""

_LITTLE = 1_000
"""Number of positions that a search looks at in a millisecond."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A position that the winner wins, and its moves that keep it so, in groups with one future each."""

    position: Position
    winner: Color
    groups: Sequence[_Group]

    @property
    def attacks(self) -> bool:
        """Return whether the winner is to move."""
        return self.winner is self.position.turn

    def bound(self, known: _Bounds) -> int:
        """Return the ply that a best move meets: an attacker wins by it, or a defender hasn't lost by it."""
        below, by = known
        return by if self.attacks else below

    def after(self, group: _Group) -> Position:
        """Return the position after the moves of a group."""
        return self.position.play(group[0])


class DistanceEvaluator:
    """Adds distances to solutions, by searches or, for the first positions of a game, from a book.

    Args:
        search: Finds by which ply a win can be forced.
        book: Knows it of the first positions; None for no book.
        evaluator: Finds the values of replies.
    """

    def __init__(self, search: DistanceSearch, book: DistanceBook | None, evaluator: Evaluator) -> None:
        self._search = search
        self._book = book
        self._evaluator = evaluator

    def with_distances(
        self, position: Position, solution: Solution, wanted: Distances, budget: Budget
    ) -> Solution:
        """Return a solution with what can be found out about distances within a budget.

        Args:
            position: The position, in which the game is on.
            solution: What's known about it, a win or a loss.
            wanted: Which distances to look for.
            budget: What may be spent.
        """
        winner = _winner(position, solution)
        # Whatever the budget, no one walks into a win that can be seen so easily.
        self._wins_by(position, winner, position.ply + _IN_SIGHT, Budget())
        known = self._narrow(position, winner, budget)
        keeping = [move for move in position.legal_moves if solution.moves[move] is solution.value]
        choice = _Choice(position, winner, alike(position, keeping))
        bounds = self._bounds_of_moves(choice, known, wanted, budget)
        return replace(
            solution,
            best=_fastest(bounds) if choice.attacks else self._longest(position, bounds, budget),
            distance=_distance(position, known),
            distances=_in_list_order(
                solution, {move: _distance(position, bounds[group]) for group in bounds for move in group}
            ),
        )

    def with_losing_moves(self, position: Position, solution: Solution, budget: Budget) -> Solution:
        """Return a solution with how soon those moves lose that don't have to, within a budget.

        Args:
            position: The position, in which the game is on.
            solution: What's known about it, not a loss.
            budget: What may be spent.
        """
        losing = [move for move, value in solution.moves.items() if value is Value.LOSS]
        found = dict(solution.distances)
        for group in alike(position, losing):
            bounds = self._narrow(position.play(group[0]), position.turn.opponent, budget)
            found |= dict.fromkeys(group, _distance(position, bounds))
        return replace(solution, distances=_in_list_order(solution, found))

    def line(self, position: Position, solution: Solution, budget: Budget) -> tuple[Move, ...]:
        """Return how the game goes on if the winner plays for speed and the loser for length.

        It begins with the best move of the solution, whose distance is exact, and stops where the game or the
        budget ends.
        """
        distance = solution.distance
        if solution.best is None or distance is None:
            return ()
        last_ply = position.ply + distance.at_most
        return tuple(self._moves(position, solution.best, _winner(position, solution), last_ply, budget))

    def _moves(
        self, position: Position, first: Move, winner: Color, last_ply: int, budget: Budget
    ) -> Iterator[Move]:
        move: Move | None = first
        while move is not None:
            yield move
            position = position.play(move)
            choice = _Choice(position, winner, alike(position, position.legal_moves))
            kept = next(self._keeping_end(choice, (last_ply - 1, last_ply), budget), None)
            move = None if kept is None else kept[0]

    def _bounds_of_moves(
        self, choice: _Choice, known: _Bounds, wanted: Distances, budget: Budget
    ) -> Mapping[_Group, _Bounds]:
        """Return the bounds of all groups of moves, given those of the position."""
        below, by = known
        # An attacker needs only one fastest win; the defender chooses between all the longest defenses.
        kept = list(islice(self._keeping_end(choice, known, budget), 1 if choice.attacks else None))
        allowed = budget if wanted is Distances.ALL else Budget(nodes=0)
        found = dict.fromkeys(choice.groups, known)
        for group in choice.groups:
            if group not in kept:
                lower, upper = self._narrow(choice.after(group), choice.winner, allowed)
                found[group] = (max(lower, below), upper) if choice.attacks else (lower, min(upper, by))
        return found

    def _keeping_end(self, choice: _Choice, known: _Bounds, budget: Budget) -> Iterator[_Group]:
        """Yield the groups of moves with which the winner is as fast, or the loser as slow, as they can be.

        The one that's easiest to find comes first. Others that aren't found within the budget are left out.
        """
        first = next(self._with_bound(choice, known, _little()), None)
        if first is None:
            # This search goes straight to a move that does it, which the table then knows.
            self._search.wins_by(choice.position, choice.winner, choice.bound(known), budget)
            first = next(self._with_bound(choice, known, _little()), None)
        if first is not None:
            yield first
        for group in self._with_bound(choice, known, budget):
            if group != first:
                yield group

    def _with_bound(self, choice: _Choice, known: _Bounds, budget: Budget) -> Iterator[_Group]:
        for group in choice.groups:
            wins = self._wins_by(choice.after(group), choice.winner, choice.bound(known), budget)
            if wins is choice.attacks:
                yield group

    def _narrow(self, position: Position, winner: Color, budget: Budget) -> _Bounds:
        """Return the bounds of a position that the winner wins, as close as the budget allows."""
        if not position.legal_moves:
            return position.ply - 1, position.ply
        known = self._in_book(position)
        return self._search.narrow(position, winner, budget) if known is None else (known - 1, known)

    def _wins_by(self, position: Position, winner: Color, last_ply: int, budget: Budget) -> bool | None:
        known = self._in_book(position)
        return (
            self._search.wins_by(position, winner, last_ply, budget) if known is None else known <= last_ply
        )

    def _in_book(self, position: Position) -> int | None:
        return self._book.last_ply(position) if self._book else None

    def _longest(self, position: Position, bounds: Mapping[_Group, _Bounds], budget: Budget) -> Move:
        """Return a move that holds out longest; of several, one with the fewest winning replies."""
        longest = max(lower for lower, _ in bounds.values())
        groups = [group for group, (lower, _) in bounds.items() if lower == longest]
        if len(groups) == 1:
            return groups[0][0]
        return min(groups, key=lambda group: self._winning_replies(position.play(group[0]), budget))[0]

    def _winning_replies(self, after: Position, budget: Budget) -> int:
        values = self._evaluator.solution(after, budget).moves.values()
        return sum(value in (Value.WIN, Value.UNKNOWN) for value in values)


def _winner(position: Position, solution: Solution) -> Color:
    """Return who wins a position whose value is a win or a loss."""
    return position.turn if solution.value is Value.WIN else position.turn.opponent


def _in_list_order(solution: Solution, distances: Mapping[Move, Distance]) -> Mapping[Move, Distance]:
    return {move: distances[move] for move in solution.moves if move in distances}


def _little() -> Budget:
    """Return a budget for what the table knows, or would know if it weren't so easy to see."""
    return Budget(nodes=_LITTLE)


def _fastest(bounds: Mapping[_Group, _Bounds]) -> Move:
    return min(bounds, key=lambda group: bounds[group][1])[0]


def _distance(position: Position, bounds: _Bounds) -> Distance:
    below, by = bounds
    return Distance(below + 1 - position.ply, by - position.ply)
