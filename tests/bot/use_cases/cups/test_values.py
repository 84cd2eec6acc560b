"""Cups and leagues as values: how people are dealt, what a table says, and who goes up and down."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.events import cup_changes, event_changes, event_errors, league
from bot.values.events.cup import Cup, CupTerms
from bot.values.events.groups import Standing, advancing, dealt, group, table
from bot.values.events.league import League
from bot.values.events.parts import Card, Entrant, EventGame, EventStatus, Group, Leaving
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength
from engine import Ruleset

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
CARD = Card(Place(2, 3), 4, "en-US", ThemeName.AEGEAN)
DAY = timedelta(days=1)
EVEN = Strength(1500.0, provisional=False)


def opened(people: int = 0, **terms: object) -> Cup:
    """Return a cup that the people with the ids 1, 2, 3 and so on have joined, the strongest first."""
    chosen = CupTerms("Winter", Ruleset.PYRGA, **{"starts_at": NOW, **terms})  # type: ignore[arg-type]  # any of them
    cup = Cup(number=1, terms=chosen, cards=(CARD,), created_at=NOW - DAY)
    for number in range(1, people + 1):
        strength = Strength(2000.0 - number, provisional=False)
        cup = cup_changes.join(cup, Player(number, str(number)), strength, NOW - DAY)
    return cup


def begun(people: int, **terms: object) -> Cup:
    """Return one that has just started, with all its games."""
    return with_all_begun(cup_changes.start(opened(people, **terms), {}, NOW))


def with_all_begun(cup: Cup) -> Cup:
    for planned in cup.unstarted:
        cup = event_changes.begin_game(
            cup, planned, 1 + max((game.number or 0 for game in cup.games), default=0)
        )
    return cup


def scored(cup: Cup, white: int, black: int, score: float) -> Cup:
    (game,) = [game.number for game in cup.games if game.players == (white, black)]
    return event_changes.result(cup, game or 0, score=score)


def won_by_the_lower(cup: Cup) -> Cup:
    for game in cup.running:
        cup = event_changes.result(cup, game.number or 0, score=float(game.white < game.black))
    return cup


def rows_of(
    games: dict[tuple[int, int], float], people: int, *, gone: Collection[int] = ()
) -> tuple[Standing, ...]:
    played = tuple(EventGame(white, black, score=score) for (white, black), score in games.items())
    present = {player_id for player_id in range(1, people + 1) if player_id not in gone}
    return table(Group(tuple(range(1, people + 1)), played), present)


@given(people=st.integers(3, 64))
def test_everyone_is_dealt_once_into_groups_of_about_six(people: int) -> None:
    groups = dealt(range(1, people + 1), double=False)
    sizes = [len(each.people) for each in groups]
    assert sorted(player for each in groups for player in each.people) == [*range(1, people + 1)]
    assert len(groups) == (1 if people <= 8 else -(-people // 6))
    assert max(sizes) - min(sizes) <= 1


@given(people=st.integers(2, 8), games_of_pair=st.integers(1, 2))
def test_everyone_meets_everyone_with_as_many_whites_as_blacks(people: int, games_of_pair: int) -> None:
    games = group(1, range(1, people + 1), double=games_of_pair == 2).games
    pairs = Counter(frozenset(game.players) for game in games)
    assert pairs == {frozenset(pair): games_of_pair for pair in combinations(range(1, people + 1), 2)}
    for player in range(1, people + 1):
        whites = sum(game.white == player for game in games)
        assert abs(2 * whites - sum(player in game.players for game in games)) <= 1


def test_twenty_seven_people_are_dealt_as_a_snake() -> None:
    seats = [each.people for each in dealt(range(1, 28), double=False)]
    assert seats[0] == (1, 10, 11, 20, 21)
    assert seats[4] == (5, 6, 15, 16, 25, 26)
    assert [len(each) for each in seats] == [5, 5, 5, 6, 6]


def test_established_ratings_come_before_provisional_ones_and_earlier_ones_before_equal_ones() -> None:
    cup = opened()
    strengths = [(1500.0, True), (1400.0, False), (1900.0, True), (1400.0, False), (1450.0, False)]
    for number, (rating, provisional) in enumerate(strengths, start=1):
        cup = cup_changes.join(cup, Player(number, ""), Strength(rating, provisional), NOW)
    assert cup_changes.start(cup, {}, NOW).stages[0].groups[0].seats == (5, 2, 4, 3, 1, None)


def test_points_then_sonneborn_berger_then_direct_games_then_wins_as_black() -> None:
    won = {(3, 4): 1, (5, 3): 1, (4, 5): 1, (1, 4): 0, (5, 1): 0}
    drawn = dict.fromkeys([(2, 5), (1, 2), (3, 1), (2, 3), (4, 2)], 0.5)
    by_sonneborn_berger = rows_of({**won, **drawn}, 5)
    assert [(row.player_id, row.points, row.sonneborn_berger) for row in by_sonneborn_berger[1:4]] == [
        (3, 2, 4.5),
        (2, 2, 4),
        (1, 2, 3.5),
    ]
    direct = rows_of({(1, 2): 0, (3, 1): 0, (2, 3): 1}, 3)
    assert [(row.player_id, row.place) for row in direct] == [(2, 1), (1, 2), (3, 3)]
    by_black = rows_of({(1, 2): 0.5, (1, 3): 1, (3, 2): 0}, 3)
    assert [(row.player_id, row.place, row.black_wins) for row in by_black] == [
        (2, 1, 1),
        (1, 2, 0),
        (3, 3, 0),
    ]


def test_direct_points_are_those_of_all_who_were_equal_before_wins_as_black_were_counted() -> None:
    # Blaise has won as Black, too, but loses to Ada, and that comes first.
    rows = rows_of({(1, 2): 1, (3, 1): 1, (4, 2): 0, (3, 4): 0, (4, 1): 1, (2, 3): 1}, 4)
    assert {row.player_id: row.points for row in rows} == {1: 1, 2: 2, 3: 1, 4: 2}
    assert [row.player_id for row in rows[:2]] == [2, 4]


def test_whoever_is_still_equal_shares_the_place() -> None:
    rows = rows_of({(1, 2): 0.5, (1, 3): 0.5, (2, 3): 0.5}, 3)
    assert [row.place for row in rows] == [1, 1, 1]
    assert [row.player_id for row in rows] == [1, 2, 3]


def test_whoever_left_keeps_a_place_but_not_a_rank() -> None:
    cup = begun(4)
    for white, black in ((1, 4), (1, 2)):
        cup = scored(cup, white, black, 1)
    cup = cup_changes.leave(cup, 1, Leaving.LEFT)
    rows = table(cup.stages[0].groups[0], cup.present_in(0))
    assert [(row.player_id, row.place, row.rank) for row in rows][:2] == [(1, 1, None), (3, 2, 1)]


A_CIRCLE = {
    **dict.fromkeys([(1, 2), (1, 5), (3, 2), (3, 5), (4, 2), (4, 5), (5, 2)], 1.0),
    (4, 1): 0.0,
    (3, 4): 0.0,
    (3, 1): 1.0,
}
"""1 beats 4, 4 beats 3, and 3 beats 1. They're equal but for their wins as Black: 1 and 4 have one."""


