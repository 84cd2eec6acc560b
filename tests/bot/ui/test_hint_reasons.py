"""The words of a hint: every claim in them is true of the position."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.locale import words_for
from bot.ui.hints import reasons
from engine import Distance, Move, Position, Solution, Value
from tests.reading import as_read

WORDS = words_for("en-GB")

# Positions of random games with what the solver found about them.
ONE_WINS = ("Tc3n Sc4 Cb4 Tb4s Tb3s Tb2w Ta2n Ta3n Ta4e Cc4 Tc4s Sc2", "Cc3", Counter(win=1, loss=7))
TWO_WIN = ("Tb2e Tc2s Sc1 Td1n Td3s Sd2 Sd1 Tc1e Cd1 Tc3n", "Tc4e", Counter(win=2, loss=3))
ALL_WIN = ("Tb2e Tc2s Sc1 Td1n Td3s Sd2 Sd1 Tc1e Cd1 Tc3n Cc4 Tc4s Sc2 Sc3", "Sb3", Counter(win=10))
ONE_DRAWS = (
    (
        "Cb2 Tb2s Cb1 Tb1e Cd1 Td1n Td4s Cd2 Td2w Tc2n Tc3n Tc4s Tc1w Ca1 Ta1n Sa3 Ca2 Sa2 Ca3 Sa4 "
        "Sb4 Cb3 Sb3 Sc3 Sc4 Cb4 Sd3 Sd2"
    ),
    "Sd1",
    Counter(draw=1, loss=1),
)
TWO_DRAW = ("Ta1n Sa2 Tb2e Tc2n Sc4 Tc3n Cc4 Tc4s Sc1 Sd1 Sd2 Cd1 Td1n Cd2", "Td2n", Counter(draw=2, loss=1))
ALL_DRAW = (
    (
        "Sa4 Sa3 Ca4 Ta4e Tb4s Tb2e Sd2 Tc2n Tc3n Tc4s Cc2 Sc2 Sc1 Td1n Cd3 Sd3 Td2w Ca2 Sa2 Ca1 Ta1n "
        "Ca3 Ta3n Cd4 Sd4"
    ),
    "Sc4",
    Counter(draw=2),
)
ALL_LOSE = ("Tb2e Tc2s Sc1 Td1n Td3s Sd2 Sd1 Tc1e Cd1", "Sa1", Counter(loss=49))
ONLY_MOVE = ("Tb2e Tc2s Sc1 Td1n Td3s Sd2 Sd1 Tc1e Cd1 Tc3n Cc4 Tc4s Sc2 Sc3 Cb3", "Sb3", Counter(loss=1))
THIRD_TOWER = (
    "Tc4e Td4w Ca4 Ta4s Ta3s Ca1 Ta1e Tb1w Sa1 Cb1 Sb1 Sb2 Tb3w Sa3 Cb3 Sb3",
    "Ca3",
    Counter(win=9, loss=8),
)
COUNT = (
    (
        "Ta3s Ta2s Ca1 Ta1n Ta4e Tb4s Tb2s Cb1 Sb1 Sa1 Tb1w Tc2s Cc1 Tc1e Td1n Cd3 Sd3 Sd2 Sc2 Cd2 "
        "Sc3 Sc4 Cc3 Sd4 Cc4 Sb3"
    ),
    "Cb2",
    Counter(win=3, draw=1, loss=2),
)
STUCK = (
    "Tc3s Tc2e Sd2 Td1w Tc1n Cc3 Sc3 Td3s Td2w Ta2s Ta1n Ca2 Sa2 Tb2e Sc2 Sc1 Tb1w Sa1 Cb1 Sb1 "
    "Sb2 Cb3 Cb4 Sb4 Ca4 Sa4 Ca3 Cd4"
)
UNFINISHED = ("Sb2 Ta2e Cc2", "Sc2", Counter(unknown=5))

LOST = "Every move loses if your opponent makes no mistakes."

Example = tuple[str, str, Counter[str]]


def hint(example: Example, **distances: Distance) -> str:
    """Return the reasons of a hint, given the distances of the move and of the position."""
    moves, best, counts = example
    position = Position.replay("pyrga", moves.split())
    found = solution(position, Move.parse(best), counts)
    if distances:
        own = distances["own"]
        found = replace(found, distance=distances.get("longest", own), distances={Move.parse(best): own})
    return reasons(WORDS, position, Move.parse(best), found)


def solution(position: Position, best: Move, counts: Counter[str]) -> Solution:
    value = next(value for value in Value if counts[value])
    others = [move for move in position.legal_moves if move != best]
    values = [value for value in Value for _ in range(counts[value])]
    moves = dict(zip([best, *others], values, strict=True))
    return Solution(value, moves, value, best, (), 1)


@pytest.mark.parametrize(
    ("example", "prospects"),
    [
        (ONE_WINS, "It's the only move that wins."),
        (TWO_WIN, "It wins with best play."),
        (ALL_WIN, "It wins with best play, like every move here."),
        (ONE_DRAWS, "After every other move, the opponent wins at once."),
        (TWO_DRAW, "It holds the draw."),
        (ALL_DRAW, "It holds the draw, like every move here."),
        (ALL_LOSE, LOST),
        (UNFINISHED, "I couldn't see to the end of this game, so this is my best guess."),
    ],
    ids=range(8),
)
def test_a_hint_says_what_its_move_leads_to(example: Example, prospects: str) -> None:
    assert hint(example).startswith(prospects)


@pytest.mark.parametrize(
    ("own", "speed"),
    [
        (Distance(2, 2), "Whatever your opponent replies, you win."),
        (Distance(3, 3), "Whatever your opponent replies, you win by your next turn."),
        (Distance(5, 5), "Every reply loses; the longest takes 4 moves."),
        (Distance(5, 9), "It wins with best play."),
    ],
)
def test_a_hint_in_a_won_position_says_how_soon_it_wins(own: Distance, speed: str) -> None:
    assert hint(TWO_WIN, own=own).startswith(speed)


@pytest.mark.parametrize(
    ("own", "longest", "defense"),
    [
        (Distance(2, 2), Distance(2, 2), "Whatever you play, your opponent can win with the next move."),
        (
            Distance(6, 6),
            Distance(6, 6),
            "Every move loses, but this one holds out longest: 6 more moves.",
        ),
        (
            Distance(6, 9),
            Distance(6, 9),
            "Every move loses, but this one holds out for at least 6 more moves.",
        ),
        (Distance(2, 9), Distance(2, 9), LOST),
    ],
)
def test_a_hint_in_a_lost_position_says_how_long_one_can_hold_out(
    own: Distance, longest: Distance, defense: str
) -> None:
    assert hint(ALL_LOSE, own=own, longest=longest).startswith(defense)


def test_an_only_move_is_called_the_only_one_without_a_search() -> None:
    moves, only, _ = ONLY_MOVE
    position = Position.replay("pyrga", moves.split())
    assert reasons(WORDS, position, Move.parse(only), None).startswith("It's your only move.")


def test_a_move_that_a_later_search_finds_worse_is_not_praised() -> None:
    moves, best, counts = TWO_WIN
    position = Position.replay("pyrga", moves.split())
    found = solution(position, Move.parse(best), counts)
    worse = next(move for move, value in found.moves.items() if value is Value.LOSS)
    why = reasons(WORDS, position, worse, found)
    further = "I've looked further since I suggested it, and now I'd play"
    assert as_read(why).startswith(f"{further} **►\N{NO-BREAK SPACE}c4**.")
    assert hint(ALL_LOSE, own=Distance(6, 6), longest=Distance(8, 8)).startswith(further)


def test_a_move_that_wins_immediately_needs_no_other_reason() -> None:
    assert hint(THIRD_TOWER) == "It completes a third Tower, which wins the game."
    assert hint(COUNT) == "It ends the game and wins on points."
    stuck = Position.replay("pilotis", STUCK.split())
    move = next(move for move in stuck.legal_moves if stuck.play(move).outcome() is not None)
    found = solution(stuck, move, Counter(win=len(stuck.legal_moves)))
    assert reasons(WORDS, stuck, move, found) == "It leaves the opponent without a move and wins the game."


def test_a_hint_mentions_a_completed_tower_and_how_little_choice_the_opponent_is_left_with() -> None:
    assert hint(TWO_DRAW) == "It holds the draw. It makes a second Tower and leaves only **d4 and d3**."
    assert hint(ONE_WINS) == (
        "It's the only move that wins. It sends Black to **c3**, where every move gives away a Tower."
    )


def test_if_some_moves_are_unknown_none_is_called_the_only_one() -> None:
    moves, best, _ = ONE_WINS
    assert hint((moves, best, Counter(win=1, unknown=7))).startswith("It wins with best play. It")
    moves, best, _ = ONE_DRAWS
    assert hint((moves, best, Counter(draw=1, unknown=1))).startswith("It holds the draw.")
