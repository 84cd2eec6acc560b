"""Rows of reviews of finished games."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import put
from bot.store.schema.tables import reviews


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
    return [(row.game_id, row.review) for row in await connection.execute(statement)]
