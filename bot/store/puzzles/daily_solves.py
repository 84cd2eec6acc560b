"""Who solved a guild's puzzle of the day on its day, their streaks then, and the counts of each month."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    FromClause,
    Integer,
    ScalarSelect,
    Select,
    Table,
    and_,
    cast,
    exists,
    func,
    literal,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.puzzles.daily_puzzles import current_day, mark_outdated
from bot.store.schema.tables import daily_puzzles, daily_solves, players, puzzle_months

_MONTH_KEY = ["guild_id", "month", "player_id"]


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A player, and how many puzzles of the day they solved in a guild.

    ``solved`` is how many in the month, ``streak`` is how many in a row by now, and ``reached_at`` is when
    they solved the one that put them where they are on the board.
    """

    player_id: int
    name: str
    solved: int
    streak: int
    solved_today: bool
    reached_at: datetime


@dataclass(frozen=True, slots=True)
class SolvedDayRow:
    """A puzzle of the day that a player solved: its number in their streak, and when."""

    player_id: int
    streak: int
    solved_at: datetime


async def add(
    connection: AsyncConnection, guild_id: int, player_id: int, puzzle: str, now: datetime
) -> int | None:
    """Store that a known player solved a puzzle, if it's the guild's puzzle of the day; return their streak.

    None if it's another puzzle, or if they've already solved the day's. The message with the day's puzzle is
    marked as outdated.
    """
    day = await current_day(connection, guild_id, now)
    earlier = func.coalesce(_streak_on(literal(player_id), guild_id, _day_before(guild_id, day)), 0)
    solved = select(
        literal(player_id),
        daily_puzzles.c.guild_id,
        daily_puzzles.c.day,
        cast(earlier + 1, Integer),
        literal(now, daily_solves.c.solved_at.type),
    ).where(
        daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day == day, daily_puzzles.c.puzzle == puzzle
    )
    adding = insert(connection.dialect, daily_solves).from_select(daily_solves.c.keys(), solved)
    adding = adding.on_conflict_do_nothing(index_elements=["player_id", "guild_id", "day"])
    streak: int | None = await connection.scalar(adding.returning(daily_solves.c.streak))
    if streak is not None:
        await _count_in_month(connection, guild_id, player_id, day, now)
        await mark_outdated(connection, guild_id, day)
    return streak


async def _count_in_month(
    connection: AsyncConnection, guild_id: int, player_id: int, day: date, now: datetime
) -> None:
    row = insert(connection.dialect, puzzle_months).values(
        guild_id=guild_id, month=day.replace(day=1), player_id=player_id, solved=1, reached_at=now
    )
    risen = {"solved": puzzle_months.c.solved + 1, "reached_at": now}
    await connection.execute(row.on_conflict_do_update(index_elements=_MONTH_KEY, set_=risen))


async def solved_by(connection: AsyncConnection, player_ids: Collection[int]) -> list[SolvedDayRow]:
    """Every puzzle of the day that some players have solved in any guild, in no order."""
    columns = (daily_solves.c[name] for name in SolvedDayRow.__slots__)
    statement = select(*columns).where(daily_solves.c.player_id.in_(player_ids))
    return [SolvedDayRow(*row) for row in await connection.execute(statement)]


async def streak(connection: AsyncConnection, guild_id: int, player_id: int, day: date) -> int:
    """How many of a guild's puzzles of the day a player has solved in a row, as of ``day``.

    The streak is over, which is 0, unless the last one is that of ``day`` or the one before it.
    """
    found = select(_streak_by(literal(player_id), guild_id, day))
    return int((await connection.execute(found)).scalar_one())


