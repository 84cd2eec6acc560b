"""The leaderboards of a guild's puzzles of the day: who solved most in a month, and who solved a day's."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, Table, and_, exists, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.puzzles.daily_puzzles import streak_by
from bot.store.schema.tables import daily_solves, players, puzzle_months


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A player, and how many puzzles of the day they solved in a guild.

    ``solved`` is how many in the month, ``streak`` is how many in a row by now, and ``reached_at`` is when
    they solved the one that put them where they are on the leaderboard.
    """

    player_id: int
    name: str
    solved: int
    streak: int
    solved_today: bool
    reached_at: datetime


async def month_page(
    connection: AsyncConnection, guild_id: int, day: date, *, offset: int, limit: int
) -> list[SolverRow]:
    """The solvers of the month of ``day``, as of that day: by most solved, then by who got there first."""
    return await _page(connection, _Month(guild_id, day), offset=offset, limit=limit)


async def day_page(
    connection: AsyncConnection, guild_id: int, day: date, *, offset: int, limit: int
) -> list[SolverRow]:
    """The solvers of a day: the longest streaks first, then who was first that day."""
    return await _page(connection, _Day(guild_id, day), offset=offset, limit=limit)


async def month_row(
    connection: AsyncConnection, guild_id: int, day: date, player_id: int
) -> SolverRow | None:
    """A player's row among the solvers of the month of ``day``, as of that day; None if they aren't one."""
    return await _row(connection, _Month(guild_id, day), player_id)


async def day_row(connection: AsyncConnection, guild_id: int, day: date, player_id: int) -> SolverRow | None:
    """A player's row among the solvers of a day; None if they aren't one."""
    return await _row(connection, _Day(guild_id, day), player_id)


@dataclass(frozen=True, slots=True)
class AboveRow:
    """How many solvers have a better result than a given one, and how many are listed before that one."""

    better: int
    before: int


async def above_in_month(
    connection: AsyncConnection, guild_id: int, day: date, solver: SolverRow
) -> AboveRow:
    """How many solvers of the month of ``day`` are above one of them."""
    return await _above(connection, _Month(guild_id, day), solver, solver.solved)


async def above_on_day(connection: AsyncConnection, guild_id: int, day: date, solver: SolverRow) -> AboveRow:
    """How many solvers of a day are above one of them."""
    return await _above(connection, _Day(guild_id, day), solver, solver.streak)


class _Month:
    """The leaderboard of a month, as of one of its days."""

    table: Table = puzzle_months
    score = puzzle_months.c.solved
    reached_at = puzzle_months.c.reached_at

    def __init__(self, guild_id: int, day: date) -> None:
        self.guild_id, self.day = guild_id, day
        self.listed = and_(puzzle_months.c.guild_id == guild_id, puzzle_months.c.month == day.replace(day=1))

    def solved(self, found: FromClause) -> ColumnElement[int]:
        return found.c.solved

    def streak(self, found: FromClause) -> ColumnElement[int]:
        return streak_by(found.c.player_id, self.guild_id, self.day)

    def solved_today(self, found: FromClause) -> ColumnElement[bool]:
        return exists().where(
            daily_solves.c.player_id == found.c.player_id,
            daily_solves.c.guild_id == self.guild_id,
            daily_solves.c.day == self.day,
        )


class _Day:
    """The leaderboard of a day."""

    table: Table = daily_solves
    score = daily_solves.c.streak
    reached_at = daily_solves.c.solved_at

    def __init__(self, guild_id: int, day: date) -> None:
        self.guild_id, self.day = guild_id, day
        self.listed = and_(daily_solves.c.guild_id == guild_id, daily_solves.c.day == day)

    def solved(self, found: FromClause) -> ColumnElement[int]:
        month = puzzle_months.c
        mine = (month.guild_id == self.guild_id, month.month == self.day.replace(day=1))
        return select(month.solved).where(*mine, month.player_id == found.c.player_id).scalar_subquery()

    def streak(self, found: FromClause) -> ColumnElement[int]:
        return found.c.streak

    def solved_today(self, found: FromClause) -> ColumnElement[bool]:
        del found
        return true()


async def _page(
    connection: AsyncConnection, leaderboard: _Month | _Day, *, offset: int, limit: int
) -> list[SolverRow]:
    order = (leaderboard.score.desc(), leaderboard.reached_at, leaderboard.table.c.player_id)
    ranked = select(leaderboard.table).where(leaderboard.listed).order_by(*order)
    # The rest is only looked up for this page, not for the ones before it.
    found = ranked.offset(offset).limit(limit).subquery()
    statement = _lines(leaderboard, found).order_by(
        found.c[leaderboard.score.name].desc(), found.c[leaderboard.reached_at.name], found.c.player_id
    )
    return [SolverRow(*row) for row in await connection.execute(statement)]


async def _row(connection: AsyncConnection, leaderboard: _Month | _Day, player_id: int) -> SolverRow | None:
    found = (
        select(leaderboard.table)
        .where(leaderboard.listed, leaderboard.table.c.player_id == player_id)
        .subquery()
    )
    row = (await connection.execute(_lines(leaderboard, found))).one_or_none()
    return None if row is None else SolverRow(*row)


def _lines(leaderboard: _Month | _Day, found: FromClause) -> Select[Any]:
    return select(
        found.c.player_id,
        players.c.name,
        leaderboard.solved(found),
        leaderboard.streak(found),
        leaderboard.solved_today(found),
        found.c[leaderboard.reached_at.name],
    ).join(players, players.c.id == found.c.player_id)


async def _above(
    connection: AsyncConnection, leaderboard: _Month | _Day, solver: SolverRow, score: int
) -> AboveRow:
    equal = and_(leaderboard.listed, leaderboard.score == score)
    # Each is one range of the index; in a single condition, no index would be used.
    better, earlier, first = (
        select(func.count()).where(each).scalar_subquery()
        for each in (
            and_(leaderboard.listed, leaderboard.score > score),
            and_(equal, leaderboard.reached_at < solver.reached_at),
            and_(
                equal,
                leaderboard.reached_at == solver.reached_at,
                leaderboard.table.c.player_id < solver.player_id,
            ),
        )
    )
    counts = (await connection.execute(select(better, earlier, first))).one()
    return AboveRow(counts[0], sum(counts))
