"""The leaderboards of those who solve a server's puzzles of the day, and their streaks.

A day begins at the server's hour for the puzzle, in UTC.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.transactions import retried
from bot.store.puzzles import daily_puzzles, puzzle_leaderboards
from bot.store.puzzles.puzzle_leaderboards import Day, Month, SolverRow
from bot.use_cases.puzzles.attempts import DailyStreak, streaks_of
from bot.use_cases.use_cases import UseCases
from bot.values.errors import PastTheEndError
from bot.values.pages import Page
from bot.values.players import Player
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


@dataclass(frozen=True, slots=True)
class SolversPage:
    """A page of a leaderboard (the first is 0), and whether another one follows."""

    page: int
    solvers: tuple[PuzzleSolver, ...]
    more: bool


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
    async def page(
        self, guild_id: int, period: PuzzlePeriod, *, page: int, size: int, without: Collection[int] = ()
    ) -> SolversPage:
        """Return one page (the first is 0) of a server's leaderboard.

        Players with equal results are listed in the order they reached them. No one in ``without`` is listed.

        Raises:
            PastTheEndError: there is no such page, except the first.
        """
        wanted = Page(page, size)
        async with self._database.reading() as connection:
            leaderboard = await self._leaderboard(connection, guild_id, period, without)
            found = await puzzle_leaderboards.page(
                connection, leaderboard, offset=wanted.offset, limit=wanted.limit
            )
            rows, more = wanted.cut(found)
            if page and not rows:
                raise PastTheEndError
            # Players who share the first rank of this page may begin on the previous one.
            better = 0
            if rows and wanted.offset:
                better, _ = await puzzle_leaderboards.above(connection, leaderboard, rows[0])
            streaks = await _streaks(connection, leaderboard, rows)
        ranks: dict[int, int] = {}
        for index, row in enumerate(rows):
            ranks.setdefault(leaderboard.result(row), wanted.offset + index + 1 if index else better + 1)
        solvers = (_solver(row, ranks[leaderboard.result(row)], streaks[row.player_id]) for row in rows)
        return SolversPage(page, tuple(solvers), more)

    @retried
    async def find(
        self, guild_id: int, period: PuzzlePeriod, *, player_id: int, without: Collection[int] = ()
    ) -> tuple[PuzzleSolver, int] | None:
        """Return a player's line of a server's leaderboard without some players, and how many precede it.

        Returns None if they aren't on it.
        """
        async with self._database.reading() as connection:
            leaderboard = await self._leaderboard(connection, guild_id, period, without)
            row = await puzzle_leaderboards.row_of(connection, leaderboard, player_id)
            if row is None:
                return None
            better, before = await puzzle_leaderboards.above(connection, leaderboard, row)
            streaks = await _streaks(connection, leaderboard, [row])
        return _solver(row, better + 1, streaks[player_id]), before

    async def _leaderboard(
        self, connection: AsyncConnection, guild_id: int, period: PuzzlePeriod, without: Collection[int]
    ) -> Day | Month:
        kind = Day if period is PuzzlePeriod.TODAY else Month
        return kind(guild_id, await self._today(connection, guild_id), without)

    async def _today(self, connection: AsyncConnection, guild_id: int) -> date:
        return await daily_puzzles.current_day(connection, guild_id, self._clock.now())


async def _streaks(
    connection: AsyncConnection, leaderboard: Day | Month, rows: Sequence[SolverRow]
) -> Mapping[int, DailyStreak]:
    people = [row.player_id for row in rows]
    return await streaks_of(connection, leaderboard.guild_id, people, leaderboard.day)


def _solver(row: SolverRow, rank: int, streak: DailyStreak) -> PuzzleSolver:
    return PuzzleSolver(rank, Player(row.player_id, row.name), row.solved, streak, row.tries)
