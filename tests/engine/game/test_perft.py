"""The published counts of positions, which would immediately reveal a wrong rule."""

import pytest

from engine import Position, Ruleset, perft

pytestmark = pytest.mark.quick

COUNTS = {
    Ruleset.PYRGA: (1, 80, 792, 7000, 59872),
    Ruleset.CLASSIC: (1, 80, 792, 7392, 65656),
    Ruleset.PILOTIS: (1, 80, 792, 7392, 65656),
}


@pytest.mark.parametrize("ruleset", Ruleset)
def test_perft_from_the_start(ruleset: Ruleset) -> None:
    start = Position.start(ruleset)
    assert tuple(perft(start, depth) for depth in range(5)) == COUNTS[ruleset]


def test_perft_refuses_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        perft(Position.start(), -1)
