"""The formulas of the ratings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.glicko import NEW, RatedResult, Rating, aged, rated

pytestmark = pytest.mark.quick

ratings = st.builds(
    Rating,
    st.floats(min_value=200, max_value=3200),
    st.floats(min_value=30, max_value=350),
    st.floats(min_value=0.03, max_value=0.12),
)


def test_the_published_example_is_reproduced() -> None:
    results = [
        RatedResult(Rating(rating=1400, deviation=30, volatility=0.06), 1),
        RatedResult(Rating(rating=1550, deviation=100, volatility=0.06), 0),
        RatedResult(Rating(rating=1700, deviation=300, volatility=0.06), 0),
    ]
    after = rated(Rating(rating=1500, deviation=200, volatility=0.06), results)
    # The paper rounds in between and gets 1464.06.
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_two_new_players_ratings_change_equally_and_become_more_certain() -> None:
    winner, loser = rated(NEW, [RatedResult(NEW, 1)], 0), rated(NEW, [RatedResult(NEW, 0)], 0)
    assert winner.rating - NEW.rating == pytest.approx(NEW.rating - loser.rating)
    assert winner.rating == pytest.approx(1741.48, abs=0.01)
    assert winner.deviation == pytest.approx(loser.deviation) == pytest.approx(396.69, abs=0.01)


def test_a_draw_of_equals_only_changes_the_certainty() -> None:
    after = rated(NEW, [RatedResult(NEW, 0.5)], 0)
    assert after.rating == pytest.approx(NEW.rating)
    assert after.deviation < NEW.deviation


@given(ratings, ratings, st.floats(min_value=0, max_value=100))
def test_a_win_never_lowers_a_rating_and_a_loss_never_raises_it(
    player: Rating, other: Rating, time: float
) -> None:
    won, drawn, lost = (rated(player, [RatedResult(other, score)], time) for score in (1, 0.5, 0))
    assert won.rating >= player.rating >= lost.rating
    assert won.rating >= drawn.rating >= lost.rating
    assert all(0 < after.deviation <= NEW.deviation for after in (won, drawn, lost))


@given(ratings, st.floats(min_value=0, max_value=1000), st.floats(min_value=0, max_value=1000))
def test_certainty_decreases_with_time_alone(player: Rating, one: float, other: float) -> None:
    assert aged(player, one).rating == player.rating
    assert aged(aged(player, one), other).deviation == pytest.approx(aged(player, one + other).deviation)
    assert player.deviation <= aged(player, one).deviation + 1e-9
    assert aged(player, one).deviation <= NEW.deviation
    assert aged(Rating(rating=1500, deviation=60, volatility=0.06), 73).deviation == pytest.approx(107, abs=1)
