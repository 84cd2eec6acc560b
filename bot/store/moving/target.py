"""The database to move to: whether it's empty, and what has already been moved."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import Connection, inspect, literal, select, table, text

from bot.store.connections.database import Database
from bot.store.moving import progress
from bot.store.moving.errors import START_OVER, MoveError
from bot.store.moving.numbering import go_on_after
from bot.store.schema.revision import is_moving, moving_revision, newest_revision, remedy_for, too_new
from bot.store.schema.stored_revision import REVISION_TABLE, stored_revision

# The key of the advisory lock of a move: "moving" in ASCII.
_LOCK = int.from_bytes(b"moving")


@asynccontextmanager
async def alone_on(target: Database) -> AsyncIterator[None]:
    """Keep other moves away from a server's database for the duration of the block.

    Raises:
        MoveError: another one is in progress.
    """
    if not target.is_shared:
        yield
        return
    # The server releases the lock when the connection ends, for whatever reason.
    async with target.reading_once() as connection:
        if not await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _LOCK}):
            raise MoveError(
                "Another process is moving a database to TO.",
                "Wait until it's done, or choose another empty database.",
            )
        try:
            yield
        finally:
            await connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK})


async def prepare_target(target: Database) -> dict[str, progress.Progress]:
    """Create the target's tables, or find what an interrupted move has copied; return the progress.

    Raises:
        MoveError: the target isn't empty, or an interrupted move was begun by another version of the bot.
    """
    async with target.reading() as connection:
        revision = await connection.run_sync(stored_revision)
        if revision == moving_revision():
            return await progress.stored_progress(connection)
        await connection.run_sync(_check_empty, revision)
    await target.migrate()
    async with target.writing() as connection:
        await connection.run_sync(progress.begin)
    return {}


async def finish_target(target: Database, numbers: dict[str, int]) -> None:
    """Make the target a database like any other. New rows get numbers after these."""
    async with target.writing() as connection:
        await go_on_after(connection, numbers)
        await connection.run_sync(progress.end)
        # PostgreSQL would read far more rows than it needs until it has looked at the tables.
        await connection.execute(text("ANALYZE"))


def _check_empty(connection: Connection, revision: str | None) -> None:
    if revision is not None and is_moving(revision):
        raise MoveError("Another version of the bot started moving a database to TO.", START_OVER)
    if revision is not None and revision > newest_revision():
        raise MoveError(too_new("TO", revision), remedy_for(revision))
    names = [name for name in inspect(connection).get_table_names() if name != REVISION_TABLE]
    for name in names:
        rows = select(literal(1)).select_from(table(name)).limit(1)
        if revision is None or connection.scalar(rows) is not None:
            raise MoveError(f"TO isn't empty: it has {name}.", "Choose an empty database.")
