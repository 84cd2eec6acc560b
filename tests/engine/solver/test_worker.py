"""The solver alongside another program: a real process and its protocol."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Level, Move, Position
from engine.solver import Solver

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
BEFORE_THE_END = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e"
ONE_PLY_BEFORE_THE_END = f"{BEFORE_THE_END} Td2s Cd1 Sd1 Cd2"
WON = f"{ONE_PLY_BEFORE_THE_END} Sd2"


class Worker:
    """A running worker. Requests are objects or raw bytes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def read(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, request: object) -> Any:
        assert self.process.stdin is not None
        self.process.stdin.write(request if isinstance(request, bytes) else json.dumps(request).encode())
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        return self.read()

    def end(self) -> tuple[int, bytes, bytes]:
        """Close its input; return its status, the rest of its output, and its errors."""
        output, errors = self.process.communicate()
        return self.process.returncode, output, errors


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - this project's own program
        [sys.executable, "-m", "engine.solver.worker", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@contextmanager
def running(cache_folder: Path) -> Iterator[Worker]:
    with start("--megabytes", "16", "--cache", str(cache_folder)) as process:
        worker = Worker(process)
        assert worker.read() == {"ready": True}
        try:
            yield worker
        finally:
            process.kill()


@pytest.fixture(scope="module")
def worker(cache_folder: Path) -> Iterator[Worker]:
    with running(cache_folder) as worker:
        yield worker


@pytest.mark.default
def test_it_solves_like_the_solver(worker: Worker, cache_folder: Path) -> None:
    request = {"task": "solve", "ruleset": "pyrga", "moves": BEFORE_THE_END, "seconds": None, "line": True}
    answer = worker.ask(request)
    solution = Solver(table_megabytes=16, cache_folder=cache_folder).solve(
        Position.replay("pyrga", BEFORE_THE_END.split())
    )
    assert answer["value"] == answer["guess"] == solution.value.value == "win"
    assert answer["moves"] == {str(move): value.value for move, value in solution.moves.items()}
    assert answer["best"] == answer["line"][0]
    # What was found once needs no new search.
    assert answer["nodes"] > worker.ask(request)["nodes"] == 0


def test_seconds_and_the_line_are_optional(worker: Worker) -> None:
    request = {"task": "solve", "ruleset": "classic", "moves": ONE_PLY_BEFORE_THE_END}
    assert worker.ask(request)["line"] == ["Sd2"]
    assert worker.ask({**request, "seconds": 1, "line": False})["line"] == []
    not_in_book = "Tb3n Tb4w Ca4 Sa4 Sb4"
    unknown = worker.ask({"task": "solve", "ruleset": "classic", "moves": not_in_book, "seconds": 0})
    assert unknown["value"] == "unknown"
    assert unknown["guess"] in {"win", "draw", "loss"}


def test_a_finished_game_has_a_value_and_no_moves(worker: Worker) -> None:
    answer = worker.ask({"task": "solve", "ruleset": "pyrga", "moves": WON})
    assert answer == {
        "value": "loss",
        "guess": "loss",
        "best": None,
        "moves": {},
        "line": [],
        "nodes": 0,
        "distance": None,
        "distances": {},
        "lead": None,
    }


def test_a_position_may_be_given_as_its_text(worker: Worker) -> None:
    position = Position.replay("pilotis", ONE_PLY_BEFORE_THE_END.split())
    assert worker.ask({"task": "solve", "position": str(position)})["best"] == "Sd2"


@pytest.mark.default
def test_it_chooses_a_move_at_each_level(worker: Worker) -> None:
    for level in Level:
        request = {"task": "choose", "ruleset": "pyrga", "moves": ONE_PLY_BEFORE_THE_END, "level": level}
        assert worker.ask(request) == {"move": "Sd2"}


def test_the_same_seed_gives_the_same_move(worker: Worker) -> None:
    def move(seed: int) -> str:
        request = {"task": "choose", "ruleset": "pyrga", "moves": "", "level": 3, "seed": seed}
        text: str = worker.ask(request)["move"]
        assert Move.parse(text) in Position.start().legal_moves
        return text

    first = [move(seed) for seed in range(6)]
    assert first == [move(seed) for seed in range(6)]
    assert len(set(first)) > 1


@pytest.mark.parametrize(
    ("request_", "fact"),
    [
        (b"nonsense", "JSON"),
        (b"", "JSON"),
        (b"\xff\xfe", "JSON"),
        (b"[" * 100_000, "JSON"),
        (b"[]", "object"),
        ({}, "task"),
        ({"task": ["solve"]}, "task"),
        ({"task": "resign"}, "task"),
        ({"task": "solve"}, "ruleset"),
        ({"task": "solve", "ruleset": "chess", "moves": ""}, "ruleset"),
        ({"task": "solve", "ruleset": "pyrga", "moves": ["Sb3"]}, "moves"),
        ({"task": "solve", "ruleset": "pyrga", "moves": "Sb3 Sb3"}, "Sb3 at ply 1"),
        ({"task": "solve", "ruleset": "pyrga", "moves": "Zz9"}, "Zz9"),
        ({"task": "solve", "ruleset": "pyrga", "moves": "Tb3"}, "direction"),
        ({"task": "solve", "position": "pyrga white"}, "position"),
        ({"task": "solve", "ruleset": "pyrga", "moves": "", "seconds": -1}, "seconds"),
        ({"task": "solve", "ruleset": "pyrga", "moves": "", "seconds": True}, "seconds"),
        ({"task": "solve", "ruleset": "pyrga", "moves": "", "seconds": float("nan")}, "seconds"),
        ({"task": "solve", "ruleset": "pyrga", "moves": "", "line": 1}, "line"),
        ({"task": "choose", "ruleset": "pyrga", "moves": ""}, "level"),
        ({"task": "choose", "ruleset": "pyrga", "moves": "", "level": 0}, "level"),
        ({"task": "choose", "ruleset": "pyrga", "moves": "", "level": True}, "level"),
        ({"task": "choose", "ruleset": "pyrga", "moves": "", "level": 1, "seed": "x"}, "seed"),
        ({"task": "choose", "ruleset": "pyrga", "moves": WON, "level": 1}, "over"),
    ],
)
def test_an_impossible_request_gets_one_answer_with_the_reason(
    worker: Worker, request_: object, fact: str
) -> None:
    answer = worker.ask(request_)
    assert list(answer) == ["error"]
    assert fact in answer["error"]


@pytest.mark.skipif(os.name == "nt", reason="signals are not sent so there")
def test_it_ignores_interrupts_and_ends_with_its_input(cache_folder: Path) -> None:
    with running(cache_folder) as worker:
        worker.process.send_signal(signal.SIGINT)
        assert (
            worker.ask({"task": "solve", "ruleset": "pyrga", "moves": ONE_PLY_BEFORE_THE_END})["best"]
            == "Sd2"
        )
        assert worker.end() == (0, b"", b"")


def test_it_ends_on_its_own_when_no_request_comes(cache_folder: Path) -> None:
    with start("--megabytes", "16", "--cache", str(cache_folder), "--idle", "0.05") as process:
        assert process.wait() == 0


def test_an_invalid_table_size_and_an_impossible_folder_are_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for arguments in (["--megabytes", "0"], ["--cache", str(tmp_path / "file" / "cache")]):
        with start(*arguments) as process:
            output, errors = process.communicate()
        assert (process.returncode, output) == (2, b"")
        assert errors.startswith(b"error: ")
        assert errors.count(b"\n") == 1
