"""The database to move: whether it can be moved, and what's in it."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clocks.heartbeats import are_others_alive
from bot.store.clocks.vital_signs import LONGEST_HEALTHY_SILENCE
from bot.store.moving.errors import START_OVER, MoveError
from bot.store.moving.paging import Count, checksum
from bot.store.moving.progress import Progress
from bot.store.schema.revision import newest_revision, remedy_for, too_new
from bot.store.schema.stored_revision import stored_revision
from bot.store.schema.tables import metadata


async def check_source(connection: AsyncConnection, *, is_shared: bool) -> None:
    """Check that the database has the tables of this version, and that no bot is running with it.

    For an SQLite file, which isn't shared, its lock has already shown that.

    Raises:
        MoveError: it doesn't have those tables, or a bot is running.
    """
    revision = await connection.run_sync(stored_revision)
    if revision is None:
        raise MoveError("FROM isn't a database of the bot.", "Check its address.")
    if revision > newest_revision():
        raise MoveError(too_new("FROM", revision), remedy_for(revision))
    if revision < newest_revision():
        raise MoveError(
            f"FROM has version {revision} of the tables, and this version of the bot needs "
            f"{newest_revision()}.",
            "Start the bot with FROM once to bring them up to date, then stop it.",
        )
    if is_shared and await are_others_alive(connection):
        raise MoveError(
            "The bot is running on FROM.",
            f"Stop it; after a crash, wait {int(LONGEST_HEALTHY_SILENCE.total_seconds())} seconds.",
        )


async def numbers_of_rows(connection: AsyncConnection) -> dict[str, int]:
    """How many rows each table has, ordered so that tables only refer to earlier ones."""
    counts: dict[str, int] = {}
    for table in metadata.sorted_tables:
        counts[table.name] = await connection.scalar(select(func.count()).select_from(table)) or 0
    return counts


async def check_unchanged(connection: AsyncConnection, progress: dict[str, Progress], count: Count) -> None:
    """Check that the rows that were copied are still the same in this database.

    If so, resuming makes the target a copy of the database as it is now. Another database only passes if it
    has the same rows there, and then it does no harm either.

    Raises:
        MoveError: they have changed, or it's another database.
    """
    for name, copied in progress.items():
        table = metadata.tables[name]
        if await checksum(connection, table, count, copied.last) != copied.checksum:
            raise MoveError(
                f"FROM has changed since the move began, or it's a different database: {name} differs from "
                "what was copied.",
                START_OVER,
            )
