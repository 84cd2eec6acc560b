"""What a host does for a person who can't use ``/pyrga privacy``. The bot may be running."""

import asyncio
import sys
from random import SystemRandom

from bot.clock import SystemClock
from bot.hosting.opening import opened
from bot.matches.games.games import Games
from bot.matches.privacy.deletions import Deletion, Deletions
from bot.matches.privacy.exports import Exports
from bot.settings import Settings


def export_person(person: int) -> int:
    """Print everything that's stored about the person with this Discord id; return the exit code.

    Raises:
        SettingError: the database can't be used.
    """
    exported = asyncio.run(_export(person))
    if exported is None:
        return _nothing_about(person)
    sys.stdout.buffer.write(exported)
    return 0


def delete_person(person: int) -> int:
    """Delete what's stored about the person with this Discord id, and say so; return the exit code.

    If the bot is running, it shows what ended by that.

    Raises:
        SettingError: the database can't be used.
    """
    deletion = asyncio.run(_delete(person))
    if deletion is None:
        return _nothing_about(person)
    ended = f"Games resigned: {len(deletion.games)}, challenges closed: {len(deletion.challenges)}."
    print(f"Deleted. {ended}")  # noqa: T201 - for the terminal
    return 0


async def _export(person: int) -> bytes | None:
    async with opened(Settings.load()) as database:
        return await Exports(database).export(person)


async def _delete(person: int) -> Deletion | None:
    async with opened(Settings.load()) as database:
        clock = SystemClock()
        return await Deletions(database, clock, Games(database, clock), SystemRandom()).delete(person)


def _nothing_about(person: int) -> int:
    print(f"Nothing is stored about {person}.", file=sys.stderr)  # noqa: T201 - for the terminal
    return 1
