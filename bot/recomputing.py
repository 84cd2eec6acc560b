"""Recomputes the players' records, the computer's ladder and the ratings from the games."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.standings import recomputing, rerating
from bot.matches.standings.recomputing import Corrections
from bot.settings import SettingError, Settings
from bot.store.connections.database import Database


async def recompute_standings(settings: Settings) -> Corrections:
    """Compute the counts from the games and correct what is stored. The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with _writing(settings) as connection:
        return await recomputing.recompute_standings(connection)


async def recompute_ratings(settings: Settings) -> int:
    """Compute the ratings from the games and correct what is stored; return how many rows were wrong.

    The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with _writing(settings) as connection:
        return await rerating.recompute(connection)


@asynccontextmanager
async def _writing(settings: Settings) -> AsyncIterator[AsyncConnection]:
    database = Database(settings.database())
    try:
        async with database.writing() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't use the database ({type(error).__name__}).",
            "Check that it's the database this version of the bot runs with.",
        ) from None
    finally:
        await database.close()
