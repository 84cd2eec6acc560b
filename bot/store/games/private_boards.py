"""Private boards, in players' DMs."""

from dataclasses import dataclass

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import own_boards


@dataclass(frozen=True, slots=True)
class OwnBoardRow:
    """The message that shows a game to only one of its players."""

    game_id: int
    player_id: int
    channel_id: int
    message_id: int


async def put(connection: AsyncConnection, board: OwnBoardRow) -> None:
    """Store a player's private board of a game in place of the previous one."""
    where = {"channel_id": board.channel_id, "message_id": board.message_id}
    row = insert(connection.dialect, own_boards).values(
        game_id=board.game_id, player_id=board.player_id, **where
    )
    await connection.execute(row.on_conflict_do_update(index_elements=["game_id", "player_id"], set_=where))


async def drop(connection: AsyncConnection, number: int, message_id: int) -> None:
    """Delete this message from the private boards of a game."""
    doomed = own_boards.c.game_id == number, own_boards.c.message_id == message_id
    await connection.execute(delete(own_boards).where(*doomed))
