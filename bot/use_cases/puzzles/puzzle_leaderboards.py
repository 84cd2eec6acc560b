"""The leaderboards of those who solve a server's puzzles of the day, and their streaks.

A day begins at the server's hour for the puzzle, in UTC.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.transactions import retried
from bot.store.puzzles import daily_puzzles
from bot.store.puzzles.puzzle_leaderboards import SolverRow, of_day, of_month
from bot.use_cases.puzzles.attempts import DailyStreak, streaks_of
from bot.use_cases.standings.leaderboards import PAGE_SIZE, read_page
from bot.use_cases.use_cases import UseCases
from bot.values.players import Player
from bot.values.standings import RankedPage
from engine import Puzzle


class PuzzlePeriod(StrEnum):
    """Whose solvers are listed: today's or this month's."""

    TODAY = "today"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class PuzzleSolver:
    """A line of the leaderboard.

    ``rank`` begins at 1, and equal results share one. Today's leaderboard ranks by ``tries``, this month's by
    the number of puzzles ``solved``. ``streak`` is the one they have now. ``tries`` is how many today's took
    them, or None if they haven't solved it.
    """

    rank: int
    player: Player
    solved: int
    streak: DailyStreak
    tries: int | None


class PuzzleLeaderboards(UseCases):
    """Who solves the puzzles of the day of the servers in one database."""

    @retried
    async def streak(self, guild_id: int, *, player_id: int) -> DailyStreak:
        """Return the streak that a player has in a server now. Days without a puzzle don't end it."""
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            return (await streaks_of(connection, guild_id, [player_id], today))[player_id]

    @retried
    async def streak_at_stake(self, guild_id: int, *, player_id: int, puzzle: Puzzle) -> DailyStreak | None:
        """Return a player's streak if a puzzle is that of a server's day, and they haven't solved it yet."""
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            if not await daily_puzzles.is_unsolved(
                connection, guild_id, today, player_id=player_id, puzzle=puzzle.number
            ):
                return None
            return (await streaks_of(connection, guild_id, [player_id], today))[player_id]

    @retried
    async def page(  # noqa: PLR0913 - which list and page, and who reads it
        self,
        guild_id: int,
        period: PuzzlePeriod,
        page: int | None,
        without: Collection[int] = (),
        *,
        reader_id: int,
        size: int = PAGE_SIZE,
    ) -> RankedPage[PuzzleSolver]:
        """Return one page of a server's leaderboard, as in ``read_page``.

        Players with equal results are listed in the order they reached them. No one in ``without`` is listed.

        Raises:
            PastTheEndError: there is no such page, except the first.
        """
        async with self._database.reading() as connection:
            today = await self._today(connection, guild_id)
            listed = of_day if period is PuzzlePeriod.TODAY else of_month
            ranking = listed(guild_id, today, without)
            found = await read_page(connection, ranking, page, reader_id=reader_id, size=size)
            rows = [*found.lines, *([] if found.own is None else [found.own])]
            streaks = await streaks_of(connection, guild_id, [row.player_id for row in rows], today)
        return found.showing(lambda row: _solver(row, streaks[row.player_id]))

    async def _today(self, connection: AsyncConnection, guild_id: int) -> date:
        return await daily_puzzles.current_day(connection, guild_id, self._clock.now())


def _solver(row: SolverRow, streak: DailyStreak) -> PuzzleSolver:
    return PuzzleSolver(row.rank, Player(row.player_id, row.name), row.solved, streak, row.tries)
