"""How soon a win can be forced."""

from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Color, Ruleset
from engine.solver.making.shortest_win import forced_win, main
from tests.engine.solver.naive_solver import GOES_ON, last_ply, late_positions

pytestmark = pytest.mark.thorough

ALMOST_OVER = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2"


@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize(("number", "ply"), [(60, 25), (25, 22)])
def test_the_last_ply_of_a_forced_win_matches_exhaustive_search(
    ruleset: Ruleset,
    number: int,
    ply: int,
) -> None:
    won = 0
    for position in late_positions(ruleset, Random(ply), number, ply):
        plies = {color: last_ply(position, color) for color in Color}
        expected = {(color, last) for color, last in plies.items() if last != GOES_ON}
        won += len(expected)
        found = forced_win(position, 1)
        assert {found} - {None} == expected, position
    assert won > number / 2


def test_the_command_says_who_wins_and_when(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pyrga", *ALMOST_OVER.split(), "--megabytes", "1"]) == 0
    assert capsys.readouterr().out == "white wins by ply 11\n"


def test_the_command_refuses_anything_but_an_unfinished_game(capsys: pytest.CaptureFixture[str]) -> None:
    for moves, words in ([*ALMOST_OVER.split(), "Sd2"], "the game is over"), (["Sb3", "Sb3"], "Sb3 at ply 1"):
        with pytest.raises(SystemExit):
            main(["pyrga", *moves])
        assert words in capsys.readouterr().err
