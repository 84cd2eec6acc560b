"""Rows of what was recently shared in a channel, of games and from analysis boards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import hold_in_key_order
from bot.store.rows import add_new
from bot.store.schema.tables import shares

BEFORE_PART: Final = ":"
"""What comes between the number of a game and what was shared of it."""


async def is_shared(connection: AsyncConnection, subject: str, channel_id: int, since: datetime) -> bool:
    """Return whether this was shared in a channel since then, or is being shared."""
    found = select(exists().where(*_shared_there(subject, channel_id), shares.c.shared_at >= since))
    return bool(await connection.scalar(found))


async def claim(connection: AsyncConnection, subject: str, channel_id: int, now: datetime) -> bool:
    """Claim the sharing of this in a channel. False if someone already has."""
    return await add_new(connection, shares, subject=subject, channel_id=channel_id, shared_at=now)


async def release(connection: AsyncConnection, subject: str, channel_id: int) -> None:
    """Release what was claimed and not shared."""
    await connection.execute(delete(shares).where(*_shared_there(subject, channel_id)))


async def forget(connection: AsyncConnection, before: datetime) -> None:
    """Delete what was shared before then."""
    await _forget(connection, shares.c.shared_at < before)


async def forget_games(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Delete what was shared of these games, of which there is at least one."""
    await _forget(connection, or_(*(shares.c.subject.between(*_parts_of(number)) for number in numbers)))


async def _forget(connection: AsyncConnection, chosen: ColumnElement[bool]) -> None:
    await hold_in_key_order(connection, shares, chosen)
    await connection.execute(delete(shares).where(chosen))


def _parts_of(number: int) -> tuple[str, str]:
    """Return the first and the last text that the parts of a game can have: a range, which an index finds."""
    return f"{number}{BEFORE_PART}", f"{number}{BEFORE_PART}~"


def _shared_there(subject: str, channel_id: int) -> tuple[ColumnElement[bool], ...]:
    return shares.c.subject == subject, shares.c.channel_id == channel_id
