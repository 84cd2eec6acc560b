"""The one process that the solver runs in."""

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog

from bot.computer.errors import ComputerFailedError
from bot.environment import child_environment

Request = Mapping[str, object]
Answer = Mapping[str, Any]

_ATTEMPTS = 3
# If nothing is compiled yet and the processor is busy, the first answer takes a minute.
_PATIENCE = 300.0
# Higher than the bot's own, because the bot answers clicks meanwhile and goes first.
_NICENESS = 10

log = structlog.get_logger(__name__)


class _LostError(Exception):
    """The process has ended, or sent something that can't be understood."""


class SolverProcess:
    """Starts the process on first use, and again when it has ended or died.

    It ends on its own when it has been idle, so nothing waits and no timer runs here between requests.

    Args:
        megabytes: The size of the solver's table.
        cache_folder: Where compiled code is kept, created if it's missing; None for the user's cache folder.
        idle: The process ends after this many seconds without a request.
    """

    def __init__(self, *, megabytes: int, cache_folder: Path | None, idle: float) -> None:
        self._megabytes = megabytes
        self._cache_folder = cache_folder
        self._idle = idle
        self._process: Process | None = None
        self._warming: Process | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Return the id of the running process, if any."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def ask(self, request: Request) -> Answer:
        """Send a request and return the answer. The caller must only ask one thing at a time.

        If the process dies during a request, or before it, the request is sent again to a new one.

        Raises:
            ComputerFailedError: the process died repeatedly.
        """
        try:
            return await self._ask_until_answered(request)
        except asyncio.CancelledError:
            # Otherwise the next request would get the answer to this one.
            await self._end()
            raise

    async def warm(self) -> None:
        """Have another process compile what isn't compiled yet. It ends on its own; nothing waits for it."""
        if not self._closed:
            # It compiles before it reads its first request, and it gets none.
            self._warming = await self._start(megabytes=1, requests=DEVNULL, answers=DEVNULL)

    async def close(self) -> None:
        """End everything for good."""
        self._closed = True
        await self._end()
        if self._warming is not None:
            with contextlib.suppress(ProcessLookupError):
                self._warming.kill()
            await self._warming.wait()

    async def _ask_until_answered(self, request: Request) -> Answer:
        for _ in range(_ATTEMPTS):
            if self._closed:
                break
            try:
                async with asyncio.timeout(_PATIENCE):
                    return await self._ask(request)
            except (_LostError, OSError) as error:
                log.warning("solver process lost", error=repr(error))
                await self._end()
        raise ComputerFailedError

    async def _ask(self, request: Request) -> Answer:
        if self._process is None or self._process.returncode is not None:
            if self._warming is not None:
                # If two processes compiled the same code, both would take twice as long.
                await self._warming.wait()
            self._process = await self._start(self._megabytes, requests=PIPE, answers=PIPE)
            log.info("solver process started", pid=self._process.pid)
            await _read(self._process)
        if self._process.stdin is None:
            raise _LostError
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        await self._process.stdin.drain()
        answer = await _read(self._process)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    async def _start(self, megabytes: int, *, requests: int, answers: int) -> Process:
        process = await asyncio.create_subprocess_exec(
            # Without -P, a package in the current folder could shadow ours.
            *(sys.executable, "-P", "-m", "engine.solver.worker"),
            *("--megabytes", str(megabytes), "--idle", str(self._idle)),
            *(() if self._cache_folder is None else ("--cache", str(self._cache_folder))),
            env=child_environment(),
            stdin=requests,
            stdout=answers,
            # Ctrl-C in a terminal is meant for the bot, which ends this process itself.
            start_new_session=True,
        )
        # Windows doesn't have these priorities.
        if hasattr(os, "setpriority"):
            with contextlib.suppress(ProcessLookupError):
                niceness = os.getpriority(os.PRIO_PROCESS, 0) + _NICENESS
                os.setpriority(os.PRIO_PROCESS, process.pid, niceness)
        return process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _read(process: Process) -> Answer:
    line = await process.stdout.readline() if process.stdout is not None else b""
    try:
        answer: Answer = json.loads(line)
    except ValueError:
        raise _LostError(line) from None
    return answer
