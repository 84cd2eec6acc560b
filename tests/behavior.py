"""What ``docs/behavior.md`` says about each cell: ``python -m tests.behavior`` writes what tests say.

A table is about the states in the last table of states, or about the one state that its header names. If the
tests of an event say what happens (``tests.cells.outcomes``), its row on the page needs just the event.
"""

import inspect
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.cells import cell_id

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "behavior.md"
CANNOT_BE = "—"
DEFAULTS = "*unless a row says otherwise*"

Cell: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """An event: its usual outcome, and the outcomes in states where it's different."""

    event: str
    usual: str
    states: Sequence[str]
    exceptions: Sequence[Cell]
    """Pairs of a state and the outcome there, in the page's order."""

    defaults: Sequence[Cell]
    """The same for all rows of the table, except those without a usual outcome."""

    @property
    def outcomes(self) -> Mapping[str, str]:
        defaults = {} if self.usual == CANNOT_BE else dict(self.defaults)
        return dict.fromkeys(self.states, self.usual) | defaults | dict(self.exceptions)


def rows(text: str) -> Iterator[Row]:
    """Yield the rows of all tables of events."""
    states: Sequence[str] = ()
    for head, *body in _tables(text):
        if head[0] == "state":
            states = [state for state, _ in body]
        elif head[1] == "what happens":
            about, defaults = states if head[0] == "event" else head[:1], list[Cell]()
            for event, usual, *rest in body:
                exceptions = [cell for text in rest for cell in _exceptions(text)]
                if event == DEFAULTS:
                    defaults = exceptions
                else:
                    yield Row(event, usual, about, exceptions, defaults)


def _tables(text: str) -> Iterator[list[list[str]]]:
    """Yield the tables of a page, as rows of cells, starting with the header."""
    found: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
        elif found:
            yield [found[0], *found[2:]]
            found = []


def _exceptions(text: str) -> Iterator[Cell]:
    """Yield the pairs of a state and an outcome in ``*state, state*: outcome<br>*state*: outcome``."""
    for part in text.split("<br>") if text else ():
        named, outcome = part.removeprefix("*").split("*: ", 1)
        for state in named.split(", "):
            yield state, outcome


def cells_of_tests() -> tuple[Mapping[Cell, Sequence[str]], Mapping[Cell, str]]:
    """Return the tests of each cell, by its id in their parameters, and the outcomes that tests say."""
    tests, outcomes = defaultdict[Cell, list[str]](list), dict[Cell, str]()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if "tests.cells" in path.read_text(encoding="utf-8"):
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for name, test in inspect.getmembers(module, inspect.isfunction):
                if name.startswith("test_") and test.__module__ == module.__name__:
                    for event, state, outcome, id_ in _cases(getattr(test, "pytestmark", [])):
                        assert id_ == cell_id(event, state), name
                        tests[event, state].append(f"{path.relative_to(ROOT)}::{name}[{id_}]")
                        if outcome:
                            assert outcomes.setdefault((event, state), outcome) == outcome, name
    return tests, outcomes


def _cases(marks: Sequence[pytest.Mark]) -> Iterator[tuple[str, str, str, str]]:
    for mark in marks:
        if mark.name == "parametrize":
            for case in mark.args[1]:
                for own in getattr(case, "marks", ()):
                    if own.name == "cell":
                        yield (*own.args, case.id)


def written(text: str, outcomes: Mapping[Cell, str]) -> str:
    """Return the page with the outcomes that tests say."""
    for row in rows(text):
        if any((row.event, state) in outcomes for state in row.states):
            told = {state: outcomes.get((row.event, state), CANNOT_BE) for state in row.states}
            line = f"| {' | '.join((row.event, *_in_cells(told)))} |"
            (old,) = re.findall(rf"^\| {re.escape(row.event)} \|.*$", text, re.MULTILINE)
            text = text.replace(old, line)
    return text


def _in_cells(outcomes: Mapping[str, str]) -> Iterator[str]:
    """Yield the usual outcome, which is what happens in most states, then the exceptions, if any."""
    counts = Counter(outcomes.values())
    usual = max(counts, key=lambda outcome: (counts[outcome], outcome != CANNOT_BE))
    states = defaultdict[str, list[str]](list)
    for state, outcome in outcomes.items():
        if outcome != usual:
            states[outcome].append(state)
    yield usual
    if states:
        yield "<br>".join(f"*{', '.join(named)}*: {outcome}" for outcome, named in states.items())


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), cells_of_tests()[1]), encoding="utf-8")
