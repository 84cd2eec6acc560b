"""The page with examples that need the solver."""

import doctest
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

PAGE = Path(__file__).parents[3] / "docs" / "solver.md"


def test_the_examples_of_the_page_run() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0
