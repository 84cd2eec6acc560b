"""Records: always consistent."""

import pytest
from hypothesis import given

from engine import (
    AmbiguousMoveError,
    Color,
    InvalidMoveError,
    Mark,
    Move,
    Outcome,
    Position,
    Reason,
    Record,
    RecordedMove,
    RecordError,
    Ruleset,
)
from tests.engine.games import records

pytestmark = pytest.mark.quick

WON = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"
WHITE_WON = Outcome(Color.WHITE, Reason.THREE_TOWERS)


def record(moves: str, outcome: Outcome | None) -> Record:
    return Record(Ruleset.PYRGA, tuple(map(RecordedMove.parse, moves.split())), outcome)


@pytest.mark.parametrize("mark", Mark)
def test_a_mark_is_written_after_the_move(mark: Mark) -> None:
    assert RecordedMove.parse(f"Tc2n{mark}") == RecordedMove(Move.parse("Tc2n"), mark)
    assert str(RecordedMove(Move.parse("Tc2n"), mark)) == f"Tc2n{mark}"


@pytest.mark.parametrize("text", ["Sb3!!!", "Sb3?!?", "!", "Sb3! ", "!Sb3", ""])
def test_any_other_text_after_a_move_is_malformed(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        RecordedMove.parse(text)


def test_a_triangle_with_a_mark_needs_its_direction_too() -> None:
    with pytest.raises(AmbiguousMoveError):
        RecordedMove.parse("Tc2!")


@given(records())
def test_a_record_goes_through_every_position_to_the_last(recorded: Record) -> None:
    visited = list(recorded.positions())
    assert visited[0] == Position.start(recorded.ruleset)
    assert visited[-1] == recorded.position
    assert [position.last_move for position in visited[1:]] == [move.move for move in recorded.moves]


def test_a_record_has_only_legal_moves() -> None:
    with pytest.raises(RecordError) as caught:
        record("Sb3 Cb2 Cb2", None)
    assert (caught.value.path, caught.value.line) == (("moves", 2), None)
    assert "already has a piece of this kind" in caught.value.problem


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        (WON, WHITE_WON),
        (WON, Outcome(None, Reason.ANNULLED)),
        ("", None),
        ("Sb3", Outcome(None, Reason.ABORTED)),
        ("Sb3 Cb2", Outcome(None, Reason.ABORTED)),
        ("Sb3 Cb2", Outcome(Color.WHITE, Reason.RESIGNATION)),
        ("Sb3 Cb2", Outcome(Color.BLACK, Reason.TIMEOUT)),
        ("Sb3 Cb2", Outcome(None, Reason.AGREEMENT)),
        ("Sb3 Cb2", Outcome(None, Reason.ADJUDICATION)),
        ("Sb3 Cb2", Outcome(Color.BLACK, Reason.ADJUDICATION)),
        ("Sb3 Cb2", Outcome(None, Reason.ANNULLED)),
        ("Sb3 Cb2 Tb2n", Outcome(None, Reason.ABORTED)),
    ],
)
def test_an_outcome_that_fits_the_moves_is_recorded(moves: str, outcome: Outcome | None) -> None:
    assert record(moves, outcome).outcome == outcome


@pytest.mark.parametrize(
    ("moves", "outcome", "problem"),
    [
        (WON, None, "the moves end the game as white three-towers, but it is said to go on"),
        (
            WON,
            Outcome(Color.BLACK, Reason.RESIGNATION),
            "the moves end the game as white three-towers, not as",
        ),
        (
            WON,
            Outcome(Color.BLACK, Reason.THREE_TOWERS),
            "the moves end the game as white three-towers, not as",
        ),
        ("Sb3", WHITE_WON, "the moves leave the game unfinished"),
        ("Sb3 Cb2", Outcome(None, Reason.DRAW), "the moves leave the game unfinished"),
    ],
)
def test_an_outcome_that_contradicts_the_moves_is_refused(
    moves: str,
    outcome: Outcome | None,
    problem: str,
) -> None:
    with pytest.raises(RecordError) as caught:
        record(moves, outcome)
    assert caught.value.path == ("result",)
    assert caught.value.problem.startswith(problem)
