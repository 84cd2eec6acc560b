"""What's always true of a match, no matter what happens to it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings

from bot.values.clocks import DueKind
from bot.values.game import presence, text_forms
from bot.values.game.game import MOST_WATCHED, Match, TurnClock
from engine import Color, Position, Reason, mover
from tests.bot.values.game.acts import LIVE, Act, new_matches, sequences, transitions

pytestmark = pytest.mark.quick


def check_all(match: Match, happening: Sequence[Act]) -> None:
    """Check everything that's always true, after each step."""
    due = {kind: at for kind, at in presence.due_times(None, match, match.created_at).items() if at}
    assert match.event is None or DueKind.NOTIFICATION not in due
    check(match)
    for happens, now in transitions(match.created_at, happening):
        after = happens(match, now)
        if after is match:
            continue
        check_revision(match, after)
        check_clock(match, after, now)
        check_total_time(match, after, now)
        check(after)
        changed = presence.due_times(match, after, now)
        assert (DueKind.RESULT in changed) == (match.event is not None and match.outcome != after.outcome)
        due = {kind: at for kind, at in {**due, **changed}.items() if at is not None}
        check_due(after, due)
        if is_news(match, after, now):
            assert due[DueKind.NOTIFICATION] >= now + presence.PATIENCE
        match = after


def check(match: Match) -> None:
    """Check what's true of a match at any time."""
    assert Position.replay(match.ruleset, [played.text for played in match.moves]) == match.position
    assert len(match.moves) == match.position.ply
    seats = (match.white_seat, match.black_seat)
    has_clock = match.move_seconds is not None or (match.total is not None and match.both_have_moved)
    assert (match.clock is not None) == (has_clock and match.outcome is None)
    assert all((seat.left is None) == (match.total is None) for seat in seats)
    assert all(seat.left is None or seat.left >= timedelta() for seat in seats)
    assert (match.finished_at is not None) == (match.outcome is not None)
    assert match.computer_moves or not match.stalled
    # Only those who wait have planned anything, so no one does when it's over.
    over = match.outcome is not None
    assert not any(seat.conditional_moves.answers for seat in seats if over)
    assert not match.seat(match.position.turn).conditional_moves.answers
    assert not (over and match.offer)
    assert match.offer is None or match.clock is None or not match.clock.claimable
    assert all(len(set(seat.hints)) == len(seat.hints) for seat in seats)
    assert not any(seat.hints for seat in seats if match.rated)
    if match.event is not None:
        assert match.clock is None or not match.clock.claimable
        assert match.takebacks == ()
        assert match.outcome is None or match.outcome.reason is not Reason.ABORTED
    check_boards(match)
    check_text_forms(match)


def check_boards(match: Match) -> None:
    """Check that the match is played in one place, or each player plays in one, and no one reads two."""
    watched = [board for board in match.boards if board.watched]
    private = [board for board in match.boards if board not in match.homes and not board.watched]
    readers = [board.reader for board in match.boards if board.reader is not None]
    assert match.board in match.homes
    assert all(board.reader is not None and board.message_id is not None for board in private)
    assert len(set(readers)) == len(readers)
    assert len({board.place.channel_id for board in watched}) == len(watched) <= MOST_WATCHED
    assert not any(board in match.homes or board.reader for board in watched)
    if match.is_in_two_places:
        assert match.guild_id is None
        assert match.has_deleted_player or {home.side for home in match.homes} == {*Color}
        assert all(home.reader == (None if home.place.guild_id else home.side) for home in match.homes)
        assert all(match.home_of(color).side is color for color in Color if not match.has_deleted_player)
    else:
        assert match.homes == (match.board,)
        assert match.board.reader is None


def check_revision(before: Match, after: Match) -> None:
    """Check that the revision counts the changes of what's told to the players, each move by itself."""
    risen = after.revision - before.revision
    assert risen >= 0
    assert (risen > 0) == (_told(before) != _told(after))
    played = len(after.moves) - len(before.moves)
    assert risen == max(played, int(risen > 0))


def _told(match: Match) -> object:
    return (
        *(match.white, match.black, match.moves, match.outcome),
        *(match.clock, match.offer, match.takebacks, match.swapped),
    )


def check_clock(before: Match, after: Match, now: datetime) -> None:
    """Check that every turn has its full time, whoever's it is."""
    if after.move_seconds is None or after.outcome is not None:
        return
    if (before.moves, before.white) != (after.moves, after.white):
        assert after.clock == TurnClock(now + timedelta(seconds=after.move_seconds), claimable=False)


def check_total_time(before: Match, after: Match, now: datetime) -> None:
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


def left(match: Match, color: Color, now: datetime) -> timedelta:
    """Return what's left of a player's total time, which may be running."""
    if match.clock is not None and match.position.turn is color:
        return match.clock.until - now
    return match.seat(color).left or timedelta()


def is_news(before: Match, after: Match, now: datetime) -> bool:
    """Return whether someone has to be told what happened, and not too late even if they were just there."""
    told = before.outcome is None and before.revision != after.revision
    soon = after.clock is not None and after.clock.until <= now + timedelta(seconds=LIVE / 2)
    return told and not soon and len(presence.addressees(after)) > 0


def check_text_forms(match: Match) -> None:
    """Check that each part is the same after it was written and read."""
    began = match.created_at
    assert text_forms.read_moves(text_forms.write_moves(match), began) == match.moves
    assert text_forms.read_takebacks(text_forms.write_takebacks(match), began) == match.takebacks
    assert text_forms.read_offers(text_forms.write_offers(match)) == match.offers
    assert text_forms.read_best_play(text_forms.write_best_play(match)) == match.best_play
    assert text_forms.read_boards(text_forms.write_boards(match), began) == match.boards
    for color, stored in text_forms.read_seats(text_forms.write_seats(match), began).items():
        seat = match.seat(color)
        assert (stored.rating, stored.seen_at, stored.hints) == (seat.rating, seat.seen_at, seat.hints)
        assert stored.conditional_moves == seat.conditional_moves


def check_due(match: Match, due: dict[DueKind, datetime]) -> None:
    """Check that one clock at most comes due, the running one, and that no one is told too late."""
    clock = {kind: at for kind, at in due.items() if kind in {DueKind.DEADLINE, DueKind.CLAIM}}
    if match.clock is None:
        assert clock == {}
    else:
        kind = DueKind.CLAIM if match.clock.claimable else DueKind.DEADLINE
        assert clock == {kind: match.clock.until}
        assert all(at <= match.clock.until for at in due.values())
    assert DueKind.REMINDER not in due or DueKind.DEADLINE in due


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(new_matches(), sequences)
def test_no_matter_what_happens_a_match_stays_consistent(match: Match, happening: list[Act]) -> None:
    check_all(match, happening)


@pytest.mark.soak
@settings(max_examples=20_000, suppress_health_check=[HealthCheck.too_slow])
@given(new_matches(), sequences)
def test_no_matter_what_happens_very_often_a_match_stays_consistent(
    match: Match, happening: list[Act]
) -> None:
    check_all(match, happening)
