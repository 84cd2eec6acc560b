"""Recomputes the standings, the computer's ladder and the ratings from the games."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.standings import ratings
from bot.matches.values.games import UNCOUNTED
from bot.settings import SettingError, Settings
from bot.store.connections.database import Database
from bot.store.standings import ladder, standings


@dataclass(frozen=True, slots=True)
class Corrections:
    """How many rows were wrong."""

    standings: int
    ladder: int


async def recompute_standings(settings: Settings) -> Corrections:
    """Compute the counts from the games and correct what is stored. The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with _writing(settings) as connection:
        return Corrections(
            await standings.recompute(connection, map(str, UNCOUNTED)), await ladder.recompute(connection)
        )


async def recompute_ratings(settings: Settings) -> int:
    """Compute the ratings from the games and correct what is stored; return how many rows were wrong.

    The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    async with _writing(settings) as connection:
        return await ratings.recompute(connection)


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
