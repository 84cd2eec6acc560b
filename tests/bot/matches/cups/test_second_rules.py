"""The second rules of cups and leagues give what was worked out by hand from their text."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from tests.bot.matches.cups.second_league import SecondLeague
from tests.bot.matches.cups.second_rules import RefusedError, SecondCup, games_among

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def strengths(players: Iterable[int]) -> dict[int, tuple[float, bool]]:
    """Return the strengths: player 1 is the strongest, then 2, and so on."""
    return {player: (2000.0 - player, False) for player in players}


def started(people: int, *, double: bool = False) -> SecondCup:
    """Return a cup of players 1, 2, 3, and so on, the strongest first, that started at ``NOW``."""
    cup = SecondCup(starts_at=NOW, double=double)
    for player, strength in strengths(range(1, people + 1)).items():
        cup.join(player, strength, NOW - DAY)
    cup.start(NOW, {})
    return cup


def play(cup: SecondCup, white_score: Callable[[int, int], float]) -> None:
    """End all undecided games with this score for White."""
    for white, black in cup.undecided():
        cup.result(white, black, white_score(white, black))


def play_in_order(cup: SecondCup, white_scores: list[float]) -> None:
    """End the games of the first group with these scores for White."""
    for (white, black), score in zip(cup.games[0], white_scores, strict=True):
        cup.result(white, black, score)


def the_lower_wins(white: int, black: int) -> float:
    return 1.0 if white < black else 0.0


def the_higher_wins(white: int, black: int) -> float:
    return 1 - the_lower_wins(white, black)


def all_draw(_white: int, _black: int) -> float:
    return 0.5


@pytest.mark.parametrize("people", range(2, 9))
def test_everyone_in_a_group_meets_everyone_else_with_as_many_whites_as_blacks(people: int) -> None:
    players = list(range(people))
    games = games_among(players, double=False)
    assert sorted(sorted(game) for game in games) == sorted(map(list, combinations(players, 2)))
    for player in players:
        whites = [white for white, _ in games].count(player)
        blacks = [black for _, black in games].count(player)
        assert abs(whites - blacks) == (0 if people % 2 else 1)


def test_in_a_cup_of_three_a_win_as_black_decides() -> None:
    cup = SecondCup(starts_at=NOW)
    cup.join(30, (1900.0, True), NOW - DAY)
    cup.join(20, (1500.0, False), NOW - DAY)
    cup.join(10, (1600.0, False), NOW - DAY)
    cup.start(NOW, {})
    assert cup.groups == [[10, 20, 30]], "a provisional rating doesn't say much"
    assert cup.games == [[(20, 30), (10, 20), (30, 10)]]

    cup.result(20, 30, 1)
    cup.result(10, 20, 0.5)
    cup.result(30, 10, 0)
    assert [cup.points(player) for player in (10, 20, 30)] == [1.5, 1.5, 0]
    assert [cup.sonneborn_berger(player) for player in (10, 20, 30)] == [0.75, 0.75, 0]
    assert cup.places(0) == {10: 1, 20: 2, 30: 3}

    cup.end_stage(NOW + DAY)
    assert cup.status == "over"
    assert cup.final_places() == cup.medals() == {10: 1, 20: 2, 30: 3}


def test_in_a_cup_of_three_a_tie_stays() -> None:
    cup = started(3)
    play(cup, lambda _white, _black: 1)
    cup.end_stage(NOW + DAY)
    assert cup.medals() == {1: 1, 2: 1, 3: 1}


def test_points_against_each_other_part_those_whom_sonneborn_berger_leaves_equal() -> None:
    cup = started(5)
    assert cup.games == [
        [(2, 5), (3, 4), (5, 3), (1, 2), (3, 1), (4, 5), (1, 4), (2, 3), (4, 2), (5, 1)],
    ]
    play_in_order(cup, [1, 1, 1, 0, 0, 1, 0, 0, 1, 0])
    assert {player: cup.points(player) for player in range(1, 6)} == {1: 2, 2: 2, 3: 2, 4: 3, 5: 1}
    assert {player: cup.sonneborn_berger(player) for player in range(1, 6)} == {1: 3, 2: 3, 3: 5, 4: 5, 5: 2}
    assert cup.ranking(0) == [[4], [3], [2], [1], [5]], "2 beat 1, who won more often as Black"


def test_a_tie_of_three_is_decided_by_sonneborn_berger() -> None:
    cup = started(5)
    play_in_order(cup, [0.5, 1, 1, 0.5, 0.5, 1, 0, 0.5, 0.5, 0])
    assert {player: cup.points(player) for player in range(1, 6)} == {1: 2, 2: 2, 3: 2, 4: 2.5, 5: 1.5}
    berger = {player: cup.sonneborn_berger(player) for player in range(1, 6)}
    assert berger == {1: 3.5, 2: 4, 3: 4.5, 4: 4.5, 5: 3}
    assert cup.places(0) == {4: 1, 3: 2, 2: 3, 1: 4, 5: 5}


def test_who_leaves_early_is_struck_and_who_leaves_later_loses_the_rest() -> None:
    cup = started(5)
    cup.result(2, 5, 0)
    cup.leave(5)
    assert cup.struck == [(2, 5), (5, 3), (4, 5), (5, 1)], "1 of 4 was over"

    cup.result(3, 4, 0)
    cup.result(1, 4, 0)
    cup.remove(4)
    assert cup.forfeited == [(4, 2)], "2 of 3 were over"
    assert cup.scores[4, 2] == 0

    cup.result(1, 2, 1)
    cup.result(3, 1, 0.5)
    cup.result(2, 3, 0.5)
    assert {player: cup.points(player) for player in range(1, 6)} == {1: 1.5, 2: 1.5, 3: 1, 4: 2, 5: 0}
    assert {player: cup.sonneborn_berger(player) for player in range(1, 5)} == {1: 2, 2: 2.5, 3: 1.5, 4: 2.5}
    assert cup.places(0) == {4: 1, 2: 2, 1: 3, 3: 4}
    assert cup.without_place() == [5]

    cup.end_stage(NOW + DAY)
    assert cup.medals() == {2: 1, 1: 2, 3: 3}


def test_two_leave_and_their_game_stays_as_the_first_one_lost_it() -> None:
    cup = started(3, double=True)
    assert cup.games == [[(2, 3), (1, 2), (3, 1), (3, 2), (2, 1), (1, 3)]]
    cup.result(2, 3, 1)
    cup.result(1, 2, 1)
    cup.leave(2)
    assert cup.scores == {(2, 3): 1, (1, 2): 1, (3, 2): 1, (2, 1): 0}
    cup.result(3, 2, 0)
    assert cup.scores[3, 2] == 1, "it stays lost"
    cup.leave(3)
    assert cup.scores[3, 1] == 0
    assert cup.scores[1, 3] == 1
    cup.end_stage(NOW + DAY)
    assert cup.final_places() == {1: 1, 2: 2, 3: 2}, (
        "2 and 3 have 1 point each, as White and against each other"
    )
    assert cup.medals() == {1: 1}


def test_twenty_people_play_in_four_groups_and_eight_in_the_final() -> None:
    cup = started(20)
    assert cup.groups == [[1, 8, 9, 16, 17], [2, 7, 10, 15, 18], [3, 6, 11, 14, 19], [4, 5, 12, 13, 20]]
    play(cup, the_higher_wins)
    assert cup.advancing() == [17, 18, 19, 20, 13, 14, 15, 16], "winners before second places"

    cup.end_stage(NOW + DAY)
    assert (cup.stage, cup.started_at, cup.ends_at) == (2, NOW + DAY, NOW + 29 * DAY)
    assert cup.groups == [[17, 18, 19, 20, 13, 14, 15, 16]]
    assert cup.games[0][:4] == [(17, 16), (18, 15), (19, 14), (20, 13)]
    assert cup.games[0][-4:] == [(20, 16), (13, 19), (14, 18), (15, 17)]
    assert len(cup.games[0]) == 28

    play(cup, the_lower_wins)
    assert cup.advancing() == []
    cup.end_stage(NOW + 2 * DAY)
    assert cup.final_places() == {13: 1, 14: 2, 15: 3, 16: 4, 17: 5, 18: 6, 19: 7, 20: 8}
    assert cup.medals() == {13: 1, 14: 2, 15: 3}


def test_who_shares_a_place_advances_as_long_as_the_stage_gets_smaller() -> None:
    cup = started(20)
    play(cup, lambda white, black: 0.5 if {white, black} == {8, 9} else the_lower_wins(white, black))
    assert cup.places(0) == {1: 1, 8: 2, 9: 2, 16: 4, 17: 5}, "8 and 9 each won once as Black"
    assert cup.advancing() == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    cup.end_stage(NOW + DAY)
    assert cup.groups == [[1, 4, 5, 8, 9], [2, 3, 6, 7]]

    play(cup, all_draw)
    assert cup.advancing() == [1, 2, 3, 4], "all nine share first places, so two of each group"
    cup.end_stage(NOW + 2 * DAY)
    assert cup.groups == [[1, 2, 3, 4]]


def test_twenty_seven_people_play_in_five_groups_of_which_only_the_winners_advance() -> None:
    cup = started(27)
    assert cup.groups == [
        [1, 10, 11, 20, 21],
        [2, 9, 12, 19, 22],
        [3, 8, 13, 18, 23],
        [4, 7, 14, 17, 24, 27],
        [5, 6, 15, 16, 25, 26],
    ]
    cup.join(28, (1500.0, False), NOW + 5 * DAY)
    assert cup.groups[0] == [1, 10, 11, 20, 21, 28]
    assert cup.games[0][10:] == [(1, 28), (28, 20), (10, 28), (28, 21), (11, 28)]

    play(cup, the_higher_wins)
    assert cup.advancing() == [22, 23, 26, 27, 28]
    cup.end_stage(NOW + DAY)
    assert cup.groups == [[22, 23, 26, 27, 28]]
    with pytest.raises(RefusedError):
        cup.join(29, (1500.0, False), NOW + DAY)


def test_a_late_entrant_comes_in_the_first_fifth_and_meets_those_who_are_there() -> None:
    cup = started(5, double=True)
    cup.leave(2)
    fifth = NOW + 28 * DAY / 5
    with pytest.raises(RefusedError):
        cup.join(6, (1500.0, False), fifth + HOUR)
    cup.join(6, (1500.0, False), fifth)
    assert cup.games[0][20:] == [(1, 6), (6, 4), (6, 5), (3, 6), (6, 1), (4, 6), (5, 6), (6, 3)]
    with pytest.raises(RefusedError):
        cup.join(7, (1500.0, False), fifth)
    with pytest.raises(RefusedError):
        cup.join(2, (1998.0, False), fifth)


def test_when_all_but_one_leave_that_one_wins() -> None:
    cup = started(9)
    for player in (1, 2, 3, 4, 5, 6, 8, 9):
        cup.take_out(player)
    cup.end_stage(NOW + 2 * DAY)
    assert cup.status == "over"
    assert cup.final_places() == cup.medals() == {7: 1}
    assert len(cup.without_place()) == 8


def test_an_annulled_game_is_played_again_if_a_third_of_the_time_is_left() -> None:
    cup = started(3)
    play(cup, the_lower_wins)
    third = NOW + 28 * DAY * 2 / 3
    cup.annul(1, 2, third)
    assert cup.undecided() == [(1, 2)]
    cup.annul(2, 3, third + HOUR)
    assert cup.struck == [(2, 3)]
    cup.leave(2)
    assert cup.struck == [(2, 3), (1, 2)], "none of the 1 game left was over"


def test_time_stands_still_in_a_pause() -> None:
    cup = started(3)
    cup.pause(NOW + DAY)
    cup.pause(NOW + 3 * DAY)
    assert cup.no_shows(NOW + 5 * DAY, moved=[]) == []
    assert not cup.is_given_up(NOW + 7 * DAY)
    assert cup.is_given_up(NOW + 8 * DAY)
    cup.resume(NOW + 5 * DAY)
    cup.resume(NOW + 6 * DAY)
    assert (cup.started_at, cup.ends_at) == (NOW + 4 * DAY, NOW + 32 * DAY)
    assert cup.no_shows(NOW + 6 * DAY - HOUR, moved=[1]) == []
    assert cup.no_shows(NOW + 6 * DAY, moved=[1]) == [2, 3]


def test_at_the_end_date_running_games_get_their_value_and_the_others_are_draws() -> None:
    cup = started(3)
    cup.prolong()
    with pytest.raises(RefusedError):
        cup.prolong()
    end = NOW + 35 * DAY
    cup.adjudicate(1, 2, 0)
    with pytest.raises(RefusedError):
        cup.end_stage(end - HOUR)
    cup.end_stage(end)
    assert cup.scores == {(1, 2): 0, (2, 3): 0.5, (3, 1): 0.5}
    assert cup.adjudicated == [(1, 2), (2, 3), (3, 1)]
    assert cup.final_places() == {2: 1, 3: 2, 1: 3}


def test_a_cup_waits_another_day_once_for_three_people() -> None:
    cup = SecondCup(starts_at=NOW)
    cup.join(1, (1500.0, False), NOW - DAY)
    cup.start(NOW + HOUR, {})
    assert (cup.status, cup.starts_at) == ("open", NOW + HOUR + DAY)
    with pytest.raises(RefusedError):
        cup.start(NOW + DAY, {})
    cup.start(NOW + HOUR + DAY, {})
    assert cup.status == "canceled"


def test_a_cup_starts_when_enough_have_joined_with_the_strengths_of_that_time() -> None:
    cup = SecondCup(wanted=4)
    for player, strength in strengths(range(1, 5)).items():
        with pytest.raises(RefusedError):
            cup.start(NOW, {})
        cup.join(player, strength, NOW)
    cup.start(NOW, {4: (2100.0, False)})
    assert cup.groups == [[4, 1, 2, 3]]


def test_a_cup_that_waits_for_many_starts_after_thirty_days_with_those_who_have_joined() -> None:
    cup = SecondCup(wanted=10, created_at=NOW)
    for player, strength in strengths(range(1, 5)).items():
        cup.join(player, strength, NOW)
    with pytest.raises(RefusedError):
        cup.start(NOW + 29 * DAY, {})
    cup.start(NOW + 30 * DAY, {})
    assert cup.groups == [[1, 2, 3, 4]]


def test_who_is_out_of_the_stage_cannot_leave() -> None:
    cup = started(9)
    play(cup, the_lower_wins)
    cup.end_stage(NOW + DAY)
    assert cup.groups == [[1, 2, 3, 4]]
    with pytest.raises(RefusedError):
        cup.leave(9)


def test_eleven_people_of_a_league_go_up_and_down_between_two_divisions() -> None:
    league = SecondLeague(NOW)
    for player, strength in strengths(range(1, 12)).items():
        league.join(player, strength, NOW)
    league.next_month(NOW, {})
    month = league.running_month()
    assert month.groups == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11]]
    with pytest.raises(RefusedError):
        month.join(12, (1500.0, False), NOW)
    league.join(12, (2100.0, False), NOW)

    play(month, the_lower_wins)
    league.end_month(NOW + 28 * DAY)
    assert league.champions == [1]
    assert league.next_at == NOW + 31 * DAY

    league.leave(3)
    league.next_month(NOW + 31 * DAY, {})
    assert league.running_month().groups == [[1, 2, 4, 7, 5, 6], [8, 9, 10, 11, 12]]


def test_those_who_did_not_show_up_are_out_of_the_league_and_the_best_of_the_others_is_champion() -> None:
    league = SecondLeague(NOW)
    for player, strength in strengths(range(1, 18)).items():
        league.join(player, strength, NOW)
    league.next_month(NOW, {})
    month = league.running_month()
    assert [len(group) for group in month.groups] == [6, 6, 5]

    league.take_out(1)
    for player in (8, 9, 10, 11):
        league.take_out(player)
    play(month, the_higher_wins)
    league.end_month(NOW + 20 * DAY)
    assert league.champions == [6]
    assert league.divisions == [[6, 5, 4, 3, 2], [12, 7], [17, 16, 15, 14, 13]]

    league.next_month(NOW + 23 * DAY, {})
    assert league.running_month().groups == [
        [6, 5, 4, 12, 7, 3],  # 2 and 3 of six went down, and both who were left of six went up
        [2, 17, 16, 15, 14, 13],
    ]


def test_a_league_waits_for_three_people() -> None:
    league = SecondLeague(NOW)
    league.join(1, (1500.0, False), NOW)
    league.join(2, (1500.0, False), NOW)
    league.next_month(NOW, {})
    assert (league.month, league.next_at) == (None, NOW + DAY)
    league.join(3, (1500.0, True), NOW + HOUR)
    league.next_month(NOW + HOUR, {})
    assert league.running_month().groups == [[1, 2, 3]]
    with pytest.raises(RefusedError):
        league.end_month(NOW + DAY)
