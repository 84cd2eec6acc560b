"""Makes the review of a game: asks the solver about one position after another."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Protocol

from engine import Distances, Position, Record, Review, Solution, Value, review_game

SECONDS_A_POSITION = 10.0
"""Maximum number of seconds for one position. After that, the review leaves its value unknown."""

SECONDS_A_DISTANCE = 0.5
"""Maximum number of additional seconds for how far the end is. After that, only bounds are known."""

SECONDS_A_LINE = 1.0
"""Maximum number of seconds for how a game goes on after a mistake, or without it. Then the line stops."""


class Solver(Protocol):
    """Something that finds exact values."""

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        """Return the values of a position's moves for ``player_id``; those not found in time are unknown.

        ``distances`` says which distances to look for in that time, and ``line`` whether to find perfect
        play.
        """


async def make_review(
    record: Record,
    solver: Solver,
    player_id: int,
    *,
    starting_moves: int = 0,
    note: Callable[[int], object],
) -> Review:
    """Review a game for ``player_id``, calling ``note`` with how many positions are solved so far.

    The first ``starting_moves`` belong to the start of the game.
    """
    solutions: list[Solution] = []
    note(0)
    async for solution in _solved_from_the_end(record, solver, player_id):
        solutions.insert(0, solution)
        note(len(solutions))
    review = review_game(record, solutions, starting_moves)
    lines = {}
    for position in _to_explain(record, review):
        ply = position.ply
        found = await _explained(position, solver, player_id, compared=ply in review.lapses)
        lines[ply] = found.line
        if ply in review.lapses:
            solutions[ply] = _completed(solutions[ply], found)
    return review_game(record, solutions, starting_moves, lines)


async def _solved_from_the_end(record: Record, solver: Solver, player_id: int) -> AsyncIterator[Solution]:
    """Solve the positions of a game where someone moved, starting with the last one.

    What the solver finds out about later positions helps it with earlier ones.
    """
    for position in reversed(list(record.positions())[:-1]):
        solution = await solver.solve(position, player_id, seconds=SECONDS_A_POSITION, line=False)
        if solution.value in (Value.WIN, Value.LOSS):
            solution = await _with_distances(position, solution, solver, player_id)
        yield solution


async def _with_distances(position: Position, solution: Solution, solver: Solver, player_id: int) -> Solution:
    # The values are already in the solver's table, so all of this time is for the distances.
    found = await solver.solve(
        position, player_id, seconds=SECONDS_A_DISTANCE, line=False, distances=Distances.BEST
    )
    return _completed(solution, found)


def _to_explain(record: Record, review: Review) -> Sequence[Position]:
    """Return the positions before and after the moves that gave something away, the last one first.

    The end of the game isn't among them, since nothing comes after it.
    """
    plies = {ply for lapse in review.lapses for ply in (lapse, lapse + 1)}
    visited = reversed(list(record.positions()))
    return [position for position in visited if position.ply in plies and position.legal_moves]


async def _explained(position: Position, solver: Solver, player_id: int, *, compared: bool) -> Solution:
    """Find out how a game goes on; if its moves are to be ``compared``, also how far each is from the end."""
    distances = Distances.ALL if compared else Distances.BEST
    return await solver.solve(position, player_id, seconds=SECONDS_A_LINE, distances=distances)


def _completed(solution: Solution, found: Solution) -> Solution:
    """Return a solution completed with the distances of a later one, which had little time for the values."""
    if found.value is not solution.value:
        return solution
    return replace(solution, best=found.best, distance=found.distance, distances=found.distances)
