"""The solver as a separate process for another program: ``python -m engine.solver.worker``.

It answers each line of standard input with one line on standard output, in order and immediately. Lines are
JSON objects in UTF-8. It first writes ``{"ready": true}``, once everything is loaded, and ends after its last
answer when its input ends, or when no request has come for ``--idle`` seconds. If it can't start, it says so
on standard error and ends with status 2. It ignores Ctrl-C, which is for the program that started it.

    {"task": "solve", "ruleset": "pyrga", "moves": "Sb3 Cb2", "seconds": 10.0, "line": true}
    {"value": "draw", "guess": "draw", "best": "Tb2n", "moves": {"Tb2n": "draw", ...}, "line": ["Tb2n", ...],
     "nodes": 412075, "distance": null, "distances": {}, "lead": null}
    {"task": "choose", "position": "pyrga black Sb3 Sb3 -", "level": 5}
    {"move": "Tb4w"}

- Every request has a ``task``, and either ``ruleset`` and ``moves`` from the start, or a ``position``'s text.
- ``solve`` takes ``seconds`` (no limit), ``line`` (true), and ``distances`` (``none``, ``best``, ``all``).
  The answer has the fields of ``Solution``. A distance is its two bounds, as in ``[5, 9]``, and a lead the
  leader, the reason, and the number of spaces. ``best`` is null when the game is over.
- ``choose`` takes ``level``, 1 to 8, and ``seed``, with which the same request has the same answer.

Whatever was found out stays in the table, so asking again goes on where a limit stopped. A line that can't be
answered gets ``{"error": "Sb3 at ply 1: the space already has a piece of this kind"}``.
"""

import json
import math
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from threading import Timer

from engine.analysis.level import Level
from engine.analysis.value import Distances, Solution
from engine.errors import EngineError
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.solver.compile_cache import default_cache_folder
from engine.solver.solver import DEFAULT_TABLE_MEGABYTES, Solver

__all__ = ["main"]

_CANNOT_START = 2

_Request = Mapping[str, object]
_Answer = dict[str, object]
_Task = Callable[[_Request], _Answer]


class _RequestError(ValueError):
    """A request that can't be read; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer requests until standard input ends, and return the exit status: 0, or 2 if it can't begin.

    If the option ``--idle`` limits how long it waits for a request, the process ends there, with status 0.
    """
    parser = ArgumentParser(prog="python -m engine.solver.worker", description="Answer requests in JSON.")
    parser.add_argument(
        "--megabytes", type=int, default=DEFAULT_TABLE_MEGABYTES, help="size of the table; by default 128"
    )
    parser.add_argument(
        "--cache", type=Path, default=default_cache_folder(), help="where compiled code is kept"
    )
    parser.add_argument(
        "--idle", type=float, help="end after this many seconds without a request; by default never"
    )
    options = parser.parse_args(arguments)
    # Ctrl-C at a terminal reaches every process there. This one ends when the program that asks it does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        solver = Solver(table_megabytes=options.megabytes, cache_folder=options.cache)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"error: {error}\n")
        return _CANNOT_START
    try:
        _answer_requests(_tasks(solver), options.idle)
    except BrokenPipeError:
        # No one is reading the answers any longer. What's still buffered must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _tasks(solver: Solver) -> Mapping[str, _Task]:
    """Return what can be asked, with everything it needs loaded and compiled."""
    # Only now is it known where compiled code is.
    from engine.solver.levels import choose  # noqa: PLC0415

    random = Random()  # noqa: S311 - a computer player has no secrets

    def chosen(request: _Request) -> _Answer:
        position, level = _position(request), _level(request)
        if not position.legal_moves:
            raise _RequestError("the game is over")
        seed = request.get("seed")
        if seed is not None and type(seed) is not int:
            raise _RequestError(f"seed is a whole number, not {seed!r:.50}")
        move = choose(position, level, solver=solver, random=random if seed is None else Random(seed))  # noqa: S311
        return {"move": str(move)}

    def solved(request: _Request) -> _Answer:
        return _solved(request, solver)

    middle = Position.replay(Ruleset.PYRGA, ["Tc1w", "Tb1e", "Td1w", "Cc1", "Sc1", "Tc2e", "Td2s"])
    solver.solve(middle, distances=Distances.BEST)
    choose(middle, Level.SEVEN, solver=solver, random=random)
    return {"solve": solved, "choose": chosen}


