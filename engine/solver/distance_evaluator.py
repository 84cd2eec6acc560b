"""Distances of won and lost positions and of their moves: the fastest win and the longest defense."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.analysis.value import Distance, Distances, Solution, Value
from engine.board.move import Move
from engine.board.piece import Colour
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
"""A search of so many plies ahead takes no time."""

_LITTLE = 1_000
"""So many positions take a millisecond."""


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
            solution: What is known about it, a win or a loss.
            wanted: Which distances to look for.
            budget: What may be spent.
        """
        winner = position.turn if solution.value is Value.WIN else position.turn.opponent
        # Whatever the budget, no one walks into a win that can be seen so easily.
        self._wins_by(position, winner, position.ply + _IN_SIGHT, Budget())
        known = self._narrow(position, winner, budget)
        groups = [
            group
            for group in alike(position, position.legal_moves)
            if solution.value is Value.LOSS or solution.moves[group[0]] is Value.WIN
        ]
        bounds = self._bounds_of_moves(position, groups, winner, known, wanted, budget)
        chosen = _fastest(bounds) if winner is position.turn else self._longest(position, bounds, budget)
        distances = {move: _distance(position, bounds[group]) for group in groups for move in group}
        return replace(
            solution,
            best=chosen,
            distance=_distance(position, known),
            distances={move: distances[move] for move in position.legal_moves if move in distances},
        )

    def with_losing_moves(self, position: Position, solution: Solution, budget: Budget) -> Solution:
        """Return a solution with how soon those moves lose that don't have to, within a budget.

        Args:
            position: The position, in which the game is on.
            solution: What is known about it, not a loss.
            budget: What may be spent.
        """
        losing = [move for move, value in solution.moves.items() if value is Value.LOSS]
        found = dict(solution.distances)
        for group in alike(position, losing):
            bounds = self._narrow(position.play(group[0]), position.turn.opponent, budget)
            found |= dict.fromkeys(group, _distance(position, bounds))
        return replace(solution, distances={move: found[move] for move in solution.moves if move in found})

    def line(self, position: Position, solution: Solution, budget: Budget) -> tuple[Move, ...]:
        """Return how the game goes on if the winner plays for speed and the loser for length.

        It begins with the best move of the solution, whose distance is exact, and stops where the game or the
        budget ends.
        """
        distance = solution.distance
        if solution.best is None or distance is None:
            return ()
        winner = position.turn if solution.value is Value.WIN else position.turn.opponent
        return tuple(self._moves(position, solution.best, winner, position.ply + distance.at_most, budget))

    def _moves(
        self, position: Position, first: Move, winner: Colour, last_ply: int, budget: Budget
    ) -> Iterator[Move]:
        move: Move | None = first
        while move is not None:
            yield move
            position = position.play(move)
            groups = alike(position, position.legal_moves)
            asked = last_ply if winner is position.turn else last_ply - 1
            kept = self._keeping_end(position, groups, winner, asked, budget, at_once=True)
            move = kept[0][0] if kept else None

    def _narrow(self, position: Position, winner: Colour, budget: Budget) -> _Bounds:
        """Return the bounds of a position that the winner wins, as close as the budget allows."""
        if not position.legal_moves:
            return position.ply - 1, position.ply
        known = self._book.last_ply(position) if self._book else None
        return self._search.narrow(position, winner, budget) if known is None else (known - 1, known)

    def _bounds_of_moves(  # noqa: PLR0913, PLR0917
        self,
        position: Position,
        groups: Sequence[_Group],
        winner: Colour,
        known: _Bounds,
        wanted: Distances,
        budget: Budget,
    ) -> Mapping[_Group, _Bounds]:
        """Return the bounds of all groups of moves, given those of the position."""
        below, by = known
        attacks = winner is position.turn
        kept = self._keeping_end(position, groups, winner, by if attacks else below, budget, at_once=attacks)
        found = {}
        for group in groups:
            allowed = budget if wanted is Distances.ALL and group not in kept else Budget(nodes=0)
            lower, upper = self._narrow(position.play(group[0]), winner, allowed)
            if group in kept:
                lower, upper = below, by
            found[group] = (max(lower, below), upper) if attacks else (lower, min(upper, by))
        return found

    def _keeping_end(  # noqa: PLR0913
        self,
        position: Position,
        groups: Sequence[_Group],
        winner: Colour,
        asked: int,
        budget: Budget,
        *,
        at_once: bool,
    ) -> Sequence[_Group]:
        """Return the groups of moves with which the winner is as fast, or the loser as slow, as they can be.

        Args:
            position: The position.
            groups: Its moves, or those that don't give the win away.
            winner: Who wins.
            asked: If they move, a ply by which they can force the end; otherwise one by which they can't.
            budget: What may be spent.
            at_once: Whether one group is enough.
        """
        first = self._groups_with(position, groups, winner, asked, _little(), at_once=True)
        if not first:
            # This search goes straight to a move that does it, which the table then knows.
            self._search.wins_by(position, winner, asked, budget)
            first = self._groups_with(position, groups, winner, asked, _little(), at_once=True)
        if first and at_once:
            return first
        rest = self._groups_with(position, groups, winner, asked, budget, at_once=at_once)
        return [*first, *(group for group in rest if group not in first)]

    def _groups_with(  # noqa: PLR0913
        self,
        position: Position,
        groups: Sequence[_Group],
        winner: Colour,
        asked: int,
        budget: Budget,
        *,
        at_once: bool,
    ) -> Sequence[_Group]:
        attacks = winner is position.turn
        found = []
        for group in groups:
            if self._wins_by(position.play(group[0]), winner, asked, budget) is attacks:
                found.append(group)
                if at_once:
                    break
        return found

    def _wins_by(self, position: Position, winner: Colour, last_ply: int, budget: Budget) -> bool | None:
        known = self._book.last_ply(position) if self._book else None
        return (
            self._search.wins_by(position, winner, last_ply, budget) if known is None else known <= last_ply
        )

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


def _little() -> Budget:
    """Return a budget for what the table knows, or would know if it weren't so easy to see."""
    return Budget(nodes=_LITTLE)


def _fastest(bounds: Mapping[_Group, _Bounds]) -> Move:
    return min(bounds, key=lambda group: bounds[group][1])[0]


def _distance(position: Position, bounds: _Bounds) -> Distance:
    below, by = bounds
    return Distance(below + 1 - position.ply, by - position.ply)
