"""What a host does for a person who can't use ``/pyrga privacy``. The bot may be running."""

from random import SystemRandom

from bot.clock import SystemClock
from bot.matches.games.games import Games
from bot.matches.privacy.deletions import Deletion, Deletions
from bot.matches.privacy.exports import Exports
from bot.opening import opened
from bot.settings import Settings


async def export_person(settings: Settings, person: int) -> bytes | None:
    """Return everything that's stored about the person with this Discord id; None if that's nothing.

    Raises:
        SettingError: the database can't be used.
    """
    async with opened(settings) as database:
        return await Exports(database).export(person)


async def delete_person(settings: Settings, person: int) -> Deletion | None:
    """Delete what's stored about the person with this Discord id; None if that's nothing.

    If the bot is running, it shows what ended by that.

    Raises:
        SettingError: the database can't be used.
    """
    async with opened(settings) as database:
        clock = SystemClock()
        return await Deletions(database, clock, Games(database, clock), SystemRandom()).delete(person)
