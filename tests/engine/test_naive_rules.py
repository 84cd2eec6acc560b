"""Two independent implementations of the rules agree, at random and in the rare cases."""

from collections.abc import Iterator
from random import Random

import pytest

from engine import DemandReason, Move, Position, Reason, Ruleset
from tests.engine.cases import CASES, Case
from tests.engine.naive_rules import NaiveGame

pytestmark = pytest.mark.quick

# Chunks are distributed among test processes. Early positions occur in several chunks; without duplicates,
# there are still more than 20,000 for every ruleset.
CHUNKS = 10
POSITIONS_IN_A_CHUNK = 2_150


def assert_agreement(position: Position, naive: NaiveGame) -> None:
    """Assert that both agree on the state of the game, including the order of the moves."""
    outcome = position.outcome()
    assert [str(move) for move in position.legal_moves] == naive.legal()
    assert (outcome and (outcome.result, outcome.reason.value)) == naive.outcome()
    assert position.turn.value == naive.mover()


def random_play(ruleset: Ruleset, random: Random) -> Iterator[tuple[Position, NaiveGame]]:
    """Yield endless random games, in both implementations at the same time."""
    while True:
        position, naive = Position.start(ruleset), NaiveGame(ruleset.value)
        while legal := position.legal_moves:
            move = random.choice(legal)
            position = position.play(move)
            naive.play(str(move))
            yield position, naive


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("ruleset", Ruleset)
def test_both_agree_on_over_20_000_random_positions_per_ruleset(ruleset: Ruleset, chunk: int) -> None:
    distinct = set()
    for position, naive in random_play(ruleset, Random(chunk)):
        if position in distinct:
            continue
        assert_agreement(position, naive)
        distinct.add(position)
        if len(distinct) == POSITIONS_IN_A_CHUNK:
            break
    assert len(distinct) == POSITIONS_IN_A_CHUNK


@pytest.mark.parametrize("ruleset", Ruleset)
def test_both_agree_on_why_a_player_may_play_where_they_may(ruleset: Ruleset) -> None:
    compared = zip(range(2_000), random_play(ruleset, Random(99)), strict=False)
    seen = {(position.demand.why, naive.why()) for _, (position, naive) in compared}
    assert seen == {(why, why.value) for why in DemandReason if why is not DemandReason.FIRST_MOVE}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_both_agree_on_the_rare_cases(case: Case) -> None:
    position, naive = Position.start(case.ruleset), NaiveGame(case.ruleset.value)
    for text in case.moves.split():
        assert_agreement(position, naive)
        position = position.play(Move.parse(text))
        naive.play(text)
    assert_agreement(position, naive)
    assert position.demand.why.value == naive.why() == case.why.value
    assert str(position.outcome() or f"ongoing {position.turn}") == case.standing


def test_the_rare_cases_cover_every_reason_the_rules_give() -> None:
    standings = {case.standing for case in CASES}
    for reason in Reason:
        if reason.from_rules:
            results = ("white", "black") if reason.has_winner else ("draw",)
            assert {f"{result} {reason}" for result in results} <= standings
    assert {case.why for case in CASES} == set(DemandReason) - {DemandReason.FIRST_MOVE}
