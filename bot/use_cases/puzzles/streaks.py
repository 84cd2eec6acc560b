"""Streaks of puzzles of the day, and the freezes that keep them when a day is missed.

No job uses a freeze: what's stored with the last solved day says how many are left since.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.puzzles import daily_puzzles
from bot.store.puzzles.daily_puzzles import NewSolve, StreakRow

DAYS_FOR_FREEZE: Final = 7
"""How many solved days earn a freeze."""

MOST_FREEZES: Final = 2
"""Maximum number of freezes that someone has."""


@dataclass(frozen=True, slots=True)
class DailyStreak:
    """How many puzzles of the day someone has solved in a row on the first try, and the freezes they have.

    >>> DailyStreak(20, freezes=2).after_missing(1).after_solving(days=21, first_try=True)
    DailyStreak(length=21, freezes=2)
    >>> DailyStreak(20, freezes=2).after_missing(3)
    DailyStreak(length=0, freezes=0)
    """

    length: int = 0
    freezes: int = 0

    def after_missing(self, days: int) -> Self:
        """Return the streak after days with a puzzle that went unsolved. Each of them uses a freeze.

        Without enough of them, the streak is over. If there's no streak to keep, no freeze is used.
        """
        if not self.length:
            return self
        return type(self)(self.length, self.freezes - days) if days <= self.freezes else type(self)()

    def after_solving(self, *, days: int, first_try: bool) -> Self:
        """Return the streak after a solved day. ``days`` is how many they've solved, in a row or not."""
        earned = days % DAYS_FOR_FREEZE == 0
        return type(self)(self.length + first_try, min(self.freezes + earned, MOST_FREEZES))


NO_STREAK: Final = DailyStreak()


@dataclass(frozen=True, slots=True)
class SolvedToday:
    """A server's puzzle of the day that was just solved: how many ``tries`` it took, and the ``streak``.

    ``used`` counts the freezes that kept the streak since the last solved day, and ``earned`` says whether
    the day brought another one.
    """

    tries: int
    streak: DailyStreak
    used: int = 0
    earned: bool = False


async def streaks_of(
    connection: AsyncConnection, guild_id: int, player_ids: Collection[int], day: date
) -> Mapping[int, DailyStreak]:
    """Return the streaks that players have in a server by ``day``, whether or not they've solved it yet."""
    rows = await daily_puzzles.streaks(connection, guild_id, player_ids, day)
    known = {row.player_id: _kept(row) for row in rows}
    return {player_id: known.get(player_id, NO_STREAK) for player_id in player_ids}


async def solve_day(  # noqa: PLR0913 - who, where, what, and when
    connection: AsyncConnection, guild_id: int, *, player_id: int, puzzle: str, tries: int, now: datetime
) -> SolvedToday | None:
    """Record that a player, whom this transaction holds, solved a puzzle, if it's that of their server's day.

    None if it's another puzzle, or if they've already solved the day's.
    """
    day = await daily_puzzles.current_day(connection, guild_id, now)
    if not await daily_puzzles.is_unsolved(connection, guild_id, day, player_id=player_id, puzzle=puzzle):
        return None
    rows = await daily_puzzles.streaks(connection, guild_id, [player_id], day)
    last = rows[0] if rows else StreakRow(player_id, solved=0, streak=0, freezes=0, missed=0)
    kept = _kept(last)
    streak = kept.after_solving(days=last.solved + 1, first_try=tries == 1)
    solve = NewSolve(player_id, guild_id, day, tries, streak.length, streak.freezes, now)
    await daily_puzzles.add_solve(connection, solve)
    used = last.freezes - kept.freezes if kept.length else 0
    return SolvedToday(tries, streak, used, earned=streak.freezes > kept.freezes)


def _kept(row: StreakRow) -> DailyStreak:
    return DailyStreak(row.streak, row.freezes).after_missing(row.missed)
