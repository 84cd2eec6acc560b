"""Recomputes the players' records, the computer's ladder, the ratings, the badges and the opening moves."""

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.opening import opened
from bot.matches.standings import badge_recomputing, openings, recomputing, rerating
from bot.settings import Settings
from engine import puzzles


def recompute(subject: str) -> int:
    """Compute a subject from the games, correct what is stored, and print how many rows were wrong.

    Returns the exit code. The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    print(f"Rows corrected: {asyncio.run(_recomputed(_SUBJECTS[subject]))}")  # noqa: T201 - for the terminal
    return 0


async def _recomputed(compute: Callable[[AsyncConnection], Awaitable[object]]) -> object:
    async with opened(Settings.load()) as database, database.writing() as connection:
        return await compute(connection)


async def _standings(connection: AsyncConnection) -> str:
    corrected = await recomputing.recompute_standings(connection)
    return f"{corrected.records} in the records, {corrected.ladder} in the ladder"


async def _badges(connection: AsyncConnection) -> int:
    return await badge_recomputing.recompute(connection, puzzles())


_SUBJECTS: dict[str, Callable[[AsyncConnection], Awaitable[object]]] = {
    "standings": _standings,
    "ratings": rerating.recompute,
    "badges": _badges,
    "openings": openings.recompute,
}
