"""How a game ends, other than by a move, and what can happen to it afterwards."""

from dataclasses import replace
from datetime import datetime

from bot.values.game.boards import doubt, forget_places
from bot.values.game.game import EMPTY_SEAT, NO_CONDITIONAL_MOVES, BestPlay, Game
from bot.values.game.game_errors import EventGameError, FinishedGameError, NotAPlayerError, TooLateError
from bot.values.players import Player
from engine import Color, Outcome, Reason


def without_plans(game: Game) -> Game:
    """Return the game without anyone's conditional moves."""
    return replace(
        game,
        white_seat=replace(game.white_seat, conditional_moves=NO_CONDITIONAL_MOVES),
        black_seat=replace(game.black_seat, conditional_moves=NO_CONDITIONAL_MOVES),
    )


def finish(game: Game, outcome: Outcome, now: datetime) -> Game:
    """Return the game as it stands once it's over: no clock runs, and nothing is planned."""
    return replace(without_plans(game), outcome=outcome, finished_at=now, clock=None)


def end(game: Game, outcome: Outcome, now: datetime) -> Game:
    """End a running game by something other than a move, or raise a FinishedGameError."""
    if game.outcome is not None:
        raise FinishedGameError(game)
    return finish(replace(game, revision=game.revision + 1, stalled=False), outcome, now)


def resign(game: Game, now: datetime, *, player_id: int) -> Game:
    """End a running game as lost for ``player_id``, no matter whose turn it is."""
    color = game.color_of(player_id)
    if color is None:
        raise NotAPlayerError(game)
    return end(game, Outcome(color.opponent, Reason.RESIGNATION), now)


def check_may_cancel(game: Game, player_id: int) -> None:
    """Check that a player may cancel a game."""
    if game.color_of(player_id) is None:
        raise NotAPlayerError(game)
    if game.outcome is not None:
        raise FinishedGameError(game)
    if game.event is not None:
        raise EventGameError(game)
    if not game.is_cancelable:
        raise TooLateError(game)


def cancel(game: Game, now: datetime, *, player_id: int) -> Game:
    """Cancel a running game before both have moved, no matter whose turn it is."""
    check_may_cancel(game, player_id)
    return call_off(game, now)


def call_off(game: Game, now: datetime) -> Game:
    """Cancel a running game that couldn't be shown to anyone, or that both players want to cancel."""
    return end(game, Outcome(None, Reason.ABORTED), now)


def abandon(game: Game, now: datetime) -> Game:
    """End a running game without a result, because no one can play on where it's shown."""
    return end(game, Outcome(None, Reason.ABANDONED), now)


def adjudicate(game: Game, best_play: BestPlay | None, now: datetime) -> Game:
    """End a running game because time for playing is up, as best play would have; it isn't rated anymore.

    If that isn't known, it's a draw.
    """
    winner = None if best_play is None else best_play.winner
    ended = end(game, Outcome(winner, Reason.ADJUDICATION), now)
    return replace(ended, rated=False, best_play=best_play)


def go_on(game: Game, now: datetime, *, is_casual: bool) -> Game:
    """Let a running game go on without its event, which was canceled, like any other; casual or as it was.

    If no one has seen it yet, it's canceled, too.
    """
    if game.unposted:
        return call_off(game, now)
    if game.outcome is not None:
        raise FinishedGameError(game)
    return replace(doubt(game), rated=game.rated and not is_casual, event=None)


def annul(game: Game, now: datetime) -> Game:
    """End a running game without a result, or take the result of a finished one away.

    The time at which a finished one ended stays, and so does what it did in the lists of all servers.

    Raises:
        FinishedGameError: it's over and has no result.
    """
    outcome = Outcome(None, Reason.ANNULLED)
    if game.outcome is None:
        return end(game, outcome, now)
    if not game.has_result:
        raise FinishedGameError(game)
    unmarked = replace(game, revision=game.revision + 1, outcome=outcome, best_play=None)
    winner = game.outcome.winner if game.is_counted else None
    return replace(unmarked, annulled_winner=winner, rating_changes=(), badges=())


def forget_player(game: Game, player_id: int, stand_in: Player) -> Game:
    """Put ``stand_in`` in the place of a player whose data is deleted, and forget what was theirs alone.

    Boards that the bot can edit are kept until they show that.
    """
    color = game.color_of(player_id)
    if color is None:
        raise NotAPlayerError(game)
    seat = game.seat(color)
    kept = replace(EMPTY_SEAT, hints=seat.hints, left=seat.left)
    left = replace(
        game.with_seat(color, kept),
        revision=game.revision + 1,
        rating_changes=tuple(
            replace(change, player_id=stand_in.id) if change.player_id == player_id else change
            for change in game.rating_changes
        ),
        badges=tuple(earned for earned in game.badges if earned.player_id != player_id),
    )
    left = replace(left, white=stand_in) if color is Color.WHITE else replace(left, black=stand_in)
    return forget_places(left)
