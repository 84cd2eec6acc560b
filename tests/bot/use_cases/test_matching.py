"""Who plays whom is as a second, naive reading of the rules says, for any searches."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.values.players import Place, Player, ThemeName
from bot.values.searches import Couple, Relations, Search, SearchClock, SearchTerms, pairs
from bot.values.standings import Strength
from engine import Ruleset

NOW = datetime(2026, 3, 1, tzinfo=UTC)
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
CASUAL_DAY = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=False)
LIVE = SearchTerms(Ruleset.PYRGA, SearchClock.MINUTES, rated=False)
OTHER_TERMS = (
    SearchTerms(Ruleset.CLASSIC, SearchClock.DAY, rated=False),
    SearchTerms(Ruleset.PYRGA, SearchClock.THREE_DAYS, rated=False),
    SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=True),
)
ADA, BLAISE, CHIYO, DORA = range(101, 105)
CAFE, LIBRARY = 1, 2


def search(
    number: int,
    player: int,
    *,
    waited: timedelta = MINUTE,
    guild: int | None = CAFE,
    everywhere: bool = True,
    rating: float = 1500.0,
    here: float | None = None,
    provisional: bool = False,
    terms: SearchTerms = CASUAL_DAY,
    strangers: bool = True,
) -> Search:
    """Return a search that began some time ago, by default everywhere."""
    return Search(
        number,
        Player(player, f"player {player}"),
        Place(guild, 10 * (guild or player)),
        "en-US",
        ThemeName.AEGEAN,
        terms,
        everywhere or guild is None,
        NOW - waited,
        NOW + HOUR,
        Strength(rating if here is None else here, provisional),
        Strength(rating, provisional),
        strangers,
    )


def matched(*searches: Search, relations: Relations | None = None) -> list[tuple[int, int]]:
    found = pairs(searches, relations or Relations(), NOW)
    return [(pair.first.number, pair.second.number) for pair in found]


def couple(one: int, other: int) -> Couple:
    return frozenset({one, other})


def may_play(one: Search, other: Search, relations: Relations) -> bool:
    """Return the rules, word for word."""
    if one.player.id == other.player.id or one.terms != other.terms:
        return False
    same_server = one.place.guild_id == other.place.guild_id and one.place.guild_id is not None
    if not same_server and not (one.everywhere and other.everywhere):
        return False
    if couple(one.player.id, other.player.id) in relations.barred:
        return False
    have_met = couple(one.player.id, other.player.id) in relations.met
    if not have_met and not (one.strangers and other.strangers):
        return False
    waited = NOW - min(one.began_at, other.began_at)
    unit = 5 * MINUTE if one.terms.clock is SearchClock.MINUTES else 6 * HOUR
    if waited >= 4 * unit:
        return True
    apart = 100
    while waited >= unit:
        apart, waited = apart + 100, waited - unit
    if not one.everywhere and not other.everywhere:
        mine, theirs = one.here, other.here
    else:
        mine, theirs = one.overall, other.overall
    if mine.provisional or theirs.provisional:
        apart *= 2
    return abs(mine.rating - theirs.rating) <= apart


def naively(searches: Sequence[Search], relations: Relations) -> list[tuple[int, int]]:
    """Try everyone with everyone."""
    left = sorted(searches, key=lambda each: (each.began_at, each.number))
    found = []
    for one in [*left]:
        for other in [*left] if one in left else ():
            if may_play(one, other, relations):
                found.append((one.number, other.number))
                left = [each for each in left if each not in {one, other}]
                break
    return found


people = some.integers(ADA, DORA + 4)
couples = some.frozensets(some.frozensets(people, min_size=2, max_size=2), max_size=8)
ratings = some.sampled_from([1200.0, 1300.0, 1400.0, 1400.5, 1500.0, 1600.0, 1700.0, 2100.0])
waits = some.sampled_from(
    [0, 1, 299, 300, 301, 600, 1200, 6 * 3600 - 1, 6 * 3600, 12 * 3600, 18 * 3600, 24 * 3600, 90_000]
)
searches = some.lists(
    some.builds(
        search,
        some.just(0),
        people,
        waited=some.builds(timedelta, seconds=waits),
        guild=some.sampled_from([CAFE, CAFE, LIBRARY, None]),
        everywhere=some.booleans(),
        rating=ratings,
        here=ratings,
        provisional=some.booleans(),
        terms=some.sampled_from([CASUAL_DAY, CASUAL_DAY, LIVE]),
        strangers=some.sampled_from([True, True, False]),
    ),
    max_size=14,
)


@given(searches, couples, couples)
def test_pairs_are_those_of_the_naive_rules(
    drawn: list[Search], barred: frozenset[Couple], met: frozenset[Couple]
) -> None:
    numbered = [replace(each, number=number) for number, each in enumerate(drawn)]
    relations = Relations(barred, met)
    found = matched(*numbered, relations=relations)
    assert found == naively(numbered, relations)
    taken = {number for pair in found for number in pair}
    assert len(taken) == 2 * len(found)
    waiting = [each for each in numbered if each.number not in taken]
    assert not any(may_play(one, other, relations) for one, other in combinations(waiting, 2))
    of_numbers = {each.number: each.player.id for each in numbered}
    assert not {couple(of_numbers[one], of_numbers[other]) for one, other in found} & barred


@pytest.mark.parametrize("terms", OTHER_TERMS)
def test_the_game_has_to_be_the_same(terms: SearchTerms) -> None:
    assert not matched(search(1, ADA), search(2, BLAISE, terms=terms))


def test_no_one_plays_themselves_or_someone_they_must_not() -> None:
    barred = Relations(barred={couple(ADA, BLAISE)})
    assert not matched(search(1, ADA), search(2, ADA))
    assert not matched(search(1, ADA), search(2, BLAISE), relations=barred)
    assert matched(search(1, ADA), search(2, BLAISE), search(3, CHIYO), relations=barred) == [(1, 3)]


def test_each_reaches_the_other() -> None:
    here = search(1, ADA, everywhere=False)
    assert matched(here, search(2, BLAISE)) == [(1, 2)]
    assert not matched(here, search(2, BLAISE, guild=LIBRARY))
    assert not matched(here, search(2, BLAISE, guild=None))
    assert matched(search(1, ADA, guild=None), search(2, BLAISE, guild=None)) == [(1, 2)]


@pytest.mark.parametrize(("waited", "apart"), [(0, 100), (6, 200), (12, 300), (18, 400)])
def test_ratings_may_be_further_apart_the_longer_the_first_has_waited(waited: int, apart: int) -> None:
    one = search(1, ADA, waited=waited * HOUR)
    assert matched(one, search(2, BLAISE, waited=timedelta(), rating=1500.0 + apart))
    assert not matched(one, search(2, BLAISE, waited=timedelta(), rating=1500.5 + apart))
    provisional = search(2, BLAISE, waited=timedelta(), rating=1500.0 + 2 * apart, provisional=True)
    assert matched(one, provisional)


def test_after_a_day_any_rating_is_close_enough() -> None:
    far = search(2, BLAISE, rating=3000.0, waited=timedelta())
    assert not matched(search(1, ADA, waited=24 * HOUR - SECOND), far)
    assert matched(search(1, ADA, waited=24 * HOUR), far) == [(1, 2)]


def test_for_a_game_in_minutes_twenty_of_them_are_enough() -> None:
    far = search(2, BLAISE, rating=3000.0, waited=timedelta(), terms=LIVE)
    assert not matched(search(1, ADA, waited=20 * MINUTE - SECOND, terms=LIVE), far)
    assert matched(search(1, ADA, waited=20 * MINUTE, terms=LIVE), far) == [(1, 2)]


def test_the_servers_ratings_count_if_both_asked_for_this_server() -> None:
    blaise = search(2, BLAISE, here=1500.0, everywhere=False)
    assert matched(search(1, ADA, rating=1000.0, here=1500.0, everywhere=False), blaise)
    assert not matched(search(1, ADA, rating=1000.0, here=1500.0), blaise)


def test_whoever_takes_no_strangers_plays_people_they_have_played() -> None:
    met = Relations(met={couple(ADA, CHIYO)})
    shy = search(1, ADA, strangers=False)
    assert not matched(shy, search(2, BLAISE))
    assert matched(shy, search(2, BLAISE), search(3, CHIYO), relations=met) == [(1, 3)]
    late = search(4, ADA, strangers=False, waited=SECOND)
    assert matched(search(3, CHIYO), late, relations=met) == [(3, 4)]
