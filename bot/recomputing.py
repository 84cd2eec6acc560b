"""Recomputes the standings and the computer's ladder from the games."""

from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from bot.matches.values.games import UNCOUNTED
from bot.settings import SettingError, Settings
from bot.store.connections.database import Database
from bot.store.standings import ladder, standings


@dataclass(frozen=True, slots=True)
class Corrections:
    """How many rows were wrong."""

    standings: int
    ladder: int


async def recompute(settings: Settings) -> Corrections:
    """Compute the counts from the games and correct what is stored. The bot may be running.

    Raises:
        SettingError: the database can't be used.
    """
    database = Database(settings.database())
    try:
        async with database.writing() as connection:
            return Corrections(
                await standings.recompute(connection, map(str, UNCOUNTED)), await ladder.recompute(connection)
            )
    except SQLAlchemyError as error:
        raise SettingError(
            "PYRGA_DATABASE_URL",
            f"The bot can't use the database ({type(error).__name__}).",
            "Check that it's the database this version of the bot runs with.",
        ) from None
    finally:
        await database.close()
