"""`python -m engine solve`."""

import io
import sys

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine.terminal.command_line import main

BEFORE_THE_END = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s"
WON = f"{BEFORE_THE_END} Cd1 Sd1 Cd2 Sd2"


@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        (BEFORE_THE_END, "loss Sd1=loss Cd1=loss"),
        (BEFORE_THE_END.removesuffix(" Td2s"), "win Sd2=win Td2n=win Td2s=win Td2w=draw Cd2=win"),
        (WON, "white three-towers"),
    ],
)
def test_a_line_has_the_value_of_the_position_and_of_every_move(
    moves: str,
    answer: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "pyrga", *moves.split()]) == 0
    assert capsys.readouterr() == (f"{answer}\n", "")


def test_a_batch_has_one_answer_for_each_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{WON}\nSb3 Sb3\n{BEFORE_THE_END}\n"))
    assert main(["solve", "classic", "-"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "white three-towers",
        "error: ply 1: Sb3 is illegal: kind-taken: the space already has a piece of this kind",
        "loss Sd1=loss Cd1=loss",
    ]


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (
            "",
            (
                "Sd1: refuted Cd2 win, loses-within 3, leaves-spaces d2; "
                "Cd1: holds-out 6 longest, leaves-move Sd1"
            ),
        ),
        ("--move Cd1", "Cd1: holds-out 6 longest, leaves-move Sd1"),
    ],
)
def test_a_move_is_explained_by_what_is_true_of_it(
    arguments: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "pyrga", *BEFORE_THE_END.split(), *arguments.split()]) == 0
    assert capsys.readouterr() == (f"{answer}\n", "")


def test_a_move_that_cannot_be_played_is_not_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "pyrga", *BEFORE_THE_END.split(), "--move", "Sa1"]) == 2
    assert capsys.readouterr().err.startswith("error: ply 7: Sa1 is illegal")


def test_an_illegal_game_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "pyrga", "Sb3", "Sa1"]) == 2
    assert capsys.readouterr().err.startswith("error: ply 1: Sa1 is illegal")


def test_a_host_without_the_solver_says_so(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "engine.solver", None)
    assert main(["solve", "pyrga"]) == 2
    assert capsys.readouterr().err.startswith("error: ")
