"""Rows of reviews of finished games."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import reviews, shared_reviews


async def fetch(connection: AsyncConnection, number: int) -> str | None:
    """The review of a game in its text form, or None if there is none yet."""
    review: str | None = await connection.scalar(select(reviews.c.review).where(reviews.c.game_id == number))
    return review


async def keep(connection: AsyncConnection, number: int, review: str, now: datetime) -> None:
    """Store the review of a game in place of an earlier one."""
    values = {"review": review, "made_at": now}
    row = insert(connection.dialect, reviews).values(game_id=number, **values)
    await connection.execute(row.on_conflict_do_update(index_elements=["game_id"], set_=values))


async def is_shared(connection: AsyncConnection, number: int, channel_id: int) -> bool:
    """Whether the review of a game was shared in a channel, or is being shared."""
    return bool(await connection.scalar(select(exists().where(*_shared_there(number, channel_id)))))


async def claim_sharing(connection: AsyncConnection, number: int, channel_id: int, now: datetime) -> bool:
    """Claim the sharing of a game's review in a channel. False if someone already has."""
    row = insert(connection.dialect, shared_reviews).values(
        game_id=number, channel_id=channel_id, shared_at=now
    )
    claiming = row.on_conflict_do_nothing(index_elements=["game_id", "channel_id"])
    return (await connection.execute(claiming.returning(shared_reviews.c.game_id))).first() is not None


async def release_sharing(connection: AsyncConnection, number: int, channel_id: int) -> None:
    """Release what was claimed and not shared."""
    await connection.execute(delete(shared_reviews).where(*_shared_there(number, channel_id)))


def _shared_there(number: int, channel_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return shared_reviews.c.game_id == number, shared_reviews.c.channel_id == channel_id
