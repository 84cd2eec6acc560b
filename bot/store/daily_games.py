"""Rows of the games of the day: what everyone plays on each day, and who has begun theirs."""

from datetime import date
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import add_new, fetch_all, fetch_one, values_of
from bot.store.schema.conditions import FINISHED
from bot.store.schema.tables import daily_games, daily_starts, games
from bot.values.game.daily_games import Day
from bot.values.game.fair_play import Protected
from engine import Ruleset

_COLUMNS: Final = tuple(daily_starts.c[name] for name in Day.__slots__)


def _day(ruleset: str, **facts: object) -> Day:
    return Day(ruleset=Ruleset(ruleset), **facts)  # type: ignore[arg-type]  # as the columns have them


async def fetch(connection: AsyncConnection, day: date) -> Day | None:
    """Return what everyone plays on a day; None if that isn't known."""
    return await fetch_one(connection, select(*_COLUMNS).where(daily_starts.c.day == day), _day)


async def protected(connection: AsyncConnection, day: date) -> Protected | None:
    """Return the start of a day's game as something whose values aren't shown; None if it isn't known."""
    found = await fetch(connection, day)
    return None if found is None else Protected(found.ruleset, found.course, day=day)


async def before(connection: AsyncConnection, day: date) -> list[Day]:
    """Return what was played on all earlier days."""
    return await fetch_all(connection, select(*_COLUMNS).where(daily_starts.c.day < day), _day)


async def add(connection: AsyncConnection, day: Day) -> None:
    """Store what everyone plays on a day, unless that's known."""
    await add_new(connection, daily_starts, **values_of(day))


async def game_of(connection: AsyncConnection, player_id: int, day: date) -> int | None:
    """Return the number of a player's game of a day, if they've begun it."""
    theirs = (daily_games.c.player_id == player_id, daily_games.c.day == day)
    number: int | None = await connection.scalar(select(daily_games.c.game_id).where(*theirs))
    return number


async def running_of(connection: AsyncConnection, player_id: int) -> int | None:
    """Return the number of a player's earliest game of a day that isn't over; None if there's none."""
    theirs = select(daily_games.c.game_id).join(games, games.c.id == daily_games.c.game_id)
    running = theirs.where(daily_games.c.player_id == player_id, ~FINISHED).order_by(daily_games.c.day)
    number: int | None = await connection.scalar(running.limit(1))
    return number


async def begin(connection: AsyncConnection, day: date, *, player_id: int, game_id: int) -> None:
    """Store that this is a player's game of a day."""
    await add_new(connection, daily_games, player_id=player_id, day=day, game_id=game_id)


async def last_day_of(connection: AsyncConnection, player_id: int) -> date | None:
    """Return the last day whose game a player has begun."""
    theirs = select(daily_games.c.day).where(daily_games.c.player_id == player_id)
    last: date | None = await connection.scalar(theirs.order_by(daily_games.c.day.desc()).limit(1))
    return last


async def has_finished(connection: AsyncConnection, player_id: int, day: date) -> bool:
    """Return whether a player's game of a day is over."""
    theirs = (daily_games.c.player_id == player_id, daily_games.c.day == day, FINISHED)
    found = select(games.c.id).join(daily_games, daily_games.c.game_id == games.c.id).where(*theirs)
    return await connection.scalar(found) is not None
