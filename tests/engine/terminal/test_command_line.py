"""`python -m engine`, as another program sees it."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Position, Ruleset, parse_records
from engine.interruption import INTERRUPTED
from engine.terminal.command_line import main

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[3]
WON = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"


def run(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a whole process that gets `lines` on its standard input."""
    return subprocess.run(  # noqa: S603 - this project's own program
        [sys.executable, "-m", "engine", *arguments],
        input=lines,
        capture_output=True,
        check=False,
        cwd=ROOT,
    )


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("legal pyrga Cb3", "Sb3 Tb3n Tb3e Tb3s Tb3w"),
        ("legal pyrga cb3 TB3^ cb4", "Sb4 Tb4e Tb4s Tb4w"),
        (f"legal pyrga {WON}", ""),
        ("perft pyrga 0", "1"),
        ("perft pyrga 3", "7000"),
        ("perft classic 3", "7392"),
        ("perft pyrga 1 Cb3", "5"),
        (f"perft pyrga 1 {WON}", "0"),
        (f"perft pyrga 0 {WON}", "1"),
        ("outcome pyrga", "ongoing white"),
        ("outcome pyrga Sb3", "ongoing black"),
        (f"outcome pyrga {WON}", "white three-towers"),
    ],
)
def test_one_question_gets_one_line(arguments: str, answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 0
    assert capsys.readouterr() == (f"{answer}\n", "")


def test_the_first_move_has_80_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "classic"]) == 0
    assert capsys.readouterr().out.split() == [str(move) for move in Position.start().legal_moves]


def test_moves_can_be_a_single_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["outcome", "pyrga", WON]) == 0
    assert capsys.readouterr().out == "white three-towers\n"


def test_show_draws_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "pyrga", "Tb3e", "Cc3", "Sc3"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "4  ....  ....  ....  ....",
        "3  ....  .T>.  S..c  ....",
        "2  ....  ....  ....  ....",
        "1  ....  ....  ....  ....",
        "   a     b     c     d",
        "white holds S4 T4 C5",
        "black holds S5 T5 C4",
        "black to move; Sc3 asks for c2 b3 d3 c4",
    ]


