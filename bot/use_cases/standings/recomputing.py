"""Recomputes, from the games, what's kept about players."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.standings import leaderboards, records
from bot.use_cases.standings import profiles, ratings


async def recompute_standings(connection: AsyncConnection) -> tuple[int, int]:
    """Recount all records and the computer's ladder; return how many rows of each were wrong."""
    wrong_records = await records.recompute(connection)
    return wrong_records, await leaderboards.recompute_ladder(connection)


async def recompute_after_migration(connection: AsyncConnection) -> None:
    """Recompute what's kept, because a migration may have changed how it's computed.

    Badges and opening moves aren't recomputed: that takes the longest, and their rules rarely change.
    """
    await recompute_standings(connection)
    await ratings.recompute(connection)
    await profiles.recompute(connection)
