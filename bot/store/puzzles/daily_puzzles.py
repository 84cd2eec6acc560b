"""Rows of puzzles of the day that were posted, where each guild wants them, and who solved them.

The key (guild, day) prevents duplicates: the process that inserts the row posts the puzzle.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    and_,
    case,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.rows import add_new, fetch_all, fetch_one, values_of
from bot.store.schema.conditions import OUTDATED, WITH_PUZZLE
from bot.store.schema.tables import daily_puzzles, daily_solves, guilds, puzzle_months, puzzle_results
from bot.store.standings.ranked_lists import RankedList, admitted

_POSTED = daily_puzzles.c.message_id.is_not(None)
_HOUR = func.coalesce(guilds.c.puzzle_hour, 0)
_SUBSCRIPTION = (
    guilds.c.id.label("guild_id"),
    guilds.c.puzzle_channel_id.label("channel_id"),
    func.coalesce(guilds.c.language, guilds.c.puzzle_language).label("language"),
    guilds.c.theme,
    guilds.c.ruleset,
    _HOUR.label("hour"),
)
_MONTH_KEY = ["guild_id", "month", "player_id"]


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """How a guild wants its daily puzzle. ``theme`` and ``ruleset`` are what it chose, or None.

    ``channel_id`` is where the next one is posted; None if it's switched off. ``language`` is the one that
    the guild chose, or else its language on Discord when it switched the puzzle on.
    """

    guild_id: int
    channel_id: int | None
    language: str | None
    theme: str | None
    ruleset: str | None
    hour: int


@dataclass(frozen=True, slots=True)
class DailyPuzzleRow:
    """A puzzle of the day. ``message_id`` is None until it's known to be posted."""

    day: date
    puzzle: str
    channel_id: int
    message_id: int | None


_COLUMNS = tuple(daily_puzzles.c[name] for name in DailyPuzzleRow.__slots__)


def day_at(now: datetime, hour: int) -> date:
    """Return the day whose puzzle is current, if days begin at this hour in UTC.

    >>> [str(day_at(datetime(2026, 3, 2, hour, tzinfo=UTC), 6)) for hour in (5, 6)]
    ['2026-03-01', '2026-03-02']
    """
    return (now.astimezone(UTC) - timedelta(hours=hour)).date()


async def hour_of(connection: AsyncConnection, guild_id: int) -> int:
    """Return the hour in UTC at which a guild's days begin, whether or not the guild is known."""
    return await connection.scalar(select(_HOUR).where(guilds.c.id == guild_id)) or 0


async def current_day(connection: AsyncConnection, guild_id: int, now: datetime) -> date:
    """Return the day whose puzzle is current in a guild, whether or not the guild is known.

    It's never earlier than that of the last puzzle, even if a later hour was chosen since then.
    """
    last = select(func.max(daily_puzzles.c.day)).where(daily_puzzles.c.guild_id == guild_id)
    both = select(_HOUR.label("hour"), last.scalar_subquery().label("posted")).where(guilds.c.id == guild_id)
    found = (await connection.execute(both)).one_or_none()
    day = day_at(now, 0 if found is None else found.hour)
    return day if found is None or found.posted is None else max(day, found.posted)


async def subscription_of(connection: AsyncConnection, guild_id: int) -> SubscriptionRow:
    """Return how a known guild wants its daily puzzle, or wanted it before it was switched off."""
    statement = select(*_SUBSCRIPTION).where(guilds.c.id == guild_id)
    return SubscriptionRow(**(await connection.execute(statement)).mappings().one())


async def set_channel(
    connection: AsyncConnection, guild_id: int, *, channel_id: int | None, language: str | None
) -> None:
    """Store where and in which language a known guild wants its daily puzzle; None for no puzzle."""
    values = {"puzzle_channel_id": channel_id, "puzzle_language": language}
    await connection.execute(update(guilds).where(guilds.c.id == guild_id).values(values))


async def due(connection: AsyncConnection, now: datetime) -> list[SubscriptionRow]:
    """Return the guilds that want a puzzle and don't have one for the current day yet."""
    utc = now.astimezone(UTC)
    today, yesterday = (literal(day_at(utc, hours), Date) for hours in (0, 24))
    day = case((utc.hour >= _HOUR, today), else_=yesterday)
    has_one = exists().where(daily_puzzles.c.guild_id == guilds.c.id, daily_puzzles.c.day >= day)
    statement = select(*_SUBSCRIPTION).where(WITH_PUZZLE, ~has_one).order_by(guilds.c.id)
    return await fetch_all(connection, statement, SubscriptionRow)


async def past(connection: AsyncConnection, guild_id: int) -> list[DailyPuzzleRow]:
    """Return every daily puzzle of a guild, the oldest first."""
    statement = select(*_COLUMNS).where(daily_puzzles.c.guild_id == guild_id).order_by(daily_puzzles.c.day)
    return await fetch_all(connection, statement, DailyPuzzleRow)


