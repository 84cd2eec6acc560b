"""What's always true of a game, no matter what happens to it."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from bot.store.game_rows import COLUMNS, game_of
from bot.values.clocks import DueKind
from bot.values.game import presence
from bot.values.game.game import MOST_WATCHED, Game, TurnClock
from engine import Color, Position, Reason, mover
from tests.bot.values.game.acts import LIVE, Act, new_games, sequences, transitions

pytestmark = pytest.mark.quick


def check_all(game: Game, happening: Sequence[Act]) -> None:
    """Check everything that's always true, after each step."""
    due = {kind: at for kind, at in presence.due_times(None, game, game.created_at).items() if at}
    assert game.event is None or DueKind.NOTIFICATION not in due
    check(game)
    for happens, now in transitions(game.created_at, happening):
        after = happens(game, now)
        if after is game:
            continue
        check_revision(game, after)
        check_clock(game, after, now)
        check_total_time(game, after, now)
        check(after)
        changed = presence.due_times(game, after, now)
        assert (DueKind.RESULT in changed) == (game.event is not None and game.outcome != after.outcome)
        due = {kind: at for kind, at in {**due, **changed}.items() if at is not None}
        check_due(after, due)
        if is_news(game, after, now):
            assert due[DueKind.NOTIFICATION] >= now + presence.PATIENCE
        game = after


def check(game: Game) -> None:
    """Check what's true of a game at any time."""
    assert Position.replay(game.ruleset, [played.text for played in game.moves]) == game.position
    assert len(game.moves) == game.position.ply
    seats = (game.white_seat, game.black_seat)
    has_clock = game.move_seconds is not None or (game.total is not None and game.both_have_moved)
    assert (game.clock is not None) == (has_clock and game.outcome is None)
    assert all((seat.left is None) == (game.total is None) for seat in seats)
    assert all(seat.left is None or seat.left >= timedelta() for seat in seats)
    assert (game.finished_at is not None) == (game.outcome is not None)
    assert game.computer_moves or not game.stalled
    # Only those who wait have planned anything, so no one does when it's over.
    over = game.outcome is not None
    assert not any(seat.conditional_moves.answers for seat in seats if over)
    assert not game.seat(game.position.turn).conditional_moves.answers
    assert not (over and game.offer)
    assert game.offer is None or game.clock is None or not game.clock.claimable
    assert all(len(set(seat.hints)) == len(seat.hints) for seat in seats)
    assert not any(seat.hints for seat in seats if game.rated)
    if game.event is not None:
        assert game.clock is None or not game.clock.claimable
        assert game.takebacks == ()
        assert game.outcome is None or game.outcome.reason is not Reason.ABORTED
    check_boards(game)
    check_row(game)


def check_boards(game: Game) -> None:
    """Check that the game is played in one place, or each player plays in one, and no one reads two."""
    watched = [board for board in game.boards if board.watched]
    private = [board for board in game.boards if board not in game.homes and not board.watched]
    readers = [board.reader for board in game.boards if board.reader is not None]
    assert game.board in game.homes
    assert all(board.reader is not None and board.message_id is not None for board in private)
    assert len(set(readers)) == len(readers)
    assert len({board.place.channel_id for board in watched}) == len(watched) <= MOST_WATCHED
    assert not any(board in game.homes or board.reader for board in watched)
    if game.is_in_two_places:
        assert game.guild_id is None
        assert game.has_deleted_player or {home.side for home in game.homes} == {*Color}
        assert all(home.reader == (None if home.place.guild_id else home.side) for home in game.homes)
        assert all(game.home_of(color).side is color for color in Color if not game.has_deleted_player)
    else:
        assert game.homes == (game.board,)
        assert game.board.reader is None


def check_revision(before: Game, after: Game) -> None:
    """Check that the revision counts the changes of what's told to the players, each move by itself."""
    risen = after.revision - before.revision
    assert risen >= 0
    assert (risen > 0) == (_told(before) != _told(after))
    played = len(after.moves) - len(before.moves)
    assert risen == max(played, int(risen > 0))


def _told(game: Game) -> object:
    return (
        *(game.white, game.black, game.moves, game.outcome),
        *(game.clock, game.offer, game.takebacks, game.swapped),
    )


def check_clock(before: Game, after: Game, now: datetime) -> None:
    """Check that every turn has its full time, whoever's it is."""
    if after.move_seconds is None or after.outcome is not None:
        return
    if (before.moves, before.white) != (after.moves, after.white):
        assert after.clock == TurnClock(now + timedelta(seconds=after.move_seconds), claimable=False)


def check_total_time(before: Game, after: Game, now: datetime) -> None:
    """Check that only the player whose clock ran has lost time, and only who moved has gained any.

    Those who change sides take their time along. It may differ already, if moves were taken back before.
    """
    if after.total is None or after.outcome is not None:
        return
    swaps = before.white.id != after.white.id
    played = range(len(before.moves), len(after.moves))
    timed = [mover(ply) for ply in played if ply >= (3 if after.start.is_random else 2)]
    for color in Color:
        gained = timed.count(color) * timedelta(seconds=after.total.increment)
        had = left(before, color.opponent if swaps else color, now)
        assert abs(left(after, color, now) - had - gained) <= timedelta(milliseconds=1)
    if before.moves != after.moves and after.clock is not None:
        assert after.clock.until == now + (after.seat(after.position.turn).left or timedelta())


def left(game: Game, color: Color, now: datetime) -> timedelta:
    """Return what's left of a player's total time, which may be running."""
    if game.clock is not None and game.position.turn is color:
        return game.clock.until - now
    return game.seat(color).left or timedelta()


def is_news(before: Game, after: Game, now: datetime) -> bool:
    """Return whether someone has to be told what happened, and not too late even if they were just there."""
    told = before.outcome is None and before.revision != after.revision
    soon = after.clock is not None and after.clock.until <= now + timedelta(seconds=LIVE / 2)
    return told and not soon and len(presence.addressees(after)) > 0


def check_row(game: Game) -> None:
    """Check that a game is the same after it was stored and read."""
    row: dict[str, Any] = defaultdict(lambda: None, COLUMNS.write(game))
    if game.clock is not None:
        row["claim" if game.clock.claimable else "deadline"] = game.clock.until
    assert game_of(row) == game


def check_due(game: Game, due: dict[DueKind, datetime]) -> None:
    """Check that one clock at most comes due, the running one, and that no one is told too late."""
    clock = {kind: at for kind, at in due.items() if kind in {DueKind.DEADLINE, DueKind.CLAIM}}
    if game.clock is None:
        assert clock == {}
    else:
        kind = DueKind.CLAIM if game.clock.claimable else DueKind.DEADLINE
        assert clock == {kind: game.clock.until}
        assert all(at <= game.clock.until for at in due.values())
    assert DueKind.REMINDER not in due or DueKind.DEADLINE in due


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(new_games(), sequences)
def test_no_matter_what_happens_a_match_stays_consistent(game: Game, happening: list[Act]) -> None:
    check_all(game, happening)


@pytest.mark.soak
@settings(max_examples=20_000, suppress_health_check=[HealthCheck.too_slow])
@given(new_games(), sequences)
def test_no_matter_what_happens_very_often_a_match_stays_consistent(game: Game, happening: list[Act]) -> None:
    check_all(game, happening)
