"""`python -m engine play`, as the person playing sees it."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine.terminal.command_line import main

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
PROMPT = "Your move: "


def play(
    arguments: str,
    lines: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """Return what's printed in a game where the person types these lines."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["play", *arguments.split()]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def test_the_computer_answers_and_the_board_shows_both_moves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = play("pyrga --level 2", "Cb3\nquit\n", capsys, monkeypatch)
    assert "You're white, and the computer (level 2) is black." in printed
    assert "4  ....  ....  ....  ....\n3  ....  ....  ....  ....\n" in printed
    answered = printed.partition("The computer plays ")[2]
    move, _, board = answered.partition(".\n")
    assert move in {"Sb3", "Tb3n", "Tb3e", "Tb3s", "Tb3w"}
    assert "white to move" in board
    assert printed.count(PROMPT) == 2


def test_the_person_can_be_black(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    printed = play("pilotis --color black", "quit\n", capsys, monkeypatch)
    assert "You're black, and the computer (level 4) is white." in printed
    assert printed.index("The computer plays") < printed.index(PROMPT)


@pytest.mark.parametrize(
    ("line", "help_"),
    [
        ("?", "Sa1 Sb1 Sc1 Sd1 Sa2 "),
        ("Tb3", "Which one? Tb3n, Tb3e, Tb3s, Tb3w"),
        ("Ta1s", "Ta1s is illegal: "),
        ("castle", "'castle' is not a move."),
        ("", "Type a move such as"),
    ],
)
def test_after_a_line_that_is_not_a_move_it_helps_and_asks_again(
    line: str,
    help_: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed = play("pyrga", f"{line}\nQUIT\n", capsys, monkeypatch)
    assert help_ in printed.partition(PROMPT)[2]
    assert printed.count(PROMPT) == 2


def test_the_same_seed_gives_the_same_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [
        play(f"classic --color black --level 3 --seed {seed}", "", capsys, monkeypatch)
        for seed in (1, 1, 2, 3, 4)
    ]
    assert games[0] == games[1]
    assert len(set(games)) > 1


def test_a_host_without_the_solver_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "engine.solver", None)
    assert main(["play", "pyrga"]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_a_level_is_one_of_eight(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "pyrga", "--level", "9"])
    assert "invalid choice: 9" in capsys.readouterr().err


def test_a_whole_game_in_its_own_process(cache_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "pyrga-solver").symlink_to(cache_folder)
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "play", "pyrga", "--level", "6"],
        cwd=ROOT,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        printed = played_to_the_end(process)
        assert process.wait() == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    *_, outcome, verdict = printed.splitlines()
    assert outcome.startswith("outcome: ")
    assert verdict in {"You win.", "The computer wins.", "It's a draw."}


def played_to_the_end(process: subprocess.Popen[str]) -> str:
    """Return what's printed if, every time, the person asks for the legal moves and plays the first."""
    assert process.stdin is not None
    assert process.stdout is not None
    printed, asking = "", True
    while text := process.stdout.read(1):
        printed += text
        if printed.endswith(PROMPT):
            first = printed.splitlines()[-2].removeprefix(PROMPT).partition(" ")[0]
            process.stdin.write("?\n" if asking else f"{first}\n")
            process.stdin.flush()
            asking = not asking
    return printed
