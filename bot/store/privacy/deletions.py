"""Replaces a person with an anonymous player, and deletes what was theirs alone.

Every reference to the person moves to that player, so that the games of others and what's computed from them
stay as they are. The references are found from the tables, so a new table needs no change here.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, Table, and_, delete, exists, insert, or_, select, tuple_, union_all, update
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
    own_boards,
    plans,
    players,
    presences,
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
    own_boards,
    plans,
    presences,
    puzzle_months,
    puzzle_results,
    puzzle_solvers,
    training,
    vacations,
)
"""Tables whose rows go with the person. The rows of all others stay, under the new player."""

_SUFFIX: Final = "_id"


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


async def replace(connection: AsyncConnection, player_id: int, new_id: int, name: str, now: datetime) -> None:
    """Replace a known player who has no running game with a new one called ``name``.

    The boards of their games, and the messages with puzzles of the day that they solved, are marked for
    redrawing. What was theirs alone is deleted.
    """
    await connection.execute(insert(players).values(id=new_id, name=name, created_at=now))
    solved = select(daily_solves.c.guild_id, daily_solves.c.day).where(daily_solves.c.player_id == player_id)
    named = tuple_(daily_puzzles.c.guild_id, daily_puzzles.c.day).in_(solved)
    posted = daily_puzzles.c.message_id.is_not(None)
    await hold_in_key_order(connection, daily_puzzles, and_(named, posted))
    await connection.execute(update(daily_puzzles).where(named, posted).values(outdated=True))
    for table, columns in references_to(players).items():
        # For all columns together: rows of the second may come before those of the first.
        await hold_in_key_order(connection, table, *(column == player_id for column in columns))
        for column in columns:
            if table in DELETED:
                await connection.execute(delete(table).where(column == player_id))
            else:
                moved = {column: new_id, **_name_beside(column, name), **_unshown(table)}
                await connection.execute(update(table).where(column == player_id).values(moved))
    await connection.execute(delete(players).where(players.c.id == player_id))


def _name_beside(column: Column[Any], name: str) -> dict[Column[Any], str]:
    """What has to change if the name of the player that a column refers to is stored next to it."""
    beside = column.table.c.get(f"{column.name.removesuffix(_SUFFIX)}_name")
    return {} if beside is None else {beside: name}


def _unshown(table: Table) -> dict[Column[Any], Any]:
    """What has to change so that a game's messages are redrawn, even if one is being drawn right now."""
    if table is not games:
        return {}
    has_board = or_(games.c.message_id.is_not(None), exists().where(own_boards.c.game_id == games.c.id))
    return {games.c.revision: games.c.revision + 1, games.c.dirty: has_board}