def test_games_against_someone_who_left_part_no_one() -> None:
    assert [(row.player_id, row.place) for row in rows_of(A_CIRCLE, 5)[:3]] == [(1, 1), (4, 1), (3, 3)]
    rows = rows_of(A_CIRCLE, 5, gone=[4])
    assert [(row.player_id, row.place, row.rank) for row in rows[:3]] == [(3, 1, 1), (1, 2, 2), (4, 3, None)]


@pytest.mark.parametrize("why", Leaving)
def test_medals_champions_and_moves_go_by_the_games_of_those_who_are_there(why: Leaving) -> None:
    for terms in ({}, {"has_stages": False}):
        cup = begun(5, **terms)
        for game in cup.games:
            known = A_CIRCLE.get(game.players)
            score = 1 - A_CIRCLE[game.black, game.white] if known is None else known
            cup = event_changes.result(cup, game.number or 0, score=score)
        gone = next(entrant for entrant in cup.entrants if entrant.player.id == 4)
        ended = cup_changes.end_stage(event_changes.marked(cup, gone, why), NOW)
        assert (ended.medals, ended.champions) == (
            ({3: 1, 1: 2, 5: 3}, frozenset()) if cup.terms.has_stages else ({}, {3})
        )


def test_someone_whose_games_are_all_struck_has_no_place_and_comes_last() -> None:
    cup = cup_changes.leave(begun(4), 1, Leaving.LEFT)
    assert all(game.struck for game in cup.games_of(1))
    rows = table(cup.stages[0].groups[0], cup.present_in(0))
    assert (rows[-1].player_id, rows[-1].place) == (1, None)
    assert [row.left for row in rows[:3]] == [2, 2, 2]


