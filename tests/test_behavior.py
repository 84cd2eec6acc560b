"""``docs/behavior.md`` and the tests agree: every event in every state is the id of a test."""

from tests.behavior import CANNOT_BE, DEFAULTS, PAGE, cells_of_tests, rows, written
from tests.cells import cell_id

TEXT = PAGE.read_text(encoding="utf-8")
SAID = {(row.event, state): outcome for row in rows(TEXT) for state, outcome in row.outcomes.items()}
STATES = "| state | |\n|---|---|\n| a | |\n| b | |\n| c | |\n\n"
HEAD = "| event | what happens | except |\n|---|---|---|\n"


def test_a_row_is_read_as_its_usual_outcome_and_its_exceptions() -> None:
    (row,) = rows(f"{STATES}{HEAD}| x | y | *a, b*: z |")
    assert (row.event, row.outcomes) == ("x", {"a": "z", "b": "z", "c": "y"})


def test_what_holds_unless_a_row_says_otherwise() -> None:
    defaults = f"| {DEFAULTS} | | *a, b*: z |"
    usual, impossible = rows(f"{STATES}{HEAD}{defaults}\n| v | w | *b*: x |\n| y | {CANNOT_BE} | |")
    assert usual.outcomes == {"a": "z", "b": "x", "c": "w"}
    assert set(impossible.outcomes.values()) == {CANNOT_BE}


def test_a_table_can_be_about_one_state() -> None:
    (row,) = rows("| a | what happens |\n|---|---|\n| x | y |")
    assert row.outcomes == {"a": "y"}


def test_rows_are_written_with_what_happens_in_most_states() -> None:
    said = {("x", "a"): "y", ("x", "c"): "y", ("z", "b"): "y"}
    page = written(f"{STATES}{HEAD}| x | |\n| z | |\n| v | w |\n", said)
    assert page == f"{STATES}{HEAD}| x | y | *b*: — |\n| z | — | *b*: y |\n| v | w |\n"


def test_the_page_says_what_the_tests_say() -> None:
    assert written(TEXT, cells_of_tests()[1]) == TEXT, "run python -m tests.behavior"


def test_every_event_in_every_state_has_its_test() -> None:
    tests, _ = cells_of_tests()
    assert len(SAID) > 1
    assert sorted(cell for cell, text in SAID.items() if text != CANNOT_BE and cell not in tests) == []


def test_every_test_of_an_event_in_a_state_is_on_the_page() -> None:
    assert {cell: tests for cell, tests in cells_of_tests()[0].items() if cell not in SAID} == {}


def test_impossible_cells_have_no_tests() -> None:
    tests, _ = cells_of_tests()
    assert {cell: tests[cell] for cell, text in SAID.items() if text == CANNOT_BE and cell in tests} == {}


def test_only_exceptions_are_listed_and_only_once() -> None:
    for row in rows(TEXT):
        named = [state for state, _ in row.exceptions]
        assert len(named) == len(set(named)), row.event
        assert set(named) <= set(row.states), row.event
        assert all(outcome not in {row.usual, ""} for _, outcome in row.exceptions), row.event
        assert row.usual, row.event


def test_no_event_is_listed_twice() -> None:
    events = [row.event for row in rows(TEXT)]
    assert len(events) == len(set(events))


def test_no_two_cells_have_the_same_id() -> None:
    assert len({cell_id(*cell) for cell in SAID}) == len(SAID)
