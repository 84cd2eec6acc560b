"""Marks a test as the test of a cell in ``docs/behavior.md``, and names its cases after the cells.

So ``pytest -k "double_click and in_play"`` runs the test of one cell, and ``pytest -m cell`` those of all.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

_Test = TypeVar("_Test", bound=Callable[..., Any])


def cells(event: str, *states: str) -> Callable[[_Test], _Test]:
    """Run a test once in each of these states, as the cell of ``event``. Its fixture ``state`` says which."""
    return in_cells([cell(event, state) for state in states])


def in_cells(cases: list[Any], *names: str) -> Callable[[_Test], _Test]:
    """Run a test once for each case made by ``cell``; ``names`` are the names of its values."""
    parametrized = pytest.mark.parametrize(("state", *names), cases, indirect=["state"])

    def decorate(test: _Test) -> _Test:
        # A test of a single state doesn't need to ask which it is.
        marked: _Test = parametrized(pytest.mark.usefixtures("state")(test))
        return marked

    return decorate


def cell(event: str, state: str, *values: object) -> Any:
    """Return one case of a test: the state as a fixture, the values as arguments, and the cell as its id."""
    return pytest.param(state, *values, id=cell_id(event, state), marks=pytest.mark.cell(event, state))


def cell_id(event: str, state: str) -> str:
    """Return the id of a cell, with words joined the way ``pytest -k`` needs them.

    >>> cell_id("time runs out, over an hour per move", "in play")
    'time_runs_out_over_an_hour_per_move-in_play'
    """
    return "-".join(re.sub(r"\W+", "_", name).strip("_").lower() for name in (event, state))
