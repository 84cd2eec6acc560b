"""Decides in a transaction what an outdated database needs, and does it."""

from collections.abc import Awaitable, Callable

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.migration import upgrade, wait_for_others
from bot.store.schema.pending import RunningProcessesError, needing_stop, pending_after
from bot.store.schema.revision import newest_revision
from bot.store.schema.stored_revision import stored_revision

Recompute = Callable[[AsyncConnection], Awaitable[object]]
"""Recomputes, in a transaction, stored values that follow from other tables."""

AreOthersAlive = Callable[[AsyncConnection], Awaitable[bool]]
"""Whether other processes of the bot run with the database right now."""

log = structlog.get_logger(__name__)


async def migrate_outdated(
    connection: AsyncConnection, recompute: Recompute | None, are_others_alive: AreOthersAlive | None
) -> None:
    """Run the pending migrations once no other process is migrating; none if that process has run them."""
    await connection.run_sync(wait_for_others)
    stored = await connection.run_sync(stored_revision)
    pending = pending_after(stored)
    if not pending:
        return
    needing = needing_stop(pending)
    alive = stored is not None and are_others_alive is not None and await are_others_alive(connection)
    if alive and needing:
        raise RunningProcessesError(needing)
    await connection.run_sync(upgrade)
    if recompute is not None and needing:
        await recompute(connection)
    if stored is None:
        log.info("database created", now=newest_revision())
        return
    event = "database migrated, its other processes may go on" if alive else "database migrated"
    needed = [migration.revision for migration in needing]
    log.info(event, before=stored, now=newest_revision(), needing_a_stop=needed)