def test_half_of_the_games_are_enough_to_lose_the_rest() -> None:
    cup = begun(5)
    for game in cup.games_of(3)[:2]:
        cup = event_changes.result(cup, game.number or 0, score=0.5)
    cup = cup_changes.leave(cup, 3, Leaving.LEFT)
    assert [game.score_of(3) for game in cup.games_of(3)] == [0.5, 0.5, 0, 0]
    assert [game.forfeited for game in cup.games_of(3)] == [False, False, True, True]
    assert cup.unsettled


def test_a_forfeited_or_struck_game_stays_as_it_is() -> None:
    cup = cup_changes.leave(begun(4), 1, Leaving.LEFT)
    (game, *_) = [game.number for game in cup.games_of(1)]
    assert event_changes.result(cup, game or 0, score=1) is cup
    assert event_changes.annul(cup, game or 0, NOW) is cup


def test_two_advance_from_each_group_and_one_if_there_are_five() -> None:
    for people, expected in ((12, 4), (27, 5)):
        cup = won_by_the_lower(begun(people))
        stage = cup.stages[0]
        best = advancing(stage.groups, cup.present_in(0), cup.entrants)
        assert len(best) == expected
        assert best == [*range(1, expected + 1)]


def test_everyone_who_shares_the_place_advances_unless_no_one_would_be_left() -> None:
    groups = dealt(range(1, 10), double=False)
    drawn = tuple(
        replace(each, games=tuple(replace(game, score=0.5) for game in each.games)) for each in groups
    )
    entrants = opened(9).entrants
    assert advancing(drawn, range(1, 10), entrants) == [1, 2, 3, 4]
    first, second = drawn
    worst = second.people[-1]
    lost = tuple(
        replace(game, score=float(game.white != worst) if worst in game.players else 0.5)
        for game in second.games
    )
    some = advancing((first, replace(second, games=lost)), range(1, 10), entrants)
    assert len(some) == 8
    assert worst not in some


def test_the_next_stage_is_dealt_with_winners_before_second_places() -> None:
    cup = cup_changes.end_stage(won_by_the_lower(begun(18)), NOW + DAY)
    assert len(cup.stages) == 2
    assert cup.is_final
    assert cup.stages[1].people == (1, 2, 3, 4, 5, 6)
    over = cup_changes.end_stage(won_by_the_lower(with_all_begun(cup)), NOW + 2 * DAY)
    assert over.status is EventStatus.OVER
    assert over.medals == {1: 1, 2: 2, 3: 3}


def test_medals_go_to_those_who_are_still_there() -> None:
    cup = begun(5)
    for game in cup.games_of(1):
        cup = event_changes.result(cup, game.number or 0, score=float(game.white == 1))
    cup = won_by_the_lower(cup_changes.leave(cup, 1, Leaving.LEFT))
    assert cup_changes.end_stage(cup, NOW).medals == {2: 1, 3: 2, 4: 3}


