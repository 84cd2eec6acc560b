"""Gives back the time during which the bot was down: no clock runs while no one can move."""

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
"""How often a running bot records a heartbeat."""

LONGEST_SILENCE = 3 * INTERVAL
"""If heartbeats stop for longer than this, the bot was down."""

# Each process has its own row, because the clocks of their machines may differ.
_PROCESS = secrets.token_hex(8)
_MEMORY = timedelta(days=1)
# Longer than two processes can be receiving the same interactions.
_OVERLAP = timedelta(hours=1)

log = structlog.get_logger(__name__)


class Downtime:
    """The heartbeats in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def beat(self) -> None:
        """Record a heartbeat, and give back the time since the last one if that was long ago."""
        async with self._database.writing() as connection:
            await beat(connection, self._clock.now())


async def beat(connection: AsyncConnection, now: datetime, process: str = _PROCESS) -> None:
    """Record a heartbeat inside a transaction. If several run at once, only one of them gives time back."""
    last = await heartbeats.hold_last(connection)
    await heartbeats.forget(connection, now - _MEMORY)
    await interactions.forget(connection, now - _OVERLAP)
    await heartbeats.beat(connection, process, now)
    if last is None or now - last <= LONGEST_SILENCE:
        return
    silence = now - last
    moved = await due_times.shift(connection, silence, CLOCK_KINDS)
    log.info("time given back", seconds=silence.total_seconds(), due_times=moved)
