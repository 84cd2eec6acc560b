"""Every cell of ``docs/behaviour.md`` has a test that bears its mark, and every mark has its cell."""

import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "behaviour.md"
CANNOT_BE = "—"

Cell = tuple[str, str]


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a page whose first column is called ``event``, as rows of cells, the head first."""
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            if rows[0][0] == "event":
                yield [rows[0], *rows[2:]]
            rows = []


def cells(text: str) -> Mapping[Cell, str]:
    """What the page says of each event in each state."""
    found: dict[Cell, str] = {}
    for head, *rows in tables(text):
        for event, *outcomes in rows:
            assert len(outcomes) == len(head) - 1, event
            for state, outcome in zip(head[1:], outcomes, strict=True):
                assert (event, state) not in found, (event, state)
                found[event, state] = outcome
    return found


def marked_cells() -> Mapping[Cell, Sequence[str]]:
    """The tests that bear the mark of each cell."""
    found: dict[Cell, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        if ".behaviour" in path.read_text(encoding="utf-8"):
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for name, test in inspect.getmembers(module, inspect.isfunction):
                if name.startswith("test_") and test.__module__ == module.__name__:
                    for event, *states in _marks(getattr(test, "pytestmark", [])):
                        for state in states:
                            found[event, state].append(f"{path.relative_to(ROOT)}::{name}")
    return found


def _marks(marks: Sequence[pytest.Mark]) -> Iterator[Sequence[str]]:
    for mark in marks:
        if mark.name == "behaviour":
            assert len(mark.args) > 1, mark
            yield mark.args
        elif mark.name == "parametrize":
            for case in mark.args[1]:
                yield from _marks(getattr(case, "marks", ()))


def test_every_cell_has_its_test() -> None:
    marked = marked_cells()
    said = cells(PAGE.read_text(encoding="utf-8"))
    assert len(said) > 1
    assert sorted(cell for cell, text in said.items() if text != CANNOT_BE and cell not in marked) == []


def test_every_mark_has_its_cell() -> None:
    said = cells(PAGE.read_text(encoding="utf-8"))
    assert {cell: tests for cell, tests in marked_cells().items() if cell not in said} == {}


def test_what_cannot_be_has_no_test() -> None:
    said = cells(PAGE.read_text(encoding="utf-8"))
    marked = marked_cells()
    assert {cell: marked[cell] for cell, text in said.items() if text == CANNOT_BE and cell in marked} == {}


def test_no_cell_is_empty() -> None:
    assert [cell for cell, text in cells(PAGE.read_text(encoding="utf-8")).items() if not text] == []