def test_if_no_one_is_left_for_a_final_the_last_one_has_won() -> None:
    cup = begun(14)
    for player_id in range(2, 15):
        cup = cup_changes.leave(cup, player_id, Leaving.LEFT)
    assert cup_changes.end_stage(cup, NOW).medals == {1: 1}


def test_who_was_white_in_the_end_is_white_in_the_table() -> None:
    first = begun(3).games[0]
    cup = event_changes.result(begun(3), first.number or 0, score=1, white=first.black)
    game = cup.games[0]
    assert (game.players, game.score_of(first.black)) == ((first.black, first.white), 1)


def test_the_result_is_announced_right_away_and_once() -> None:
    over = event_changes.show(cup_changes.end_stage(won_by_the_lower(begun(3)), NOW), 0, 0, NOW)
    posted = event_changes.put_card(over, 0, channel_id=3, message_id=5)
    shown = event_changes.show(posted, 0, over.revision, NOW)
    assert shown.due_at == NOW
    assert event_changes.tell_end(shown, 0).due_at is None


def test_a_stage_ends_early_only_if_everything_is_decided() -> None:
    cup = begun(3)
    with pytest.raises(event_errors.StageNotOverError):
        cup_changes.end_stage(cup, NOW)
    with pytest.raises(event_errors.StageNotOverError):
        cup_changes.end_stage(cup, NOW + 28 * DAY)
    assert cup_changes.end_stage(won_by_the_lower(cup), NOW).status is EventStatus.OVER


def test_a_game_that_never_began_is_a_draw_in_the_end() -> None:
    cup = cup_changes.end_stage(cup_changes.start(opened(3), {}, NOW), NOW + 28 * DAY)
    assert [(game.score, game.adjudicated) for game in cup.games] == 3 * [(0.5, True)]


def test_a_late_entrant_takes_the_free_place_within_the_first_fifth() -> None:
    cup, eve = begun(5, days=14), Player(9, "Eve")
    assert cup.late_entry_until == NOW + 14 * DAY / 5
    joined = cup_changes.join(cup, eve, EVEN, NOW + 14 * DAY / 5)
    assert joined.stages[0].groups[0].seats == (1, 2, 3, 4, 5, 9)
    assert len(joined.games_of(9)) == 5
    with pytest.raises(event_errors.EventClosedError):
        cup_changes.join(cup, eve, EVEN, NOW + 3 * DAY)
    with pytest.raises(event_errors.EventClosedError):
        cup_changes.join(joined, Player(10, "Finn"), EVEN, NOW)
    with pytest.raises(event_errors.EventClosedError):
        cup_changes.join(begun(4), eve, EVEN, NOW)


def test_a_cup_that_began_with_as_many_as_it_wanted_has_no_free_place() -> None:
    cup = begun(5)
    full, fewer = (replace(cup, terms=replace(cup.terms, wanted=wanted)) for wanted in (5, 7))
    assert full.late_entry_until is None
    with pytest.raises(event_errors.EventClosedError):
        cup_changes.join(full, Player(9, "Eve"), EVEN, NOW)
    assert fewer.late_entry_until == cup.late_entry_until


def test_a_late_entrant_does_not_meet_those_who_left() -> None:
    cup = cup_changes.join(cup_changes.leave(begun(5), 3, Leaving.LEFT), Player(9, "Eve"), EVEN, NOW)
    assert {game.opponent_of(9) for game in cup.games_of(9)} == {1, 2, 4, 5}


def test_an_annulled_game_is_played_again_if_a_third_of_the_time_is_left() -> None:
    cup = won_by_the_lower(begun(3))
    first, third = cup.games[0], NOW + 28 * DAY * 2 / 3
    again = event_changes.annul(cup, first.number or 0, third)
    assert [(game.players, game.struck) for game in again.games if not game.counts] == [
        (first.players, False)
    ]
    late = event_changes.annul(cup, first.number or 0, third + timedelta(seconds=1))
    assert [game.players for game in late.games if game.struck] == [first.players]
    while_paused = event_changes.annul(cup_changes.pause(cup, third), first.number or 0, third + DAY)
    assert not any(game.struck for game in while_paused.games)


