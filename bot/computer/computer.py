"""The computer in a process of its own: what it's asked, and how that process is started and watched."""

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

import structlog

from bot.environment import child_environment
from bot.fair_queue import FairQueue
from bot.values.errors import Refusal, sentence
from bot.values.game.game import BestPlay
from engine import Color, Distance, Distances, Lead, Level, Move, Position, Reason, Solution, Value


class ComputerUnavailableError(Refusal):
    """There is no computer on this host: the operator switched it off, or numba or numpy is not installed."""

    says = sentence("The computer isn't available on this host. Use /pyrga challenge to play someone here.")


class ComputerFailedError(Refusal):
    """The solver's process ended without an answer, even when the request was repeated."""

    says = sentence("The computer isn't responding right now. Please try again in a minute.")


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

    It ends on its own when it has been idle, so nothing waits and no timer runs here between requests. The
    arguments are those of ``Computer``.
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


MOST_REQUESTS = 4
"""Maximum number of requests per player at a time. A review only makes one at a time."""

NO_ONE = 0
"""Who requests what no player does."""

SECONDS_TO_DECIDE = 60.0
"""How long the search for the value of a position may take that decides a game."""

_SECONDS_FOR_LINE = 10.0
_NEEDED = ("numba", "numpy")
# A search stops after this many seconds to let others go first. The next one continues with everything in the
# table; because shares of time grow with the search, even a small table is enough in the end.
_SHARE = 2.0
_GROWTH = 1 / 8


class Computer:
    """Solves positions and chooses moves, for one player after another.

    Args:
        megabytes: The size of the solver's table; 0 switches the computer off.
        cache_folder: Where compiled code is kept between starts, created if it's missing; None for the user's
            cache folder.
        idle: The solver's process ends after this many seconds without a request.
        find: How to look for a module.
    """

    def __init__(
        self,
        *,
        megabytes: int,
        cache_folder: Path | None,
        idle: float = 300.0,
        find: Callable[[str], ModuleSpec | None] = find_spec,
    ) -> None:
        self.available = megabytes > 0 and all(find(name) is not None for name in _NEEDED)
        """Whether this host has what the computer needs."""
        self._process = SolverProcess(megabytes=megabytes, cache_folder=cache_folder, idle=idle)
        self._queue = FairQueue(MOST_REQUESTS)

    @property
    def idle(self) -> bool:
        """Return whether the solver would start on a request right away: it runs, and no one else asks."""
        return self.pid is not None and not self._queue.busy

    @property
    def waiting(self) -> int:
        """Return the number of requests that are waiting for the solver."""
        return self._queue.waiting

    @property
    def pid(self) -> int | None:
        """Return the id of the solver's process, if it's running."""
        return self._process.pid

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        """Return the value of a position and of every legal move, requested by the player ``player_id``.

        ``seconds`` is how long the search itself may take; whatever it hasn't found by then is unknown.
        ``line`` says whether to include a line of perfect play, and ``distances`` says which distances to
        look for.

        Raises:
            ComputerUnavailableError: this host has no computer.
            StillWorkingError: ``player_id`` already has too many requests.
            ComputerFailedError: the solver died repeatedly.
        """
        request = {"task": "solve", "position": str(position), "line": line, "distances": distances}
        return await self._search(
            request, seconds, lambda found: _is_complete(found, distances), player_id=player_id
        )

    async def decide(self, position: Position, *, seconds: float = SECONDS_TO_DECIDE) -> BestPlay | None:
        """Return how a game ends from a position with best play; None if that isn't found in so many seconds.

        It's requested by no one, and takes turns with what players request.
        """
        request = {"task": "solve", "position": str(position), "line": False}
        found = await self._search(
            request, seconds, lambda found: found.value is not Value.UNKNOWN, player_id=NO_ONE
        )
        if found.value is Value.UNKNOWN:
            return None
        winners = {Value.WIN: position.turn, Value.LOSS: position.turn.opponent}
        winner = winners.get(found.value)
        request |= {"line": True, "distances": Distances.BEST}
        found = await self._search(request, _SECONDS_FOR_LINE, _has_line, player_id=NO_ONE)
        return BestPlay(winner, found.distance.exact if found.distance else None, found.line)

    async def choose(
        self, position: Position, player_id: int, level: Level, *, seed: int | None = None
    ) -> Move:
        """Return the move of a level against the player ``player_id``, or raise what ``solve`` does.

        With the same ``seed``, it's the same move.
        """
        self._check_available()
        request = {"task": "choose", "position": str(position), "level": level, "seed": seed}
        with self._queue.request(player_id):
            async with self._queue.share(player_id):
                return Move.parse((await self._process.ask(request))["move"])

    async def warm(self) -> None:
        """Start compiling whatever isn't compiled yet, in the background. Failures are only logged."""
        if not self.available:
            log.info(
                "there's no computer to play here, and no hints or reviews",
                remedy="docs/hosting.md says which machines have one",
            )
            return
        try:
            await self._process.warm()
        except OSError as error:
            log.warning("solver not compiled ahead", error=str(error))

    async def close(self) -> None:
        """End the solver's process."""
        await self._process.close()

    async def _search(
        self,
        request: Mapping[str, object],
        seconds: float | None,
        is_enough: Callable[[Solution], bool],
        *,
        player_id: int,
    ) -> Solution:
        """Search in shares, between which others take their turns, until what's found is enough."""
        self._check_available()
        spent, nodes = 0.0, 0
        with self._queue.request(player_id):
            while True:
                share = max(_SHARE, spent * _GROWTH)
                if seconds is not None:
                    share = min(share, seconds - spent)
                async with self._queue.share(player_id):
                    began = monotonic()
                    solution = _solution(await self._process.ask({**request, "seconds": share}), nodes)
                # The process may have had to start, which doesn't count as search time.
                spent += min(monotonic() - began, share)
                nodes = solution.nodes
                if is_enough(solution) or (seconds is not None and spent >= seconds):
                    return solution

    def _check_available(self) -> None:
        if not self.available:
            raise ComputerUnavailableError


def _solution(answer: Answer, nodes: int) -> Solution:
    distance, lead = answer["distance"], answer["lead"]
    return Solution(
        value=Value(answer["value"]),
        moves={Move.parse(move): Value(value) for move, value in answer["moves"].items()},
        guess=Value(answer["guess"]),
        best=None if answer["best"] is None else Move.parse(answer["best"]),
        line=tuple(Move.parse(move) for move in answer["line"]),
        nodes=nodes + answer["nodes"],
        distance=None if distance is None else Distance(*distance),
        distances={Move.parse(move): Distance(*bounds) for move, bounds in answer["distances"].items()},
        lead=None if lead is None else Lead(Color(lead[0]), Reason(lead[1]), lead[2]),
    )


def has_values(solution: Solution) -> bool:
    """Return whether the value of a position and of every legal move is known."""
    return solution.value is not Value.UNKNOWN and Value.UNKNOWN not in solution.moves.values()


def _has_line(solution: Solution) -> bool:
    is_exact = solution.distance is not None and solution.distance.exact is not None
    return bool(solution.line) and (is_exact or solution.value is Value.DRAW)


def _is_complete(solution: Solution, distances: Distances) -> bool:
    if not has_values(solution):
        return False
    wanted = [solution.distance] if solution.distance else []
    if distances is Distances.ALL:
        wanted += solution.distances.values()
    return all(distance.exact is not None for distance in wanted)
