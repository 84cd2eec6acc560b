"""What's shown of exact values to someone who's still playing tells nothing about their position."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

import pytest

from bot.values.game.fair_play import OffLimits, Protected
from engine import Move, Position, Solution, Value

pytestmark = pytest.mark.quick

WORTH = (Value.LOSS, Value.DRAW, Value.WIN)
BACK = 3
"""How many moves before the protected position the pages are looked at."""


def game(seed: int, plies: int) -> list[Position]:
    """Return the positions of a random game with so many moves."""
    random, positions = Random(seed), [Position.start()]
    while positions[-1].ply < plies:
        moves = list(positions[-1].legal_moves)
        if not moves:
            return game(seed + 1000, plies)
        positions.append(positions[-1].play(random.choice(moves)))
    return positions


def protected(positions: Sequence[Position]) -> Protected:
    """Return the last of these positions of a game as a protected one."""
    return Protected(positions[0].ruleset, " ".join(str(each.last_move) for each in positions[1:]), game=1)


Solve = Callable[[Position], Solution]


def solver(played: Position, worth: Value) -> Solve:
    """Return a solver for whom ``played`` is worth this, and others of that many pieces something at random.

    It's the same for all images of a position. What comes before follows from that.
    """

    @cache
    def value(position: Position) -> Value:
        standing = position.canonical()
        if standing == played.canonical():
            return worth
        if position.ply >= played.ply or not position.legal_moves:
            return Random(str(standing)).choice(WORTH)
        return max(values(position).values(), key=WORTH.index)

    def values(position: Position) -> Mapping[Move, Value]:
        return {move: value(position.play(move)).reversed for move in position.legal_moves}

    def solve(position: Position) -> Solution:
        moves, line, there = values(position), [], position
        best = max(moves.values(), key=WORTH.index)
        while there.ply <= played.ply and there.legal_moves:
            found = values(there)
            line.append(max(found, key=lambda move: WORTH.index(found[move])))
            there = there.play(line[-1])
        return Solution(best, moves, best, line[0], tuple(line), nodes=1)

    return solve


def pages(positions: Sequence[Position]) -> Sequence[Position]:
    """Return the last positions before that of the game, and all that another move leads to from there."""
    before = positions[-BACK - 1 : -1]
    beside = (each.play(move) for each in before for move in each.legal_moves)
    return [*before, *(each for each in beside if each.legal_moves)]


@pytest.mark.parametrize("plies", [2, 4, 5, 8, 12, 16, 20])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_shown_depends_on_what_the_position_is_worth(seed: int, plies: int) -> None:
    positions = game(seed, plies)
    hidden = OffLimits((protected(positions),))
    shown = []
    for worth in WORTH:
        solve = solver(positions[-1], worth)
        open_pages = [each for each in pages(positions) if not hidden.closing(each)]
        shown.append([hidden.solution(each, solve(each)) for each in open_pages])
    assert shown[0] == shown[1] == shown[2]
    assert any(value is not Value.UNKNOWN for page in shown[0] for value in page.moves.values())
