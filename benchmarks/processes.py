"""Runs programs that connect to the stand-in for Discord, and watches them from outside. Linux only."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from benchmarks.stand_in import ADDRESS, TOKEN
from tests.loopback.server import LoopbackDiscord
from tests.memory import resident_bytes

ROOT = Path(__file__).parent.parent

LONGEST_START, LONGEST_END = 120.0, 60.0
"""Seconds."""

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Process:
    """A process whose gateway is ready.

    ``began`` is a time from ``time.monotonic``, and it took ``start_seconds`` until it was ready.
    """

    pid: int
    began: float
    start_seconds: float

    def cpu_seconds(self) -> float:
        """Return CPU time of all its threads so far, in user and in system mode."""
        return cpu_seconds(self.pid)

    def resident_bytes(self) -> int:
        """Return what it has in RAM now."""
        return resident_bytes(self.pid)


def cpu_seconds(pid: int, *, with_ended: bool = False) -> float:
    """Return CPU time of a process so far; ``with_ended`` adds that of its children that have ended."""
    return sum(int(ticks) for ticks in stat(pid)[11 : 15 if with_ended else 13]) / _TICKS


def stat(pid: int) -> list[str]:
    """Return what Linux says about a process, starting with its state and its parent."""
    # The second field is the name in parentheses, which may hold spaces.
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()


@asynccontextmanager
async def running(
    arguments: Sequence[str], server: LoopbackDiscord, folder: Path, **settings: str
) -> AsyncIterator[Process]:
    """Run Python with these arguments until the block ends.

    ``settings`` are environment variables. Without them, the bot has its database in ``folder`` and no
    computer. Its output goes there, too.

    Raises:
        RuntimeError: it ended by itself before its gateway was ready.
        TimeoutError: its gateway wasn't ready in ``LONGEST_START``.
    """
    # Python's own might keep compiled modules from being kept, and make every start longer.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYRGA", "PYTHON"))}
    own = {
        ADDRESS: str(server.address),
        "DISCORD_TOKEN": TOKEN,
        "PYRGA_DATABASE_URL": f"sqlite:///{folder / 'pyrga.db'}",
        "PYRGA_LOG_LEVEL": "warning",
        "PYRGA_SOLVER_MEGABYTES": "0",
    }
    log, began = folder / "log", monotonic()
    with log.open("ab") as output:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *arguments),
            cwd=ROOT,
            env=kept | own | settings,
            stdout=output,
            stderr=output,
        )
    try:
        if not await _is_ready(process, server):
            raise RuntimeError(_end_of(log))
        yield Process(process.pid, began, monotonic() - began)
    finally:
        await _end(process)


async def _is_ready(process: asyncio.subprocess.Process, server: LoopbackDiscord) -> bool:
    """Wait until its gateway is ready, or until it has ended by itself."""
    identified = asyncio.create_task(server.identified.wait())
    ended = asyncio.create_task(process.wait())
    try:
        async with asyncio.timeout(LONGEST_START):
            await asyncio.wait({identified, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (identified, ended):
            task.cancel()
    return process.returncode is None


def _end_of(log: Path) -> str:
    return log.read_text(encoding="utf-8")[-2000:]


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), LONGEST_END)
    except TimeoutError:
        process.kill()
        await process.wait()