async def unsolved(
    connection: AsyncConnection, player_id: int, *, guild_id: int | None, since: date
) -> Sequence[str]:
    """Return the puzzles of the days from ``since`` that a player could still solve.

    They're those of one guild, and of the guilds in which the player has solved one before.
    """
    known = select(daily_solves.c.guild_id).where(daily_solves.c.player_id == player_id)
    finished = exists().where(
        puzzle_results.c.player_id == player_id,
        puzzle_results.c.puzzle == daily_puzzles.c.puzzle,
        or_(puzzle_results.c.solved_at.is_not(None), puzzle_results.c.shown_at.is_not(None)),
    )
    there = known if guild_id is None else known.union(select(literal(guild_id, BigInteger)))
    statement = select(daily_puzzles.c.puzzle).where(
        daily_puzzles.c.guild_id.in_(there), daily_puzzles.c.day >= since, ~finished
    )
    return (await connection.scalars(statement)).all()


async def claim(
    connection: AsyncConnection, guild_id: int, day: date, puzzle: str, *, channel_id: int
) -> bool:
    """Claim the posting of a guild's puzzle of the day. False if another process has."""
    posting = {"guild_id": guild_id, "day": day, "puzzle": puzzle, "channel_id": channel_id}
    return await add_new(connection, daily_puzzles, **posting)


async def release(connection: AsyncConnection, guild_id: int, day: date) -> None:
    """Release what was claimed and not posted."""
    unposted = daily_puzzles.c.message_id.is_(None)
    await connection.execute(delete(daily_puzzles).where(*_of_day(guild_id, day), unposted))


async def set_message(connection: AsyncConnection, guild_id: int, day: date, *, message_id: int) -> None:
    """Store which message shows a guild's puzzle of the day."""
    statement = update(daily_puzzles).where(*_of_day(guild_id, day))
    await connection.execute(statement.values(message_id=message_id))


async def posted_before(connection: AsyncConnection, guild_id: int, day: date) -> DailyPuzzleRow | None:
    """Return the last puzzle of a guild before a day that is known to be posted, or None."""
    statement = (
        select(*_COLUMNS)
        .where(daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day < day, _POSTED)
        .order_by(daily_puzzles.c.day.desc())
        .limit(1)
    )
    return await fetch_one(connection, statement, DailyPuzzleRow)


def _of_day(guild_id: int, day: date) -> tuple[ColumnElement[bool], ...]:
    return daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day == day


async def mark_outdated(connection: AsyncConnection, guild_id: int, day: date) -> None:
    """Store that the message with a guild's puzzle of the day has to be edited, if it's known to exist."""
    statement = update(daily_puzzles).where(*_of_day(guild_id, day), _POSTED)
    await connection.execute(statement.values(outdated=True))


async def take_outdated(connection: AsyncConnection, limit: int) -> list[tuple[int, DailyPuzzleRow]]:
    """Return some puzzles whose messages have to be edited, with their guilds; they now count as edited."""
    key = (daily_puzzles.c.guild_id, daily_puzzles.c.day)
    # In the order of the key, so that two processes never wait for each other.
    found = select(*key).where(OUTDATED).order_by(*key)
    taken = []
    for each in (await connection.execute(found.limit(limit))).all():
        taking = (
            update(daily_puzzles)
            .where(*_of_day(each.guild_id, each.day), OUTDATED)
            .values(outdated=False)
            .returning(*_COLUMNS)
        )
        row = await fetch_one(connection, taking, DailyPuzzleRow)
        # Another process may have been faster.
        if row is not None:
            taken.append((each.guild_id, row))
    return taken


@dataclass(frozen=True, slots=True)
class SolvedDayRow:
    """A puzzle of the day that a player solved: its number in their streak, and when."""

    player_id: int
    streak: int
    solved_at: datetime


@dataclass(frozen=True, slots=True)
class StreakRow:
    """A player's streak and freezes with the last puzzle of the day that they solved in a guild.

    ``solved`` counts the days that they've solved there, and ``missed`` those with a puzzle since the last
    one, without the current day.
    """

    player_id: int
    solved: int
    streak: int
    freezes: int
    missed: int


async def streaks(
    connection: AsyncConnection, guild_id: int, player_ids: Collection[int], day: date
) -> list[StreakRow]:
    """Return the streaks of those of the players who have solved a puzzle in a guild, as of ``day``."""
    mine = (daily_solves.c.player_id.in_(player_ids), daily_solves.c.guild_id == guild_id)
    last = (
        select(
            daily_solves.c.player_id, func.max(daily_solves.c.day).label("day"), func.count().label("solved")
        )
        .where(*mine, daily_solves.c.day <= day)
        .group_by(daily_solves.c.player_id)
        .subquery()
    )
    since = (daily_puzzles.c.day > last.c.day, daily_puzzles.c.day < day)
    missed = select(func.count()).where(daily_puzzles.c.guild_id == guild_id, *since, _POSTED)
    found = select(
        *last.c["player_id", "solved"],
        *daily_solves.c["streak", "freezes"],
        missed.scalar_subquery().label("missed"),
    ).join(
        daily_solves,
        and_(
            daily_solves.c.player_id == last.c.player_id,
            daily_solves.c.guild_id == guild_id,
            daily_solves.c.day == last.c.day,
        ),
    )
    return await fetch_all(connection, found, StreakRow)


