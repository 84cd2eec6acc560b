"""Seasons of guilds, and the leaderboards at their ends."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns
from bot.store.names import name_in
from bot.store.rows import add_row, fetch_one, fetch_rows
from bot.store.schema.conditions import RUNNING_SEASON, SEASON_TO_ANNOUNCE, WITH_MONTHLY_SEASONS
from bot.store.schema.tables import guilds, players, season_places, seasons
from bot.values.standings import FinalPlace, Season

_PLACE: Final = Columns(FinalPlace, season_places)
_COLUMNS = tuple(seasons.c[name] for name in Season.__slots__)


async def running(connection: AsyncConnection, guild_id: int) -> Season | None:
    return await fetch_one(connection, _of(guild_id).where(RUNNING_SEASON), Season)


async def start(connection: AsyncConnection, guild_id: int, now: datetime) -> Season:
    """Store that the next season of a known guild begins; none may be running."""
    last = select(func.coalesce(func.max(seasons.c.number), 0)).where(seasons.c.guild_id == guild_id)
    number = int((await connection.execute(last)).scalar_one()) + 1
    added = await add_row(connection, seasons, {"guild_id": guild_id, "number": number, "started_at": now})
    return Season(added, guild_id, number, now, None)


async def end(connection: AsyncConnection, season_id: int, now: datetime) -> None:
    """Store that a season is over, and that its end has to be announced where its guild announces results."""
    channel = (
        select(guilds.c.announcement_channel_id).where(guilds.c.id == seasons.c.guild_id).scalar_subquery()
    )
    await connection.execute(
        update(seasons).where(seasons.c.id == season_id).values(ended_at=now, announcement_channel_id=channel)
    )


async def keep_places(
    connection: AsyncConnection, season_id: int, ruleset: str, places: Sequence[FinalPlace]
) -> None:
    """Store the leaderboard of a ruleset at the end of a season."""
    rows = [{"season_id": season_id, "ruleset": ruleset, **_PLACE.write(place)} for place in places]
    if rows:
        await connection.execute(insert(season_places), rows)


async def places_of(
    connection: AsyncConnection, season_id: int, ruleset: str, *, limit: int
) -> list[FinalPlace]:
    """Return the first places of the leaderboard of a ruleset at the end of a season."""
    statement = (
        select(season_places, name_in(seasons.c.guild_id, players).label("player_name"))
        .join(players, players.c.id == season_places.c.player_id)
        .join(seasons, seasons.c.id == season_places.c.season_id)
        .where(season_places.c.season_id == season_id, season_places.c.ruleset == ruleset)
        .order_by(season_places.c.rank)
        .limit(limit)
    )
    return [_PLACE.read(row) for row in await fetch_rows(connection, statement)]


async def fetch(connection: AsyncConnection, number: int, *, guild_id: int) -> Season | None:
    return await fetch_one(connection, _of(guild_id).where(seasons.c.number == number), Season)


async def newest(connection: AsyncConnection, guild_id: int) -> Season | None:
    """Return the guild's season that began last."""
    last = _of(guild_id).order_by(seasons.c.number.desc()).limit(1)
    return await fetch_one(connection, last, Season)


def _of(guild_id: int) -> Select[Any]:
    return select(*_COLUMNS).where(seasons.c.guild_id == guild_id)


async def to_announce(connection: AsyncConnection, limit: int) -> list[tuple[Season, int]]:
    """Return seasons whose end has to be announced, each with the channel."""
    statement = (
        select(*_COLUMNS, seasons.c.announcement_channel_id)
        .where(SEASON_TO_ANNOUNCE)
        .order_by(seasons.c.id)
        .limit(limit)
    )
    rows = (await connection.execute(statement)).mappings()
    return [
        (Season(**{name: row[name] for name in Season.__slots__}), row["announcement_channel_id"])
        for row in rows
    ]


async def mark_announced(connection: AsyncConnection, season_id: int) -> None:
    """Store that the end of a season was announced, or can't be."""
    await connection.execute(
        update(seasons).where(seasons.c.id == season_id).values(announcement_channel_id=None)
    )


async def due(connection: AsyncConnection, month: datetime) -> list[int]:
    """Return guilds with monthly seasons that have no season, or one that began before this month."""
    in_month = (
        select(seasons.c.id)
        .where(seasons.c.guild_id == guilds.c.id, RUNNING_SEASON, seasons.c.started_at >= month)
        .exists()
    )
    statement = select(guilds.c.id).where(WITH_MONTHLY_SEASONS, ~in_month).order_by(guilds.c.id)
    return [*await connection.scalars(statement)]
