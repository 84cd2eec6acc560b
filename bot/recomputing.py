"""Recomputes the players' records, the computer's ladder and the ratings from the games."""

from bot.matches.standings import recomputing, rerating
from bot.matches.standings.recomputing import Corrections
from bot.opening import opened
from bot.settings import Settings


async def recompute_standings(settings: Settings) -> Corrections:
    """Compute the counts from the games and correct what is stored. The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with opened(settings) as database, database.writing() as connection:
        return await recomputing.recompute_standings(connection)


async def recompute_ratings(settings: Settings) -> int:
    """Compute the ratings from the games and correct what is stored; return how many rows were wrong.

    The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with opened(settings) as database, database.writing() as connection:
        return await rerating.recompute(connection)