async def is_unsolved(
    connection: AsyncConnection, guild_id: int, day: date, *, player_id: int, puzzle: str
) -> bool:
    """Return whether a puzzle is that of a guild's day, and a player hasn't solved the day yet."""
    solved = exists().where(
        daily_solves.c.player_id == player_id, daily_solves.c.guild_id == guild_id, daily_solves.c.day == day
    )
    found = select(daily_puzzles.c.puzzle).where(
        *_of_day(guild_id, day), daily_puzzles.c.puzzle == puzzle, ~solved
    )
    return await connection.scalar(found) is not None


@dataclass(frozen=True, slots=True)
class NewSolve:
    """A puzzle of the day that a player has just solved, with the streak and the freezes they have now."""

    player_id: int
    guild_id: int
    day: date
    tries: int
    streak: int
    freezes: int
    solved_at: datetime


async def add_solve(connection: AsyncConnection, solve: NewSolve) -> None:
    """Store that a known player solved a day. The message with its puzzle is marked as outdated."""
    await connection.execute(daily_solves.insert().values(**values_of(solve)))
    row = insert(connection.dialect, puzzle_months).values(
        guild_id=solve.guild_id,
        month=solve.day.replace(day=1),
        player_id=solve.player_id,
        solved=1,
        reached_at=solve.solved_at,
    )
    risen = {"solved": puzzle_months.c.solved + 1, "reached_at": solve.solved_at}
    await connection.execute(row.on_conflict_do_update(index_elements=_MONTH_KEY, set_=risen))
    await mark_outdated(connection, solve.guild_id, solve.day)


async def solved_by(connection: AsyncConnection, player_ids: Collection[int]) -> list[SolvedDayRow]:
    """Return every puzzle of the day that some players have solved in any guild, in no order."""
    columns = (daily_solves.c[name] for name in SolvedDayRow.__slots__)
    statement = select(*columns).where(daily_solves.c.player_id.in_(player_ids))
    return await fetch_all(connection, statement, SolvedDayRow)


async def count_solves(connection: AsyncConnection, guild_id: int, day: date) -> int:
    """Return how many players solved a guild's puzzle of the day on that day."""
    solved = (daily_solves.c.guild_id == guild_id, daily_solves.c.day == day)
    return int((await connection.execute(select(func.count()).where(*solved))).scalar_one())


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A player, and how many puzzles of the day they solved in a guild in the month.

    ``tries`` is how many it took them to solve today's, or None if they haven't. Equal results share a
    ``rank``.
    """

    rank: int
    player_id: int
    name: str
    solved: int
    tries: int | None


def of_month(guild_id: int, day: date, without: Collection[int] = ()) -> RankedList[SolverRow]:
    """Return the solvers of the month of a day, as of that day: by most solved, then by who got there first.

    No one in ``without`` is on it.
    """
    month, solve = puzzle_months.c, daily_solves.c
    today = select(solve.tries).where(solve.guild_id == guild_id, solve.day == day)
    return RankedList(
        pool=guild_id,
        listed=[
            month.guild_id == guild_id,
            month.month == day.replace(day=1),
            *admitted(month.player_id, guild_id, without),
        ],
        highest_first=(month.solved,),
        among_equals=(month.reached_at, month.player_id),
        with_facts=lambda lines, found: lines.add_columns(
            today.where(solve.player_id == found.c.player_id).scalar_subquery().label("tries")
        ),
        make=lambda reached_at, **facts: SolverRow(**facts),  # noqa: ARG005 - it only decides on the order
    )


def of_day(guild_id: int, day: date, without: Collection[int] = ()) -> RankedList[SolverRow]:
    """Return the solvers of a day: the fewest tries first, then who was first that day.

    No one in ``without`` is on it.
    """
    month, solve = puzzle_months.c, daily_solves.c
    in_month = select(month.solved).where(month.guild_id == guild_id, month.month == day.replace(day=1))
    return RankedList(
        pool=guild_id,
        listed=[solve.guild_id == guild_id, solve.day == day, *admitted(solve.player_id, guild_id, without)],
        lowest_first=(solve.tries,),
        among_equals=(solve.solved_at, solve.player_id),
        with_facts=lambda lines, found: lines.add_columns(
            in_month.where(month.player_id == found.c.player_id).scalar_subquery().label("solved")
        ),
        make=lambda solved_at, **facts: SolverRow(**facts),  # noqa: ARG005 - it only decides on the order
    )
