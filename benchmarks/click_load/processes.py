"""Starts a process under test, watches it from outside, and ends it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tests.loopback.server import LoopbackDiscord
from tests.memory import resident_bytes

ROOT = Path(__file__).parents[2]

LONGEST_START, LONGEST_END = 120.0, 30.0
"""Seconds."""

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ProcessUnderTest:
    """A running process. ``start_seconds`` is how long it took until its gateway was ready."""

    pid: int
    start_seconds: float

    def cpu_seconds(self) -> float:
        """CPU time of all its threads so far, in user and in system mode."""
        # The second field is the name in parentheses, which may hold spaces.
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        user, system = fields[11:13]
        return (int(user) + int(system)) / _TICKS

    def resident_megabytes(self) -> float:
        """Resident memory; a megabyte is a million bytes."""
        return resident_bytes(self.pid) / 1_000_000


@asynccontextmanager
async def running(
    module: str, arguments: Sequence[str], server: LoopbackDiscord, log: Path
) -> AsyncIterator[ProcessUnderTest]:
    """Run ``python -m module`` until the block ends, with its output in the file ``log``.

    Raises:
        RuntimeError: it ended by itself before its gateway was ready.
        TimeoutError: its gateway wasn't ready in ``LONGEST_START``.
    """
    began = perf_counter()
    with log.open("ab") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments, cwd=ROOT, stdout=output, stderr=output
        )
    try:
        await _until_identified(process, server, log)
        yield ProcessUnderTest(process.pid, perf_counter() - began)
    finally:
        await _end(process)


async def _until_identified(process: asyncio.subprocess.Process, server: LoopbackDiscord, log: Path) -> None:
    identified = asyncio.create_task(server.identified.wait())
    ended = asyncio.create_task(process.wait())
    await asyncio.wait({identified, ended}, timeout=LONGEST_START, return_when=asyncio.FIRST_COMPLETED)
    done = identified.done()
    for task in (identified, ended):
        task.cancel()
    if process.returncode is not None:
        raise RuntimeError(_end_of(log))
    if not done:
        raise TimeoutError


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
