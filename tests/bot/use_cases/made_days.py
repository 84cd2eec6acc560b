"""Days whose game is known, so that no solver has to make it."""

from datetime import date
from typing import Any, Final

from bot.store import daily_games
from bot.store.connections.database import Database
from bot.values.game.daily_games import Day
from engine import Position, Ruleset, Solution

COURSE: Final = "Sd3 Cd4 Td4w Sc4 Cb4 Sb4"
"""It leads to a drawn position."""


def made_day(day: date, *, level: int = 4, course: str = COURSE) -> Day:
    """Return what everyone plays on a day."""
    return Day(day, Ruleset.PYRGA, course, level, seed=1)


async def make_day(database: Database, day: date) -> Day:
    """Store what everyone plays on a day, and return it."""
    made = made_day(day)
    await database.write(daily_games.add, made)
    return made


class NoSolver:
    """A host without a computer: nothing may ask it."""

    async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
        raise AssertionError(position, player_id, wanted)