async def count(connection: AsyncConnection, guild_id: int, day: date) -> int:
    """How many players solved a guild's puzzle of the day on that day."""
    solved = (daily_solves.c.guild_id == guild_id, daily_solves.c.day == day)
    return int((await connection.execute(select(func.count()).where(*solved))).scalar_one())


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
    """The board of a month, as of one of its days."""

    table: Table = puzzle_months
    score = puzzle_months.c.solved
    reached_at = puzzle_months.c.reached_at

    def __init__(self, guild_id: int, day: date) -> None:
        self.guild_id, self.day = guild_id, day
        self.listed = and_(puzzle_months.c.guild_id == guild_id, puzzle_months.c.month == day.replace(day=1))

    def solved(self, found: FromClause) -> ColumnElement[int]:
        return found.c.solved

    def streak(self, found: FromClause) -> ColumnElement[int]:
        return _streak_by(found.c.player_id, self.guild_id, self.day)

    def solved_today(self, found: FromClause) -> ColumnElement[bool]:
        return exists().where(
            daily_solves.c.player_id == found.c.player_id,
            daily_solves.c.guild_id == self.guild_id,
            daily_solves.c.day == self.day,
        )


class _Day:
    """The board of a day."""

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
    connection: AsyncConnection, board: _Month | _Day, *, offset: int, limit: int
) -> list[SolverRow]:
    order = (board.score.desc(), board.reached_at, board.table.c.player_id)
    ranked = select(board.table).where(board.listed).order_by(*order)
    # The rest is only looked up for this page, not for the ones before it.
    found = ranked.offset(offset).limit(limit).subquery()
    statement = _lines(board, found).order_by(
        found.c[board.score.name].desc(), found.c[board.reached_at.name], found.c.player_id
    )
    return [SolverRow(*row) for row in await connection.execute(statement)]


async def _row(connection: AsyncConnection, board: _Month | _Day, player_id: int) -> SolverRow | None:
    found = select(board.table).where(board.listed, board.table.c.player_id == player_id).subquery()
    row = (await connection.execute(_lines(board, found))).one_or_none()
    return None if row is None else SolverRow(*row)


def _lines(board: _Month | _Day, found: FromClause) -> Select[Any]:
    return select(
        found.c.player_id,
        players.c.name,
        board.solved(found),
        board.streak(found),
        board.solved_today(found),
        found.c[board.reached_at.name],
    ).join(players, players.c.id == found.c.player_id)


async def _above(
    connection: AsyncConnection, board: _Month | _Day, solver: SolverRow, score: int
) -> AboveRow:
    equal = and_(board.listed, board.score == score)
    # Each is one range of the index; in a single condition, no index would be used.
    better, earlier, first = (
        select(func.count()).where(each).scalar_subquery()
        for each in (
            and_(board.listed, board.score > score),
            and_(equal, board.reached_at < solver.reached_at),
            and_(equal, board.reached_at == solver.reached_at, board.table.c.player_id < solver.player_id),
        )
    )
    counts = (await connection.execute(select(better, earlier, first))).one()
    return AboveRow(counts[0], sum(counts))


def _streak_by(player_id: ColumnElement[int], guild_id: int, day: date) -> ColumnElement[int]:
    """The streak that a player has by ``day``, whether or not they've already solved that day's puzzle."""
    # With a single condition, SQLite would go through everyone who solved the puzzle on these days.
    days = (literal(day, Date), _day_before(guild_id, day))
    return func.coalesce(*(_streak_on(player_id, guild_id, each) for each in days), 0)


def _streak_on(player_id: ColumnElement[int], guild_id: int, day: ColumnElement[date]) -> ScalarSelect[int]:
    """The streak that a player had with the puzzle of ``day``, or NULL."""
    key = (
        daily_solves.c.player_id == player_id,
        daily_solves.c.guild_id == guild_id,
        daily_solves.c.day == day,
    )
    return select(daily_solves.c.streak).where(*key).scalar_subquery()


def _day_before(guild_id: int, day: date) -> ScalarSelect[date]:
    """The last day before ``day`` that is known to have had a puzzle in a guild."""
    posted = (daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.message_id.is_not(None))
    days = select(daily_puzzles.c.day).where(*posted, daily_puzzles.c.day < day)
    return days.order_by(daily_puzzles.c.day.desc()).limit(1).scalar_subquery()
