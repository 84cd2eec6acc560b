"""How the start of a day's game is chosen: ``docs/learning.md`` says what makes one fit."""

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from bot.use_cases.reviews import Solver
from engine import Move, Position, Ruleset, Value

LEVELS: Final = (3, 4, 5, 4, 5, 6, 5)
"""The computer's levels on the days of a week, Monday's first."""

PIECES: Final = 6
"""How many there are at the start."""

UNDECIDED: Final = 4
"""How many plies after the start it's still not decided who wins."""

_OF_BOOK: Final = 4
"""With up to this many pieces, all values are known without a search."""

_FEWEST_MOVES: Final = 6
_MOST_MOVES: Final = 24
_FEWEST_KEEPING: Final = 2
_MOST_KEEPING: Final = 0.6
"""The largest share of the first moves that keep the draw."""

_NO_ONE: Final = 0
_SECONDS: Final = 60.0
"""Maximum number of seconds for one position. A few tenths of a second are enough for nearly all."""

_MOST_TRIES: Final = 1000


async def choose_course(random: Random, solver: Solver, used: Collection[Position]) -> str | None:
    """Return the moves to a start that fits, and whose canonical position isn't used; None if none is found.

    The same ``random`` leads to the same start, because the solver's values are exact.
    """
    for _ in range(_MOST_TRIES):
        course = await _drawn_course(random, solver)
        if course is None:
            continue
        start = Position.replay(Ruleset.PYRGA, course)
        is_new = start.canonical() not in used and len(start.canonical_symmetries()) == 1
        if is_new and await _is_fit(random, solver, start):
            return " ".join(map(str, course))
    return None


async def _drawn_course(random: Random, solver: Solver) -> list[Move] | None:
    """Return moves to a drawn position, the first ones of any value; None if a try led to none."""
    position, course = Position.start(Ruleset.PYRGA), list[Move]()
    while position.ply < PIECES:
        moves: Sequence[Move] = position.legal_moves
        if position.ply >= _OF_BOOK:
            moves = [move for move in await _keeping(solver, position) if _leads_on(position, move)]
        if not moves:
            return None
        course.append(random.choice(moves))
        position = position.play(course[-1])
    return course


def _leads_on(position: Position, move: Move) -> bool:
    """Return whether there's a reply to a move, or if it leads to a start, as many as fit."""
    replies = len(position.play(move).legal_moves)
    return replies > 0 if position.ply < PIECES - 1 else _FEWEST_MOVES <= replies <= _MOST_MOVES


async def _is_fit(random: Random, solver: Solver, start: Position) -> bool:
    """Return whether a drawn position leaves a choice, and so does a drawn line from there."""
    keeping = await _keeping(solver, start)
    if not _FEWEST_KEEPING <= len(keeping) <= _MOST_KEEPING * len(start.legal_moves):
        return False
    position = start
    for _ in range(UNDECIDED):
        if not keeping:
            return False
        position = position.play(random.choice(keeping))
        keeping = await _keeping(solver, position)
    return 0 < len(keeping) < len(position.legal_moves)


async def _keeping(solver: Solver, position: Position) -> Sequence[Move]:
    """Return the moves to positions that are drawn."""
    solution = await solver.solve(position, _NO_ONE, seconds=_SECONDS, line=False)
    return [move for move, value in solution.moves.items() if value is Value.DRAW]
