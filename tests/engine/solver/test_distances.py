"""How soon a won game ends, and the moves that hasten or delay it."""

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine import Color, Distance, Distances, Level, Move, Position, Reason, Ruleset
from engine.solver import Solver, Value
from engine.solver.digests import BookError
from engine.solver.distance_book import DistanceBook
from engine.solver.levels import choose
from tests.engine.solver.naive_solver import GOES_ON, last_ply, late_positions

pytestmark = pytest.mark.thorough

LOST = "Sb2 Tb1w Ca1 Ta1e Tc1w Cb1 Sb1 Sa1 Sa2 Sa3 Ca4 Ta4e"
"""Every move loses; Sb4 to Sa4 lose immediately."""
SHORTEST_WINS = {Ruleset.PYRGA: 27, Ruleset.CLASSIC: 25, Ruleset.PILOTIS: 25}


@pytest.fixture(scope="module")
def solver(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=32, cache_folder=cache_folder)


@pytest.fixture(scope="module")
def judge(cache_folder: Path) -> Solver:
    return Solver(table_megabytes=32, cache_folder=cache_folder, book=False)


def wins_at_once(position: Position) -> bool:
    outcomes = (position.play(move).outcome() for move in position.legal_moves)
    return any(outcome and outcome.winner is position.turn for outcome in outcomes)


def lost_positions(ruleset: Ruleset, random: Random, number: int, judge: Solver) -> list[Position]:
    """Return random lost positions with a choice between losing immediately and holding out."""
    found: list[Position] = []
    while len(found) < number:
        for position in late_positions(ruleset, random, 10, random.randrange(8, 20)):
            loses_at_once = {wins_at_once(position.play(move)) for move in position.legal_moves}
            if len(loses_at_once) > 1 and judge.solve(position, line=False).value is Value.LOSS:
                found.append(position)
    return found[:number]


def test_a_position_before_the_last_piece_is_not_said_to_last_longer(judge: Solver) -> None:
    late = (
        "pyrga white Sc2 Sa3,Sc3,Sb4,Sc4,Ta2n,Tc2w,Td2n,Td3w,Td4s,Cb1,Cd1,Cb2,Cc2,Cd2 "
        "Sb2,Sc2,Sd2,Sb3,Tb1n,Td1n,Ta3e,Tb3n,Tc4s,Ca2,Cc3,Cb4,Cc4,Cd4"
    )
    solution = judge.solve(Position.parse(late), line=False, distances=Distances.ALL)
    assert (solution.distance, *solution.distances.values()) == (Distance(2, 2),) * 2


@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize(("number", "ply"), [(40, 25), (15, 22)])
def test_the_distances_of_all_moves_match_exhaustive_search(
    judge: Solver, ruleset: Ruleset, number: int, ply: int
) -> None:
    for position in late_positions(ruleset, Random(ply), number, ply):
        solution = judge.solve(position, distances=Distances.ALL)
        last = min(last_ply(position, color) for color in Color)
        plies = last - position.ply
        assert solution.distance == (Distance(plies, plies) if last != GOES_ON else None), position
        expected = {
            move: last - position.ply
            for move in position.legal_moves
            for color in Color
            if (last := last_ply(position.play(move), color)) != GOES_ON
        }
        assert {move: each.exact for move, each in solution.distances.items()} == expected, position


@pytest.mark.parametrize("ruleset", Ruleset)
def test_a_line_is_as_long_as_the_distance_and_ends_with_the_win(judge: Solver, ruleset: Ruleset) -> None:
    for position in late_positions(ruleset, Random(3), 20, 14):
        solution = judge.solve(position, distances=Distances.BEST)
        if solution.distance is None:
            continue
        assert solution.distance.exact == len(solution.line)
        assert solution.line[0] == solution.best
        end = position
        for move in solution.line:
            end = end.play(move)
        outcome = end.outcome()
        assert outcome is not None
        assert outcome.winner is (position.turn if solution.value is Value.WIN else position.turn.opponent)
        assert solution.lead == end.lead()


def test_the_best_defense_avoids_the_immediate_loss(solver: Solver) -> None:
    position = Position.replay("pyrga", LOST.split())
    solution = solver.solve(position, distances=Distances.ALL)
    assert solution.distance == Distance(11, 11)
    assert str(solution.best) == "Cd4"
    held = [move for move, distance in solution.distances.items() if distance.at_least > 2]
    assert (len(held), len(position.legal_moves)) == (10, 14)


