"""Wins within a few plies."""

from random import Random

import pytest

from engine import Color, Position, Ruleset
from engine.solver.making.quick_wins import plies_to_win
from tests.engine.solver.naive_solver import late_positions

WON = ["Tc1w", "Tb1e", "Td1w", "Cc1", "Sc1", "Tc2e", "Td2s", "Cd1", "Sd1", "Cd2", "Sd2"]


def depth_of_win(position: Position, plies: int) -> int | None:
    """Return how many plies the player to move needs to force a win, found by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is position.turn else None
    lost_in = [depth_of_loss(position.play(move), plies - 1) for move in position.legal_moves if plies]
    return min((1 + depth for depth in lost_in if depth is not None), default=None)


def depth_of_loss(position: Position, plies: int) -> int | None:
    """Return the maximum number of plies that the player to move can put off losing."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is position.turn.opponent else None
    won_in = [
        depth_of_win(position.play(move), plies - 1) if plies else None for move in position.legal_moves
    ]
    return None if None in won_in else 1 + max(depth for depth in won_in if depth is not None)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_length_of_a_win_matches_exhaustive_search(ruleset: Ruleset) -> None:
    lengths = set()
    for position in late_positions(ruleset, Random(9), 60, 21):
        length = depth_of_win(position, 4)
        assert plies_to_win(position, 4) == length, str(position)
        lengths.add(length)
    assert {None, 1, 3} <= lengths


def test_a_finished_game_was_won_in_zero_plies_by_its_winner() -> None:
    position = Position.replay("pyrga", WON)
    assert position.turn is Color.BLACK
    assert plies_to_win(position, 4) is None
    assert plies_to_win(Position.replay("pyrga", WON[:-1]), 4) == 1