def test_a_cup_with_too_few_people_whose_start_is_late_waits_a_whole_day() -> None:
    cup = opened(2)
    late = cup.starts_at + 2 * DAY
    assert cup_changes.start(cup, {}, late).postponed_until == late + DAY


def test_a_cup_that_waits_for_many_starts_after_thirty_days_with_those_who_have_joined() -> None:
    waiting = opened(4, starts_at=None, wanted=10)
    starts = [waiting.is_start_due(waiting.created_at + days * DAY) for days in (29, 30)]
    assert starts == [False, True]


def test_no_more_than_sixty_four_join() -> None:
    with pytest.raises(event_errors.CupFullError):
        cup_changes.join(opened(64), Player(99, ""), EVEN, NOW)


def test_what_makes_no_sense_is_refused() -> None:
    running, canceled = begun(3), event_changes.cancel(opened(3), NOW)
    final = cup_changes.end_stage(won_by_the_lower(begun(18)), NOW)
    for cup, absent in ((running, 99), (final, 18)):
        with pytest.raises(event_errors.NotInEventError):
            cup_changes.leave(cup, absent, Leaving.LEFT)
    with pytest.raises(event_errors.EventStartedError):
        cup_changes.start(running, {}, NOW)
    with pytest.raises(event_errors.EventNotRunningError):
        cup_changes.prolong(opened(3))
    with pytest.raises(event_errors.EventEndedError):
        cup_changes.leave(canceled, 1, Leaving.LEFT)
    with pytest.raises(event_errors.EventEndedError):
        event_changes.cancel(canceled, NOW)
    prolonged = cup_changes.prolong(running)
    assert prolonged.stages[0].ends_at == NOW + 35 * DAY
    with pytest.raises(event_errors.AlreadyProlongedError):
        cup_changes.prolong(prolonged)
    started = cup_changes.start(opened(3), {}, NOW)
    planned = started.unstarted[0]
    with pytest.raises(event_errors.EventMovedOnError):
        event_changes.begin_game(event_changes.begin_game(started, planned, 1), planned, 2)


def test_a_pause_gives_its_time_back() -> None:
    cup = cup_changes.join(begun(5), Player(9, "Eve"), EVEN, NOW + DAY)
    paused = cup_changes.pause(cup, NOW + 2 * DAY)
    assert cup_changes.pause(paused, NOW + 3 * DAY) is paused
    assert not paused.is_given_up(NOW + 8 * DAY)
    assert paused.is_given_up(NOW + 9 * DAY)
    resumed = cup_changes.resume(paused, NOW + 4 * DAY)
    assert resumed.stage is not None
    assert (resumed.stage.started_at, resumed.stage.ends_at) == (NOW + 2 * DAY, NOW + 30 * DAY)
    assert resumed.entrants[-1].joined_at == NOW + 3 * DAY
    assert cup_changes.resume(resumed, NOW + 5 * DAY) is resumed


def test_whoever_does_not_move_in_time_is_a_no_show() -> None:
    cup = cup_changes.join(begun(5), Player(9, "Eve"), EVEN, NOW + DAY)
    assert cup.no_show_check_at == NOW + 2 * DAY
    assert cup.no_shows({1, 2}, NOW + 2 * DAY) == (3, 4, 5)
    checked = event_changes.checked(cup, NOW + 2 * DAY)
    assert checked.no_show_check_at == NOW + 3 * DAY
    assert checked.no_shows((), NOW + 3 * DAY) == (9,)
    out = cup_changes.leave(won_by_the_lower(cup), 4, Leaving.NO_SHOW)
    assert all(game.struck for game in out.games_of(4))
    entrant = out.entrant(4)
    assert entrant is not None
    assert entrant.left is Leaving.NO_SHOW


# Leagues


def a_league(people: int) -> League:
    made = League(1, 2, 3, 4, Ruleset.PYRGA, 86_400, "en-US", ThemeName.AEGEAN, NOW, next_at=NOW)
    for number in range(1, people + 1):
        made = league.join(made, Player(number, ""), NOW)
    return made


