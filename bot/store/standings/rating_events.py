"""The order of everything that changed ratings: games, and the ends of seasons."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections import statements
from bot.store.rows import fetch_all
from bot.store.schema.tables import games, outdated_ratings, rating_events, seasons


@dataclass(frozen=True, slots=True)
class RatedGameRow:
    """A game that changed ratings; ``event_id`` is its number among all rating events."""

    event_id: int
    game_id: int
    guild_id: int | None
    ruleset: str
    white_id: int
    black_id: int
    winner: str | None
    finished_at: datetime


async def add_game(connection: AsyncConnection, game_id: int, ruleset: str) -> int:
    """Store a game as the latest event that changed ratings, and return the event's number."""
    return await _add(connection, game_id=game_id, ruleset=ruleset)


async def add_restart(connection: AsyncConnection, season_id: int) -> int:
    """Store the end of a season as the latest event that changed ratings, and return the event's number."""
    return await _add(connection, season_id=season_id)


async def _add(connection: AsyncConnection, **values: object) -> int:
    statement = insert(rating_events).values(**values).returning(rating_events.c.id)
    return int((await connection.execute(statement)).scalar_one())


async def find_game(connection: AsyncConnection, game_id: int) -> int | None:
    """Return the event of a game that changed ratings; None if it didn't."""
    statement = select(rating_events.c.id).where(rating_events.c.game_id == game_id)
    found: int | None = await connection.scalar(statement)
    return found


async def remove(connection: AsyncConnection, event_id: int) -> None:
    """Delete an event, once nothing refers to it."""
    await connection.execute(delete(rating_events).where(rating_events.c.id == event_id))


async def games_after(
    connection: AsyncConnection, ruleset: str, event_id: int, *, limit: int
) -> list[RatedGameRow]:
    """Return the games of a ruleset that changed ratings after an event, in order, up to ``limit``."""
    columns = (games.c[name] for name in RatedGameRow.__slots__[2:])
    statement = (
        select(rating_events.c.id.label("event_id"), rating_events.c.game_id, *columns)
        .join(games, games.c.id == rating_events.c.game_id)
        .where(rating_events.c.ruleset == ruleset, rating_events.c.id > event_id)
        .order_by(rating_events.c.id)
        .limit(limit)
    )
    return await fetch_all(connection, statement, RatedGameRow)


async def restarts(connection: AsyncConnection, pools: Collection[int]) -> list[tuple[int, int]]:
    """Return the ends of all seasons of these guilds, in order, each as its guild's pool and its event."""
    statement = (
        select(seasons.c.guild_id.label("pool"), rating_events.c.id.label("event_id"))
        .join(seasons, seasons.c.id == rating_events.c.season_id)
        .where(seasons.c.guild_id.in_(pools))
        .order_by(rating_events.c.id)
    )
    return [(row.pool, row.event_id) for row in await connection.execute(statement)]


async def mark_outdated(connection: AsyncConnection, ruleset: str, event_id: int) -> None:
    """Store that the games of a ruleset after an event have to be rated again."""
    statement = statements.insert(connection.dialect, outdated_ratings).values(
        ruleset=ruleset, after_event_id=event_id
    )
    earlier = statement.excluded.after_event_id < outdated_ratings.c.after_event_id
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["ruleset"],
            set_={"after_event_id": statement.excluded.after_event_id},
            where=earlier,
        )
    )


async def next_outdated(connection: AsyncConnection) -> tuple[str, int] | None:
    """Return a ruleset, and the event after which its games have to be rated again; or None."""
    row = (await connection.execute(select(outdated_ratings).limit(1))).one_or_none()
    return None if row is None else (row.ruleset, row.after_event_id)


async def rerated(connection: AsyncConnection, ruleset: str, event_id: int | None) -> None:
    """Store that the games of a ruleset have been rated again up to an event, or all of them."""
    await connection.execute(delete(outdated_ratings).where(outdated_ratings.c.ruleset == ruleset))
    if event_id is not None:
        await connection.execute(insert(outdated_ratings).values(ruleset=ruleset, after_event_id=event_id))


async def mark_all_rerated(connection: AsyncConnection) -> None:
    """Store that nothing is left to rate again."""
    await connection.execute(delete(outdated_ratings))