@pytest.mark.parametrize(
    ("moves", "last_line"),
    [
        ("", "white to move, anywhere"),
        ("Td3n Sd4 Sd3 Td2n Cd3", "black to move; Cd3 asks for d3 in vain (complete): any empty space"),
        (WON, "outcome: white three-towers"),
    ],
)
def test_show_ends_with_the_state_of_the_game(
    moves: str,
    last_line: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "pyrga", *moves.split()]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last_line


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ("Sb3 Sb3", "ply 1: Sb3 is illegal: kind-taken: the space already has a piece of this kind"),
        ("Sb3 Sa1", "ply 1: Sa1 is illegal: not-demanded: the last piece asks for other spaces"),
        ("ta1v", "ply 0: Ta1s is illegal: off-board: a Triangle may not point straight off the board"),
        (f"{WON} Sa1", "ply 11: Sa1 is illegal: finished: the game is over"),
        ("Sb3 Xx", "ply 1: 'Xx' is not a move"),
        ("Sb3 - Cb2", "ply 1: '-' is not a move"),
        ("Sb3 Tb2", "ply 1: 'Tb2' needs a direction: Tb2n, Tb2e, Tb2s, Tb2w"),
        ("S\u00e93", r"ply 0: 'S\xe93' is not a move"),
    ],
)
def test_illegal_input_is_reported_on_standard_error_and_in_its_line_of_a_batch(
    moves: str,
    error: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main(["legal", "pyrga", *moves.split()]) == 2
    assert capsys.readouterr() == ("", f"error: {error}\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"Cb3\n{moves}\n\n"))
    assert main(["outcome", "pyrga", "-"]) == 0
    assert capsys.readouterr() == (f"ongoing black\nerror: {error}\nongoing white\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "unknown pyrga",
        "legal",
        "legal chess",
        "perft pyrga",
        "perft pyrga -1",
        "perft pyrga many",
        "random pyrga",
        "random pyrga -1",
        "random pyrga 1 --seed x",
    ],
)
def test_malformed_arguments_are_refused(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments.split())
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_batch_answers_every_line_of_a_real_process() -> None:
    lines = b"Cb3\n\n \r\nSb3 Cb2\r\n\xff\xfe\nSb3 Sb3\nSb3"
    shown = run("show", "classic", "-", lines=lines)
    assert shown.stdout.decode().splitlines() == [
        "classic black Cb3 Cb3 -",
        "classic white - - -",
        "classic white - - -",
        "classic white Cb2 Sb3 Cb2",
        r"error: ply 0: '\\xff\\xfe' is not a move",
        "error: ply 1: Sb3 is illegal: kind-taken: the space already has a piece of this kind",
        "classic black Sb3 Sb3 -",
    ]
    assert (shown.returncode, shown.stderr) == (0, b"")
    counted = run("perft", "pyrga", "1", "-", lines=b"\nCb3\n" * 1_000)
    assert counted.stdout == b"80\n5\n" * 1_000


def test_a_batch_answers_each_line_before_the_next_is_asked() -> None:
    command = [sys.executable, "-m", "engine", "outcome", "pyrga", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as process:  # noqa: S603 - our own
        assert process.stdin is not None
        assert process.stdout is not None
        for question, answer in ((b"\n", b"ongoing white\n"), (b"Sb3\n", b"ongoing black\n")):
            process.stdin.write(question)
            process.stdin.flush()
            assert process.stdout.readline() == answer


def test_an_illegal_game_makes_a_real_process_exit_with_2() -> None:
    refused = run("outcome", "pilotis", "Sb3", "Sb3")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.startswith(b"error: ply 1: Sb3 is illegal")


@pytest.mark.parametrize("ruleset", Ruleset)
def test_random_games_are_finished_records_and_a_seed_reproduces_them(
    ruleset: Ruleset,
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = []
    for seed in ("1", "1", "2"):
        assert main(["random", ruleset, "5", "--seed", seed]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]
    records = list(parse_records(printed[0]))
    assert len(records) == 5
    assert all(record.ruleset is ruleset and record.outcome is not None for record in records)


def test_zero_random_games_are_an_empty_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["random", "pyrga", "0"]) == 0
    assert capsys.readouterr().out == ""


def test_a_reader_that_has_seen_enough_ends_the_program_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "engine", "random", "pyrga", "200"]
    with os.fdopen(writing, "wb") as closed_pipe:
        ended = subprocess.run(  # noqa: S603 - this project's own program
            command,
            stdout=closed_pipe,
            stderr=subprocess.PIPE,
            check=False,
            cwd=ROOT,
        )
    assert (ended.returncode, ended.stderr) == (1, b"")


COMMANDS = ("legal", "perft", "outcome", "show", "solve", "random", "play")


def help_of(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_explains_the_ruleset(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "RULESET pyrga, classic (" in help_of(command, capsys)


@pytest.mark.parametrize("command", ["legal", "perft", "outcome", "show", "solve"])
def test_the_help_explains_the_moves_and_that_they_can_be_left_out(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = help_of(command, capsys)
    assert "[MOVE ...]" in shown
    assert "MOVE the moves so far, in order, such as Sb3," in shown
    assert "reads a list of moves from each line of standard input" in shown
    with pytest.raises(SystemExit):
        main([command])
    assert "MOVE" not in capsys.readouterr().err.splitlines()[-1]


def test_ctrl_c_ends_it_silently() -> None:
    command = [sys.executable, "-m", "engine", "legal", "pyrga", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as process:  # noqa: S603
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"Cb3\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"Sb3 Tb3n Tb3e Tb3s Tb3w\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == INTERRUPTED
