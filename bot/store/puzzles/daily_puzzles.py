"""Rows of the puzzles that were posted for a day, and where a guild wants them.

The key (guild, day) is the guard: the process that inserts the row posts the puzzle.
"""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.indexes import WITH_PUZZLE
from bot.store.schema.tables import daily_puzzles, guilds


@dataclass(frozen=True, slots=True)
class DueRow:
    """A guild that has no puzzle yet for a day. ``theme`` is the one it chose, or None.

    ``language`` is the one it chose, or else its language on Discord when the puzzle was switched on.
    """

    guild_id: int
    channel_id: int
    language: str
    theme: str | None


@dataclass(frozen=True, slots=True)
class DailyPuzzleRow:
    """A puzzle of a day. ``message_id`` is None until it is known to be posted."""

    day: date
    puzzle: str
    message_id: int | None


_COLUMNS = tuple(daily_puzzles.c[name] for name in DailyPuzzleRow.__slots__)


async def channel_of(connection: AsyncConnection, guild_id: int) -> int | None:
    """The channel in which a guild wants its daily puzzle, or None for no puzzle."""
    statement = select(guilds.c.puzzle_channel_id).where(guilds.c.id == guild_id)
    channel_id: int | None = await connection.scalar(statement)
    return channel_id


async def set_channel(
    connection: AsyncConnection, guild_id: int, channel_id: int | None, language: str | None
) -> None:
    """Store where and in which language a known guild wants its daily puzzle; None for no puzzle."""
    values = {"puzzle_channel_id": channel_id, "puzzle_language": language}
    await connection.execute(update(guilds).where(guilds.c.id == guild_id).values(values))


async def due(connection: AsyncConnection, day: date) -> list[DueRow]:
    """The guilds that want a puzzle and have none for ``day``."""
    has_one = exists().where(daily_puzzles.c.guild_id == guilds.c.id, daily_puzzles.c.day == day)
    language = func.coalesce(guilds.c.language, guilds.c.puzzle_language)
    statement = (
        select(guilds.c.id, guilds.c.puzzle_channel_id, language, guilds.c.theme)
        .where(WITH_PUZZLE, ~has_one)
        .order_by(guilds.c.id)
    )
    return [DueRow(*row) for row in await connection.execute(statement)]


async def past(connection: AsyncConnection, guild_id: int) -> list[DailyPuzzleRow]:
    """Every daily puzzle of a guild, the oldest first."""
    statement = select(*_COLUMNS).where(daily_puzzles.c.guild_id == guild_id).order_by(daily_puzzles.c.day)
    return [DailyPuzzleRow(*row) for row in await connection.execute(statement)]


async def claim(connection: AsyncConnection, guild_id: int, day: date, puzzle: str, channel_id: int) -> bool:
    """Claim the posting of a guild's puzzle of a day. False if another process has."""
    row = insert(connection.dialect, daily_puzzles).values(
        guild_id=guild_id, day=day, puzzle=puzzle, channel_id=channel_id
    )
    claiming = row.on_conflict_do_nothing(index_elements=["guild_id", "day"]).returning(daily_puzzles.c.day)
    return (await connection.execute(claiming)).first() is not None


async def release(connection: AsyncConnection, guild_id: int, day: date) -> None:
    """Release what was claimed and not posted."""
    await connection.execute(
        delete(daily_puzzles).where(
            daily_puzzles.c.guild_id == guild_id,
            daily_puzzles.c.day == day,
            daily_puzzles.c.message_id.is_(None),
        )
    )


async def set_message(connection: AsyncConnection, guild_id: int, day: date, message_id: int) -> None:
    """Store which message shows a guild's puzzle of a day."""
    await connection.execute(
        update(daily_puzzles)
        .where(daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day == day)
        .values(message_id=message_id)
    )
