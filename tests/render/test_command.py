"""The command line writes pictures."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image


def render(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  (our own command)
        [sys.executable, "-m", "render", *arguments], capture_output=True, text=True, check=False
    )


def test_the_contact_sheet_is_a_picture(tmp_path: Path) -> None:
    assert render("sheet", str(tmp_path / "sheet.png")).returncode == 0
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.width > 1000


def test_a_board_after_moves(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    assert (
        render("board", "pyrga", str(out), "Sb3", "Tc3n", "--size", "replay", "--white", "Ada").returncode
        == 0
    )
    with Image.open(out) as picture:
        assert picture.size == (598, 713)


def test_a_diagram_after_moves(tmp_path: Path) -> None:
    out = tmp_path / "diagram.png"
    assert render("diagram", "classic", str(out), "Sb3").returncode == 0
    with Image.open(out) as picture:
        assert picture.size == (1000, 1000)


def test_an_illegal_move_is_refused_without_writing(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    result = render("board", "pyrga", str(out), "Sb3", "Sd1")
    assert (result.returncode, out.exists()) == (1, False)
    assert "Sd1" in result.stderr


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
        assert (gif.format, gif.size, getattr(gif, "n_frames", 1)) == ("GIF", (598, 713), 4)


def test_a_record_becomes_a_replay_in_files(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(RECORD)
    assert render("replay", str(tmp_path / "game.txt"), str(tmp_path / "game.gif")).returncode == 0
    with Image.open(tmp_path / "game.gif") as gif:
        assert gif.format == "GIF"


def test_a_damaged_record_is_refused_with_what_is_wrong() -> None:
    done = piped(RECORD.replace("Cc2", "Cd4"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"Cd4" in done.stderr
