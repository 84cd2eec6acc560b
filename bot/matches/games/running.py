"""What a player's new choices change in their running matches."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.games.storing import load, load_to_change, save
from bot.matches.match import presence
from bot.matches.match.boards import doubt
from bot.matches.values.clocks import DueKind
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.games import games as game_rows


async def redraw_all(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Have the boards of a player's running matches redrawn."""
    for number in await game_rows.hold_running(connection, player_id):
        match = await load(connection, number)
        await save(connection, match, doubt(match), now)


async def plan_reminders(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Schedule the reminders of a player's current turns again, after they chose other hours."""
    turns = await due_times.of_players(connection, [player_id], [DueKind.DEADLINE])
    for number in sorted(turn.game_id for turn in turns if turn.game_id is not None):
        match = await load_to_change(connection, number)
        if match.to_move.id == player_id:
            at = presence.reminder_time(match, now)
            rows = [] if at is None else [NewDue(DueKind.REMINDER, at, game_id=number, player_id=player_id)]
            await due_times.replace(connection, number, [DueKind.REMINDER], rows)
