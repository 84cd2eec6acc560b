"""The rules of the badges, on both sides of each of their limits."""

from dataclasses import replace

import pytest

from bot.values.badges import (
    Badge,
    Evidence,
    JudgedDay,
    PlayedGame,
    ReviewedGame,
    SolvedDay,
    SolvedPuzzle,
    badges_for,
    earned_by,
)
from engine import Color, Reason, Ruleset, Start
from tests.bot.clocks import StandingClock

pytestmark = pytest.mark.quick

WON = PlayedGame(
    *(1, 101, 102, Color.WHITE, Color.WHITE, Reason.RESIGNATION, Ruleset.PYRGA, Start.PLAIN, 12),
    is_helped=False,
    finished_at=StandingClock().now(),
)
"""A win against a person that earns nothing else."""

DRAWN = replace(WON, winner=None, reason=Reason.DRAW)
LOST = replace(WON, winner=Color.BLACK)
BEATEN = replace(WON, opponent_id=8)
FIRST = Badge.FIRST_WIN
LEVELS = [Badge.LEVEL_1, Badge.LEVEL_3, Badge.LEVEL_5, Badge.LEVEL_8]
PERFECT = ReviewedGame(WON, decisions=5, mistakes=0, lost_turns=2)
TURNED = ReviewedGame(WON, decisions=5, mistakes=1, lost_turns=3)

GAMES = [
    (WON, [FIRST]),
    (LOST, []),
    (replace(WON, is_helped=True), [FIRST]),
    (replace(WON, color=Color.BLACK), []),
    (replace(WON, color=Color.BLACK, winner=Color.BLACK), [FIRST, Badge.BLACK_WIN]),
    (replace(WON, reason=Reason.THREE_TOWERS), [FIRST, Badge.TOWER_WIN]),
    (replace(WON, reason=Reason.THREE_TOWERS, plies=11), [FIRST, Badge.TOWER_WIN, Badge.QUICK_WIN]),
    (replace(WON, reason=Reason.TIMEOUT, plies=11), [FIRST]),
    (replace(WON, reason=Reason.ADJUDICATION, start=Start.SWAP, opponents=10), []),
    (replace(LOST, reason=Reason.THREE_TOWERS, plies=11), []),
    *(
        (replace(WON, reason=reason), [FIRST, Badge.POINTS_WIN])
        for reason in Reason
        if "COUNT" in reason.name
    ),
    (replace(WON, start=Start.BALANCED), [FIRST, Badge.FAIR_PLAY]),
    (replace(WON, start=Start.SWAP), [FIRST, Badge.FAIR_PLAY]),
    (replace(WON, start=Start.ADVANTAGE), [FIRST]),
    (DRAWN, [Badge.DRAW_HELD]),
    (replace(DRAWN, opponent_id=1), []),
    (replace(DRAWN, reason=Reason.AGREEMENT), []),
    (replace(LOST, opponents=1), [Badge.FIRST_GAME]),
    (replace(LOST, opponents=2), []),
    (replace(LOST, opponents=9), []),
    (replace(LOST, opponents=10), [Badge.TEN_OPPONENTS]),
    (replace(LOST, opponents=11), [Badge.TEN_OPPONENTS]),
    (replace(WON, rulesets=len(Ruleset) - 1), [FIRST]),
    (replace(WON, rulesets=len(Ruleset)), [FIRST, Badge.ALL_RULESETS]),
    *(
        (replace(BEATEN, opponent_id=level), LEVELS[: (level >= 3) + (level >= 5) + (level >= 8) + 1])
        for level in range(1, 9)
    ),
    (replace(BEATEN, is_helped=True), []),
    (replace(BEATEN, winner=Color.BLACK), []),
]
REVIEWS = [
    (PERFECT, [Badge.PERFECT_GAME]),
    (replace(PERFECT, decisions=4), []),
    (replace(PERFECT, mistakes=1), []),
    (replace(PERFECT, game=DRAWN), [Badge.PERFECT_GAME]),
    (replace(PERFECT, game=LOST), []),
    (replace(PERFECT, game=BEATEN), []),
    (replace(PERFECT, game=replace(WON, is_helped=True)), []),
    (replace(PERFECT, game=replace(WON, reason=Reason.ADJUDICATION)), []),
    (TURNED, [Badge.COMEBACK]),
    (replace(TURNED, lost_turns=2), []),
    (replace(TURNED, game=DRAWN), []),
    (replace(TURNED, game=BEATEN), []),
    (replace(TURNED, game=replace(WON, is_helped=True)), []),
]
PUZZLES = [
    (SolvedPuzzle(49), []),
    (SolvedPuzzle(50), [Badge.FIFTY_PUZZLES]),
    (SolvedPuzzle(299), [Badge.FIFTY_PUZZLES]),
    (SolvedPuzzle(300), [Badge.FIFTY_PUZZLES, Badge.ALL_PUZZLES]),
    (SolvedDay(6), []),
    (SolvedDay(7), [Badge.PUZZLE_WEEK]),
    (SolvedDay(29), [Badge.PUZZLE_WEEK]),
    (SolvedDay(30), [Badge.PUZZLE_WEEK, Badge.PUZZLE_MONTH]),
]
DAYS = [
    (JudgedDay(is_perfect=False, streak=6), []),
    (JudgedDay(is_perfect=True, streak=1), [Badge.PERFECT_DAY]),
    (JudgedDay(is_perfect=False, streak=7), [Badge.DAY_WEEK]),
]


@pytest.mark.parametrize(("evidence", "badges"), [*GAMES, *REVIEWS, *PUZZLES, *DAYS])
def test_evidence_earns_these_badges_and_no_others(evidence: Evidence, badges: list[Badge]) -> None:
    assert earned_by(evidence) == {*badges}


def test_each_kind_of_evidence_can_earn_its_badges() -> None:
    for kinds, table in (
        ((PlayedGame,), GAMES),
        ((ReviewedGame,), REVIEWS),
        ((SolvedPuzzle, SolvedDay), PUZZLES),
        ((JudgedDay,), DAYS),
    ):
        assert badges_for(*kinds) == {badge for _, badges in table for badge in badges}
