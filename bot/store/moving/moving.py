"""Moves a database to an empty one."""

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clocks.heartbeats import last_beat
from bot.store.connections.database import Database
from bot.store.moving.checksums import Checksum
from bot.store.moving.copying import copy_rows
from bot.store.moving.errors import SOURCE, START_OVER, TARGET, MoveError, blamed
from bot.store.moving.numbering import last_numbers
from bot.store.moving.paging import checksum
from bot.store.moving.progress import Progress
from bot.store.moving.source import check_source, check_unchanged, numbers_of_rows
from bot.store.moving.target import alone_on, finish_target, prepare_target
from bot.store.schema.tables import metadata


class Watch(Protocol):
    """Follows the progress of a move."""

    def checking(self, rows: int) -> None:
        """Called before the rows that an interrupted move has copied are compared with the source."""

    def copying(self, rows: int, done: int) -> None:
        """Called before all tables are copied: ``rows`` is the total, and ``done`` are copied already."""

    def verifying(self, rows: int) -> None:
        """Called before all tables, with this many rows in total, are read from both databases."""

    def count(self, rows: int) -> None:
        """Called when this many more rows are done."""

    def compared(self, table: str, source: Checksum, target: Checksum) -> None:
        """Called when a table has been read from both databases."""


async def move(source: Database, target: Database, watch: Watch) -> None:
    """Copy everything to the target, and verify it. After an interruption, calling this again resumes it.

    The target has to be empty, or have a part of the same move. All tables are copied, even the last
    heartbeat, which clocks continue from. On SQLite, the caller keeps others away from both files.

    Raises:
        MoveError: the source can't be moved or has changed, the target isn't empty or differs in the end, or
            another process is moving something there.
        BrokenSideError: one of the two can't be used.
    """
    with blamed(TARGET):
        async with alone_on(target):
            await _move(source, target, watch)


async def _move(source: Database, target: Database, watch: Watch) -> None:
    with blamed(SOURCE):
        async with source.reading() as connection:
            await check_source(connection, is_shared=source.is_shared)
            beat = await last_beat(connection)
            with blamed(TARGET):
                progress = await prepare_target(target)
            counts = await numbers_of_rows(connection)
            await _copy(connection, target, progress, counts, watch)
            await _verify(connection, target, counts, watch)
            numbers = await last_numbers(connection)
        async with source.reading_once() as connection:
            if await last_beat(connection) != beat:
                raise MoveError("The bot was started on FROM in the meantime.", START_OVER)
    await finish_target(target, numbers)


async def _copy(
    source: AsyncConnection,
    target: Database,
    progress: dict[str, Progress],
    counts: dict[str, int],
    watch: Watch,
) -> None:
    done = sum(each.checksum.rows for each in progress.values())
    if done:
        watch.checking(done)
        await check_unchanged(source, progress, watch.count)
    watch.copying(sum(counts.values()), done)
    for table in metadata.sorted_tables:
        await copy_rows(source, target, table, progress.get(table.name), watch.count)


async def _verify(source: AsyncConnection, target: Database, counts: dict[str, int], watch: Watch) -> None:
    watch.verifying(2 * sum(counts.values()))
    different: list[str] = []
    with blamed(TARGET):
        async with target.reading() as connection:
            found = await numbers_of_rows(connection)
            for table in metadata.sorted_tables:
                with blamed(SOURCE):
                    expected = await checksum(source, table, watch.count)
                copy = await checksum(connection, table, watch.count)
                # The databases count, too, in case reading in batches skipped the same rows on both sides.
                complete = counts[table.name] == found[table.name] == copy.rows
                watch.compared(table.name, expected, copy)
                if expected != copy or not complete:
                    different.append(table.name)
    if different:
        raise MoveError(f"TO differs from FROM in {', '.join(different)}.", START_OVER)
