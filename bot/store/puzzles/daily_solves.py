"""Who solved a guild's puzzle of the day on its day, their streaks then, and the counts of each month."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, Date, Integer, ScalarSelect, cast, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.puzzles.daily_puzzles import current_day, mark_outdated
from bot.store.schema.tables import daily_puzzles, daily_solves, puzzle_months

_MONTH_KEY = ["guild_id", "month", "player_id"]


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
    found = select(streak_by(literal(player_id), guild_id, day))
    return int((await connection.execute(found)).scalar_one())


async def count(connection: AsyncConnection, guild_id: int, day: date) -> int:
    """How many players solved a guild's puzzle of the day on that day."""
    solved = (daily_solves.c.guild_id == guild_id, daily_solves.c.day == day)
    return int((await connection.execute(select(func.count()).where(*solved))).scalar_one())


def streak_by(player_id: ColumnElement[int], guild_id: int, day: date) -> ColumnElement[int]:
    """The streak that a player has by ``day``, whether or not they've solved that day's puzzle yet."""
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
