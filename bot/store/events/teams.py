"""Rows of team matches, of their two sides, and of who plays in them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.events import events
from bot.store.rows import change_row, fetch_all, hold_row, upsert_rows
from bot.store.schema.conditions import CURRENT_TEAM_MATCH, DUE_TEAM_MATCH
from bot.store.schema.tables import players, team_matches, team_members, team_sides

TeamMatchRow = Any
"""A row of ``team_matches``, whose columns are attributes."""


@dataclass(frozen=True, slots=True)
class SideRow:
    """One of the two servers of a team match, as stored."""

    team_match_id: int
    side: int
    guild_id: int
    manager_id: int
    name: str
    channel_id: int
    message_id: int | None
    language: str
    theme: str
    lost: bool
    shown: int | None
    shown_at: datetime | None
    called_at: datetime | None
    told: bool
    told_end: bool


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Someone on a side as stored: their place in the order of signing up, and how strong they are."""

    team_match_id: int
    player_id: int
    side: int
    position: int
    joined_at: datetime
    rating: float
    provisional: bool
    leaving: str | None


@dataclass(frozen=True, slots=True)
class NamedMemberRow:
    """A member with the name of their account, which is all that another server sees."""

    member: MemberRow
    name: str


async def fetch(connection: AsyncConnection, numbers: Collection[int]) -> Sequence[TeamMatchRow]:
    """Return the team matches with these numbers, the newest first."""
    wanted = select(team_matches).where(team_matches.c.id.in_(list(numbers)))
    return (await connection.execute(wanted.order_by(team_matches.c.id.desc()))).all()


async def fetch_sides(connection: AsyncConnection, numbers: Collection[int]) -> list[SideRow]:
    """Return the sides of the team matches with these numbers, each match's first side first."""
    columns = [team_sides.c[name] for name in SideRow.__slots__]
    wanted = select(*columns).where(team_sides.c.team_match_id.in_(list(numbers)))
    order = (team_sides.c.team_match_id, team_sides.c.side)
    return await fetch_all(connection, wanted.order_by(*order), SideRow)


async def fetch_members(connection: AsyncConnection, numbers: Collection[int]) -> list[NamedMemberRow]:
    """Return who is in the team matches with these numbers, side by side, in the order of signing up."""
    columns = [team_members.c[name] for name in MemberRow.__slots__]
    source = team_members.join(players, players.c.id == team_members.c.player_id)
    statement = (
        select(*columns, players.c.name)
        .select_from(source)
        .where(team_members.c.team_match_id.in_(list(numbers)))
        .order_by(team_members.c.team_match_id, team_members.c.side, team_members.c.position)
    )
    return await fetch_all(connection, statement, _named)


def _named(name: str, **member: Any) -> NamedMemberRow:
    return NamedMemberRow(MemberRow(**member), name)


async def hold(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a team match until this one ends."""
    await hold_row(connection, team_matches, number)


async def add(connection: AsyncConnection, values: Mapping[str, Any]) -> int:
    """Store a new team match with these values of columns, and return its number."""
    number = await events.add(connection, events.TEAM_MATCH)
    await connection.execute(team_matches.insert().values({**values, "id": number}))
    return number


async def change(
    connection: AsyncConnection, number: int, *, revision: int, values: Mapping[str, Any]
) -> None:
    """Change these columns of a team match that is at ``revision``."""
    await change_row(connection, team_matches, number, revision=revision, values=values)


async def keep_sides(connection: AsyncConnection, sides: Sequence[SideRow]) -> None:
    """Store sides, in place of what was stored about them."""
    await upsert_rows(connection, team_sides, sides)


async def keep_members(connection: AsyncConnection, members: Sequence[MemberRow]) -> None:
    """Store members, in place of what was stored about them."""
    await upsert_rows(connection, team_members, members)


async def drop_member(connection: AsyncConnection, number: int, *, player_id: int) -> None:
    """Delete someone from a team match that they left before it started."""
    theirs = (team_members.c.team_match_id == number, team_members.c.player_id == player_id)
    await connection.execute(delete(team_members).where(*theirs))


async def due(connection: AsyncConnection, now: datetime, limit: int) -> list[int]:
    """Return the numbers of team matches for which something has to be done, the longest waiting first."""
    waiting = select(team_matches.c.id).where(DUE_TEAM_MATCH, team_matches.c.due_at <= now)
    return [*await connection.scalars(waiting.order_by(team_matches.c.due_at).limit(limit))]


async def current_in(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the numbers of a guild's team matches that aren't over, in order."""
    source = team_sides.join(team_matches, team_matches.c.id == team_sides.c.team_match_id)
    theirs = select(team_matches.c.id).select_from(source)
    theirs = theirs.where(team_sides.c.guild_id == guild_id, CURRENT_TEAM_MATCH)
    return [*await connection.scalars(theirs.order_by(team_matches.c.id))]


async def current_of(connection: AsyncConnection, player_id: int) -> list[int]:
    """Return the numbers of the team matches that go on and that someone is in and hasn't left, in order."""
    source = team_members.join(team_matches, team_matches.c.id == team_members.c.team_match_id)
    theirs = (team_members.c.player_id == player_id, team_members.c.leaving.is_(None), CURRENT_TEAM_MATCH)
    found = select(team_matches.c.id).select_from(source).where(*theirs).order_by(team_matches.c.id)
    return [*await connection.scalars(found)]
