"""The command line writes pictures."""

import subprocess
import sys
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
