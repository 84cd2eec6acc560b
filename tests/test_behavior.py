"""``docs/behavior.md`` and the tests agree: every event in every state is the id of a test."""

import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

from tests.cells import cell_id

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "behavior.md"
CANNOT_BE = "—"

Cell = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """An event: its usual outcome, and the outcomes in states where it's different."""

    event: str
    usual: str
    states: Sequence[str]
    exceptions: Sequence[Cell]
    """Pairs of a state and the outcome there, in the page's order."""

    @property
    def outcomes(self) -> Mapping[str, str]:
        return dict.fromkeys(self.states, self.usual) | dict(self.exceptions)


def tables(text: str) -> Iterator[list[list[str]]]:
    """Yield the tables of a page, as rows of cells, starting with the header."""
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            yield [rows[0], *rows[2:]]
            rows = []


def rows(text: str) -> list[Row]:
    """Return the rows of all tables of events.

    Each table is about the states in the previous table of states.
    """
    found: list[Row] = []
    states: list[str] = []
    for head, *body in tables(text):
        if head[0] == "state":
            states = [state for state, _ in body]
        elif head[0] == "event":
            found += [Row(event, usual, states, list(exceptions(text))) for event, usual, text in body]
    return found


def exceptions(text: str) -> Iterator[Cell]:
    """Yield the pairs of a state and an outcome in ``*state, state*: outcome<br>*state*: outcome``."""
    for part in text.split("<br>") if text else ():
        named, outcome = part.removeprefix("*").split("*: ", 1)
        for state in named.split(", "):
            yield state, outcome


def cells() -> Mapping[Cell, str]:
    """Return what the page says about each event in each state."""
    return {
        (row.event, state): outcome
        for row in rows(PAGE.read_text(encoding="utf-8"))
        for state, outcome in row.outcomes.items()
    }


def cells_with_tests() -> Mapping[Cell, Sequence[str]]:
    """Return the tests of each cell, by its id in their parameters."""
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


def test_a_row_is_read_as_its_usual_outcome_and_its_exceptions() -> None:
    states = "| state | |\n|---|---|\n| a | |\n| b | |\n| c | |\n"
    (row,) = rows(f"{states}\n| event | | |\n|---|---|---|\n| x | y | *a, b*: z |")
    assert (row.event, row.outcomes) == ("x", {"a": "z", "b": "z", "c": "y"})


def test_every_event_in_every_state_has_its_test() -> None:
    tested, said = cells_with_tests(), cells()
    assert len(said) > 1
    assert sorted(cell for cell, text in said.items() if text != CANNOT_BE and cell not in tested) == []


def test_every_test_of_an_event_in_a_state_is_on_the_page() -> None:
    said = cells()
    assert {cell: tests for cell, tests in cells_with_tests().items() if cell not in said} == {}


def test_impossible_cells_have_no_tests() -> None:
    tested = cells_with_tests()
    assert {
        cell: tested[cell] for cell, text in cells().items() if text == CANNOT_BE and cell in tested
    } == {}


def test_only_exceptions_are_listed_and_only_once() -> None:
    for row in rows(PAGE.read_text(encoding="utf-8")):
        named = [state for state, _ in row.exceptions]
        assert len(named) == len(set(named)), row.event
        assert set(named) <= set(row.states), row.event
        assert all(outcome not in {row.usual, ""} for _, outcome in row.exceptions), row.event
        assert row.usual, row.event


def test_no_event_is_listed_twice() -> None:
    events = [row.event for row in rows(PAGE.read_text(encoding="utf-8"))]
    assert len(events) == len(set(events))


def test_no_two_cells_have_the_same_id() -> None:
    said = cells()
    assert len({cell_id(*cell) for cell in said}) == len(said)
