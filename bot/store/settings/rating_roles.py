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
    case,
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
    DELETED_IDS,
    Instant,
    guilds,
    players,
    rating_roles,
    ratings,
    role_checks,
    role_holders,
    role_removals,
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
class RemovalRow:
    """A role that Discord has to take from someone who was deleted, and how often it hasn't done it."""

    guild_id: int
    user_id: int
    role_id: int
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


async def held(connection: AsyncConnection, guild_id: int, *, player_id: int) -> dict[int, bool]:
    """Return the roles of a guild that a player has from the bot, and whether each is known to be given."""
    theirs = role_holders.c.guild_id == guild_id, role_holders.c.player_id == player_id
    rows = await connection.execute(select(role_holders.c.role_id, role_holders.c.given).where(*theirs))
    return {row.role_id: row.given for row in rows}


async def is_waiting(connection: AsyncConnection, check: CheckRow) -> bool:
    """Keep a player from being deleted until the transaction ends; return whether they have to be looked at.

    If something has changed since the check was read, that has to be done all the same.
    """
    theirs = select(players.c.id).where(players.c.id == check.player_id)
    await connection.execute(theirs.with_for_update(read=True, key_share=True))
    key = role_checks.c.guild_id == check.guild_id, role_checks.c.player_id == check.player_id
    return bool(await connection.scalar(select(exists().where(*key))))


async def intend(connection: AsyncConnection, check: CheckRow, role_ids: Collection[int]) -> None:
    """Store that Discord is about to give a player these roles of a guild, which then needn't be taken."""
    for role_id in sorted(role_ids):
        key = {"guild_id": check.guild_id, "role_id": role_id}
        await upsert(connection, role_holders, key | {"player_id": check.player_id}, given=False)
        of_them = [role_removals.c[name] == value for name, value in key.items()]
        await delete_rows(connection, role_removals, role_removals.c.user_id == check.player_id, *of_them)


async def settle(connection: AsyncConnection, check: CheckRow, role_ids: Collection[int]) -> None:
    """Store that a known player holds exactly these roles of a guild."""
    theirs = role_holders.c.guild_id == check.guild_id, role_holders.c.player_id == check.player_id
    await delete_rows(connection, role_holders, *theirs)
    key = {"guild_id": check.guild_id, "player_id": check.player_id}
    rows = [key | {"role_id": role_id, "given": True} for role_id in sorted(role_ids)]
    if rows:
        await connection.execute(role_holders.insert(), rows)


async def postpone(connection: AsyncConnection, check: CheckRow, until: datetime, tries: int) -> bool:
    """Look at a player again at an instant, after so many tries; False if something has changed since."""
    later = update(role_checks).where(*_same(check)).values(due_at=until, tries=tries)
    done = await connection.execute(later, execution_options={"preserve_rowcount": True})
    return done.rowcount == 1


async def forget_check(connection: AsyncConnection, check: CheckRow) -> None:
    """Forget that a player has to be looked at, unless something has changed since."""
    await connection.execute(delete(role_checks).where(*_same(check)))


async def intend_removals(
    connection: AsyncConnection, player_id: int, now: datetime, busy_until: datetime
) -> None:
    """Store that Discord has to take the roles of a player who's about to be deleted.

    Where they're being looked at, Discord may be giving one just now: it's asked after ``busy_until``.
    """
    checked = and_(
        role_checks.c.guild_id == role_holders.c.guild_id, role_checks.c.player_id == role_holders.c.player_id
    )
    due_at = case((role_checks.c.due_at > now, literal(busy_until, Instant)), else_=literal(now, Instant))
    found = (
        select(*role_holders.c["guild_id", "player_id", "role_id"], due_at, literal(0))
        .select_from(role_holders.outerjoin(role_checks, checked))
        .where(role_holders.c.player_id == player_id)
    )
    columns = ["guild_id", "user_id", "role_id", "due_at", "tries"]
    adding = insert(connection.dialect, role_removals).from_select(columns, found)
    await connection.execute(adding.on_conflict_do_nothing())


async def due_removals(connection: AsyncConnection, now: datetime, limit: int) -> list[RemovalRow]:
    """Return some of the roles that Discord has to take by now, the longest due first."""
    found = select(role_removals).where(role_removals.c.due_at <= now).order_by(role_removals.c.due_at)
    return await fetch_all(connection, found.limit(limit), RemovalRow)


async def removals_of(connection: AsyncConnection, user_id: int) -> list[RemovalRow]:
    """Return the roles that Discord has to take from someone, now or later."""
    theirs = select(role_removals).where(role_removals.c.user_id == user_id)
    return await fetch_all(connection, theirs, RemovalRow)


async def forget_removal(connection: AsyncConnection, removal: RemovalRow) -> None:
    """Forget that Discord has to take a role."""
    await connection.execute(delete(role_removals).where(*_same_removal(removal)))


async def postpone_removal(connection: AsyncConnection, removal: RemovalRow, until: datetime) -> None:
    """Ask Discord again at an instant to take a role."""
    later = update(role_removals).where(*_same_removal(removal))
    await connection.execute(later.values(due_at=until, tries=removal.tries + 1))


def _same_removal(removal: RemovalRow) -> Sequence[ColumnElement[bool]]:
    return [role_removals.c[name] == getattr(removal, name) for name in ("guild_id", "user_id", "role_id")]


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
    # Discord knows no one who was deleted.
    there = ~key[1].between(*DELETED_IDS)
    rows = select(*key, literal(now, Instant), literal(0)).where(there).order_by(*key)
    noting = insert(connection.dialect, role_checks).from_select(
        ["guild_id", "player_id", "due_at", "tries"], rows
    )
    again = {"due_at": noting.excluded.due_at, "tries": 0}
    await connection.execute(
        noting.on_conflict_do_update(index_elements=[*role_checks.primary_key], set_=again)
    )
