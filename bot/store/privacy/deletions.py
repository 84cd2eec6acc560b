"""Replaces a person with an anonymous player, and deletes what was theirs alone.

Every reference to the person moves to that player, so that the games of others and what's computed from them
stay as they are. The references are found from the tables, so a new table needs no change here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, delete, insert, select, tuple_, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.key_order import hold_in_key_order
from bot.store.privacy.references import references_to
from bot.store.schema.conditions import OPEN
from bot.store.schema.tables import (
    badges,
    blocks,
    challenges,
    daily_puzzles,
    daily_solves,
    due_times,
    games,
    notes,
    players,
    puzzle_months,
    puzzle_results,
    puzzle_solvers,
    training,
    vacations,
)

DELETED: Final = (
    badges,
    blocks,
    daily_solves,
    due_times,
    notes,
    puzzle_months,
    puzzle_results,
    puzzle_solvers,
    training,
    vacations,
)
"""Tables whose rows go with the person. The rows of all others stay, under the new player."""


@dataclass(frozen=True, slots=True)
class OpenRow:
    """The number of an open challenge, and whether the person made it; otherwise it's to them."""

    number: int
    own: bool


async def hold(connection: AsyncConnection, player_id: int) -> bool:
    """Keep others from adding anything about a player until the transaction ends. False if there's none."""
    held = select(players.c.id).where(players.c.id == player_id).with_for_update()
    return await connection.scalar(held) is not None


async def open_challenges(connection: AsyncConnection, player_id: int) -> list[OpenRow]:
    """The challenges from a player or to them that are stored as open, in order."""
    sides = (challenges.c.challenger_id, challenges.c.opponent_id)
    ways = (
        select(challenges.c.id, challenges.c.challenger_id).where(side == player_id, OPEN) for side in sides
    )
    found = union_all(*ways).subquery()
    rows = await connection.execute(
        select(found.c.id, found.c.challenger_id == player_id).order_by(found.c.id)
    )
    return [OpenRow(number, bool(own)) for number, own in rows]


async def add_stand_in(connection: AsyncConnection, new_id: int, name: str, now: datetime) -> None:
    """Add the player called ``name`` who'll take the place of a deleted one."""
    await connection.execute(insert(players).values(id=new_id, name=name, created_at=now))


async def hold_games(connection: AsyncConnection, player_id: int) -> Sequence[int]:
    """Keep others from changing the games of a player until the transaction ends; return their numbers."""
    sides = (games.c.white_id == player_id, games.c.black_id == player_id)
    await hold_in_key_order(connection, games, *sides)
    # Each side has its own index.
    found = union_all(*(select(games.c.id).where(side) for side in sides))
    return sorted(await connection.scalars(found))


async def replace(connection: AsyncConnection, player_id: int, new_id: int) -> None:
    """Replace a player by another in every table but that of games, which no longer refers to them.

    The messages with puzzles of the day that they solved are marked for redrawing. What was theirs alone is
    deleted.
    """
    solved = select(daily_solves.c.guild_id, daily_solves.c.day).where(daily_solves.c.player_id == player_id)
    named = tuple_(daily_puzzles.c.guild_id, daily_puzzles.c.day).in_(solved)
    posted = daily_puzzles.c.message_id.is_not(None)
    await hold_in_key_order(connection, daily_puzzles, and_(named, posted))
    await connection.execute(update(daily_puzzles).where(named, posted).values(outdated=True))
    for table, columns in references_to(players).items():
        if table is games:
            continue
        # For all columns together: rows of the second may come before those of the first.
        await hold_in_key_order(connection, table, *(column == player_id for column in columns))
        for column in columns:
            if table in DELETED:
                await connection.execute(delete(table).where(column == player_id))
            else:
                await connection.execute(update(table).where(column == player_id).values({column: new_id}))
    await connection.execute(delete(players).where(players.c.id == player_id))
