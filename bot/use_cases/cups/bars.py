"""Who can't join cups for a while, because they didn't show up in one."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.settings import players
from bot.use_cases.challenges.limits import KeptLimits

_SHORTEST: Final = timedelta(days=7)
_LONGEST: Final = timedelta(days=60)


def bar_after(no_shows: int) -> timedelta:
    """Return how long someone is barred after so many times.

    >>> [bar_after(no_shows).days for no_shows in range(1, 7)]
    [7, 14, 28, 56, 60, 60]
    """
    return min(_SHORTEST * (1 << min(no_shows - 1, 9)), _LONGEST)


async def barred_until(connection: AsyncConnection, player_id: int, now: datetime) -> datetime | None:
    """Return until when a player can't join cups; None if they can."""
    _, until = await players.fetch_no_shows(connection, player_id)
    kept = (await KeptLimits().between(connection, player_id, other_id=None, now=now)).barred_until
    return max((at for at in (until, kept) if at is not None and at > now), default=None)


async def bar(connection: AsyncConnection, player_id: int, now: datetime) -> None:
    """Bar a player who didn't show up, for longer each time."""
    count, _ = await players.fetch_no_shows(connection, player_id)
    before = (await KeptLimits().between(connection, player_id, other_id=None, now=now)).no_shows
    until = now + bar_after(count + before + 1)
    await players.keep_no_shows(connection, count + 1, until, player_id=player_id)


async def lift_bars(connection: AsyncConnection, player_ids: Sequence[int]) -> None:
    """Forget that these players didn't show up, because they've finished a cup."""
    await players.clear_no_shows(connection, player_ids)
    await KeptLimits().forget_no_shows(connection, player_ids)
