"""Recomputes, from the games, what's kept about players."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match.match import UNCOUNTED
from bot.matches.standings import profiles, ratings
from bot.store.standings import ladder, records


@dataclass(frozen=True, slots=True)
class Corrections:
    """How many rows were wrong."""

    records: int
    ladder: int


async def recompute_standings(connection: AsyncConnection) -> Corrections:
    """Recount all records and the computer's ladder, and correct what's stored."""
    wrong_records = await records.recompute(connection, map(str, UNCOUNTED))
    return Corrections(wrong_records, await ladder.recompute(connection))


async def recompute_after_migration(connection: AsyncConnection) -> None:
    """Recompute what's kept, because a migration may have changed how it's computed.

    Badges and opening moves aren't recomputed: that takes the longest, and their rules rarely change.
    """
    await recompute_standings(connection)
    await ratings.recompute(connection)
    await profiles.recompute(connection)
