"""Who's told about a game, how, and when, on both sides of each limit."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.values.clocks import NO_QUIET_HOURS, DueKind, QuietHours, TotalTime
from bot.values.game import boards, endings, presence, turns
from bot.values.game.game import Game, Seat, TurnClock
from bot.values.game.game_errors import (
    FinishedGameError,
    HintsNotAllowedError,
    NotAPlayerError,
    NotYourTurnError,
    StaleRevisionError,
)
from bot.values.game.presence import FRESHNESS, PATIENCE, PRESENCE, Delivery
from bot.values.players import DELETED_NAME, NotificationMode, Place, Player
from engine import Color, Outcome, Reason
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HOUR
from tests.bot.use_cases.made_games import HERE, NOW, first_moves, made_game

pytestmark = pytest.mark.quick

MOMENT = timedelta(microseconds=1)
UNREACHABLE = Place(10, 20, reachable=False)
LEVEL = Player(3, "Computer, level 3")
DELETED = Player(-7, DELETED_NAME)
PLAIN = made_game(ADA, BLAISE, message_id=1)


def with_seat(game: Game, color: Color = Color.WHITE, **seat: object) -> Game:
    return game.with_seat(color, replace(game.seat(color), **seat))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("chosen", "in_place", "elsewhere", "with_own_board"),
    [
        (None, Delivery.MENTION, Delivery.NONE, Delivery.PRIVATE),
        (NotificationMode.MENTION, Delivery.MENTION, Delivery.FOLLOWUP, Delivery.PRIVATE),
        (NotificationMode.PRIVATE, Delivery.PRIVATE, Delivery.PRIVATE, Delivery.PRIVATE),
        (NotificationMode.NONE, Delivery.NONE, Delivery.NONE, Delivery.NONE),
    ],
)
def test_players_are_told_in_the_way_they_chose_as_far_as_the_bot_can(
    chosen: NotificationMode | None, in_place: Delivery, elsewhere: Delivery, with_own_board: Delivery
) -> None:
    for place, expected in ((HERE, in_place), (UNREACHABLE, elsewhere)):
        game = with_seat(made_game(ADA, BLAISE, place=place), notifications=chosen)
        assert presence.reach(game, ADA, NOW) is expected
        own = boards.put_private(game, ADA.id, Place(None, 31), message_id=11, now=NOW)
        assert presence.reach(own, ADA, NOW) is with_own_board
        # What Blaise has chosen, or where his board is, is another matter.
        others = boards.put_private(game, BLAISE.id, Place(None, 32), message_id=12, now=NOW)
        assert presence.reach(others, ADA, NOW) is expected


@pytest.mark.parametrize(
    ("clock", "present"),
    [
        ({}, PRESENCE),
        ({"move_seconds": 360}, PRESENCE / 5 * 3),
        ({"move_seconds": 900}, PRESENCE),
        ({"total": TotalTime(300, 5)}, PRESENCE / 5),
        ({"total": TotalTime(1800, 0)}, PRESENCE),
    ],
)
def test_whoever_was_just_there_is_present(clock: dict[str, Any], present: timedelta) -> None:
    game = with_seat(replace(PLAIN, **clock), seen_at=NOW)
    assert presence.reach(game, ADA, NOW + present - MOMENT) is Delivery.PRESENT
    assert presence.reach(game, ADA, NOW + present) is Delivery.MENTION
    assert presence.reach(game, BLAISE, NOW) is Delivery.MENTION


def test_those_who_are_there_are_noted_every_few_seconds() -> None:
    game = presence.see(PLAIN, BLAISE.id, NOW)
    assert (game.white_seat, game.black_seat) == (Seat(), Seat(seen_at=NOW))
    grain = timedelta(seconds=15)
    assert presence.see(game, BLAISE.id, NOW) is game
    assert presence.see(game, BLAISE.id, NOW + grain - MOMENT) is game
    for later in (NOW + grain, NOW - MOMENT):
        assert presence.see(game, BLAISE.id, later).black_seat.seen_at == later
    assert presence.see(game, CHIYO.id, NOW) is game


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (PLAIN, [ADA]),
        (made_game(ADA, BLAISE, ["Sb2"]), [BLAISE]),
        (endings.resign(PLAIN, NOW, player_id=ADA.id), [ADA, BLAISE]),
        (made_game(LEVEL, BLAISE), []),
        (endings.resign(made_game(LEVEL, BLAISE), NOW, player_id=BLAISE.id), [BLAISE]),
        (endings.resign(made_game(ADA, DELETED), NOW, player_id=ADA.id), [ADA]),
    ],
)
def test_people_are_told_whose_turn_it_is_and_how_it_ended(game: Game, told: list[Player]) -> None:
    assert presence.addressees(game) == told
    assert [*presence.deliveries(game, NOW)] == told


def test_a_board_is_out_of_sight_half_a_day_after_it_was_posted() -> None:
    assert presence.is_out_of_sight(PLAIN.board, NOW)
    posted = boards.put(PLAIN, HERE, NOW, message_id=2)
    assert not presence.is_out_of_sight(posted.board, NOW + FRESHNESS - MOMENT)
    assert presence.is_out_of_sight(posted.board, NOW + FRESHNESS)
    assert not presence.is_out_of_sight(
        boards.put(PLAIN, UNREACHABLE, NOW, message_id=2).board, NOW + FRESHNESS
    )


def test_a_notification_waits_until_the_player_is_away_and_comes_before_the_time_is_up() -> None:
    assert presence.call_time(PLAIN, NOW) == NOW + PATIENCE
    there = with_seat(PLAIN, seen_at=NOW)
    assert presence.call_time(there, NOW) == NOW + PRESENCE
    # Once they count as away, or if the opponent is there, it's the fallback.
    assert presence.call_time(there, NOW + PRESENCE) == NOW + PRESENCE + PATIENCE
    assert presence.call_time(with_seat(PLAIN, Color.BLACK, seen_at=NOW), NOW) == NOW + PATIENCE
    assert presence.call_time(endings.resign(there, NOW, player_id=BLAISE.id), NOW) == NOW + PATIENCE
    for until, at in ((NOW + PRESENCE, None), (NOW + PRESENCE + MOMENT, NOW + PRESENCE)):
        assert presence.call_time(replace(there, clock=TurnClock(until, claimable=False)), NOW) == at
    claimable = replace(there, clock=TurnClock(NOW, claimable=True))
    assert presence.call_time(claimable, NOW) == NOW + PATIENCE
    assert presence.call_time(made_game(LEVEL, BLAISE), NOW) is None


def test_a_reminder_comes_at_the_chosen_hours_in_the_second_half_of_the_time() -> None:
    until = NOW + 30 * HOUR
    game = replace(PLAIN, move_seconds=24 * 3600, clock=TurnClock(until, claimable=False))
    game = with_seat(game, reminder_hours=frozenset({24, 12, 6}))
    assert presence.reminder_time(game, NOW) == until - 12 * HOUR
    assert presence.reminder_time(game, until - 12 * HOUR) == until - 6 * HOUR
    assert presence.reminder_time(game, until - 6 * HOUR) is None
    assert presence.reminder_time(replace(game, move_seconds=24 * 3600 - 1), NOW) == until - 6 * HOUR
    assert presence.reminder_time(replace(game, clock=TurnClock(until, claimable=True)), NOW) is None
    assert presence.reminder_time(PLAIN, NOW) is None


def test_each_turn_makes_its_own_things_due() -> None:
    begun = turns.begin_turn(replace(PLAIN, move_seconds=48 * 3600), NOW)
    until, call = NOW + 48 * HOUR, {DueKind.NOTIFICATION: NOW + PATIENCE}
    begun = with_seat(begun, reminder_hours=frozenset({24}))
    turn = {DueKind.DEADLINE: until, DueKind.REMINDER: until - 24 * HOUR}
    assert presence.due_times(None, begun, NOW) == turn | call
    assert presence.due_times(begun, presence.see(begun, ADA.id, NOW), NOW) == {}
    late = turns.run_out(begun, until)
    claim = {DueKind.CLAIM: until + 7 * 24 * HOUR, DueKind.NOTIFICATION: until + PATIENCE}
    assert (
        presence.due_times(begun, late, until) == dict.fromkeys((DueKind.DEADLINE, DueKind.REMINDER)) | claim
    )
    over = endings.resign(late, until, player_id=ADA.id)
    assert presence.due_times(late, over, until) == {
        DueKind.CLAIM: None,
        DueKind.NOTIFICATION: until + PATIENCE,
    }
    assert presence.due_times(over, replace(over, revision=9), until) == {}


COUNTED = replace(
    made_game(ADA, BLAISE, first_moves(4)), rated=True, outcome=Outcome(Color.WHITE, Reason.RESIGNATION)
)


def test_a_hint_is_for_the_player_to_move_where_hints_are_allowed() -> None:
    game = replace(PLAIN, hints=True)
    presence.check_may_have_hint(game, player_id=ADA.id)
    presence.check_may_have_hint(game, 0, player_id=ADA.id)
    for refused, player, error in (
        (game, BLAISE, NotYourTurnError),
        (game, CHIYO, NotAPlayerError),
        (PLAIN, ADA, HintsNotAllowedError),
        (replace(game, rated=True), ADA, HintsNotAllowedError),
        (endings.resign(game, NOW, player_id=BLAISE.id), ADA, FinishedGameError),
    ):
        with pytest.raises(error):
            presence.check_may_have_hint(refused, player_id=player.id)
    with pytest.raises(StaleRevisionError):
        presence.check_may_have_hint(game, 1, player_id=ADA.id)
    with pytest.raises(StaleRevisionError):
        presence.give_hint(game, 1, player_id=ADA.id)
    with pytest.raises(FinishedGameError):
        presence.give_hint(endings.resign(game, NOW, player_id=BLAISE.id), 1, player_id=ADA.id)
    given = presence.give_hint(game, 0, player_id=ADA.id)
    assert (given.white_seat.hints, given.black_seat.hints, given.revision) == ((str(game.position),), (), 0)
    assert presence.give_hint(given, 0, player_id=ADA.id) is given
    of_older_version = replace(game, white_seat=replace(game.white_seat, hints=(0,)))
    assert presence.give_hint(of_older_version, 0, player_id=ADA.id) is of_older_version


ASLEEP = QuietHours("Africa/Accra", NOW.hour, (NOW.hour + 8) % 24)
MORNING = ASLEEP.end_after(NOW) or NOW


@pytest.mark.parametrize(
    ("until", "reminders", "told_at"),
    [
        (MORNING + HOUR, frozenset(), MORNING),
        # A turn that comes too late is left out if a reminder comes before, and told at once if none does.
        (MORNING - HOUR, frozenset({1}), None),
        (MORNING - HOUR, frozenset(), NOW + PATIENCE),
    ],
)
def test_a_turn_in_quiet_hours_is_told_at_once_only_if_nothing_else_comes_in_time(
    until: datetime, reminders: frozenset[int], told_at: datetime | None
) -> None:
    clock = TurnClock(until, claimable=False)
    game = with_seat(
        replace(PLAIN, move_seconds=8 * 3600, clock=clock), quiet=ASLEEP, reminder_hours=reminders
    )
    assert presence.call_time(game, NOW) == told_at
    is_told = told_at == NOW + PATIENCE
    assert presence.deliveries(game, NOW)[ADA] is (Delivery.MENTION if is_told else Delivery.LATER)
    awake = with_seat(game, quiet=NO_QUIET_HOURS)
    assert presence.deliveries(awake, NOW)[ADA] is Delivery.MENTION


def test_whoever_plays_a_live_game_is_told_at_once() -> None:
    for live in ({"move_seconds": 900}, {"total": TotalTime(600, 5)}):
        game = with_seat(replace(PLAIN, **live), quiet=ASLEEP)
        assert presence.deliveries(game, NOW)[ADA] is Delivery.MENTION


def test_a_reminder_that_was_put_off_into_quiet_hours_waits_unless_it_is_the_last() -> None:
    clock = TurnClock(MORNING + 2 * HOUR, claimable=False)
    both = frozenset({1, 6})
    game = with_seat(replace(PLAIN, move_seconds=24 * 3600, clock=clock), quiet=ASLEEP, reminder_hours=both)
    assert not presence.is_to_remind(game, NOW)
    assert presence.is_to_remind(with_seat(game, reminder_hours=frozenset()), NOW)
    assert presence.is_to_remind(game, MORNING)
