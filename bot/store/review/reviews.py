"""Rows of reviews of finished games, and of what was shared of a game in a channel."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import add_new, put
from bot.store.schema.tables import reviews, shares


async def fetch(connection: AsyncConnection, number: int) -> str | None:
    """Return the review of a game in its text form, or None if there is none yet."""
    review: str | None = await connection.scalar(select(reviews.c.review).where(reviews.c.game_id == number))
    return review


async def keep(connection: AsyncConnection, number: int, review: str, now: datetime) -> None:
    """Store the review of a game in place of an earlier one."""
    await put(connection, reviews, {"game_id": number}, review=review, made_at=now)


async def after(connection: AsyncConnection, number: int, *, limit: int) -> list[tuple[int, str]]:
    """Return the first ``limit`` reviews of games with higher numbers, with their numbers, in order."""
    statement = (
        select(reviews.c.game_id, reviews.c.review)
        .where(reviews.c.game_id > number)
        .order_by(reviews.c.game_id)
        .limit(limit)
    )
    return [(game_id, review) for game_id, review in await connection.execute(statement)]


async def is_shared(connection: AsyncConnection, number: int, ply: int, channel_id: int) -> bool:
    """Return whether this was shared in a channel, or is being shared."""
    return bool(await connection.scalar(select(exists().where(*_shared_there(number, ply, channel_id)))))


async def claim_share(
    connection: AsyncConnection, number: int, ply: int, channel_id: int, now: datetime
) -> bool:
    """Claim the sharing of this in a channel. False if someone already has."""
    return await add_new(connection, shares, game_id=number, ply=ply, channel_id=channel_id, shared_at=now)


async def release_share(connection: AsyncConnection, number: int, ply: int, channel_id: int) -> None:
    """Release what was claimed and not shared."""
    await connection.execute(delete(shares).where(*_shared_there(number, ply, channel_id)))


def _shared_there(number: int, ply: int, channel_id: int) -> tuple[ColumnElement[bool], ...]:
    return shares.c.game_id == number, shares.c.ply == ply, shares.c.channel_id == channel_id
