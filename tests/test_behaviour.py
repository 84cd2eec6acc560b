"""Every cell of ``docs/behaviour.md`` has a test whose id it is, and every such test has its cell."""

import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from tests.cells import cell_id

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


def cells_with_tests() -> Mapping[Cell, Sequence[str]]:
    """The tests of each cell, by its id in their parameters."""
    found: dict[Cell, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        if "tests.cells" in path.read_text(encoding="utf-8"):
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for name, test in inspect.getmembers(module, inspect.isfunction):
                if name.startswith("test_") and test.__module__ == module.__name__:
                    for event, state, id_ in _cases(getattr(test, "pytestmark", [])):
                        assert id_ == cell_id(event, state), name
                        found[event, state].append(f"{path.relative_to(ROOT)}::{name}[{id_}]")
    return found


def _cases(marks: Sequence[pytest.Mark]) -> Iterator[tuple[str, str, str]]:
    for mark in marks:
        if mark.name == "parametrize":
            for case in mark.args[1]:
                for own in getattr(case, "marks", ()):
                    if own.name == "cell":
                        yield (*own.args, case.id)


def test_every_cell_has_its_test() -> None:
    tested = cells_with_tests()
    said = cells(PAGE.read_text(encoding="utf-8"))
    assert len(said) > 1
    assert sorted(cell for cell, text in said.items() if text != CANNOT_BE and cell not in tested) == []


def test_every_test_of_a_cell_has_its_cell() -> None:
    said = cells(PAGE.read_text(encoding="utf-8"))
    assert {cell: tests for cell, tests in cells_with_tests().items() if cell not in said} == {}


def test_what_cannot_be_has_no_test() -> None:
    said = cells(PAGE.read_text(encoding="utf-8"))
    tested = cells_with_tests()
    assert {cell: tested[cell] for cell, text in said.items() if text == CANNOT_BE and cell in tested} == {}


def test_no_cell_is_empty() -> None:
    assert [cell for cell, text in cells(PAGE.read_text(encoding="utf-8")).items() if not text] == []


def test_no_two_cells_have_one_id() -> None:
    said = cells(PAGE.read_text(encoding="utf-8"))
    assert len({cell_id(*cell) for cell in said}) == len(said)
