"""Sorting, boards, reserves, and the score are the same under two implementations of the rules."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.values.events import event_changes, team_changes
from bot.values.events.groups import by_strength
from bot.values.events.parts import EventGame, Leaving
from bot.values.events.team_changes import pairs
from bot.values.events.team_match import SIDES as BOTH
from bot.values.events.team_match import TeamMatch, TeamTerms
from bot.values.players import Player
from bot.values.standings import Strength
from engine import Ruleset
from tests.bot.use_cases.teams.rivals import CAFE, CLUB
from tests.bot.use_cases.teams.second_rules import SecondMatch, boards, sorted_side

pytestmark = pytest.mark.thorough

NOW = datetime(2026, 11, 26, tzinfo=UTC)
DAY = timedelta(days=1)
DAYS = 27
"""How long it's played: in a whole number of days, a third of that is left."""
SCORES = (0.0, 0.5, 1.0)
FIRST_IDS, SECOND_IDS = range(100, 108), range(200, 208)

EVEN = Strength(1500, provisional=False)
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
    match = TeamMatch(
        number=1, terms=TeamTerms(Ruleset.PYRGA, boards=most, days=DAYS), cards=(CAFE, CLUB), created_at=NOW
    )
    for index, (side, ids) in enumerate(((first, FIRST_IDS), (second, SECOND_IDS))):
        for player_id, strength in zip(ids, side, strict=False):
            match = team_changes.sign_up(match, index, Player(player_id, "Member"), strength, NOW)
    return match


def plain(match: TeamMatch, index: int) -> list[tuple[int, float, bool]]:
    return [
        (member.player.id, member.strength.rating, member.strength.provisional)
        for member in match.members(index)
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
    assert [one, two] == [by_strength(match.members(side)) for side in BOTH]
    met = boards(one, two, most, barred)
    assert pairs(one, two, most, barred) == met
    match = team_changes.start(match, {}, barred, match.starts_at)
    assert [board.people for board in match.boards] == met
    if not met:
        return
    now = match.starts_at
    match, other = begun(match), SecondMatch(one, two, met, now, DAYS)
    for _ in range(data.draw(some.integers(0, 4))):
        now += data.draw(some.sampled_from((1, 2, 9))) * DAY
        match = some_results(match, other, now, data)
        waited_for = match.no_shows((), now)
        assert sorted(waited_for) == sorted(other.no_shows(now))
        absent = {player for player in waited_for if data.draw(some.integers(0, 3)) == 0}
        match = begun(event_changes.checked(team_changes.take_out(match, absent, barred, now), now))
        other.take_out(absent, barred, now)
        other.checked_at = now
        assert [stands(match, *board.games[-2:]) for board in match.boards] == [
            board.games for board in other.boards
        ]
        assert match.score == other.score
        for index in (0, 1):
            assert [member.player.id for member in match.reserves(index)] == other.reserves[index]


def begun(match: TeamMatch) -> TeamMatch:
    """Return the team match with all its games begun."""
    number = 1 + max((game.number or 0 for game in match.games), default=0)
    while match.unstarted:
        match = event_changes.begin_game(match, match.unstarted[0], number)
        number += 1
    return match


def some_results(match: TeamMatch, other: SecondMatch, now: datetime, data: some.DataObject) -> TeamMatch:
    """End some of the running games, and take away some results."""
    for place, board in enumerate(match.boards):
        for index, game in enumerate(board.games[-2:]):
            act = data.draw(some.sampled_from(("nothing", "annul", *SCORES)))
            if game.struck or game.forfeited or act == "nothing":
                continue
            if isinstance(act, float):
                match = event_changes.result(match, game.number or 0, score=act)
                other.result(place, index, act if match.side_of(game.white) == 0 else 1 - act)
            else:
                match = event_changes.annul(match, game.number or 0, now)
                other.annul(place, index, now)
    return begun(match)


def stands(match: TeamMatch, *games: EventGame) -> list[float | str]:
    """Return how games stand for the first side, as the second rules say it."""
    first = {member.player.id for member in match.members(0)}
    return [
        "struck" if game.struck else "on" if game.score is None else game.score_of(*first & {*game.players})
        for game in games
    ]


@given(SIDES, SIDES, some.data())
def test_who_leaves_loses_the_rest_and_no_one_takes_their_place(
    first: list[Strength], second: list[Strength], data: some.DataObject
) -> None:
    match = begun(team_changes.start(open_match(first, second, 8), {}, (), NOW + timedelta(days=3)))
    leaver = data.draw(some.sampled_from(sorted(member.player.id for member in match.playing)))
    before = [board.people for board in match.boards]
    match = team_changes.leave(match, leaver, Leaving.LEFT)
    assert [board.people for board in match.boards] == before
    assert all(game.score_of(leaver) == 0 and game.is_settled for game in match.games_of(leaver))
    opponents = {game.opponent_of(leaver) for game in match.games_of(leaver)}
    assert sum(match.score) == 2 * len(opponents)
    assert replace(match, revision=0) != match


@pytest.mark.default
def test_an_annulled_game_is_played_again_if_a_third_of_the_time_is_left() -> None:
    match = begun(team_changes.start(open_match([EVEN] * 2, [EVEN] * 2, 2), {}, (), NOW + 3 * DAY))
    first, third = match.games[0].number or 0, NOW + 3 * DAY + DAYS * DAY * 2 / 3
    for now, struck in ((third, False), (third + timedelta(seconds=1), True)):
        assert event_changes.annul(match, first, now).games[0].struck == struck
