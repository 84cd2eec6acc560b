"""The palettes that come with the package are those that ``scripts/palettes.py`` makes."""

import subprocess
import sys
from pathlib import Path

import pytest

from render import THEMES
from render.drawing.palette import FOLDER
from render.text.lettering import EMOJI_FONTS, SHAPING

ROOT = Path(__file__).parents[3]


@pytest.mark.thorough
@pytest.mark.skipif(
    not SHAPING or not any(font.exists() for font in EMOJI_FONTS), reason="other letters have other colors"
)
def test_the_palettes_are_those_that_the_script_makes(tmp_path: Path) -> None:
    # In a process of its own, because what's painted here isn't a picture, and is kept.
    making = [sys.executable, "-m", "scripts.palettes", str(tmp_path)]
    subprocess.run(making, cwd=ROOT, check=True)  # noqa: S603 - a script of this repository
    for theme in THEMES:
        name = f"{theme.name}.palette"
        assert (FOLDER / name).read_bytes() == (tmp_path / name).read_bytes()
