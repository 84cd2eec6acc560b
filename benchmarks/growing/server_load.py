"""What a PostgreSQL server does while others work with it: its CPU time, and what its sessions wait for."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

RUNNING = "running"
"""The state of a session that isn't waiting for anything."""

_LOOK = 0.05
"""Seconds between samples of the sessions."""

_TICKS = os.sysconf("SC_CLK_TCK")

_DOING = """
SELECT coalesce(wait_event_type || ' ' || wait_event, 'running')
FROM pg_stat_activity
WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()
"""


@dataclass(slots=True)
class ServerLoad:
    """What a server did during a block.

    ``cpu_seconds`` is the CPU time of all its processes. ``sessions`` counts, over all samples, what the
    sessions in the middle of a statement were doing.
    """

    cpu_seconds: float = 0.0
    sessions: Counter[str] = field(default_factory=Counter)

    def share(self, doing: str) -> float:
        """The share (0 to 1) of the running statements that were doing this."""
        return self.sessions[doing] / (self.sessions.total() or 1)

    def longest_wait(self) -> str:
        """What statements mostly waited for; empty if they never waited."""
        waits = [doing for doing, _ in self.sessions.most_common() if doing != RUNNING]
        return waits[0] if waits else ""


@asynccontextmanager
async def watched(address: str) -> AsyncIterator[ServerLoad]:
    """Watch the server on this machine at ``address`` until the block ends."""
    load = ServerLoad()
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        server = _parent(connection.info.backend_pid)
        before = _cpu_seconds(server)
        looking = asyncio.create_task(_look(connection, load))
        try:
            yield load
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            load.cpu_seconds = _cpu_seconds(server) - before


async def _look(connection: psycopg.AsyncConnection, load: ServerLoad) -> None:
    while True:
        rows = await (await connection.execute(_DOING)).fetchall()
        load.sessions.update(doing for (doing,) in rows)
        await asyncio.sleep(_LOOK)


def _cpu_seconds(server: int) -> float:
    """The CPU time of the server's processes so far, including those that have ended."""
    processes = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal()]
    ticks = sum(_ticks(server, with_ended=True))
    for process in processes:
        try:
            if _parent(process) == server:
                ticks += sum(_ticks(process, with_ended=False))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return ticks / _TICKS


def _ticks(process: int, *, with_ended: bool) -> list[int]:
    """CPU time in user and in system mode; ``with_ended`` adds that of its children that have ended."""
    return [int(value) for value in _fields(process)[11 : 15 if with_ended else 13]]


def _parent(process: int) -> int:
    return int(_fields(process)[1])


def _fields(process: int) -> list[str]:
    """What the system says about a process, starting with its state."""
    # The second field is the name in parentheses, which may hold spaces.
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
