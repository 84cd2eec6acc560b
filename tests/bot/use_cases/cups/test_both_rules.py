"""Random cups and leagues go the same way under both implementations of the rules."""

import pytest

from tests.bot.use_cases.cups.simulated import play_cup, play_league


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(5, 20))]
)
def test_a_cup_goes_the_same_way_under_both_rules(seed: int) -> None:
    play_cup(seed)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(25))
def test_2500_cups_go_the_same_way_under_both_rules(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        play_cup(seed)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(10))
def test_a_year_of_1000_leagues_goes_the_same_way_under_both_rules(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        play_league(seed)


@pytest.mark.parametrize("seed", range(3))
def test_a_year_of_a_league_goes_the_same_way_under_both_rules(seed: int) -> None:
    play_league(seed)
