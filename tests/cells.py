"""Marks a test as the test of a cell in ``docs/behavior.md``, and names its cases after the cells.

So ``pytest -k "double_click and in_play"`` runs the test of one cell, and ``pytest -m cell`` those of all.
With ``outcomes``, a test also says what happens, and the page gets it from there.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

_Test = TypeVar("_Test", bound=Callable[..., Any])


def cells(event: str, *states: str) -> Callable[[_Test], _Test]:
    """Run a test once in each of these states, as the cell of ``event``. Its fixture ``state`` says which."""
    return in_cells([cell(event, state) for state in states])


def outcomes(
    event: str, states: str | Sequence[str] = (), usual: str = "", **others: str
) -> Callable[[_Test], _Test]:
    """Run a test once in each of these states, and say for the page what happens there.

    ``usual`` happens in ``states``; the others are the keywords, such as ``open`` and ``over_or_canceled``.
    """
    told = dict.fromkeys([states] if isinstance(states, str) else states, usual)
    told |= {state: outcome for named, outcome in others.items() for state in named.split("_or_")}
    return in_cells([cell(event, state, outcome=outcome) for state, outcome in told.items()])


def in_cells(cases: list[Any], *names: str) -> Callable[[_Test], _Test]:
    """Run a test once for each case made by ``cell``; ``names`` are the names of its values."""
    parametrized = pytest.mark.parametrize(("state", *names), cases, indirect=["state"])

    def decorate(test: _Test) -> _Test:
        # A test of a single state doesn't need to ask which it is.
        marked: _Test = parametrized(pytest.mark.usefixtures("state")(test))
        return marked

    return decorate


def cell(event: str, state: str, *values: object, outcome: str = "") -> Any:
    """Return one case of a test: the state as a fixture, the values as arguments, and the cell as its id.

    With an ``outcome``, ``python -m tests.behavior`` writes it into the page.
    """
    marked = pytest.mark.cell(event, state, outcome)
    return pytest.param(state, *values, id=cell_id(event, state), marks=marked)


def cell_id(event: str, state: str) -> str:
    """Return the id of a cell, with words joined the way ``pytest -k`` needs them.

    >>> cell_id("time runs out, over an hour per move", "in play")
    'time_runs_out_over_an_hour_per_move-in_play'
    """
    return "-".join(re.sub(r"\W+", "_", name).strip("_").lower() for name in (event, state))
