"""How a game goes on, for people to read."""

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Colour, Position, Ruleset, Value
from engine.solver import Solver
from engine.solver.making.best_line import best_line, plies_to_win
from tests.engine.solver.naive_solver import late_positions

WON = ["Tc1w", "Tb1e", "Td1w", "Cc1", "Sc1", "Tc2e", "Td2s", "Cd1", "Sd1", "Cd2", "Sd2"]
WHOLE_GAME = 30


@pytest.fixture(scope="module")
def solver(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=16, cache_folder=cache_folder, book=False)


def depth_of_win(position: Position, plies: int) -> int | None:
    """The minimum number of plies in which the player to move can force a win, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is position.turn else None
    lost_in = [depth_of_loss(position.play(move), plies - 1) for move in position.legal_moves if plies]
    return min((1 + depth for depth in lost_in if depth is not None), default=None)


def depth_of_loss(position: Position, plies: int) -> int | None:
    """The maximum number of plies for which the player to move can put off losing."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is position.turn.opponent else None
    won_in = [
        depth_of_win(position.play(move), plies - 1) if plies else None for move in position.legal_moves
    ]
    return None if None in won_in else 1 + max(depth for depth in won_in if depth is not None)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_length_of_a_win_is_that_of_trying_everything(ruleset: Ruleset) -> None:
    lengths = set()
    for position in late_positions(ruleset, Random(9), 60, 21):
        length = depth_of_win(position, 4)
        assert plies_to_win(position, 4) == length, str(position)
        lengths.add(length)
    assert {None, 1, 3} <= lengths


def test_a_finished_game_was_won_in_no_plies_by_the_one_who_won_it() -> None:
    position = Position.replay("pyrga", WON)
    assert position.turn is Colour.BLACK
    assert plies_to_win(position, 4) is None
    assert plies_to_win(Position.replay("pyrga", WON[:-1]), 4) == 1


def test_nothing_follows_the_end(solver: Solver) -> None:
    assert best_line(Position.replay("pyrga", WON), solver, 8) == ()


def test_it_is_cut_after_so_many_plies(solver: Solver) -> None:
    position = Position.replay("pyrga", WON[:6])
    whole = best_line(position, solver, WHOLE_GAME)
    assert len(whole) > 2
    assert best_line(position, solver, 2) == whole[:2]


@pytest.mark.parametrize("ruleset", Ruleset)
def test_both_play_perfectly_to_the_end(ruleset: Ruleset, solver: Solver) -> None:
    for position in late_positions(ruleset, Random(10), 20, 16):
        end = position
        for move in best_line(position, solver, WHOLE_GAME):
            end = end.play(move)
        outcome = end.outcome()
        assert outcome is not None
        value = Value.DRAW if outcome.winner is None else Value.LOSS
        if outcome.winner is position.turn:
            value = Value.WIN
        assert solver.solve(position, line=False).value is value


def test_a_win_in_sight_takes_as_long_as_the_loser_can_make_it(solver: Solver) -> None:
    seen = set()
    for position in late_positions(Ruleset.PYRGA, Random(11), 80, 20):
        plies = plies_to_win(position, 4)
        if plies is not None:
            assert len(best_line(position, solver, WHOLE_GAME)) == plies
            seen.add(plies)
    assert {1, 3} <= seen
