"""Rows of ratings: of puzzles, and of the players who try them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Table, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import puzzle_ratings, puzzle_solvers


@dataclass(frozen=True, slots=True)
class SolverRatingRow:
    """A player's rating after their latest first attempt at a puzzle, which was at ``rated_at``.

    ``streak`` is how many puzzles in a row they've solved with their first move, and ``best_streak`` is the
    most they ever did.
    """

    player_id: int
    rating: float
    deviation: float
    volatility: float
    streak: int
    best_streak: int
    rated_at: datetime


@dataclass(frozen=True, slots=True)
class PuzzleRatingRow:
    """A puzzle's rating after the first attempts of this many players."""

    puzzle: str
    rating: float
    deviation: float
    volatility: float
    attempts: int


_SOLVER = tuple(puzzle_solvers.c[name] for name in SolverRatingRow.__slots__)
_PUZZLE = tuple(puzzle_ratings.c[name] for name in PuzzleRatingRow.__slots__)


async def of_solver(connection: AsyncConnection, player_id: int) -> SolverRatingRow | None:
    """The rating of a player, or None if they haven't tried a puzzle since ratings were introduced."""
    statement = select(*_SOLVER).where(puzzle_solvers.c.player_id == player_id)
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else SolverRatingRow(*row)


async def of_puzzle(connection: AsyncConnection, puzzle: str) -> PuzzleRatingRow | None:
    """The rating of a puzzle, or None if no one has tried it."""
    row = (await connection.execute(select(*_PUZZLE).where(puzzle_ratings.c.puzzle == puzzle))).one_or_none()
    return None if row is None else PuzzleRatingRow(*row)


async def of_puzzles(connection: AsyncConnection) -> dict[str, PuzzleRatingRow]:
    """The ratings of all puzzles that someone has tried, keyed by their names."""
    rows = await connection.execute(select(*_PUZZLE))
    return {row.puzzle: PuzzleRatingRow(*row) for row in rows}


async def hold_solver(connection: AsyncConnection, solver: SolverRatingRow) -> SolverRatingRow:
    """Lock and return the rating of a known player. If there's none, ``solver`` is stored first."""
    await _add(connection, puzzle_solvers, solver)
    statement = select(*_SOLVER).where(puzzle_solvers.c.player_id == solver.player_id)
    return SolverRatingRow(*(await connection.execute(statement.with_for_update())).one())


async def hold_puzzle(connection: AsyncConnection, puzzle: PuzzleRatingRow) -> PuzzleRatingRow:
    """Lock and return the rating of a puzzle. If there's none, ``puzzle`` is stored first."""
    await _add(connection, puzzle_ratings, puzzle)
    statement = select(*_PUZZLE).where(puzzle_ratings.c.puzzle == puzzle.puzzle)
    return PuzzleRatingRow(*(await connection.execute(statement.with_for_update())).one())


async def keep_solver(connection: AsyncConnection, solver: SolverRatingRow) -> None:
    """Replace the rating of a player who has one."""
    own = puzzle_solvers.c.player_id == solver.player_id
    await connection.execute(update(puzzle_solvers).where(own).values(_values(solver)))


async def keep_puzzle(connection: AsyncConnection, puzzle: PuzzleRatingRow) -> None:
    """Replace the rating of a puzzle that has one."""
    own = puzzle_ratings.c.puzzle == puzzle.puzzle
    await connection.execute(update(puzzle_ratings).where(own).values(_values(puzzle)))


async def _add(connection: AsyncConnection, table: Table, row: SolverRatingRow | PuzzleRatingRow) -> None:
    adding = insert(connection.dialect, table).values(_values(row))
    await connection.execute(adding.on_conflict_do_nothing(index_elements=[*table.primary_key]))


def _values(row: SolverRatingRow | PuzzleRatingRow) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__slots__}
