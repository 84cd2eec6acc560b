"""What's different in a game that's a game of a cup."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.values.clocks import DueKind
from bot.values.game import boards, endings, game_errors, offers, presence, turns
from bot.values.game.game import BestPlay
from bot.values.standings import RatingChange
from engine import Color, Outcome, Reason
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HOUR
from tests.bot.use_cases.made_games import HERE, NOW, made_game

pytestmark = pytest.mark.quick

CLOCK: Mapping[str, Any] = {"event": 7, "move_seconds": int(DAY.total_seconds())}
IN_PLAY = turns.begin_turn(made_game(ADA, BLAISE, ["Sb2", "Ta2e"], **CLOCK), NOW)
LATE = NOW + DAY


def test_who_runs_out_of_time_has_lost_at_once() -> None:
    assert not turns.is_over_time(IN_PLAY, LATE - timedelta(microseconds=1))
    assert turns.is_over_time(IN_PLAY, LATE)
    lost = turns.run_out(IN_PLAY, LATE)
    assert (lost.outcome, lost.clock) == (Outcome(Color.BLACK, Reason.TIMEOUT), None)
    with pytest.raises(game_errors.StaleRevisionError):
        turns.give_time(IN_PLAY, LATE, revision=IN_PLAY.revision, player_id=BLAISE.id)


def test_players_cannot_cancel_it_even_before_both_have_moved() -> None:
    game = made_game(ADA, BLAISE, **CLOCK)
    for player in (ADA, BLAISE):
        with pytest.raises(game_errors.EventGameError):
            endings.cancel(game, NOW, player_id=player.id)
    with pytest.raises(game_errors.NotAPlayerError):
        endings.cancel(game, NOW, player_id=CHIYO.id)
    with pytest.raises(game_errors.FinishedGameError):
        endings.cancel(endings.resign(game, NOW, player_id=ADA.id), NOW, player_id=ADA.id)
    assert endings.call_off(game, NOW).outcome == Outcome(None, Reason.ABORTED)


def test_there_are_no_hints_and_no_takebacks_even_if_it_is_casual() -> None:
    game = made_game(ADA, BLAISE, ["Sb2", "Ta2e"], hints=True, **CLOCK)
    assert not game.rated
    with pytest.raises(game_errors.HintsNotAllowedError):
        presence.check_may_have_hint(game, player_id=ADA.id)
    with pytest.raises(game_errors.RatedTakeBackError):
        offers.take_back(game, NOW, revision=2, player_id=ADA.id)


@pytest.mark.parametrize("best_play", [None, BestPlay(None), BestPlay(Color.WHITE, 7), BestPlay(Color.BLACK)])
def test_once_time_is_up_it_ends_as_best_play_would_have_and_is_not_rated(best_play: BestPlay | None) -> None:
    game = replace(IN_PLAY, rated=True)
    ended = endings.adjudicate(game, best_play, LATE)
    winner = None if best_play is None else best_play.winner
    assert ended.outcome == Outcome(winner, Reason.ADJUDICATION)
    assert (ended.rated, ended.best_play, ended.has_result) == (False, best_play, True)
    assert (ended.revision, ended.finished_at, ended.clock) == (game.revision + 1, LATE, None)
    with pytest.raises(game_errors.FinishedGameError):
        endings.adjudicate(ended, best_play, LATE)
    gained = (RatingChange(player_id=ADA.id, before=1500, after=1510, deviation=100),)
    annulled = endings.annul(replace(ended, rating_changes=gained), LATE)
    assert (annulled.has_result, annulled.best_play, annulled.rating_changes) == (False, None, ())


def test_once_the_cup_is_canceled_it_goes_on_like_any_casual_game() -> None:
    rated = boards.put(replace(IN_PLAY, rated=True), HERE, NOW, IN_PLAY.revision, message_id=1)
    casual = endings.go_on(rated, NOW, is_casual=True)
    assert (casual.rated, casual.event, casual.shown, casual.clock) == (False, None, False, rated.clock)
    late = turns.run_out(casual, LATE)
    assert late.clock is not None
    assert late.clock.claimable
    assert turns.give_time(late, LATE, revision=late.revision, player_id=BLAISE.id).outcome is None
    assert offers.take_back(casual, NOW, revision=2, player_id=BLAISE.id).offer is not None
    with pytest.raises(game_errors.FinishedGameError):
        endings.go_on(endings.resign(rated, NOW, player_id=ADA.id), NOW, is_casual=True)


def test_if_no_one_has_seen_it_it_is_canceled_with_the_cup() -> None:
    assert endings.go_on(IN_PLAY, NOW, is_casual=True).outcome == Outcome(None, Reason.ABORTED)


def test_no_one_is_told_that_it_begins_because_the_cup_says_so() -> None:
    begun = turns.begin_turn(made_game(ADA, BLAISE, **CLOCK), NOW)
    assert presence.due_times(None, begun, NOW).keys() == {DueKind.DEADLINE, DueKind.REMINDER}
    moved = turns.play(begun, NOW, revision=0, text="Sb2", player_id=ADA.id)
    assert DueKind.NOTIFICATION in presence.due_times(begun, moved, NOW)


def test_the_cup_is_told_when_it_ends_and_when_its_result_is_taken_away() -> None:
    ended = endings.resign(IN_PLAY, NOW, player_id=ADA.id)
    assert presence.due_times(IN_PLAY, ended, NOW)[DueKind.RESULT] == NOW
    annulled = endings.annul(ended, NOW + HOUR)
    assert presence.due_times(ended, annulled, NOW + HOUR) == {DueKind.RESULT: NOW + HOUR}
    casual = made_game(ADA, BLAISE, ["Sb2", "Ta2e"])
    assert DueKind.RESULT not in presence.due_times(
        casual, endings.resign(casual, NOW, player_id=ADA.id), NOW
    )


def test_its_board_waits_to_be_posted_until_it_was_or_cannot_be() -> None:
    game = made_game(ADA, BLAISE, **CLOCK)
    assert (game.unposted, game.shown) == ((game.board,), False)
    posted = boards.put(game, HERE, NOW, 0, message_id=1)
    assert (posted.unposted, posted.shown) == ((), True)
    lost = boards.lose_home(game, None, NOW)
    assert (lost.unposted, lost.shown, lost.message_id) == ((), True, None)
    assert made_game(ADA, BLAISE).unposted == ()
