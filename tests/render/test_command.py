"""The command line writes pictures."""

import os
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engine.interruption import INTERRUPTED

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]


def render(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  (our own command)
        [sys.executable, "-m", "render", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.soak
def test_the_contact_sheet_is_a_picture(tmp_path: Path) -> None:
    assert render("sheet", str(tmp_path / "sheet.png")).returncode == 0
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.width > 1000


@pytest.mark.default
def test_a_board_after_moves(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    assert (
        render("board", "pyrga", str(out), "Sb3", "Tc3n", "--size", "replay", "--white", "Ada").returncode
        == 0
    )
    with Image.open(out) as picture:
        assert picture.size == (796, 585)


@pytest.mark.default
def test_a_diagram_after_moves(tmp_path: Path) -> None:
    out = tmp_path / "diagram.png"
    assert render("diagram", "classic", str(out), "Sb3").returncode == 0
    with Image.open(out) as picture:
        assert picture.size == (978, 978)


def test_an_illegal_move_is_refused_without_writing(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    result = render("board", "pyrga", str(out), "Sb3", "Sd1")
    assert (result.returncode, out.exists()) == (2, False)
    assert result.stderr == "error: Sd1 at ply 1: the last piece asks for other spaces\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("board chess b.png", "argument RULESET: 'chess' is not one of pyrga, classic, pilotis"),
        ("board pyrga b.jpg", "argument OUT.png: 'b.jpg' doesn't end in .png"),
        ("diagram pyrga Sb3 Cb2", "argument OUT.png: 'Sb3' doesn't end in .png"),
        ("sheet sheet", "argument OUT.png: 'sheet' doesn't end in .png"),
        ("board pyrga b.png Sz9", "'Sz9' is not a move"),
        ("diagram pyrga missing/d.png", "missing/d.png: No such file or directory"),
        ("replay missing.txt r.gif", "missing.txt: No such file or directory"),
        ("replay game.txt r.png", "argument OUT.gif: 'r.png' doesn't end in .gif"),
        ("replay binary r.gif", "binary isn't text in UTF-8"),
        ("board pyrga", "the following arguments are required: OUT.png"),
        ("", "the following arguments are required: COMMAND"),
    ],
)
def test_bad_input_is_answered_with_one_sentence_and_writes_nothing(
    arguments: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    result = render(*arguments.split(), folder=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"error: {sentence}\n")
    assert [file.name for file in tmp_path.iterdir()] == ["binary"]


@pytest.mark.default
@pytest.mark.parametrize("command", ["board", "diagram"])
def test_the_help_explains_the_ruleset_and_that_moves_can_be_left_out(command: str) -> None:
    shown = " ".join(render(command, "--help").stdout.split())
    assert "RULESET OUT.png [MOVE ...]" in shown
    assert "RULESET pyrga, classic (" in shown
    assert "MOVE the moves so far, in order, such as Sb3," in shown


def test_ctrl_c_ends_it_silently(tmp_path: Path) -> None:
    record = tmp_path / "record"
    os.mkfifo(record)
    command = [sys.executable, "-m", "render", "replay", str(record), "-"]
    # Opening the pipe waits until the program reads the record.
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,  # noqa: S603
        record.open("w"),
    ):
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == INTERRUPTED


RECORD = """[Ruleset "pyrga"]
[White "Ada"]
[Black "Emmy"]
[Result "black"]
[Reason "resignation"]

1. Sb2 2. Ta2e 3. Cc2
black
"""


def piped(record: str, *options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "render", "replay", "-", "-", *options]
    return subprocess.run(command, check=False, capture_output=True, input=record.encode())  # noqa: S603


def test_a_record_becomes_a_replay_through_a_pipe() -> None:
    done = piped(RECORD, "--theme", "basalt")
    assert (done.returncode, done.stderr) == (0, b"")
    with Image.open(BytesIO(done.stdout)) as gif:
        assert (gif.format, gif.size, getattr(gif, "n_frames", 1)) == ("GIF", (796, 585), 5)


@pytest.mark.default
def test_a_record_becomes_a_replay_in_files(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(RECORD)
    assert render("replay", str(tmp_path / "game.txt"), str(tmp_path / "game.gif")).returncode == 0
    with Image.open(tmp_path / "game.gif") as gif:
        assert gif.format == "GIF"


def test_a_damaged_record_is_refused_with_what_is_wrong() -> None:
    done = piped(RECORD.replace("Cc2", "Cd4"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Cd4" in done.stderr
    assert done.stderr.count(b"\n") == 1
