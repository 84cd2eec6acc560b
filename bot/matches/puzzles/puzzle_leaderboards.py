"""The leaderboards of those who solve a server's puzzles of the day, and their streaks.

A day begins at the server's hour for the puzzle, in UTC.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.pages import Page
from bot.matches.values.players import Player
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.puzzles import daily_puzzles, puzzle_leaderboards
from bot.store.puzzles.puzzle_leaderboards import AboveRow, SolverRow


class PuzzlePeriod(StrEnum):
    """Whose solvers are listed: today's or this month's."""

    TODAY = "today"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class PuzzleSolver:
    """A line of the leaderboard.

    ``rank`` begins at 1, and equal results share one. Today's leaderboard ranks by streak, this month's by
    the number of puzzles ``solved``. ``streak`` is how many of the server's puzzles they've solved in a row
    by now.
    """

    rank: int
    player: Player
    solved: int
    streak: int
    solved_today: bool


class PuzzleLeaderboards:
    """Who solves the puzzles of the day of the servers in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def streak(self, guild_id: int, player_id: int) -> int:
        """Return how many of a server's puzzles of the day a player has solved in a row.

        The streak is over, which is 0, unless the last one is today's or the one before it. Days without a
        puzzle don't end it.
        """
        async with self._database.reading() as connection:
            return await daily_puzzles.streak(
                connection, guild_id, player_id, await self._today(connection, guild_id)
            )

    @retried
    async def page(
        self, guild_id: int, period: PuzzlePeriod, *, page: int, size: int
    ) -> tuple[list[PuzzleSolver], bool]:
        """Return one page (the first is 0) of a server's leaderboard, and whether another page follows.

        Players with equal results are listed in the order they reached them.
        """
        wanted = Page(page, size)
        read = (
            puzzle_leaderboards.day_page if period is PuzzlePeriod.TODAY else puzzle_leaderboards.month_page
        )
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            found = await read(connection, guild_id, today, offset=wanted.offset, limit=wanted.limit)
            rows, follows = wanted.cut(found)
            # Players who share the first rank of this page may begin on the previous one.
            better = 0
            if rows and wanted.offset:
                better = (await _above(connection, guild_id, period, today, rows[0])).better
        ranks: dict[int, int] = {}
        for index, row in enumerate(rows):
            ranks.setdefault(_result(period, row), wanted.offset + index + 1 if index else better + 1)
        return [_solver(row, ranks[_result(period, row)]) for row in rows], follows

    @retried
    async def find(
        self, guild_id: int, period: PuzzlePeriod, player_id: int
    ) -> tuple[PuzzleSolver, int] | None:
        """Return a player's line of a server's leaderboard, and how many come before it.

        Returns None if they aren't on it.
        """
        read = puzzle_leaderboards.day_row if period is PuzzlePeriod.TODAY else puzzle_leaderboards.month_row
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            row = await read(connection, guild_id, today, player_id)
            if row is None:
                return None
            above = await _above(connection, guild_id, period, today, row)
        return _solver(row, above.better + 1), above.before

    async def _today(self, connection: AsyncConnection, guild_id: int) -> date:
        return await daily_puzzles.current_day(connection, guild_id, self._clock.now())


async def _above(
    connection: AsyncConnection, guild_id: int, period: PuzzlePeriod, today: date, row: SolverRow
) -> AboveRow:
    count = (
        puzzle_leaderboards.above_on_day
        if period is PuzzlePeriod.TODAY
        else puzzle_leaderboards.above_in_month
    )
    return await count(connection, guild_id, today, row)


def _result(period: PuzzlePeriod, row: SolverRow) -> int:
    return row.streak if period is PuzzlePeriod.TODAY else row.solved


def _solver(row: SolverRow, rank: int) -> PuzzleSolver:
    return PuzzleSolver(rank, Player(row.player_id, row.name), row.solved, row.streak, row.solved_today)
