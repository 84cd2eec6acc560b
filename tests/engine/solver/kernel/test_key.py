"""The key of a position: what it ignores and what it mustn't."""

from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Position, Ruleset, Symmetry
from engine.solver.proof_search import Key
from tests.engine.games import random_positions

pytestmark = pytest.mark.thorough


def unfinished(ruleset: Ruleset, seed: int) -> list[Position]:
    return [position for position in random_positions(ruleset, Random(seed)) if position.legal_moves]


@pytest.mark.parametrize("seed", range(10))
def test_all_images_of_a_position_have_the_same_key(seed: int) -> None:
    for position in unfinished(Ruleset.PYRGA, seed):
        keys = {Key.of(position.transformed(symmetry)).identity for symmetry in Symmetry}
        assert len(keys) == 1


@pytest.mark.parametrize("seed", range(10))
def test_the_symmetry_of_a_key_leads_to_the_image_that_it_describes(seed: int) -> None:
    for position in unfinished(Ruleset.CLASSIC, seed):
        images = []
        for symmetry in Symmetry:
            image = position.transformed(symmetry)
            images.append(sorted(Key.of(image).symmetry.move(move) for move in image.legal_moves))
        assert all(image == images[0] for image in images)


@pytest.mark.parametrize(
    ("ruleset", "numbers"),
    [
        (Ruleset.PYRGA, [12, 100, 875]),
        (Ruleset.CLASSIC, [12, 100, 924]),
        (Ruleset.PILOTIS, [12, 100, 924]),
    ],
)
def test_the_number_of_keys_after_the_first_moves_is_known(ruleset: Ruleset, numbers: list[int]) -> None:
    positions = [Position.start(ruleset)]
    counted = []
    for _ in numbers:
        found = {}
        for position in positions:
            for move in position.legal_moves:
                after = position.play(move)
                found[Key.of(after).identity] = after
        positions = list(found.values())
        counted.append(len(positions))
    assert counted == numbers
