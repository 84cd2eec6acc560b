"""Recomputes the players' records, the computer's ladder, the ratings, the badges and the opening moves."""

from bot.matches.standings import badge_recomputing, openings, recomputing, rerating
from bot.matches.standings.recomputing import Corrections
from bot.opening import opened
from bot.settings import Settings
from engine import puzzles


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


async def recompute_badges(settings: Settings) -> int:
    """Compute the badges from games, reviews and puzzles and correct what is stored.

    Returns how many rows were wrong. The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with opened(settings) as database, database.writing() as connection:
        return await badge_recomputing.recompute(connection, puzzles())


async def recompute_openings(settings: Settings) -> int:
    """Count the opening moves of the games and correct what is stored; return how many rows were wrong.

    The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with opened(settings) as database, database.writing() as connection:
        return await openings.recompute(connection)
