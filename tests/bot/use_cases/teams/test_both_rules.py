"""Sorting, boards, reserves, and the score are the same under two implementations of the rules."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.values.events.event import Leaving
from bot.values.players import Player
from bot.values.standings import Strength
from bot.values.teams import changes
from bot.values.teams.sorting import by_strength, pairs
from bot.values.teams.team_match import TeamMatch, TeamTerms
from engine import Ruleset
from tests.bot.use_cases.teams.rivals import CAFE, CLUB
from tests.bot.use_cases.teams.second_rules import SecondMatch, boards, sorted_side

pytestmark = pytest.mark.thorough

NOW = datetime(2026, 11, 26, tzinfo=UTC)
FIRST_IDS, SECOND_IDS = range(100, 108), range(200, 208)

STRENGTHS = some.builds(Strength, some.sampled_from((1400.0, 1500.0, 1600.0)), some.booleans())
SIDES = some.lists(STRENGTHS, min_size=2, max_size=8)
BARRED = some.sets(
    some.builds(
        lambda one, two: frozenset((one, two)), some.sampled_from(FIRST_IDS), some.sampled_from(SECOND_IDS)
    ),
    max_size=12,
)


def open_match(first: list[Strength], second: list[Strength], most: int) -> TeamMatch:
    """Return a team match for which people as strong as these have signed up, in this order."""
    match = TeamMatch(1, TeamTerms(Ruleset.PYRGA, boards=most), (CAFE, CLUB), NOW)
    for index, (side, ids) in enumerate(((first, FIRST_IDS), (second, SECOND_IDS))):
        for player_id, strength in zip(ids, side, strict=False):
            match = changes.sign_up(match, index, Player(player_id, "Member"), strength, NOW)
    return match


def plain(match: TeamMatch, index: int) -> list[tuple[int, float, bool]]:
    return [
        (member.player.id, member.strength.rating, member.strength.provisional)
        for member in match.sides[index].members
    ]


@given(SIDES, SIDES, some.integers(2, 8), BARRED, some.data())
def test_a_team_match_is_the_same_under_both_rules(
    first: list[Strength],
    second: list[Strength],
    most: int,
    barred: Collection[frozenset[int]],
    data: some.DataObject,
) -> None:
    match = open_match(first, second, most)
    one, two = (sorted_side(plain(match, index)) for index in (0, 1))
    assert [one, two] == [by_strength(side) for side in match.sides]
    met = boards(one, two, most, barred)
    assert pairs(one, two, most, barred) == met
    match = changes.start(match, {}, barred, match.starts_at)
    assert [board.players for board in match.boards] == met
    if not met:
        return
    other = SecondMatch(one, two, met)
    match, number = begun(match), 1
    for _ in range(data.draw(some.integers(0, 3))):
        number += 1
        match = some_results(match, other, data)
        waited_for = match.no_shows((), NOW + timedelta(days=999))
        absent = {player for player in waited_for if data.draw(some.integers(0, 3)) == 0}
        if absent and match.ended_at is None:
            match = begun(changes.take_out(match, absent, barred, NOW + number * timedelta(days=2)))
            other.take_out(absent, barred)
        assert match.score == other.score
        for index in (0, 1):
            assert [member.player.id for member in match.reserves(index)] == other.reserves[index]


def begun(match: TeamMatch) -> TeamMatch:
    """Return the team match with all its games begun."""
    number = 1 + max((game.number or 0 for game in match.games), default=0)
    while match.unstarted:
        match = changes.begin_game(match, match.unstarted[0], number)
        number += 1
    return match


def some_results(match: TeamMatch, other: SecondMatch, data: some.DataObject) -> TeamMatch:
    """End some of the running games."""
    for place, board in enumerate(match.boards):
        for game in board.games:
            if game.is_running and data.draw(some.booleans()):
                score = data.draw(some.sampled_from((0.0, 0.5, 1.0)))
                match = changes.result(match, game.number or 0, score=score)
                is_white = game.white in {member.player.id for member in match.sides[0].members}
                other.result(place, int(game.second), score if is_white else 1 - score)
    return match


@given(SIDES, SIDES, some.data())
def test_who_leaves_loses_the_rest_and_no_one_takes_their_place(
    first: list[Strength], second: list[Strength], data: some.DataObject
) -> None:
    match = begun(changes.start(open_match(first, second, 8), {}, (), NOW + timedelta(days=3)))
    leaver = data.draw(some.sampled_from(sorted(match.playing)))
    before = [board.players for board in match.boards]
    match = changes.leave(match, leaver, Leaving.LEFT)
    assert [board.players for board in match.boards] == before
    assert all(game.score_of(leaver) == 0 and game.is_settled for game in match.games_of(leaver))
    opponents = {game.opponent_of(leaver) for game in match.games_of(leaver)}
    assert sum(match.score) == 2 * len(opponents)
    assert replace(match, revision=0) != match