def _answer_requests(tasks: Mapping[str, _Task], idle: float | None) -> None:
    _write({"ready": True})
    for line in _lines(idle):
        try:
            request = _request(line)
            task = tasks.get(str(request.get("task")))
            if task is None:
                raise _RequestError(f"task is one of {', '.join(tasks)}")  # noqa: TRY301 - one place answers
            answer = task(request)
        except (_RequestError, EngineError) as error:
            answer = {"error": str(error)}
        _write(answer)


def _lines(idle: float | None) -> Iterator[bytes]:
    """Yield the lines of standard input, and end the process if one takes more than ``idle`` seconds."""
    while True:
        # A pipe can't be read with a time limit on every system. There is nothing left to clean up: every
        # answer was flushed.
        timer = None if idle is None else Timer(idle, os._exit, (0,))
        if timer is not None:
            timer.daemon = True
            timer.start()
        line = sys.stdin.buffer.readline()
        if timer is not None:
            timer.cancel()
        if not line:
            return
        yield line


def _write(answer: _Answer) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _request(line: bytes) -> _Request:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise _RequestError("a request is a line of JSON") from None
    if not isinstance(request, dict):
        raise _RequestError("a request is an object")
    return request


def _solved(request: _Request, solver: Solver) -> _Answer:
    line = request.get("line", True)
    if not isinstance(line, bool):
        raise _RequestError("line is true or false")
    position, seconds, distances = _position(request), _seconds(request), _distances(request)
    return _answer(solver.solve(position, seconds=seconds, line=line, distances=distances))


def _answer(solution: Solution) -> _Answer:
    distance, lead = solution.distance, solution.lead
    return {
        "value": solution.value.value,
        "guess": solution.guess.value,
        "best": None if solution.best is None else str(solution.best),
        "moves": {str(move): value.value for move, value in solution.moves.items()},
        "line": [str(move) for move in solution.line],
        "nodes": solution.nodes,
        "distance": None if distance is None else [distance.at_least, distance.at_most],
        "distances": {str(move): [each.at_least, each.at_most] for move, each in solution.distances.items()},
        "lead": None if lead is None else [lead.leader.value, lead.reason.value, lead.spaces],
    }


def _position(request: _Request) -> Position:
    """Return the position that a request is about, given by its text or by the moves that lead to it."""
    text, ruleset, moves = (request.get(name) for name in ("position", "ruleset", "moves"))
    if isinstance(text, str):
        return Position.parse(text)
    if not (isinstance(ruleset, str) and isinstance(moves, str)):
        raise _RequestError("a request has a position, or a ruleset and moves")
    if ruleset not in list(Ruleset):
        raise _RequestError(f"ruleset is one of {', '.join(Ruleset)}")
    return Position.replay(ruleset, moves.split())


def _distances(request: _Request) -> Distances:
    wanted = request.get("distances", Distances.NONE)
    if wanted not in list(Distances):
        raise _RequestError(f"distances is one of {', '.join(Distances)}")
    return Distances(str(wanted))


def _seconds(request: _Request) -> float | None:
    seconds = request.get("seconds")
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise _RequestError("seconds is a number from 0, or null")
    return float(seconds)


def _level(request: _Request) -> Level:
    level = request.get("level")
    if type(level) is not int or level not in list(Level):
        raise _RequestError(f"level is a whole number from {min(Level)} to {max(Level)}")
    return Level(level)


if __name__ == "__main__":
    raise SystemExit(main())
