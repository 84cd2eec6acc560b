"""Waits for PostgreSQL's server, which may be starting at the same time as the bot."""

import asyncio
from time import monotonic
from typing import Final

import structlog

from bot.store.connections.database import Database
from bot.store.connections.errors import RefusedConnectionError, UnreachableDatabaseError

PATIENCE = 300.0
"""Maximum number of seconds to wait for the server."""

REMINDER = 30.0
"""Number of seconds between log lines that say so."""

_PAUSE: Final = 0.5

log = structlog.get_logger(__name__)


async def wait_for_server(database: Database) -> None:
    """Wait until the server can be reached, if the database has one.

    Raises:
        RefusedConnectionError: the server doesn't let the bot in, so waiting doesn't help.
        UnreachableDatabaseError: it has been away for longer than `PATIENCE`.
    """
    told = monotonic()
    while database.is_shared:
        try:
            async with database.reading_once():
                return
        except RefusedConnectionError:
            raise
        except UnreachableDatabaseError as error:
            if error.seconds > PATIENCE:
                raise
            if monotonic() - told > REMINDER:
                told = monotonic()
                log.warning("still waiting for the database server", seconds=round(error.seconds))
        await asyncio.sleep(_PAUSE)