@pytest.mark.default
def test_the_best_of_equally_long_defenses_leaves_the_fewest_winning_replies(judge: Solver) -> None:
    compared = 0
    for position in lost_positions(Ruleset.PYRGA, Random(8), 40, judge):
        solution = judge.solve(position, line=False, distances=Distances.BEST)
        longest = [move for move, each in solution.distances.items() if each == solution.distance]
        winning = {move: winning_replies(position.play(move), judge) for move in longest}
        assert solution.best is not None
        assert winning[solution.best] == min(winning.values()), position
        compared += len(set(winning.values())) > 1
    assert compared > 3


def winning_replies(after: Position, judge: Solver) -> int:
    return list(judge.solve(after, line=False).moves.values()).count(Value.WIN)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_bounds_are_true_with_any_limit(judge: Solver, cache_folder: Path, ruleset: Ruleset) -> None:
    bounded = 0
    for nodes, position in zip(range(0, 4_000, 200), late_positions(ruleset, Random(9), 20, 12), strict=True):
        hurried = Solver(table_megabytes=4, cache_folder=cache_folder, book=False)
        found = hurried.solve(position, nodes=nodes, line=False, distances=Distances.BEST)
        if found.distance is None:
            continue
        truth = judge.solve(position, line=False, distances=Distances.ALL)
        assert truth.distance is not None
        assert contains(found.distance, truth.distance)
        assert all(contains(each, truth.distances[move]) for move, each in found.distances.items())
        bounded += found.distance.exact is None
    assert bounded > 0


def contains(bounds: Distance, exact: Distance) -> bool:
    return bounds.at_least <= exact.at_least and exact.at_most <= bounds.at_most


def holds_out(position: Position, hurried: Solver) -> bool:
    move = choose(position, Level.EIGHT, solver=hurried, random=Random(1), seconds=0)
    return not wins_at_once(position.play(move))


@pytest.mark.parametrize("ruleset", Ruleset)
def test_even_without_time_the_highest_level_never_loses_immediately_if_that_can_be_avoided(
    judge: Solver, ruleset: Ruleset
) -> None:
    for position in lost_positions(ruleset, Random(10), 60, judge):
        assert holds_out(position, judge), position


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", Ruleset)
def test_in_2000_lost_positions_the_highest_level_never_loses_immediately_without_need(
    judge: Solver, ruleset: Ruleset
) -> None:
    for position in lost_positions(ruleset, Random(11), 2_000, judge):
        assert holds_out(position, judge), position


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_start_is_a_win_by_a_known_ply(solver: Solver, ruleset: Ruleset) -> None:
    solution = solver.solve(Position.start(ruleset), line=False, distances=Distances.BEST)
    assert solution.distance is not None
    assert solution.distance.exact == SHORTEST_WINS[ruleset]


def test_a_game_decided_on_points_says_by_how_much(judge: Solver) -> None:
    leads = [
        solution.lead
        for position in late_positions(Ruleset.CLASSIC, Random(12), 60, 25)
        if (solution := judge.solve(position, distances=Distances.BEST)).lead is not None
    ]
    assert leads
    assert all(lead.spaces >= 1 for lead in leads)
    assert {lead.reason for lead in leads} <= {Reason.COUNT_3, Reason.COUNT_2, Reason.COUNT_1}


def test_a_damaged_book_is_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "distances.bin"
    DistanceBook({}).save(damaged)
    damaged.write_bytes(damaged.read_bytes() + b"\0")
    with pytest.raises(BookError, match="checksum"):
        DistanceBook.load(damaged)


def test_the_book_agrees_with_a_search(solver: Solver, judge: Solver) -> None:
    position = Position.start(Ruleset.CLASSIC)
    for _ in range(8):
        move = next(iter(fastest_or_longest(position, solver)))
        position = position.play(move)
    known, searched = (
        each.solve(position, line=False, distances=Distances.BEST).distance for each in (solver, judge)
    )
    assert known == searched


def fastest_or_longest(position: Position, solver: Solver) -> list[Move]:
    solution = solver.solve(position, line=False, distances=Distances.BEST)
    return [move for move, each in solution.distances.items() if each == solution.distance]
