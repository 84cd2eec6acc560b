"""Rows of the puzzles that each player has tried, solved or been shown."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import puzzle_results

_KEY = ["player_id", "puzzle"]


@dataclass(frozen=True, slots=True)
class PuzzleResultRow:
    """What a player did with a puzzle: moves tried, when it was solved, when the answer was last shown."""

    puzzle: str
    tries: int
    solved_at: datetime | None
    shown_at: datetime | None

    @property
    def solved_first(self) -> bool:
        """Whether the first move that the player tried was right."""
        return self.solved_at is not None and self.tries == 1

    @property
    def closed(self) -> bool:
        """Whether the puzzle is done: nothing more that the player does with it counts."""
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
    """Everything that a player has done, keyed by the puzzles' names."""
    statement = select(*_COLUMNS).where(puzzle_results.c.player_id == player_id)
    return {row.puzzle: PuzzleResultRow(*row) for row in await connection.execute(statement)}


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


async def solved_by(connection: AsyncConnection, player_ids: Collection[int]) -> list[SolvedRow]:
    """Every puzzle that some players have solved, in no order."""
    statement = select(*_SOLVED).where(
        puzzle_results.c.player_id.in_(player_ids), puzzle_results.c.solved_at.is_not(None)
    )
    return [SolvedRow(*row) for row in await connection.execute(statement)]
