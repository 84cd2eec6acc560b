"""Rows of puzzles: who has tried, solved or been shown which, and how they and their solvers are rated."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert, update_rows
from bot.store.rows import add_new, fetch_all, fetch_one, upsert_rows, values_of
from bot.store.schema.tables import puzzle_ratings, puzzle_results, puzzle_solvers

_KEY = ["player_id", "puzzle"]


@dataclass(frozen=True, slots=True)
class PuzzleResultRow:
    """What a player did with a puzzle: moves tried, when it was solved, when the answer was last shown.

    If they failed it, it comes again at ``again_at``, and they've solved it in ``repeats`` of those since.
    """

    puzzle: str
    tries: int
    solved_at: datetime | None
    shown_at: datetime | None
    repeats: int | None = None
    again_at: datetime | None = None

    @property
    def solved_first(self) -> bool:
        """Return whether the first move that the player tried was right."""
        return self.solved_at is not None and self.tries == 1

    @property
    def tries_to_solve(self) -> int:
        """Return how many tries it took, or takes if the next move is right; the answer counts, too."""
        if self.solved_at is not None:
            return self.tries
        return self.tries + (1 if self.shown_at is None else 2)

    def is_due(self, now: datetime) -> bool:
        """Return whether the player failed the puzzle, and it's time for it again."""
        return self.again_at is not None and self.again_at <= now

    @property
    def closed(self) -> bool:
        """Return whether the puzzle is done: nothing more that the player does with it counts."""
        return self.solved_at is not None or self.shown_at is not None


@dataclass(frozen=True, slots=True)
class SolvedRow:
    """A puzzle that a player solved, and when."""

    player_id: int
    puzzle: str
    solved_at: datetime


_SOLVED = tuple(puzzle_results.c[name] for name in SolvedRow.__slots__)
_COLUMNS = tuple(puzzle_results.c[name] for name in PuzzleResultRow.__slots__)


async def results_of(connection: AsyncConnection, player_id: int) -> dict[str, PuzzleResultRow]:
    """Return everything that a player has done, keyed by the puzzles' names."""
    statement = select(*_COLUMNS).where(puzzle_results.c.player_id == player_id)
    return {row.puzzle: row for row in await fetch_all(connection, statement, PuzzleResultRow)}


async def add_try(
    connection: AsyncConnection, player_id: int, puzzle: str, solved_at: datetime | None
) -> None:
    """Count a move that a known player tried, and store when it solved the puzzle, if it did.

    Once the puzzle is solved or its answer was shown, this changes nothing.
    """
    row = insert(connection.dialect, puzzle_results).values(
        player_id=player_id, puzzle=puzzle, tries=1, solved_at=solved_at
    )
    await connection.execute(
        row.on_conflict_do_update(
            index_elements=_KEY,
            set_={"tries": puzzle_results.c.tries + 1, "solved_at": solved_at},
            where=puzzle_results.c.solved_at.is_(None) & puzzle_results.c.shown_at.is_(None),
        )
    )


async def note_shown(connection: AsyncConnection, player_id: int, puzzle: str, now: datetime) -> None:
    """Store that a known player was shown the answer. A solved puzzle stays solved."""
    row = insert(connection.dialect, puzzle_results).values(
        player_id=player_id, puzzle=puzzle, tries=0, shown_at=now
    )
    await connection.execute(row.on_conflict_do_update(index_elements=_KEY, set_={"shown_at": now}))


async def come_again(
    connection: AsyncConnection, player_id: int, puzzle: str, *, repeats: int, again_at: datetime | None
) -> None:
    """Store when a puzzle that a player has tried comes again, if it does."""
    same = (puzzle_results.c.player_id == player_id, puzzle_results.c.puzzle == puzzle)
    await update_rows(connection, puzzle_results, *same, repeats=repeats, again_at=again_at)


async def solved_by(connection: AsyncConnection, player_ids: Collection[int]) -> list[SolvedRow]:
    """Return every puzzle that some players have solved, in no order."""
    statement = select(*_SOLVED).where(
        puzzle_results.c.player_id.in_(player_ids), puzzle_results.c.solved_at.is_not(None)
    )
    return await fetch_all(connection, statement, SolvedRow)


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
    """Return the rating of a player, or None if they haven't tried a puzzle since ratings were introduced."""
    statement = select(*_SOLVER).where(puzzle_solvers.c.player_id == player_id)
    return await fetch_one(connection, statement, SolverRatingRow)


async def of_puzzle(connection: AsyncConnection, puzzle: str) -> PuzzleRatingRow | None:
    """Return the rating of a puzzle, or None if no one has tried it."""
    statement = select(*_PUZZLE).where(puzzle_ratings.c.puzzle == puzzle)
    return await fetch_one(connection, statement, PuzzleRatingRow)


async def of_puzzles(connection: AsyncConnection) -> dict[str, PuzzleRatingRow]:
    """Return the ratings of all puzzles that someone has tried, keyed by their names."""
    return {row.puzzle: row for row in await fetch_all(connection, select(*_PUZZLE), PuzzleRatingRow)}


async def lock_solver(connection: AsyncConnection, solver: SolverRatingRow) -> SolverRatingRow:
    """Lock and return the rating of a known player. If there's none, ``solver`` is stored first."""
    await add_new(connection, puzzle_solvers, **values_of(solver))
    statement = select(*_SOLVER).where(puzzle_solvers.c.player_id == solver.player_id)
    return SolverRatingRow(**(await connection.execute(statement.with_for_update())).mappings().one())


async def lock_puzzle(connection: AsyncConnection, puzzle: PuzzleRatingRow) -> PuzzleRatingRow:
    """Lock and return the rating of a puzzle. If there's none, ``puzzle`` is stored first."""
    await add_new(connection, puzzle_ratings, **values_of(puzzle))
    statement = select(*_PUZZLE).where(puzzle_ratings.c.puzzle == puzzle.puzzle)
    return PuzzleRatingRow(**(await connection.execute(statement.with_for_update())).mappings().one())


async def keep_ratings(connection: AsyncConnection, solver: SolverRatingRow, puzzle: PuzzleRatingRow) -> None:
    """Replace the ratings of a player and of a puzzle."""
    await upsert_rows(connection, puzzle_solvers, [solver])
    await upsert_rows(connection, puzzle_ratings, [puzzle])
