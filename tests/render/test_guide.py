"""The examples in the guide work."""

import doctest
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "render.md"


def test_every_example_of_the_guide_works() -> None:
    failed, tried = doctest.testfile(str(GUIDE), module_relative=False)
    assert tried > 0
    assert failed == 0