def strengths(of: League) -> dict[int, Strength]:
    return {member.player.id: Strength(3000.0 - member.player.id, provisional=False) for member in of.members}


def month_of(of: League) -> Cup:
    """Return a month of a league in which the lower ids have won."""
    divisions = of.divisions(strengths(of))
    entrants = tuple(Entrant(member.player, NOW, EVEN) for member in of.members)
    cup = Cup(number=7, terms=of.terms, cards=(CARD,), created_at=NOW, entrants=entrants)
    return won_by_the_lower(with_all_begun(cup_changes.start_divisions(cup, divisions, NOW)))


def after(of: League, month: Cup) -> League:
    """Return a league after a month that is played."""
    ended = cup_changes.end_stage(month, NOW)
    return league.end_month(league.begin_month(of, month.number), ended, NOW + 28 * DAY)


def played(of: League) -> League:
    """Return a league after a month in which the lower ids have won."""
    return after(of, month_of(of))


@given(people=st.integers(3, 64))
def test_divisions_are_as_equal_as_they_can_be_and_the_upper_ones_larger(people: int) -> None:
    of = a_league(people)
    divisions = of.divisions(strengths(of))
    sizes = [len(division) for division in divisions]
    assert sum(sizes) == people
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) <= 8
    assert max(sizes) - min(sizes) <= 1
    assert [player for division in divisions for player in division] == [*range(1, people + 1)]


@pytest.mark.thorough
@given(people=st.integers(3, 64), seed=st.integers(0, 10**6))
def test_everyone_stays_in_a_league_from_month_to_month(people: int, seed: int) -> None:
    random, of = Random(seed), a_league(people)
    for _ in range(3):
        of = played(of)
        for member in random.sample(of.members, random.randint(0, max(len(of.members) - 3, 0))):
            of = league.leave(of, member.player.id)
        everyone = sorted(member.player.id for member in of.members)
        assert sorted(player for each in of.divisions(strengths(of)) for player in each) == everyone


def test_from_divisions_of_five_one_goes_up_and_one_down() -> None:
    of = played(a_league(10))
    assert of.divisions(strengths(of)) == [[1, 2, 3, 4, 6], [5, 7, 8, 9, 10]]


@pytest.mark.parametrize("people", [8, 10, 12, 16, 24, 64])
def test_those_who_are_marked_go_up_and_down(people: int) -> None:
    of = a_league(people)
    month = month_of(of)
    next_month = after(of, month).divisions(strengths(of))
    for division, (up, down) in enumerate(league.movers(month, each) for each in month.stages[0].groups):
        assert [next_month[division - 1].count(player_id) for player_id in up] == [1] * len(up)
        assert [next_month[division + 1].count(player_id) for player_id in down] == [1] * len(down)


def test_the_best_of_those_who_are_still_there_is_champion() -> None:
    of = a_league(12)
    assert after(of, cup_changes.leave(month_of(of), 1, Leaving.LEFT)).champions == {2}


def test_newcomers_begin_at_the_bottom() -> None:
    of = league.join(played(a_league(12)), Player(0, "Strong"), NOW)
    assert of.divisions(strengths(of))[-1][-1] == 0


def test_a_canceled_month_changes_no_place() -> None:
    of = played(a_league(8))
    cup = Cup(number=8, terms=of.terms, cards=(CARD,), created_at=NOW)
    after = league.end_month(league.begin_month(of, 8), event_changes.cancel(cup, NOW), NOW)
    assert after.members == of.members
    assert after.champions == {1}
    assert after.next_at == NOW + league.BREAK


def test_too_few_people_wait_until_the_next_day_or_the_next_person() -> None:
    of = a_league(2)
    assert of.divisions(strengths(of)) == []
    waiting = league.put_off(of, NOW)
    assert waiting.next_at == NOW + DAY
    assert league.join(waiting, Player(9, ""), NOW + timedelta(hours=1)).next_at == NOW + timedelta(hours=1)
