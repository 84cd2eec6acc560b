"""The computer's ladder: the highest level that each player has beaten without any help."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    case,
    delete,
    false,
    func,
    literal,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.rows import recompute_table
from bot.store.schema.conditions import counted, is_computer, is_person
from bot.store.schema.tables import EVERYWHERE, games, ladder_rungs
from bot.store.standings.ranked_lists import RankedList, admitted
from bot.store.standings.ratings import pool_of
from bot.values.players import Player
from bot.values.standings import Rung

_COLUMNS = ("pool", "player_id", "level", "wins", "first_won_at")


def ladder(pool: int, without: Collection[int] = ()) -> RankedList[Rung]:
    """Return the players of a pool who have beaten the computer without a hint or a takeback.

    Deleted players and those in ``without`` aren't on it. The ladder of all servers only has those who want
    to be on it.
    """
    rung = ladder_rungs.c
    return RankedList(
        pool=pool,
        listed=[rung.pool == pool, *admitted(rung.player_id, pool, without)],
        highest_first=(rung.level, rung.wins),
        lowest_first=(rung.first_won_at, rung.player_id),
        make=lambda rank, player_id, name, level, wins, **_: Rung(rank, Player(player_id, name), level, wins),
    )


async def highest_beaten(connection: AsyncConnection, guild_id: int | None, *, player_id: int) -> int | None:
    """Return the highest level that a player has beaten without help, in a guild or anywhere."""
    rung = (ladder_rungs.c.pool == pool_of(guild_id), ladder_rungs.c.player_id == player_id)
    level: int | None = await connection.scalar(select(ladder_rungs.c.level).where(*rung))
    return level


async def count(connection: AsyncConnection, number: int) -> None:
    """Count a game that has just ended, if a person has beaten the computer without help."""
    # In the order of the key, so that two games of the same player never wait for each other.
    found = _counted(games.c.id == number).order_by("pool", "player_id")
    statement = insert(connection.dialect, ladder_rungs).from_select(_COLUMNS, found)
    rung, won = ladder_rungs.c, statement.excluded
    is_higher = won.level > rung.level
    is_earlier = won.first_won_at < rung.first_won_at
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["pool", "player_id"],
            set_={
                "level": won.level,
                "wins": case((is_higher, won.wins), else_=rung.wins + won.wins),
                "first_won_at": case((is_higher | is_earlier, won.first_won_at), else_=rung.first_won_at),
            },
            where=won.level >= rung.level,
        )
    )


async def recount(connection: AsyncConnection, pools: Collection[int], player_id: int) -> None:
    """Count all games of a player with the computer again, in these pools."""
    own = ladder_rungs.c.pool.in_(pools), ladder_rungs.c.player_id == player_id
    await connection.execute(delete(ladder_rungs).where(*own))
    rungs = _counted(player_id=player_id).subquery()
    found = select(*(rungs.c[name] for name in _COLUMNS)).where(rungs.c.pool.in_(pools))
    await connection.execute(insert(connection.dialect, ladder_rungs).from_select(_COLUMNS, found))


async def recompute(connection: AsyncConnection) -> int:
    """Recount every game, and return how many rows were wrong."""
    return await recompute_table(connection, ladder_rungs, _counted())


def _counted(*conditions: ColumnElement[bool], player_id: int | None = None) -> Select[*tuple[Any, ...]]:
    won = union_all(
        *(
            _won_by(color, pool, *conditions, player_id=player_id)
            for color in ("white", "black")
            for pool in (literal(EVERYWHERE), games.c.guild_id)
        )
    ).subquery()
    player = (won.c.pool, won.c.player_id)
    levels = (
        select(
            *player,
            won.c.level,
            func.count().label("wins"),
            func.min(won.c.finished_at).label("first_won_at"),
            func.max(won.c.level).over(partition_by=player).label("highest"),
        )
        .group_by(*player, won.c.level)
        .subquery()
    )
    columns = (levels.c[name] for name in _COLUMNS)
    return select(*columns).where(levels.c.level == levels.c.highest)


def _won_by(
    color: str, pool: ColumnElement[Any], *conditions: ColumnElement[bool], player_id: int | None
) -> Select[*tuple[Any, ...]]:
    other = "black" if color == "white" else "white"
    winner = games.c[f"{color}_id"]
    return select(
        pool.label("pool"),
        winner.label("player_id"),
        games.c[f"{other}_id"].label("level"),
        games.c.finished_at,
    ).where(
        pool.is_not(None),
        counted(),
        games.c.winner == color,
        is_person(winner),
        is_computer(games.c[f"{other}_id"]),
        games.c[f"{color}_helped"].is_(false()),
        *conditions,
        *([] if player_id is None else [winner == player_id]),
    )
