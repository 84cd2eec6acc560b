"""Rows of roles that guilds give for ratings: which, who holds them, and whose have to be looked at."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    delete,
    exists,
    func,
    literal,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import delete_rows, insert
from bot.store.rows import fetch_all, fetch_one, upsert
from bot.store.schema.tables import (
    Instant,
    guilds,
    players,
    rating_roles,
    ratings,
    role_checks,
    role_holders,
    season_places,
    seasons,
)

_RULESET = "pyrga"
"""The ruleset of a guild that hasn't chosen one."""


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role, and the rating that it's for; None for the champion of the season."""

    role_id: int
    threshold: int | None


@dataclass(frozen=True, slots=True)
class CheckRow:
    """Someone whose roles in a guild may have changed, and how often the bot couldn't change them."""

    guild_id: int
    player_id: int
    due_at: datetime
    tries: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """What decides on someone's roles in a guild; without a rating there, it's None.

    ``wanted`` is False for people who want no such roles, and None if they never said.
    """

    rating: float | None
    established_until: datetime | None
    is_champion: bool
    wanted: bool | None


async def roles_of(connection: AsyncConnection, guild_id: int) -> list[RoleRow]:
    """Return the roles of a guild: that of the champion first, then from the highest rating down."""
    columns = rating_roles.c.role_id, rating_roles.c.threshold
    found = await fetch_all(connection, select(*columns).where(rating_roles.c.guild_id == guild_id), RoleRow)
    return sorted(found, key=lambda row: -(row.threshold or 1_000_000))


async def put_role(connection: AsyncConnection, guild_id: int, role: RoleRow) -> None:
    """Store a role of a known guild, in place of the one for the same rating."""
    same = rating_roles.c.threshold.is_not_distinct_from(role.threshold)
    await connection.execute(delete(rating_roles).where(rating_roles.c.guild_id == guild_id, same))
    key = {"guild_id": guild_id, "role_id": role.role_id}
    await upsert(connection, rating_roles, key, threshold=role.threshold)


async def remove_role(connection: AsyncConnection, guild_id: int, *, role_id: int) -> None:
    """Delete a role of a guild. Whoever holds it still does, until the bot has looked at them."""
    key = rating_roles.c.guild_id == guild_id, rating_roles.c.role_id == role_id
    await connection.execute(delete(rating_roles).where(*key))


async def note_players(
    connection: AsyncConnection, guild_id: int, player_ids: Collection[int], now: datetime
) -> None:
    """Have the bot look at these players, if the guild gives roles."""
    gives = exists().where(rating_roles.c.guild_id == guild_id)
    theirs = select(literal(guild_id).label("guild_id"), players.c.id.label("player_id"))
    await _note(connection, theirs.where(players.c.id.in_(player_ids), gives), now)


