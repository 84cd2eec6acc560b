"""How a match ends, other than by a move, and what can happen to it afterwards."""

from dataclasses import replace
from datetime import datetime

from bot.values.game.boards import doubt, forget_places
from bot.values.game.game import EMPTY_SEAT, NO_CONDITIONAL_MOVES, BestPlay, Match
from bot.values.game.game_errors import EventGameError, FinishedGameError, NotAPlayerError, TooLateError
from bot.values.players import Player
from engine import Color, Outcome, Reason


def without_plans(match: Match) -> Match:
    """Return the match without anyone's conditional moves."""
    return replace(
        match,
        white_seat=replace(match.white_seat, conditional_moves=NO_CONDITIONAL_MOVES),
        black_seat=replace(match.black_seat, conditional_moves=NO_CONDITIONAL_MOVES),
    )


def finish(match: Match, outcome: Outcome, now: datetime) -> Match:
    """Return the match as it stands once it's over: no clock runs, and nothing is planned."""
    return replace(without_plans(match), outcome=outcome, finished_at=now, clock=None)


def end(match: Match, outcome: Outcome, now: datetime) -> Match:
    """End a running match by something other than a move.

    Raises:
        FinishedGameError: it is over.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    return finish(replace(match, revision=match.revision + 1, stalled=False), outcome, now)


def resign(match: Match, player_id: int, now: datetime) -> Match:
    """End a running match as lost for ``player_id``, no matter whose turn it is.

    Raises:
        NotAPlayerError: the player doesn't play in it.
        FinishedGameError: it is over.
    """
    color = match.color_of(player_id)
    if color is None:
        raise NotAPlayerError(match)
    return end(match, Outcome(color.opponent, Reason.RESIGNATION), now)


def check_may_cancel(match: Match, player_id: int) -> None:
    """Check that a player may cancel a match.

    Raises:
        NotAPlayerError: the player doesn't play in it.
        FinishedGameError: it is over.
        EventGameError: it belongs to an event.
        TooLateError: both players have moved.
    """
    if match.color_of(player_id) is None:
        raise NotAPlayerError(match)
    if match.outcome is not None:
        raise FinishedGameError(match)
    if match.event is not None:
        raise EventGameError(match)
    if match.both_have_moved:
        raise TooLateError(match)


def cancel(match: Match, player_id: int, now: datetime) -> Match:
    """Cancel a running match before both have moved, no matter whose turn it is.

    Raises:
        MatchError: as in ``check_may_cancel``.
    """
    check_may_cancel(match, player_id)
    return call_off(match, now)


def call_off(match: Match, now: datetime) -> Match:
    """Cancel a running match that couldn't be shown to anyone.

    Raises:
        FinishedGameError: it is over.
    """
    return end(match, Outcome(None, Reason.ABORTED), now)


def abandon(match: Match, now: datetime) -> Match:
    """End a running match without a result, because no one can play on where it's shown.

    Raises:
        FinishedGameError: it is over.
    """
    return end(match, Outcome(None, Reason.ABANDONED), now)


def adjudicate(match: Match, best_play: BestPlay | None, now: datetime) -> Match:
    """End a running match because time for playing is up, as best play would have; it isn't rated anymore.

    If that isn't known, it's a draw.

    Raises:
        FinishedGameError: it is over.
    """
    winner = None if best_play is None else best_play.winner
    ended = end(match, Outcome(winner, Reason.ADJUDICATION), now)
    return replace(ended, rated=False, best_play=best_play)


def go_on_casually(match: Match, now: datetime) -> Match:
    """Let a running match go on without its event, which was canceled, like any other casual one.

    If no one has seen it yet, it's canceled, too.

    Raises:
        FinishedGameError: it is over.
    """
    if match.unposted:
        return call_off(match, now)
    if match.outcome is not None:
        raise FinishedGameError(match)
    return replace(doubt(match), rated=False, event=None)


def annul(match: Match, now: datetime) -> Match:
    """End a running match without a result, or take the result of a finished one away.

    The time at which a finished one ended stays.

    Raises:
        FinishedGameError: it's over and has no result.
    """
    outcome = Outcome(None, Reason.ANNULLED)
    if match.outcome is None:
        return end(match, outcome, now)
    if not match.has_result:
        raise FinishedGameError(match)
    unmarked = replace(match, revision=match.revision + 1, outcome=outcome, best_play=None)
    return replace(unmarked, rating_changes=(), badges=())


def forget_player(match: Match, player_id: int, stand_in: Player) -> Match:
    """Put ``stand_in`` in the place of a player whose data is deleted, and forget what was theirs alone.

    Boards that the bot can edit are kept until they show that.

    Raises:
        NotAPlayerError: the player doesn't play in it.
    """
    color = match.color_of(player_id)
    if color is None:
        raise NotAPlayerError(match)
    seat = match.seat(color)
    kept = replace(EMPTY_SEAT, hints=seat.hints, left=seat.left)
    left = replace(
        match.with_seat(color, kept),
        revision=match.revision + 1,
        rating_changes=tuple(
            replace(change, player_id=stand_in.id) if change.player_id == player_id else change
            for change in match.rating_changes
        ),
        badges=tuple(earned for earned in match.badges if earned.player_id != player_id),
    )
    left = replace(left, white=stand_in) if color is Color.WHITE else replace(left, black=stand_in)
    return forget_places(left)
