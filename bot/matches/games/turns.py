"""What begins with a turn and ends with the game: the clock and notification of the player to move."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.games.notifications import call_after
from bot.matches.standings import openings
from bot.matches.standings.badge_recomputing import revoke
from bot.matches.standings.badges import award_for_game
from bot.matches.standings.rated_games import pools_of
from bot.matches.standings.ratings import rate, revert
from bot.matches.values import clocks
from bot.matches.values.clocks import CLOCK_KINDS, DueKind
from bot.matches.values.conditional_moves import NO_CONDITIONAL_MOVES
from bot.matches.values.games import UNCOUNTED, Game, TurnClock
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.games import games as game_rows
from bot.store.standings import accuracies, ladder, records
from engine import Outcome, Reason


async def begin_turn(connection: AsyncConnection, game: Game, now: datetime) -> Game:
    """Restart the clock for the player to move, in a game as it stands now; return the game with that clock.

    Every change of turns and every end of a game goes through here, so that it's also announced. A game
    without a clock, or that is over, gets none.
    """
    kinds, rows = [DueKind.NOTIFICATION], []
    if game.move_seconds is not None and game.outcome is None:
        kinds += CLOCK_KINDS
        clock = _clock(game, game.move_seconds, now)
        game = replace(game, clock=clock)
        rows = [_due(game, DueKind.DEADLINE, clock.until), *_reminder(game, clock.until, now)]
    await due_times.replace(connection, game.number, kinds, [*rows, *call_after(game, now)])
    return game


def _clock(game: Game, seconds: int, now: datetime) -> TurnClock:
    vacation_until = game.seat(game.position.turn).vacation_until
    if vacation_until is not None and vacation_until <= now:
        vacation_until = None
    deadline = clocks.deadline(now, seconds, vacation_until)
    return TurnClock(deadline, claimable=False, vacation_until=vacation_until)


async def plan_reminder(connection: AsyncConnection, game: Game, deadline: datetime, after: datetime) -> None:
    """Schedule the next reminder of the deadline of the player to move, if they get one."""
    for due in _reminder(game, deadline, after):
        await due_times.add(connection, due)


def _reminder(game: Game, deadline: datetime, after: datetime) -> list[NewDue]:
    hours = game.seat(game.position.turn).reminder_hours
    moment = clocks.next_reminder(deadline, game.move_seconds or 0, hours, after)
    return [] if moment is None else [_due(game, DueKind.REMINDER, moment)]


def _due(game: Game, kind: DueKind, at: datetime) -> NewDue:
    return NewDue(kind, at, game_id=game.number, player_id=game.to_move.id)


async def end_by_time(connection: AsyncConnection, game: Game, now: datetime) -> Game:
    """End a running game as lost for the player to move, whose time has run out."""
    return await end(connection, game, Outcome(game.position.turn.opponent, Reason.TIMEOUT), now)


async def end(connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime) -> Game:
    """End a running game, which no one else is changing, by something other than a move."""
    await game_rows.advance(connection, game.number, game.revision)
    stopped = replace(game, revision=game.revision + 1, shown=False, stalled=False, offer=None)
    return await begin_turn(connection, await finish(connection, stopped, outcome, now), now)


async def annul(connection: AsyncConnection, game: Game) -> Game:
    """Take the result of a finished game, which no one else is changing, away, and undo what it did.

    Returns the game as it then stands.
    """
    if game.level is None:
        await records.uncount(connection, game.number, map(str, UNCOUNTED))
    await game_rows.annul(connection, game.number, Reason.ANNULLED.value)
    if game.level is not None and game.winner is not None and game.winner.level is None:
        await ladder.recount(connection, pools_of(game.place.guild_id), game.winner.id)
    await revert(connection, game)
    await revoke(connection, game)
    await accuracies.remove(connection, game.number)
    await openings.uncount(connection, game)
    return replace(
        game,
        outcome=Outcome(None, Reason.ANNULLED),
        revision=game.revision + 1,
        shown=False,
        rating_changes=(),
        badges=(),
    )


async def finish(connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime) -> Game:
    """Store how a game ended. If it counts, update ratings, standings and badges, and queue its announcement.

    Returns the game as it then stands. Nothing is due in it any longer, and no clock runs.
    """
    winner = None if outcome.winner is None else outcome.winner.value
    await game_rows.finish(connection, game.number, winner, outcome.reason.value, now)
    if outcome.reason not in UNCOUNTED:
        await game_rows.mark_to_announce(connection, game.number)
        await _count(connection, game)
    rating_changes = await rate(connection, game, outcome, now)
    # After the ratings, as everywhere, so that two transactions never wait for each other.
    badges = await award_for_game(connection, game, now)
    # Last, because many games share these rows, and writing to one keeps the others waiting.
    await openings.count(connection, game, outcome)
    return replace(
        game,
        outcome=outcome,
        clock=None,
        white_seat=replace(game.white_seat, conditional_moves=NO_CONDITIONAL_MOVES),
        black_seat=replace(game.black_seat, conditional_moves=NO_CONDITIONAL_MOVES),
        rating_changes=rating_changes,
        badges=badges,
    )


async def _count(connection: AsyncConnection, game: Game) -> None:
    if game.level is None:
        await records.count(connection, game.number, map(str, UNCOUNTED))
    else:
        await ladder.count(connection, game.number)