async def note_player(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Have the bot look at a player in all guilds that give roles and have rated them."""
    rated = select(ratings.c.pool.label("guild_id"), ratings.c.player_id).where(
        ratings.c.player_id == player_id, ratings.c.pool.in_(select(rating_roles.c.guild_id))
    )
    holding = select(role_holders.c.guild_id, role_holders.c.player_id).where(
        role_holders.c.player_id == player_id
    )
    await _note(connection, union(rated, holding), now)


async def note_everyone(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    """Have the bot look at everyone in a guild who holds a role or may get one."""
    lowest = select(func.min(rating_roles.c.threshold)).where(rating_roles.c.guild_id == guild_id)
    here = literal(guild_id).label("guild_id")
    gives = exists().where(rating_roles.c.guild_id == guild_id)
    rated = select(here, ratings.c.player_id).where(
        ratings.c.pool == guild_id,
        ratings.c.ruleset == _ruleset_of(guild_id),
        ratings.c.rating >= lowest.scalar_subquery(),
    )
    holding = select(here, role_holders.c.player_id).where(role_holders.c.guild_id == guild_id)
    champion = select(here, season_places.c.player_id).where(*_champion_of(guild_id), gives)
    await _note(connection, union(rated, holding, champion), now)


async def due(connection: AsyncConnection, now: datetime, limit: int) -> list[CheckRow]:
    """Return some of the people to look at by now, the longest due first."""
    check = role_checks.c
    columns = check.guild_id, check.player_id, check.due_at, check.tries
    found = select(*columns).where(check.due_at <= now).order_by(check.due_at).limit(limit)
    return await fetch_all(connection, found, CheckRow)


async def standing(connection: AsyncConnection, guild_id: int, *, player_id: int) -> StandingRow | None:
    """Return what decides on a player's roles in a guild; None if there's no such player."""
    rated = and_(
        ratings.c.player_id == players.c.id,
        ratings.c.pool == guild_id,
        ratings.c.ruleset == _ruleset_of(guild_id),
    )
    champion = exists().where(*_champion_of(guild_id), season_places.c.player_id == players.c.id)
    found = (
        select(
            *ratings.c["rating", "established_until"],
            champion.label("is_champion"),
            players.c.rating_roles.label("wanted"),
        )
        .select_from(players.outerjoin(ratings, rated))
        .where(players.c.id == player_id)
    )
    return await fetch_one(connection, found, StandingRow)


async def held(connection: AsyncConnection, player_id: int) -> list[tuple[int, int]]:
    """Return the roles that a player got from the bot, each with its guild before it."""
    columns = role_holders.c.guild_id, role_holders.c.role_id
    rows = await connection.execute(select(*columns).where(role_holders.c.player_id == player_id))
    return [(row.guild_id, row.role_id) for row in rows]


async def settle(connection: AsyncConnection, check: CheckRow, role_ids: Collection[int]) -> None:
    """Store that a known player holds exactly these roles of a guild, and needn't be looked at anymore."""
    await _forget_check(connection, check)
    theirs = role_holders.c.guild_id == check.guild_id, role_holders.c.player_id == check.player_id
    await delete_rows(connection, role_holders, *theirs)
    key = {"guild_id": check.guild_id, "player_id": check.player_id}
    rows = [key | {"role_id": role_id} for role_id in sorted(role_ids)]
    if rows:
        await connection.execute(role_holders.insert(), rows)


async def postpone(connection: AsyncConnection, check: CheckRow, until: datetime) -> None:
    """Look at a player again at an instant."""
    later = update(role_checks).where(*_same(check))
    await connection.execute(later.values(due_at=until, tries=check.tries + 1))


async def _forget_check(connection: AsyncConnection, check: CheckRow) -> None:
    await connection.execute(delete(role_checks).where(*_same(check)))


def _same(check: CheckRow) -> Sequence[ColumnElement[bool]]:
    key = role_checks.c
    # If something has changed since, it's due at another time.
    return key.guild_id == check.guild_id, key.player_id == check.player_id, key.due_at == check.due_at


def _ruleset_of(guild_id: int) -> ColumnElement[str]:
    chosen = select(guilds.c.ruleset).where(guilds.c.id == guild_id).scalar_subquery()
    return func.coalesce(chosen, _RULESET)


def _champion_of(guild_id: int) -> Sequence[ColumnElement[bool]]:
    ended = seasons.c.guild_id == guild_id, seasons.c.ended_at.is_not(None)
    last = select(func.max(seasons.c.id)).where(*ended).scalar_subquery()
    place = season_places.c
    return place.season_id == last, place.ruleset == _ruleset_of(guild_id), place.rank == 1


async def _note(connection: AsyncConnection, found: Select[Any] | CompoundSelect[Any], now: datetime) -> None:
    people = found.subquery()
    key = (people.c.guild_id, people.c.player_id)
    rows = select(*key, literal(now, Instant), literal(0)).where(key[1].is_not(None)).order_by(*key)
    noting = insert(connection.dialect, role_checks).from_select(
        ["guild_id", "player_id", "due_at", "tries"], rows
    )
    again = {"due_at": noting.excluded.due_at, "tries": 0}
    await connection.execute(
        noting.on_conflict_do_update(index_elements=[*role_checks.primary_key], set_=again)
    )
