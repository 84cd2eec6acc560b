"""What begins with a turn and ends with the game: the clock of the player to move, and the call to him."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches import clocks
from bot.matches.clocks import CLOCK_KINDS, DueKind
from bot.matches.notices import plan_call
from bot.matches.ratings import rate
from bot.matches.values import UNCOUNTED, Game, RatingChange, TurnClock
from bot.store import due_times, vacations
from bot.store import games as game_rows
from bot.store.due_times import DueRow, NewDue
from bot.store.identities import player_reminders
from engine import Outcome, Reason

_CLOCK_ROWS = (DueKind.DEADLINE, DueKind.CLAIM)


async def begin_turn(connection: AsyncConnection, game: Game, now: datetime) -> Game:
    """Start the clock of the player to move anew, in a game as it stands now; return it with that clock.

    Every change of who is to move and every end of a game goes through here, so that it is told of, too. A
    game without a clock, or that is over, has none set.
    """
    if game.move_seconds is not None and game.outcome is None:
        game = await _start_clock(connection, game, game.move_seconds, now)
    await plan_call(connection, game, now)
    return game


async def _start_clock(connection: AsyncConnection, game: Game, seconds: int, now: datetime) -> Game:
    await due_times.drop_of_game(connection, game.number, CLOCK_KINDS)
    player = game.to_move.id
    lasting = await vacations.since(connection, player, now)
    vacation_end = max((vacation.ends_at for vacation in lasting), default=None)
    deadline = clocks.deadline(now, seconds, vacation_end)
    due = NewDue(DueKind.DEADLINE, deadline, game_id=game.number, player_id=player)
    await due_times.add(connection, due)
    await plan_reminder(connection, game, deadline, after=now)
    return replace(game, clock=TurnClock(deadline, claimable=False, vacation_until=vacation_end))


async def plan_reminder(connection: AsyncConnection, game: Game, deadline: datetime, after: datetime) -> None:
    """Note when the player to move is next to be reminded of his deadline, if he is."""
    hours = reminder_hours(await player_reminders(connection, game.to_move.id))
    moment = clocks.next_reminder(deadline, game.move_seconds or 0, hours, after)
    if moment is not None:
        due = NewDue(DueKind.REMINDER, moment, game_id=game.number, player_id=game.to_move.id)
        await due_times.add(connection, due)


def reminder_hours(stored: str | None) -> frozenset[int]:
    """The hours before a deadline that a player has chosen, from how they are stored."""
    return clocks.USUAL_REMINDERS if stored is None else frozenset(map(int, stored.split()))


async def end_by_time(connection: AsyncConnection, game: Game, now: datetime) -> Game:
    """End a running game as lost for the player to move, whose time has run out."""
    return await end(connection, game, Outcome(game.position.turn.opponent, Reason.TIMEOUT), now)


async def end(connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime) -> Game:
    """End a running game, which nobody else changes meanwhile, by something else than a move."""
    await game_rows.advance(connection, game.number, game.revision)
    changes = await finish(connection, game, outcome, now)
    ended = replace(
        game,
        outcome=outcome,
        revision=game.revision + 1,
        shown=False,
        clock=None,
        offer=None,
        rating_changes=changes,
    )
    return await begin_turn(connection, ended, now)


async def finish(
    connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime
) -> tuple[RatingChange, ...]:
    """Store how a game ended, what that does to ratings, and that it is to be announced, if it counts.

    Returns how the ratings changed, White's first.
    """
    winner = None if outcome.winner is None else outcome.winner.value
    await game_rows.finish(connection, game.number, winner, outcome.reason.value, now)
    if outcome.reason not in UNCOUNTED:
        await game_rows.mark_to_announce(connection, game.number)
    return await rate(connection, game, outcome, now)


async def clocks_of(connection: AsyncConnection, numbers: Iterable[int]) -> dict[int, TurnClock]:
    """The clock of the player to move in each of these games; a game without one is left out."""
    rows = await due_times.of_games(connection, numbers, _CLOCK_ROWS)
    away = await _away(connection, rows.values())
    return {
        number: TurnClock(row.at, row.kind == DueKind.CLAIM, away.get(row.player_id or 0))
        for number, row in rows.items()
    }


async def _away(connection: AsyncConnection, rows: Iterable[DueRow]) -> dict[int, datetime]:
    players = {row.player_id for row in rows if row.player_id is not None}
    lasting = await due_times.of_players(connection, players, [DueKind.VACATION])
    return {row.player_id: row.at for row in lasting if row.player_id is not None}
