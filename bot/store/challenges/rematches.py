"""Rows of rematches: which challenge, or which game with the computer, followed a game."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import rematches


@dataclass(frozen=True, slots=True)
class RematchRow:
    """The rematch of a game: a challenge, or, with the computer, the new game itself."""

    game_id: int
    challenge_id: int | None = None
    next_game_id: int | None = None


_COLUMNS = tuple(rematches.c[name] for name in RematchRow.__slots__)


async def fetch(connection: AsyncConnection, number: int) -> RematchRow | None:
    """The last rematch of a game, or None."""
    statement = select(*_COLUMNS).where(rematches.c.game_id == number)
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else RematchRow(*row)


async def keep(connection: AsyncConnection, rematch: RematchRow) -> None:
    """Store a rematch in place of an earlier one that came to nothing."""
    later = {"challenge_id": rematch.challenge_id, "next_game_id": rematch.next_game_id}
    row = insert(connection.dialect, rematches).values(game_id=rematch.game_id, **later)
    await connection.execute(row.on_conflict_do_update(index_elements=["game_id"], set_=later))


async def former(connection: AsyncConnection, challenge_id: int) -> int | None:
    """The number of the game that a challenge is a rematch of, or None."""
    statement = select(rematches.c.game_id).where(rematches.c.challenge_id == challenge_id)
    number: int | None = await connection.scalar(statement)
    return number
