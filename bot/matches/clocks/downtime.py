"""Time during which the bot was down is given back: no clock runs while nobody can move."""

import secrets
from datetime import datetime, timedelta

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.values.clocks import CLOCK_KINDS
from bot.store import interactions
from bot.store.clocks import due_times, heartbeats
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried

INTERVAL = timedelta(seconds=15)
"""How often a running bot gives a sign of life."""

LONGEST_SILENCE = 3 * INTERVAL
"""A longer time without a sign of life is one in which the bot was down."""

# Each process has a row of its own: their machines' clocks may differ.
_PROCESS = secrets.token_hex(8)
_MEMORY = timedelta(days=1)
# Longer than any two processes get the same interactions.
_OVERLAP = timedelta(hours=1)

log = structlog.get_logger(__name__)


class Downtime:
    """The signs of life in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def beat(self) -> None:
        """Give a sign of life, and give back the time since the last one where that is long ago."""
        async with self._database.writing() as connection:
            await beat(connection, self._clock.now())


async def beat(connection: AsyncConnection, now: datetime, process: str = _PROCESS) -> None:
    """The same inside a transaction, of which several may run at a time: one of them gives back."""
    last = await heartbeats.hold_last(connection)
    await heartbeats.forget(connection, now - _MEMORY)
    await interactions.forget(connection, now - _OVERLAP)
    await heartbeats.beat(connection, process, now)
    if last is None or now - last <= LONGEST_SILENCE:
        return
    silence = now - last
    moved = await due_times.shift(connection, silence, CLOCK_KINDS)
    log.info("time given back", seconds=silence.total_seconds(), due_times=moved)
