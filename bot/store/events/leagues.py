"""Rows of leagues and of their members."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.names import name_in
from bot.store.rows import change_row, fetch_all, hold_row, upsert_rows
from bot.store.schema.conditions import CURRENT_LEAGUE, DUE_LEAGUE
from bot.store.schema.tables import cup_entrants, league_members, leagues, players

LeagueRow = Any
"""A row of ``leagues``, whose columns are attributes."""


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of a league as stored: their place in the order of joining, and where they were last month."""

    league_id: int
    player_id: int
    position: int
    joined_at: datetime
    division: int | None
    place: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class NamedMemberRow:
    """A member with what they're called in the league's server, and the name of their account."""

    member: MemberRow
    name: str
    account_name: str


async def fetch(connection: AsyncConnection, number: int) -> LeagueRow | None:
    return (await connection.execute(select(leagues).where(leagues.c.id == number))).one_or_none()


async def fetch_members(connection: AsyncConnection, number: int) -> list[NamedMemberRow]:
    """Return who is in a league, in the order of joining."""
    source = league_members.join(leagues, leagues.c.id == league_members.c.league_id).join(
        players, players.c.id == league_members.c.player_id
    )
    columns = [league_members.c[name] for name in MemberRow.__slots__]
    statement = (
        select(
            *columns, name_in(leagues.c.guild_id, players).label("name"), players.c.name.label("account_name")
        )
        .select_from(source)
        .where(league_members.c.league_id == number)
        .order_by(league_members.c.position)
    )
    return await fetch_all(connection, statement, _named)


def _named(name: str, account_name: str, **member: Any) -> NamedMemberRow:
    return NamedMemberRow(MemberRow(**member), name, account_name)


async def fetch_champions(connection: AsyncConnection, cup_id: int) -> Sequence[int]:
    """Return the ids of those who have won a month."""
    won = (cup_entrants.c.cup_id == cup_id, cup_entrants.c.medal == 1)
    return (await connection.scalars(select(cup_entrants.c.player_id).where(*won))).all()


async def hold(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a league until this one ends."""
    await hold_row(connection, leagues, number)


async def add(connection: AsyncConnection, values: Mapping[str, Any]) -> int:
    """Store a new league with these values of columns, and return its number."""
    statement = leagues.insert().values(values).returning(leagues.c.id)
    return int((await connection.execute(statement)).scalar_one())


async def change(
    connection: AsyncConnection, number: int, *, revision: int, values: Mapping[str, Any]
) -> None:
    """Change these columns of a league that is at ``revision``."""
    await change_row(connection, leagues, number, revision=revision, values=values)


async def keep_members(connection: AsyncConnection, members: Sequence[MemberRow]) -> None:
    """Store members, in place of what was stored about them."""
    await upsert_rows(connection, league_members, members)


async def drop_member(connection: AsyncConnection, number: int, *, player_id: int) -> None:
    """Delete someone from a league."""
    theirs = (league_members.c.league_id == number, league_members.c.player_id == player_id)
    await connection.execute(delete(league_members).where(*theirs))


async def due(connection: AsyncConnection, now: datetime, limit: int) -> list[int]:
    """Return the numbers of leagues whose next month begins by now, those that have waited longest first."""
    waiting = select(leagues.c.id).where(DUE_LEAGUE, leagues.c.next_at <= now)
    return [*await connection.scalars(waiting.order_by(leagues.c.next_at).limit(limit))]


async def current_in(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the numbers of the leagues of a guild that go on, in the order of their rulesets."""
    theirs = select(leagues.c.id).where(leagues.c.guild_id == guild_id, CURRENT_LEAGUE)
    return [*await connection.scalars(theirs.order_by(leagues.c.ruleset))]


async def current_of_ruleset(connection: AsyncConnection, guild_id: int, ruleset: str) -> int | None:
    """Return the number of a guild's league of a ruleset that goes on, or None."""
    theirs = (leagues.c.guild_id == guild_id, CURRENT_LEAGUE, leagues.c.ruleset == ruleset)
    number: int | None = await connection.scalar(select(leagues.c.id).where(*theirs))
    return number
