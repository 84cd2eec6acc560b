"""The leaderboards of a guild's puzzles of the day: who solved most in a month, and who solved a day's."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, FromClause, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.names import name_in
from bot.store.rows import fetch_all, fetch_one
from bot.store.schema.tables import daily_solves, players, puzzle_months


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A player, and how many puzzles of the day they solved in a guild.

    ``solved`` is how many in the month, and ``tries`` is how many it took them to solve today's, or None if
    they haven't. ``reached_at`` is when they solved the one that put them where they are on the leaderboard.
    """

    player_id: int
    name: str
    solved: int
    tries: int | None
    reached_at: datetime


@dataclass(frozen=True, slots=True)
class Month:
    """The solvers of the month of a day, as of that day: by most solved, then by who got there first.

    No one in ``without`` is on it.
    """

    guild_id: int
    day: date
    without: Collection[int] = ()

    table: ClassVar = puzzle_months
    score: ClassVar = puzzle_months.c.solved
    reached_at: ClassVar = puzzle_months.c.reached_at

    @property
    def listed(self) -> ColumnElement[bool]:
        """Return who is on it."""
        month = puzzle_months.c
        of_month = month.guild_id == self.guild_id, month.month == self.day.replace(day=1)
        return and_(*of_month, *_except(month.player_id, self.without))

    def result(self, row: SolverRow) -> int:
        """Return what a solver is ranked by."""
        return row.solved

    def best_first(self, score: ColumnElement[int]) -> ColumnElement[int]:
        """Return the order of results."""
        return score.desc()

    def better(self, result: int) -> ColumnElement[bool]:
        return self.score > result

    def solved(self, found: FromClause) -> ColumnElement[int]:
        """Return how many puzzles the solvers found have solved in the month."""
        return found.c.solved

    def tries(self, found: FromClause) -> ColumnElement[int]:
        """Return how many tries that of the day took them."""
        of_day = (daily_solves.c.guild_id == self.guild_id, daily_solves.c.day == self.day)
        mine = (daily_solves.c.player_id == found.c.player_id, *of_day)
        return select(daily_solves.c.tries).where(*mine).scalar_subquery()


@dataclass(frozen=True, slots=True)
class Day:
    """The solvers of a day: the fewest tries first, then who was first that day.

    No one in ``without`` is on it.
    """

    guild_id: int
    day: date
    without: Collection[int] = ()

    table: ClassVar = daily_solves
    score: ClassVar = daily_solves.c.tries
    reached_at: ClassVar = daily_solves.c.solved_at

    @property
    def listed(self) -> ColumnElement[bool]:
        """Return who is on it."""
        solves = daily_solves.c
        of_day = solves.guild_id == self.guild_id, solves.day == self.day
        return and_(*of_day, *_except(solves.player_id, self.without))

    def result(self, row: SolverRow) -> int:
        """Return what a solver is ranked by."""
        return row.tries or 0

    def best_first(self, score: ColumnElement[int]) -> ColumnElement[int]:
        """Return the order of results."""
        return score.asc()

    def better(self, result: int) -> ColumnElement[bool]:
        return self.score < result

    def solved(self, found: FromClause) -> ColumnElement[int]:
        """Return how many puzzles the solvers found have solved in the month."""
        month = puzzle_months.c
        mine = (month.guild_id == self.guild_id, month.month == self.day.replace(day=1))
        return select(month.solved).where(*mine, month.player_id == found.c.player_id).scalar_subquery()

    def tries(self, found: FromClause) -> ColumnElement[int]:
        """Return how many tries that of the day took them."""
        return found.c.tries


def _except(player_id: ColumnElement[int], without: Collection[int]) -> list[ColumnElement[bool]]:
    return [player_id.not_in(sorted(without))] if without else []


Leaderboard = Month | Day


async def page(
    connection: AsyncConnection, leaderboard: Leaderboard, *, offset: int, limit: int
) -> list[SolverRow]:
    """Return some of the solvers on a leaderboard, in its order."""
    order = (leaderboard.best_first(leaderboard.score), leaderboard.reached_at, leaderboard.table.c.player_id)
    ranked = select(leaderboard.table).where(leaderboard.listed).order_by(*order)
    # The rest is only looked up for this page, not for the ones before it.
    found = ranked.offset(offset).limit(limit).subquery()
    statement = _lines(leaderboard, found).order_by(
        leaderboard.best_first(found.c[leaderboard.score.name]),
        found.c[leaderboard.reached_at.name],
        found.c.player_id,
    )
    return await fetch_all(connection, statement, SolverRow)


async def row_of(connection: AsyncConnection, leaderboard: Leaderboard, player_id: int) -> SolverRow | None:
    """Return a player's row on a leaderboard; None if they aren't on it."""
    found = (
        select(leaderboard.table)
        .where(leaderboard.listed, leaderboard.table.c.player_id == player_id)
        .subquery()
    )
    return await fetch_one(connection, _lines(leaderboard, found), SolverRow)


def _lines(leaderboard: Leaderboard, found: FromClause) -> Select[Any]:
    return select(
        found.c.player_id,
        name_in(leaderboard.guild_id, players).label("name"),
        leaderboard.solved(found).label("solved"),
        leaderboard.tries(found).label("tries"),
        found.c[leaderboard.reached_at.name].label("reached_at"),
    ).join(players, players.c.id == found.c.player_id)


async def above(connection: AsyncConnection, leaderboard: Leaderboard, solver: SolverRow) -> tuple[int, int]:
    """Return how many solvers have a better result than one of them, and how many are listed before."""
    score = leaderboard.result(solver)
    equal = and_(leaderboard.listed, leaderboard.score == score)
    # Each is one range of the index; in a single condition, no index would be used.
    better, earlier, first = (
        select(func.count()).where(each).scalar_subquery()
        for each in (
            and_(leaderboard.listed, leaderboard.better(score)),
            and_(equal, leaderboard.reached_at < solver.reached_at),
            and_(
                equal,
                leaderboard.reached_at == solver.reached_at,
                leaderboard.table.c.player_id < solver.player_id,
            ),
        )
    )
    found = select(better.label("better"), earlier.label("earlier"), first.label("first"))
    counts = (await connection.execute(found)).one()
    return counts.better, counts.better + counts.earlier + counts.first
