"""Rows of leagues and of their members, as leagues."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Form, Shape
from bot.store.events.entrants import save_entrants
from bot.store.names import name_in
from bot.store.rows import add_row, change_row, fetch_all, fetch_one, lock_rows
from bot.store.schema.conditions import CURRENT_LEAGUE, DUE_LEAGUE
from bot.store.schema.tables import cup_entrants, league_members, leagues, players
from bot.values.events.league import League, Member

_SIZES: Final = Form(
    lambda sizes, _: " ".join(map(str, sizes)), lambda text, _: tuple(map(int, text.split()))
)
_LEAGUE: Final = Columns(
    League,
    leagues,
    Shape(
        names={"number": "id", "cup": "cup_id", "last_cup": "champions_cup_id"},
        forms={"sizes": _SIZES},
        without={"members", "champions"},
    ),
)
_MEMBER: Final = Columns(Member, league_members)


async def fetch(connection: AsyncConnection, number: int) -> League | None:
    """Return the league of this number, or None."""
    row = await fetch_one(connection, select(leagues).where(leagues.c.id == number), dict[str, Any])
    if row is None:
        return None
    name, account_name = name_in(leagues.c.guild_id, players), players.c.name
    wanted = (
        select(league_members, name.label("player_name"), account_name.label("player_account_name"))
        .join_from(league_members, leagues, leagues.c.id == league_members.c.league_id)
        .join(players, players.c.id == league_members.c.player_id)
        .where(league_members.c.league_id == number)
        .order_by(league_members.c.position)
    )
    members = tuple(map(_MEMBER.read, await fetch_all(connection, wanted, dict[str, Any])))
    champions = await _champions_of(connection, row["champions_cup_id"])
    return _LEAGUE.read(row, members=members, champions=champions)


async def _champions_of(connection: AsyncConnection, month: int | None) -> frozenset[int]:
    """Return the ids of those who have won a month, if one was played."""
    if month is None:
        return frozenset()
    won = (cup_entrants.c.cup_id == month, cup_entrants.c.medal == 1)
    return frozenset(await connection.scalars(select(cup_entrants.c.player_id).where(*won)))


async def lock(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a league until this one ends."""
    await lock_rows(connection, leagues, number)


async def add(connection: AsyncConnection, league: League) -> int:
    """Store a new league, whose number is ignored and that no one has joined; return its number."""
    return await add_row(connection, leagues, _LEAGUE.write(league))


async def save(connection: AsyncConnection, before: League, after: League) -> None:
    """Store a change of a league, or raise a StaleRowError if ``before`` isn't what's stored."""
    changes = _LEAGUE.changes(before, after)
    if changes:
        await change_row(connection, leagues, {"id": before.number, "revision": before.revision}, changes)
    await save_entrants(connection, league_members, _rows(before), _rows(after))


def _rows(league: League) -> list[dict[str, Any]]:
    return [
        {"league_id": league.number, "position": position, **_MEMBER.write(member)}
        for position, member in enumerate(league.members)
    ]


async def numbers(connection: AsyncConnection) -> list[int]:
    """Return the numbers of all leagues, in order."""
    return [*await connection.scalars(select(leagues.c.id).order_by(leagues.c.id))]


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
