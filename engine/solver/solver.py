"""The public interface of the solver."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.analysis.value import Distances, Solution, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.solver.compile_cache import default_cache_folder, keep_compiled_code_in

if TYPE_CHECKING:
    from engine.solver.proof_search import Budget

__all__ = ["DEFAULT_TABLE_MEGABYTES", "Solver"]

DEFAULT_TABLE_MEGABYTES = 128
"""The default size of the table. With Python, numpy and numba, a process stays under 400 MiB."""

_DECIDED = (Value.WIN, Value.LOSS)

_SHARE_OF_DISTANCES = 4
"""One in this many parts of the memory is for distances. Their searches go through little at a time."""


class Solver:
    """Finds exact values. Everything it has found out stays in its table and speeds up the next search.

    A solver belongs to one thread at a time. The first one in a process loads compiled code, which takes
    about a second; if the cache folder has none, it's compiled, which takes several.

    Args:
        table_megabytes: The size of the table, 1 or more; no search ever needs more memory. A small table
            makes searches longer, never wrong.
        cache_folder: Where compiled code is kept for the next process; by default ``pyrga-solver`` in the
            user's cache folder. The first solver of a process decides for all.
        book: Whether to look positions up in the opening book first.

    Raises:
        ValueError: ``table_megabytes`` is less than 1.
        OSError: the cache folder can't be made.

    >>> from engine import Position
    >>> position = Position.replay("pyrga", "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1".split())
    >>> print(*Solver(table_megabytes=16).solve(position).line)
    Sd1 Cd2 Sd2
    """

    def __init__(
        self,
        *,
        table_megabytes: int = DEFAULT_TABLE_MEGABYTES,
        cache_folder: Path | None = None,
        book: bool = True,
    ) -> None:
        if table_megabytes < 1:
            raise ValueError(f"a table has at least 1 megabyte, not {table_megabytes}")
        keep_compiled_code_in(cache_folder or default_cache_folder())
        # The kernel is loaded here and not above, once it's known where its compiled code is.
        from engine.solver.distance_book import DistanceBook  # noqa: PLC0415
        from engine.solver.distance_evaluator import DistanceEvaluator  # noqa: PLC0415
        from engine.solver.distance_search import DistanceSearch  # noqa: PLC0415
        from engine.solver.evaluator import Evaluator  # noqa: PLC0415
        from engine.solver.opening import OpeningBook  # noqa: PLC0415
        from engine.solver.proof_search import Budget, ProofSearch  # noqa: PLC0415

        for_distances = max(1, table_megabytes // _SHARE_OF_DISTANCES)
        values = ProofSearch(max(1, table_megabytes - for_distances))
        self._budget = Budget
        self._evaluator = Evaluator(values, OpeningBook.load() if book else None)
        self._distances = DistanceEvaluator(
            DistanceSearch(for_distances), DistanceBook.load() if book else None, self._evaluator
        )

    def solve(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        """Return the value of a position and of every legal move, and a line of perfect play.

        Args:
            position: Any position of a game, finished or not.
            seconds: How long the search may take; it stops at most some hundredths of a second later. If
                distances are wanted, half of the time is kept for them.
            nodes: How many positions it may expand. The same limit on a fresh solver gives the same solution.
            line: Whether to look for the line, too.
            distances: Which distances to look for.

        Whatever wasn't found out within the limits is ``Value.UNKNOWN``; every other value is proven, and so
        are the bounds of all distances.

        >>> from engine import Position
        >>> solution = Solver(table_megabytes=16, book=False).solve(Position.start(), nodes=100)
        >>> solution.value.value, solution.nodes
        ('unknown', 100)
        """
        budget = self._budget.of(seconds, nodes)
        found = self._values(position, budget, halved=distances is not Distances.NONE)
        if distances is not Distances.NONE and position.legal_moves and found.value in _DECIDED:
            found = self._distances.with_distances(position, found, distances, budget)
        if distances is Distances.ALL and found.value is not Value.LOSS:
            found = self._distances.with_losing_moves(position, found, budget)
        if line:
            played = self._line(position, found, budget)
            found = replace(found, line=played, lead=_after(position, played).lead())
        return replace(found, nodes=budget.spent)

    def _values(self, position: Position, budget: "Budget", *, halved: bool) -> Solution:
        """Return the values, found in half of the budget unless that isn't enough for the position's own."""
        if not halved:
            return self._evaluator.solution(position, budget)
        half = budget.half()
        found = self._evaluator.solution(position, half)
        budget.spend(half.spent)
        is_open = found.value not in _DECIDED and Value.UNKNOWN in (found.value, *found.moves.values())
        return self._evaluator.solution(position, budget) if is_open else found

    def _line(self, position: Position, found: Solution, budget: "Budget") -> tuple[Move, ...]:
        if found.distance is not None and found.distance.exact is not None:
            return self._distances.line(position, found, budget)
        return self._evaluator.line(position, found, budget)


def _after(position: Position, moves: Iterable[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position
