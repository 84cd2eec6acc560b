"""Reminders of deadlines that are already running."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.games.loading import load
from bot.matches.games.turns import plan_reminder
from bot.matches.values.clocks import DueKind
from bot.store.clocks import due_times
from bot.store.games import games as game_rows


async def replan(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Schedule the reminders of a player's current turns again, after they chose other hours."""
    turns = await due_times.of_players(connection, [player_id], [DueKind.DEADLINE])
    for number in sorted(turn.game_id for turn in turns if turn.game_id is not None):
        await game_rows.hold(connection, number)
        await due_times.drop_of_game(connection, number, [DueKind.REMINDER])
        game = await load(connection, number)
        if game.clock is not None and game.to_move.id == player_id and not game.clock.claimable:
            await plan_reminder(connection, game, game.clock.until, after=now)
