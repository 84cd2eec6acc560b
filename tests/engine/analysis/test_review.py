"""Reviews: how every move changed the value, for made-up values and those of random games."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies

from engine import (
    Accuracy,
    Color,
    Distance,
    Judgment,
    Move,
    Position,
    Record,
    RecordedMove,
    Resistance,
    Review,
    ReviewedMove,
    Ruleset,
    Solution,
    Value,
    parse_review,
    print_review,
    review_game,
)
from engine.board.move import MOVES
from tests.engine.games import random_positions
from tests.engine.solver.naive_solver import Values, naive_values

pytestmark = pytest.mark.quick

WIN, DRAW, LOSS, UNKNOWN = Value.WIN, Value.DRAW, Value.LOSS, Value.UNKNOWN
VALUES = {1: WIN, 0: DRAW, -1: LOSS}
WORTH = {WIN: 1, DRAW: 0, LOSS: -1}
# Late enough that every position can be searched to the end without a solver.
SEARCHED_FROM = 22


def reviewed(before: Value, after: Value, *, decision: bool = True) -> ReviewedMove:
    return ReviewedMove(Move.parse("Sb3"), before, after, decision)


@pytest.mark.parametrize(
    ("before", "after", "judgment"),
    [
        (WIN, WIN, Judgment.KEPT_WIN),
        (DRAW, DRAW, Judgment.KEPT_DRAW),
        (LOSS, LOSS, Judgment.STAYED_LOST),
        (WIN, DRAW, Judgment.WIN_TO_DRAW),
        (WIN, LOSS, Judgment.WIN_TO_LOSS),
        (DRAW, LOSS, Judgment.DRAW_TO_LOSS),
        *((before, UNKNOWN, Judgment.UNKNOWN) for before in Value),
        *((UNKNOWN, after, Judgment.UNKNOWN) for after in Value),
    ],
)
def test_a_move_is_judged_by_the_values_before_and_after_it(
    before: Value, after: Value, judgment: Judgment
) -> None:
    review = Review((reviewed(before, after),))
    assert review.judgments == (judgment,)
    assert review.turning_points == ((0,) if judgment.is_mistake else ())


@pytest.mark.parametrize(
    ("mistake", "judgment"),
    [
        ((WIN, DRAW), Judgment.LOSS_TO_DRAW),
        ((WIN, LOSS), Judgment.LOSS_TO_WIN),
        ((DRAW, LOSS), Judgment.DRAW_TO_WIN),
    ],
)
def test_taking_what_the_opponent_gave_away_turns_the_game(
    mistake: tuple[Value, Value], judgment: Judgment
) -> None:
    chance = mistake[1].reversed
    review = Review((reviewed(*mistake), reviewed(chance, chance)))
    assert review.judgments[1] is judgment
    assert review.turning_points == (0,)


def test_a_chance_that_could_not_be_missed_does_not_count_as_taken() -> None:
    review = Review((reviewed(WIN, DRAW), reviewed(DRAW, DRAW, decision=False)))
    assert review.judgments[1] is Judgment.KEPT_DRAW


def test_a_chance_that_was_missed_is_a_mistake() -> None:
    review = Review((reviewed(WIN, LOSS), reviewed(WIN, DRAW)))
    assert review.judgments == (Judgment.WIN_TO_LOSS, Judgment.WIN_TO_DRAW)
    assert review.turning_points == (0, 1)


def test_no_one_is_judged_for_the_start_and_no_one_gained_from_it() -> None:
    moves = (reviewed(WIN, LOSS), reviewed(WIN, WIN), reviewed(LOSS, LOSS))
    review = Review(moves, starting_moves=1)
    assert review.judgments == (Judgment.START, Judgment.KEPT_WIN, Judgment.STAYED_LOST)
    assert review.turning_points == ()
    assert review.values == (UNKNOWN, LOSS, LOSS, LOSS)
    assert review.accuracy(Color.WHITE) == Accuracy(1, 1)


def test_no_one_is_judged_for_the_opening() -> None:
    mistake, answer = reviewed(WIN, LOSS), reviewed(WIN, WIN)
    review = Review((mistake, answer, mistake, answer, mistake), opening_moves=2)
    opening = (Judgment.OPENING,) * 2
    assert review.judgments == (*opening, Judgment.WIN_TO_LOSS, Judgment.LOSS_TO_WIN, Judgment.WIN_TO_LOSS)
    assert review.turning_points == review.lapses == (2, 4)
    assert review.accuracy(Color.WHITE) == Accuracy(0, 2)
    assert review.accuracy(Color.BLACK) == Accuracy(1, 1)
    assert review.values == (WIN, LOSS, LOSS, LOSS, LOSS, LOSS)
    broken = Review((lost(9, 3), answer, lost(3, 1), answer), opening_moves=2)
    assert broken.breaks == (2,)


def test_a_review_of_the_opening_has_no_better_moves() -> None:
    record = Record(Ruleset.PYRGA, (RecordedMove.parse("Sb1"),), None)
    found = solution({"Sa1": WIN, "Sb1": LOSS}, WIN, "Sa1")
    (judged,) = review_game(record, [found]).moves
    (opening,) = review_game(record, [found], opening_moves=1).moves
    assert judged.best
    assert not opening.best


def test_key_moments_are_those_that_cost_most_in_the_order_of_play() -> None:
    slip, blunder, sooner = reviewed(DRAW, LOSS), reviewed(WIN, LOSS), lost(9, 3)
    even = reviewed(DRAW, DRAW)
    review = Review((blunder, slip, slip, slip, sooner, even, blunder, even, sooner, slip))
    assert review.costliest() == (6, 0, 9, 3, 2, 1, 8, 4)
    assert review.costliest(Color.BLACK) == (9, 3, 1)
    assert review.key_moments() == (0, 6, 9)
    assert review.key_moments(Color.WHITE) == (0, 2, 6)
    assert Review((even,)).key_moments() == ()


def test_the_highlight_is_a_chance_that_was_taken_or_else_a_value_that_was_kept() -> None:
    slip, kept, quiet = reviewed(DRAW, LOSS), reviewed(DRAW, DRAW), reviewed(DRAW, DRAW, decision=False)
    taken = reviewed(WIN, WIN)
    assert Review((kept, quiet, kept, quiet, quiet)).highlight(Color.WHITE) == 2
    assert Review((kept, slip, taken, quiet, kept)).highlight(Color.WHITE) == 2
    assert Review((kept, slip, taken)).highlight(Color.BLACK) is None
    assert Review((kept, quiet, quiet), opening_moves=2).highlight(Color.WHITE) is None


def test_values_are_from_whites_side() -> None:
    review = Review((reviewed(WIN, DRAW), reviewed(DRAW, LOSS), reviewed(WIN, WIN), reviewed(LOSS, LOSS)))
    assert review.values == (WIN, DRAW, WIN, WIN, WIN)
    assert Review(()).values == ()


def test_accuracy_counts_the_decisions_of_one_player_that_kept_the_value() -> None:
    moves = (
        reviewed(WIN, WIN),
        reviewed(LOSS, LOSS, decision=False),
        reviewed(WIN, DRAW),
        reviewed(DRAW, DRAW),
        reviewed(DRAW, DRAW, decision=False),
    )
    assert Review(moves).accuracy(Color.WHITE) == Accuracy(1, 2)
    assert Review(moves).accuracy(Color.BLACK) == Accuracy(1, 1)
    assert Review(moves).accuracy(Color.WHITE).share == 0.5


def test_a_decision_of_unknown_outcome_does_not_count() -> None:
    review = Review((reviewed(WIN, UNKNOWN),))
    assert review.accuracy(Color.WHITE) == Accuracy(0, 0)
    assert review.accuracy(Color.WHITE).share is None
    assert not review.complete


def test_a_review_is_complete_once_every_value_but_those_of_the_start_is_known() -> None:
    moves = (reviewed(UNKNOWN, DRAW), reviewed(DRAW, LOSS))
    assert Review(moves, starting_moves=1).complete
    assert not Review(moves).complete


def solution(values: dict[str, Value], value: Value, best: str) -> Solution:
    moves = {Move.parse(text): found for text, found in values.items()}
    return Solution(value, moves, value, Move.parse(best), (), nodes=1)


def one_move(played: str) -> Record:
    return Record(Ruleset.PYRGA, (RecordedMove.parse(played),), None)


def test_at_a_mistake_the_best_moves_are_named_the_recommended_one_first() -> None:
    found = solution({"Sa1": WIN, "Sb1": DRAW, "Cb2": WIN, "Ca1": LOSS}, WIN, "Cb2")
    (move,) = review_game(one_move("Sb1"), [found]).moves
    assert (move.before, move.after, move.decision) == (WIN, DRAW, True)
    assert [str(best) for best in move.best] == ["Cb2", "Sa1"]
    (good,) = review_game(one_move("Sa1"), [found]).moves
    assert good.best == ()


def test_if_all_moves_are_worth_the_same_there_is_no_decision() -> None:
    (move,) = review_game(one_move("Sb1"), [solution({"Sa1": DRAW, "Sb1": DRAW}, DRAW, "Sa1")]).moves
    assert not move.decision


def test_values_that_were_not_found_stay_unknown() -> None:
    found = solution({"Sa1": WIN, "Sb1": UNKNOWN, "Ca1": UNKNOWN}, WIN, "Sa1")
    (move,) = review_game(one_move("Sb1"), [found]).moves
    assert (move.before, move.after, move.decision) == (WIN, UNKNOWN, False)


def test_the_next_position_supplies_what_the_search_did_not_find() -> None:
    record = Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3"), RecordedMove.parse("Cb2")), None)
    unsolved = solution({"Sb3": UNKNOWN, "Sb2": UNKNOWN}, UNKNOWN, "Sb2")
    lost = solution({"Cb2": LOSS}, LOSS, "Cb2")
    first, second = review_game(record, [unsolved, lost]).moves
    assert (first.before, first.after) == (WIN, WIN)
    assert (second.before, second.after) == (LOSS, LOSS)


def test_a_review_needs_a_solution_or_none_for_every_move() -> None:
    with pytest.raises(ValueError, match="1 moves cannot have 2 solutions"):
        review_game(one_move("Sb3"), [None, None])


def test_a_move_of_the_start_has_nothing_better() -> None:
    found = solution({"Sa1": WIN, "Sb1": LOSS}, WIN, "Sa1")
    (move,) = review_game(one_move("Sb1"), [found]).moves
    assert move.best
    (placed,) = review_game(one_move("Sb1"), [found], starting_moves=1).moves
    assert not placed.best
    assert not placed.refutation
    assert placed.after is LOSS


def far(plies: int | None) -> Distance | None:
    return None if plies is None else Distance(plies, plies)


def lost(before: int | None, after: int | None) -> ReviewedMove:
    """Return a move in a lost position, with how far the end was before and after it."""
    return ReviewedMove(
        Move.parse("Sb3"),
        LOSS,
        LOSS,
        decision=False,
        distance_before=far(before),
        distance_after=far(after),
    )


def with_distances(found: Solution, best: int, **distances: int) -> Solution:
    far_from = {Move.parse(text): Distance(plies, plies) for text, plies in distances.items()}
    return replace(found, distance=Distance(best, best), distances=far_from)


def test_a_fast_win_is_recommended_before_a_slow_one() -> None:
    found = solution({"Sa1": WIN, "Sb1": DRAW, "Cb2": WIN, "Ca1": WIN}, WIN, "Ca1")
    found = with_distances(found, 3, Sa1=7, Cb2=5, Ca1=3)
    (move,) = review_game(one_move("Sb1"), [found]).moves
    assert [str(best) for best in move.best] == ["Ca1", "Cb2", "Sa1"]
    assert (move.distance_before, move.distance_after) == (far(3), None)


def test_in_a_lost_game_the_moves_that_hold_out_longest_are_better_than_a_shorter_one() -> None:
    values = {"Sa1": LOSS, "Sb1": LOSS, "Cb2": LOSS, "Ca1": LOSS}
    found = with_distances(solution(values, LOSS, "Cb2"), 8, Sa1=8, Sb1=2, Cb2=8, Ca1=6)
    (move,) = review_game(one_move("Sb1"), [found]).moves
    assert [str(best) for best in move.best] == ["Cb2", "Sa1"]
    assert move.shortened == 6
    (best,) = review_game(one_move("Sa1"), [found]).moves
    assert (best.best, best.shortened) == ((), 0)


def test_only_proven_distances_count_as_shortened() -> None:
    held, short = Distance(9, 40), Distance(2, 7)
    move = replace(lost(None, None), distance_before=held, distance_after=short)
    assert move.shortened == 2
    assert replace(move, distance_before=Distance(3, 40)).shortened == 0


def test_moves_of_unknown_value_are_named_at_a_mistake() -> None:
    found = solution({"Sa1": WIN, "Sb1": DRAW, "Cb2": UNKNOWN}, WIN, "Sa1")
    (move,) = review_game(one_move("Sb1"), [found]).moves
    assert [str(each) for each in move.unsure] == ["Cb2"]
    (good,) = review_game(one_move("Sa1"), [found]).moves
    assert good.unsure == ()


def test_the_next_position_supplies_how_far_the_end_is_after_a_move() -> None:
    record = Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3"), RecordedMove.parse("Cb2")), None)
    first = solution({"Sb3": WIN, "Sb2": DRAW}, WIN, "Sb3")
    second = with_distances(solution({"Cb2": LOSS}, LOSS, "Cb2"), 6, Cb2=6)
    moves = review_game(record, [first, second]).moves
    assert moves[0].distance_after == far(7)
    bounded = replace(first, distances={Move.parse("Sb3"): Distance(5, 7)})
    assert review_game(record, [bounded, second]).moves[0].distance_after == far(7)


def test_lines_show_how_a_mistake_is_refuted_and_what_the_better_move_leads_to() -> None:
    record = Record(Ruleset.PYRGA, (RecordedMove.parse("Sb3"), RecordedMove.parse("Cb2")), None)
    solutions = [
        solution({"Sb3": LOSS, "Sb2": WIN, "Sa1": WIN}, WIN, "Sb2"),
        solution({"Cb2": WIN}, WIN, "Cb2"),
    ]
    lines = {0: [Move.parse("Sa1"), Move.parse("Ca2")], 1: [Move.parse("Cb2")], 2: [Move.parse("Tb2n")]}
    mistake, answer = review_game(record, solutions, lines=lines).moves
    assert [str(move) for move in mistake.refutation] == ["Cb2"]
    assert [str(move) for move in mistake.improvement] == ["Sa1", "Ca2"]
    assert [str(move) for move in mistake.best] == ["Sa1", "Sb2"]
    assert (answer.refutation, answer.improvement) == ((), ())


def test_a_line_that_begins_with_a_mistake_is_not_an_improvement() -> None:
    found = solution({"Sb3": LOSS, "Sb2": WIN, "Sa1": DRAW}, WIN, "Sb2")
    (mistake,) = review_game(one_move("Sb3"), [found], lines={0: [Move.parse("Sa1")]}).moves
    assert mistake.improvement == ()


def test_breaks_are_where_a_lost_game_was_shortened_most() -> None:
    plies = [(20, 18), (19, 19), (18, 10), (17, 17), (10, 2), (9, 9), (8, 4), (7, 7), (6, 6)]
    moves = tuple(
        lost(before, after) if ply % 2 == 0 else reviewed(WIN, WIN)
        for ply, (before, after) in enumerate(plies)
    )
    review = Review(moves)
    assert [move.shortened for move in moves[::2]] == [2, 8, 8, 4, 0]
    assert review.breaks == (2, 4, 6)
    assert review.lapses == review.breaks
    assert review.turning_points == ()
    assert Review(moves, starting_moves=3).breaks == (4, 6)


def test_turning_points_belong_to_players() -> None:
    moves = (reviewed(WIN, LOSS), reviewed(WIN, DRAW), reviewed(DRAW, LOSS), reviewed(WIN, WIN))
    assert Review(moves).mistakes(Color.WHITE) == (0, 2)
    assert Review(moves).mistakes(Color.BLACK) == (1,)


def test_resistance_lasts_from_the_first_move_in_a_game_that_stayed_lost() -> None:
    won = reviewed(WIN, WIN)
    review = Review((won, lost(9, 9), won, lost(7, 7), won, lost(3, 3), won))
    assert review.resistance(Color.BLACK) == Resistance(since=1, lasted=6, possible=Distance(9, 9))
    assert review.resistance(Color.WHITE) is None


def test_resistance_begins_again_after_a_chance() -> None:
    won = reviewed(WIN, WIN)
    review = Review(
        (won, lost(9, 9), reviewed(WIN, DRAW), reviewed(DRAW, LOSS), won, lost(5, 5), won, lost(3, 3))
    )
    held = review.resistance(Color.BLACK)
    assert held is not None
    assert (held.since, held.lasted) == (5, 3)


@pytest.mark.parametrize(
    "moves",
    [
        (),
        (reviewed(WIN, WIN), lost(2, 2)),
        (reviewed(WIN, WIN), lost(4, 4), reviewed(WIN, WIN), lost(2, 2), reviewed(WIN, DRAW)),
        (reviewed(WIN, WIN), lost(None, None), reviewed(WIN, WIN), lost(2, 2)),
    ],
    ids=["no move", "one lost turn", "saved in the end", "unknown distance"],
)
def test_resistance_is_not_mentioned_for_other_games(moves: tuple[ReviewedMove, ...]) -> None:
    assert Review(moves).resistance(Color.BLACK) is None


def naive_distance(position: Position, seen: Values, found: dict[Position, int]) -> int:
    """Return how many plies are left from a late position if the winner hurries and the loser holds out."""
    if position.outcome() is not None:
        return 0
    if position not in found:
        value = naive_values(position, seen)
        after = [position.play(move) for move in position.legal_moves]
        keeping = [naive_distance(each, seen, found) for each in after if -naive_values(each, seen) == value]
        found[position] = 1 + (min(keeping) if value > 0 else max(keeping))
    return found[position]


def searched(position: Position, seen: Values) -> Solution:
    moves = {move: VALUES[-naive_values(position.play(move), seen)] for move in position.legal_moves}
    value = VALUES[naive_values(position, seen)]
    found: dict[Position, int] = {}
    plies = {move: 1 + naive_distance(position.play(move), seen, found) for move in moves}
    distances = {move: Distance(plies[move], plies[move]) for move in moves if moves[move] is not DRAW}
    keeping = [move for move in moves if moves[move] is value]
    best = (min if value is WIN else max)(keeping, key=lambda move: plies[move])
    distance = distances.get(best)
    return Solution(value, moves, value, best, (), nodes=0, distance=distance, distances=distances)


def game_and_review(ruleset: Ruleset, seed: int) -> tuple[list[Position], Review]:
    """Return a long random game and its review, with values from the first ply that can be searched."""
    random = Random(seed)
    visited: list[Position] = []
    while len(visited) < SEARCHED_FROM + 5:
        visited = random_positions(ruleset, random)
    moves = tuple(RecordedMove(position.last_move) for position in visited if position.last_move)
    seen: Values = {}
    solutions = [
        searched(position, seen) if position.ply >= SEARCHED_FROM else None for position in visited[:-1]
    ]
    return visited, review_game(Record(ruleset, moves, visited[-1].outcome()), solutions)


@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize("seed", range(4))
def test_in_a_real_game_every_value_follows_from_the_previous_one(ruleset: Ruleset, seed: int) -> None:
    visited, review = game_and_review(ruleset, seed)
    assert Judgment.UNKNOWN not in review.judgments[SEARCHED_FROM:]
    for one, other in zip(review.moves[SEARCHED_FROM:], review.moves[SEARCHED_FROM + 1 :], strict=False):
        assert one.after is other.before.reversed
    for move in review.moves[SEARCHED_FROM:]:
        assert WORTH[move.after] <= WORTH[move.before]
        assert bool(move.best) is (move.after is not move.before or move.shortened > 0)
        assert move.move not in move.best
        assert (move.distance_after is None) is (move.after is DRAW)
        if move.before is move.after is LOSS:
            assert move.distance_before is not None
            assert move.distance_after is not None
            assert move.shortened == move.distance_before.at_least - move.distance_after.at_least
    outcome = visited[-1].outcome()
    assert outcome is not None
    expected = {Color.WHITE: WIN, Color.BLACK: LOSS, None: DRAW}[outcome.winner]
    assert review.values[-1] is expected


@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize("seed", range(4))
def test_the_game_turns_exactly_where_its_value_changes(ruleset: Ruleset, seed: int) -> None:
    _, review = game_and_review(ruleset, seed)
    changes = [
        ply
        for ply, (one, other) in enumerate(zip(review.values, review.values[1:], strict=False))
        if one is not other and UNKNOWN not in (one, other)
    ]
    assert list(review.turning_points) == changes


def test_a_game_can_turn_with_every_move() -> None:
    moves = (reviewed(WIN, DRAW), reviewed(DRAW, LOSS), reviewed(WIN, LOSS), reviewed(WIN, WIN))
    review = Review((*moves, reviewed(LOSS, LOSS, decision=False)))
    assert [judgment.value for judgment in review.judgments] == [
        "win-to-draw",
        "draw-to-loss",
        "win-to-loss",
        "loss-to-win",
        "stayed-lost",
    ]
    assert review.turning_points == (0, 1, 2)
    assert review.accuracy(Color.WHITE) == Accuracy(0, 2)
    assert review.accuracy(Color.BLACK) == Accuracy(1, 2)


@strategies.composite
def reviews(draw: strategies.DrawFn) -> Review:
    """Return any review, possible or not."""
    moves, values = strategies.sampled_from(MOVES), strategies.sampled_from(Value)
    some = strategies.lists(moves, max_size=4).map(tuple)
    plies = strategies.integers(min_value=0, max_value=48)
    distance = strategies.none() | strategies.builds(Distance, plies, plies)
    decision = strategies.booleans()
    one = strategies.builds(
        ReviewedMove, moves, values, values, decision, some, some, distance, distance, some, some
    )
    drawn = draw(strategies.lists(one, max_size=30))
    first_moves = strategies.integers(min_value=0, max_value=2)
    return Review(tuple(drawn), draw(first_moves), draw(first_moves))


@given(reviews())
def test_a_printed_review_reads_back_as_the_same_review(review: Review) -> None:
    text = print_review(review)
    assert parse_review(text) == review
    assert "\n" not in text


def test_a_review_of_the_first_version_is_read_without_details() -> None:
    move = ["Sb1", "win", "draw", True, ["Cb2", "Sa1"]]
    review = parse_review(json.dumps({"version": 1, "starting_moves": 1, "moves": [move]}))
    best = (Move.parse("Cb2"), Move.parse("Sa1"))
    assert review == Review(
        (ReviewedMove(Move.parse("Sb1"), WIN, DRAW, decision=True, best=best),), 1, detailed=False
    )
    with pytest.raises(ValueError, match="without details"):
        print_review(review)


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "[]",
        "{}",
        json.dumps({"version": 3, "starting_moves": 0, "moves": []}),
        json.dumps({"version": 1, "starting_moves": 0}),
        json.dumps({"version": 1, "starting_moves": 0, "moves": [["Sb3", "win"]]}),
        json.dumps({"version": 1, "starting_moves": 0, "moves": [["Zb3", "win", "win", True, []]]}),
        json.dumps({"version": 1, "starting_moves": 0, "moves": [["Sb3", "won", "win", True, []]]}),
        json.dumps({"version": 1, "starting_moves": 0, "moves": [3]}),
        json.dumps({"version": 2, "starting_moves": 0, "moves": [["Sb3", "win", "win", True, []]]}),
    ],
)
def test_anything_else_is_rejected(damaged: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_review(damaged)
