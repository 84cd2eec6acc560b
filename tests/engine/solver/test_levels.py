"""The computer players, judged by their moves."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings, strategies

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Color, Distances, Level, Move, Position, Reason, Ruleset
from engine.solver import Solver, Value
from engine.solver.levels import choose
from tests.engine.games import positions, random_positions
from tests.engine.solver.naive_solver import late_positions

pytestmark = pytest.mark.thorough

BELOW_PERFECT = [level for level in Level if level < Level.EIGHT]
WON = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"
LOST = "Cd2 Sd2 Sc2 Tc3s Tc2e Td2n Td4s Cd1 Td1n Sd4 Td3n Cd4"
"""Tc1e, with the fewest winning replies, loses immediately."""
Chooser = Callable[[Position, Random], Move]


@pytest.fixture(scope="module")
def solver(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=32, cache_folder=cache_folder)


@pytest.fixture(scope="module")
def judge(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=32, cache_folder=cache_folder, book=False)


def unfinished_positions(random: Random) -> Iterator[Position]:
    while True:
        for ruleset in Ruleset:
            yield from random_positions(ruleset, random)[:-1]


def wins_at_once(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.turn


def gives_the_third_tower(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return (
        outcome is not None
        and outcome.reason is Reason.THREE_TOWERS
        and outcome.winner is position.turn.opponent
    )


def only_some(position: Position, judged: Callable[[Position, Move], bool]) -> bool:
    return len({judged(position, move) for move in position.legal_moves}) == 2


@pytest.mark.parametrize("level", Level)
def test_every_level_takes_a_win_in_one(solver: Solver, level: Level) -> None:
    random = Random(1)
    with_a_win = (position for position in unfinished_positions(random) if only_some(position, wins_at_once))
    for position in islice(with_a_win, 60):
        assert wins_at_once(position, choose(position, level, solver=solver, random=random)), position


@pytest.mark.parametrize("level", Level)
def test_no_level_completes_the_opponents_third_tower_unless_it_has_to(solver: Solver, level: Level) -> None:
    random = Random(2)
    tempting = (
        position for position in unfinished_positions(random) if only_some(position, gives_the_third_tower)
    )
    for position in islice(tempting, 30):
        move = choose(position, level, solver=solver, random=random)
        assert not gives_the_third_tower(position, move), position


@pytest.mark.parametrize("level", Level)
def test_if_every_move_completes_the_opponents_third_tower_one_is_still_played(
    solver: Solver, level: Level
) -> None:
    random = Random(3)
    hopeless = next(
        position
        for position in unfinished_positions(random)
        if all(gives_the_third_tower(position, move) for move in position.legal_moves)
    )
    assert choose(hopeless, level, solver=solver, random=random) in hopeless.legal_moves


@pytest.mark.default
@settings(max_examples=60)
@given(position=positions(), level=strategies.sampled_from(BELOW_PERFECT), seed=strategies.integers())
def test_the_same_seed_gives_the_same_legal_move(
    solver: Solver, position: Position, level: Level, seed: int
) -> None:
    assume(position.legal_moves)
    move = choose(position, level, solver=solver, random=Random(seed))
    assert move in position.legal_moves
    assert choose(position, level, solver=solver, random=Random(seed)) == move


def test_other_seeds_give_other_moves(solver: Solver) -> None:
    for level in BELOW_PERFECT:
        moves = {choose(Position.start(), level, solver=solver, random=Random(seed)) for seed in range(8)}
        assert len(moves) > 1, level


def test_a_finished_game_has_no_move(solver: Solver) -> None:
    over = Position.replay("pyrga", WON.split())
    with pytest.raises(ValueError, match="no move is left"):
        choose(over, Level.ONE, solver=solver, random=Random(1))


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_highest_level_keeps_every_value_and_is_deterministic(
    solver: Solver, judge: Solver, ruleset: Ruleset
) -> None:
    for ply in (10, 12, 14, 17, 20):
        for position in late_positions(ruleset, Random(ply), 6, ply):
            move = choose(position, Level.EIGHT, solver=solver, random=Random(1))
            value = judge.solve(position, line=False).value
            assert judge.solve(position.play(move), line=False).value is value.reversed, position
            assert choose(position, Level.EIGHT, solver=solver, random=Random(1)) == move


def test_the_highest_level_needs_no_seconds_to_keep_the_value(cache_folder: Path, judge: Solver) -> None:
    for position in late_positions(Ruleset.PYRGA, Random(4), 8, 8):
        hurried = Solver(table_megabytes=8, cache_folder=cache_folder, book=False)
        move = choose(position, Level.EIGHT, solver=hurried, random=Random(1), seconds=0)
        value = judge.solve(position, line=False).value
        assert judge.solve(position.play(move), line=False).value is value.reversed, position


def good_replies(after: Position, judge: Solver) -> int:
    """Return how many replies keep the value; the end of the game counts as one."""
    solution = judge.solve(after, line=False)
    return list(solution.moves.values()).count(solution.value) if after.legal_moves else 1


def test_the_highest_level_leaves_the_fewest_replies_that_keep_a_draw(solver: Solver) -> None:
    compared = 0
    for position in islice(drawn_openings(solver, Random(5)), 60):
        solution = solver.solve(position, line=False)
        keeping = [move for move, value in solution.moves.items() if value is solution.value]
        left = {move: good_replies(position.play(move), solver) for move in keeping}
        move = choose(position, Level.EIGHT, solver=solver, random=Random(1), seconds=60)
        assert left[move] == min(left.values()), position
        compared += len(set(left.values())) > 1
    assert compared > 3


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_highest_level_wins_as_fast_and_resists_as_long_as_it_can(
    solver: Solver, judge: Solver, ruleset: Ruleset
) -> None:
    for position in late_positions(ruleset, Random(7), 20, 14):
        solution = judge.solve(position, line=False, distances=Distances.ALL)
        if solution.distance is None:
            continue
        move = choose(position, Level.EIGHT, solver=solver, random=Random(1), seconds=60)
        assert solution.distances[move] == solution.distance, position


def test_the_highest_level_holds_out_where_it_once_lost_immediately(solver: Solver) -> None:
    position = Position.replay("pyrga", LOST.split())
    assert str(choose(position, Level.EIGHT, solver=solver, random=Random(1), seconds=60)) == "Tb2e"


def drawn_openings(solver: Solver, random: Random) -> Iterator[Position]:
    """Yield positions with three pieces, after moves from the opening book that keep the draw."""
    while True:
        for ruleset in Ruleset:
            position = Position.start(ruleset)
            while position.ply < 3:
                values = solver.solve(position, line=False).moves
                position = position.play(
                    random.choice([move for move in values if values[move] is Value.DRAW])
                )
            yield position


def points(player: Chooser, rival: Chooser, games: int, solver: Solver) -> list[float]:
    """Return what the player scores in this many games, alternating colors."""
    random, won = Random(6), []
    for number, opening in enumerate(islice(drawn_openings(solver, random), games)):
        color = Color.BLACK if number % 2 else Color.WHITE
        position = opening
        while position.legal_moves:
            mover = player if position.turn is color else rival
            position = position.play(mover(position, random))
        outcome = position.outcome()
        assert outcome is not None
        won.append(0.5 if outcome.winner is None else float(outcome.winner is color))
    return won


def plays(level: Level, solver: Solver) -> Chooser:
    return lambda position, random: choose(position, level, solver=solver, random=random)


def takes_a_win_in_one(position: Position, random: Random) -> Move:
    winning = [move for move in position.legal_moves if wins_at_once(position, move)]
    return random.choice(winning or list(position.legal_moves))


def wants_towers(position: Position, random: Random) -> Move:
    def lead(move: Move) -> int:
        after = position.play(move)
        return len(after.towers(position.turn)) - len(after.towers(position.turn.opponent))

    most = max(map(lead, position.legal_moves))
    return random.choice([move for move in position.legal_moves if lead(move) == most])


@pytest.mark.parametrize("rival", [takes_a_win_in_one, wants_towers])
def test_the_lowest_level_loses_to_a_player_who_looks_one_ply_ahead(solver: Solver, rival: Chooser) -> None:
    won = points(plays(Level.ONE, solver), rival, 100, solver)
    assert won.count(0) >= 55


@pytest.mark.parametrize(
    "level",
    [
        *(Level.TWO, Level.THREE, Level.FOUR),
        *(pytest.param(level, marks=pytest.mark.soak) for level in (Level.FIVE, Level.SIX, Level.SEVEN)),
    ],
)
def test_each_level_beats_the_one_below(solver: Solver, level: Level) -> None:
    # Few games, always the same ones: the distances themselves are measured by benchmarks/levels.py.
    won = points(plays(level, solver), plays(Level(level - 1), solver), 25, solver)
    assert sum(won) > 25 / 2


def test_the_highest_level_does_not_lose_a_drawn_game(solver: Solver, judge: Solver) -> None:
    random = Random(7)
    drawn = [
        position
        for position in late_positions(Ruleset.CLASSIC, random, 100, 10)
        if judge.solve(position, line=False).value is Value.DRAW
    ]
    assert drawn
    for beginning in drawn:
        position = beginning
        while position.legal_moves:
            level = Level.EIGHT if position.turn is beginning.turn else Level.SEVEN
            position = position.play(choose(position, level, solver=solver, random=random))
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner is not beginning.turn.opponent
