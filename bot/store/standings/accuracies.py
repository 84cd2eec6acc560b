"""How good each person's moves were in a reviewed game, in each pool where the game counts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import fetch_all, keep_rows, stop_other_writers
from bot.store.schema.conditions import counted
from bot.store.schema.tables import accuracies, games


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """How many of a player's decisions in a game kept the value."""

    game_id: int
    player_id: int
    pool: int
    ruleset: str
    kept: int
    decisions: int


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A game that counts: who played it, and where."""

    game_id: int
    guild_id: int | None
    ruleset: str
    white_id: int
    black_id: int


async def played(connection: AsyncConnection, numbers: Collection[int]) -> list[PlayedRow]:
    """Return those of the given games that count."""
    columns = (games.c[name] for name in PlayedRow.__slots__[1:])
    statement = select(games.c.id.label("game_id"), *columns).where(games.c.id.in_(numbers), counted())
    return await fetch_all(connection, statement, PlayedRow)


async def keep(connection: AsyncConnection, accuracy: Sequence[AccuracyRow]) -> None:
    """Store what reviews say, replacing what earlier reviews of the same games said."""
    await keep_rows(connection, accuracies, accuracy)


async def remove(connection: AsyncConnection, number: int) -> None:
    """Delete what the review of a game said about its players."""
    await connection.execute(delete(accuracies).where(accuracies.c.game_id == number))


async def clear(connection: AsyncConnection) -> None:
    """Delete everything. Other writers to the table wait until the transaction ends."""
    await stop_other_writers(connection, accuracies)
    await connection.execute(delete(accuracies))
