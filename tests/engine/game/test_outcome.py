"""Outcomes, as values. The rare cases that lead to them are in test_naive_rules."""

import pytest

from engine import Color, Outcome, Reason

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason is not Reason.ADJUDICATION])
def test_each_reason_either_has_a_winner_or_does_not(reason: Reason) -> None:
    winner, other = (Color.BLACK, None) if reason.has_winner else (None, Color.BLACK)
    assert Outcome(winner, reason).winner is winner
    with pytest.raises(ValueError, match="has a winner" if reason.has_winner else "has no winner"):
        Outcome(other, reason)


def test_an_adjudicated_game_may_have_a_winner() -> None:
    assert {Outcome(winner, Reason.ADJUDICATION).winner for winner in (*Color, None)} == {*Color, None}


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(Color.WHITE, Reason.COUNT_2), "white count-2"),
        (Outcome(Color.BLACK, Reason.TIMEOUT), "black timeout"),
        (Outcome(None, Reason.DRAW), "draw draw"),
        (Outcome(None, Reason.AGREEMENT), "draw agreement"),
        (Outcome(Color.WHITE, Reason.ADJUDICATION), "white adjudication"),
        (Outcome(None, Reason.ADJUDICATION), "draw adjudication"),
        (Outcome(None, Reason.ABORTED), "none aborted"),
        (Outcome(None, Reason.ANNULLED), "none annulled"),
        (Outcome(None, Reason.ABANDONED), "none abandoned"),
    ],
)
def test_the_text_of_an_outcome_is_its_result_and_reason(outcome: Outcome, text: str) -> None:
    assert str(outcome) == text
