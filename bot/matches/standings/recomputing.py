"""Recomputes, from the games, everything that's kept about players."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.standings import accuracies, badge_recomputing, openings, rerating
from bot.matches.values.games import UNCOUNTED
from bot.store.standings import badges, ladder, records
from bot.store.standings import openings as opening_rows
from engine import puzzles


@dataclass(frozen=True, slots=True)
class Corrections:
    """How many rows were wrong."""

    records: int
    ladder: int


async def recompute_standings(connection: AsyncConnection) -> Corrections:
    """Recount all records and the computer's ladder, and correct what's stored."""
    wrong_records = await records.recompute(connection, map(str, UNCOUNTED))
    return Corrections(wrong_records, await ladder.recompute(connection))


async def recompute_all(connection: AsyncConnection) -> None:
    """Recompute everything, because a migration may have changed how it's kept.

    Badges and opening moves are only recomputed if there are none yet: that takes the longest, and their
    rules rarely change.
    """
    await recompute_standings(connection)
    await rerating.recompute(connection)
    await accuracies.recompute(connection)
    if not await badges.are_kept(connection):
        await badge_recomputing.recompute(connection, puzzles())
    if not await opening_rows.are_kept(connection):
        await openings.recompute(connection)
