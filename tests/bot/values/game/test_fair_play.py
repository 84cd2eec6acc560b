"""What's shown of exact values to someone who's still playing tells nothing about their position."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random

import pytest

from bot.values.game.fair_play import OffLimits, Protected
from engine import (
    Color,
    Direction,
    Distance,
    InvalidMoveError,
    InvalidPositionError,
    Move,
    Position,
    Review,
    ReviewedMove,
    Solution,
    Symmetry,
    Value,
)

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


def positions_of(moves: str) -> list[Position]:
    """Return the positions of a game with these moves."""
    played = moves.split()
    return [Position.replay("pyrga", played[:plies]) for plies in range(len(played) + 1)]


def protected(positions: Sequence[Position]) -> Protected:
    """Return the last of these positions of a game as a protected one."""
    return Protected(positions[0].ruleset, " ".join(str(each.last_move) for each in positions[1:]), game=1)


Solve = Callable[[Position], Solution]


def solver(played: Position, worth: Value) -> Solve:
    """Return a solver for whom ``played`` is worth this, in all its images.

    Almost any move that doesn't lead there loses, so that most of what leads there depends on it.
    """
    goal = played.canonical()

    @cache
    def leads(position: Position) -> bool:
        if position.ply == played.ply:
            return position.canonical() == goal
        return any(leads(position.play(move)) for move in position.legal_moves)

    @cache
    def value(position: Position) -> Value:
        if position.ply > played.ply or not leads(position):
            return Random(str(position.canonical())).choice([*WORTH, *[Value.WIN] * 9])
        if position.ply == played.ply:
            return worth
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
        distances = {move: Distance(far := 1 + WORTH.index(each), far) for move, each in moves.items()}
        return Solution(best, moves, best, line[0], tuple(line), 1, distances[line[0]], distances)

    return solve


def pages(positions: Sequence[Position]) -> Sequence[Position]:
    """Return the last positions before that of the game, and all that another move leads to from there."""
    before = positions[-BACK - 1 : -1]
    beside = (each.play(move) for each in before for move in each.legal_moves)
    return [*before, *(each for each in beside if each.legal_moves)]


@pytest.mark.parametrize("plies", [2, 5, 9, 14, 20])
def test_nothing_shown_depends_on_what_the_position_is_worth(plies: int) -> None:
    positions = game(plies, plies)
    turned = [each.transformed(Symmetry.THREE_QUARTER_TURN) for each in positions]
    hidden = OffLimits((protected(turned),))
    shown = []
    for worth in WORTH:
        solve = solver(positions[-1], worth)
        open_pages = [each for each in pages(positions) if not hidden.closing(each)]
        shown.append([hidden.solution(each, solve(each)) for each in open_pages])
    assert shown[0] == shown[1] == shown[2]
    assert any(value is not Value.UNKNOWN for page in shown[0] for value in page.moves.values())


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_position_is_closed_from_the_protected_one_on_and_on_the_way_before_it(symmetry: Symmetry) -> None:
    course = game(7, 20)
    present = protected(course[:13])
    for position in course:
        image = position.transformed(symmetry)
        assert present.closes(image) == (position.ply >= 12)
        assert present.follows(image) == (4 <= position.ply < 12)
    beside = next(course[11].play(move) for move in course[11].legal_moves if move != course[12].last_move)
    assert not present.closes(beside)
    assert not present.follows(beside)


def test_another_order_of_the_last_moves_is_on_the_way_too() -> None:
    played = protected(positions_of("Sb3 Ta3e Tc3s Tc1e Cd1 Td1n Td2s Sd1 Cd2 Sd2"))
    otherwise = positions_of("Sb3 Ta3e Tc3s Tc1e Cd1 Sd1 Td2s Td1n Cd2 Sd2")
    assert otherwise[-1] == played.position
    assert all(map(played.follows, otherwise[4:-1]))


def with_another_direction(position: Position) -> Iterator[Position]:
    """Yield positions that differ in where one old Triangle points."""
    for piece in map(str, (*position.placed(Color.WHITE), *position.placed(Color.BLACK))):
        for direction in Direction if piece.startswith("T") else ():
            text = str(position).replace(f"{piece},", f"{piece[:-1]}{direction.value},")
            with suppress(InvalidPositionError, InvalidMoveError):
                if text != str(position):
                    yield Position.parse(text)


def test_an_old_triangle_may_point_anywhere_but_not_the_last_one() -> None:
    played = protected(game(4, 16))
    assert played.closes(next(with_another_direction(played.position)))
    assert protected(positions_of("Sb2 Ta2e Td2s")).closes(positions_of("Sb2 Ta2e Td2s")[-1])
    assert not protected(positions_of("Sb2 Ta2e Td2s")).closes(positions_of("Sb2 Ta2e Td2w")[-1])


def test_an_opening_is_open_except_for_what_follows_in_a_few_moves() -> None:
    course = game(3, 12)
    first = protected(course[:2])
    assert [first.closes(each) for each in course] == [False, *[True] * 5, *[False] * 7]
    assert not any(protected(course).follows(each) for each in course[:4])


def test_a_line_stops_before_a_position_from_which_a_move_leads_to_the_protected_one() -> None:
    course = game(5, 14)
    hidden, line = OffLimits((protected(course),)), [each.last_move for each in course[1:]]
    moves = [move for move in line if move is not None]
    assert hidden.line(course[0], moves) == tuple(moves[:3])
    assert hidden.line(course[6], moves[6:]) == ()
    assert OffLimits((protected(game(6, 14)),)).line(course[0], moves) == tuple(moves)


def test_a_review_says_nothing_of_positions_on_the_way_and_its_lines_stop() -> None:
    course = game(5, 10)
    other = course[:8]
    while len(other) < 12:
        parting = [other[-1].play(move) for move in other[-1].legal_moves]
        other.append(
            next(each for each in parting if each != course[len(other)]) if len(other) < 10 else parting[0]
        )
    hidden = OffLimits((protected(course),))
    moves = [each.last_move for each in other[1:] if each.last_move]
    wrong = ReviewedMove(moves[0], Value.WIN, Value.LOSS, decision=True, improvement=tuple(moves[:2]))
    review = Review((wrong, *(ReviewedMove(move, Value.WIN, Value.WIN, decision=True) for move in moves[1:])))
    shown = hidden.review(other, review)
    assert [move.known for move in shown.moves] == [True] * 3 + [False] * 5 + [True] * 3
    assert hidden.first_reason(other) is not None
    assert OffLimits().review(other, review) == review
