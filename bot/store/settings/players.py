"""Rows of players, and what they have chosen for themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import hold_in_key_order, insert
from bot.store.rows import fetch_one, values_of
from bot.store.schema.tables import players


@dataclass(frozen=True, slots=True)
class PlayerChoices:
    """The choices of a player as stored; None stands for anything they never chose.

    ``notices`` says how they are notified, ``welcome`` whose challenges they accept, and ``reminders`` when
    they are reminded: hours before a deadline, separated by spaces.
    """

    theme: str | None = None
    notices: str | None = None
    welcome: str | None = None
    language: str | None = None
    reminders: str | None = None
    confirm_moves: bool = False
    compact_controls: bool = False
    text_leaderboard: bool = False
    listed: bool | None = None
    text_board: bool = False
    across_servers: bool | None = None
    guessable: bool | None = None
    rating_roles: bool | None = None


_COLUMNS = tuple(players.c[name] for name in PlayerChoices.__slots__)


async def remember_player(connection: AsyncConnection, player_id: int, name: str, now: datetime) -> None:
    """Store a player who may be new, under the latest name of their account."""
    row = insert(connection.dialect, players).values(id=player_id, name=name, created_at=now)
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"name": name}))


async def hold(connection: AsyncConnection, player_ids: Sequence[int]) -> None:
    """Make others who want to hold or change these players wait until the transaction ends."""
    held = select(players.c.id).where(players.c.id.in_(player_ids)).order_by(players.c.id)
    # This lets games of the players start meanwhile.
    await connection.execute(held.with_for_update(key_share=True))


async def note_asked(connection: AsyncConnection, player_ids: Sequence[int]) -> None:
    """Store that all servers mustn't list these players, unless they've chosen otherwise."""
    await hold(connection, player_ids)
    undecided = players.c.id.in_(player_ids), players.c.listed.is_(None)
    await connection.execute(update(players).where(*undecided).values(listed=False))


async def fetch_choices(
    connection: AsyncConnection, player_id: int, *, to_change: bool = False
) -> PlayerChoices:
    """Return the choices of a player. ``to_change`` keeps others from changing them meanwhile."""
    statement = select(*_COLUMNS).where(players.c.id == player_id)
    if to_change:
        # This lets games of the player start meanwhile.
        statement = statement.with_for_update(key_share=True)
    return await fetch_one(connection, statement, PlayerChoices) or PlayerChoices()


async def keep_choices(connection: AsyncConnection, player_id: int, choices: PlayerChoices) -> None:
    """Replace the choices of a known player."""
    values = values_of(choices)
    await connection.execute(update(players).where(players.c.id == player_id).values(**values))


async def fetch_no_shows(connection: AsyncConnection, player_id: int) -> tuple[int, datetime | None]:
    """Return how often a player didn't show up in a cup lately, and until when they can't join one."""
    statement = select(players.c.no_shows, players.c.barred_until).where(players.c.id == player_id)
    row = (await connection.execute(statement)).one_or_none()
    return (0, None) if row is None else (row.no_shows, row.barred_until)


async def keep_no_shows(connection: AsyncConnection, count: int, until: datetime, *, player_id: int) -> None:
    """Store how often a known player didn't show up, and until when they can't join cups."""
    values = {"no_shows": count, "barred_until": until}
    await connection.execute(update(players).where(players.c.id == player_id).values(values))


async def clear_no_shows(connection: AsyncConnection, player_ids: Sequence[int]) -> None:
    """Forget that these players didn't show up."""
    barred = (players.c.id.in_(player_ids), players.c.no_shows > 0)
    await hold_in_key_order(connection, players, and_(*barred))
    await connection.execute(update(players).where(*barred).values(no_shows=0, barred_until=None))
