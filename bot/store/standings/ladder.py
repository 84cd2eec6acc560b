"""The computer's ladder: the highest level that each player has beaten without any help."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import (
    COMPUTER_LEVELS,
    OUTSIDE_SERVERS,
    games,
    hints,
    ladder_rungs,
    players,
    taken_back_moves,
)
from bot.store.standings.recomputing import recompute as recompute_table

_COLUMNS = ("pool", "player_id", "level", "wins", "first_won_at")


@dataclass(frozen=True, slots=True)
class RungRow:
    """The highest level that a player has beaten in one guild, and how often."""

    player_id: int
    name: str
    level: int
    wins: int


async def page(connection: AsyncConnection, guild_id: int, *, offset: int, limit: int) -> list[RungRow]:
    """The players of a guild who have beaten the computer without a hint or a takeback.

    The highest level first, then most wins at that level, then the earliest, then by id.
    """
    rungs = ladder_rungs.c
    ranked = (
        select(ladder_rungs)
        .where(rungs.pool == guild_id)
        .order_by(rungs.level.desc(), rungs.wins.desc(), rungs.first_won_at, rungs.player_id)
    )
    # Names are only looked up for this page, not for those before it.
    found = ranked.offset(offset).limit(limit).subquery()
    statement = (
        select(found.c.player_id, players.c.name, found.c.level, found.c.wins)
        .join(players, players.c.id == found.c.player_id)
        .order_by(found.c.level.desc(), found.c.wins.desc(), found.c.first_won_at, found.c.player_id)
    )
    return [RungRow(*row) for row in await connection.execute(statement)]


async def highest_beaten(connection: AsyncConnection, guild_id: int | None, player_id: int) -> int | None:
    """The highest level that a player has beaten without a hint or takeback, in a guild or outside all."""
    pool = OUTSIDE_SERVERS if guild_id is None else guild_id
    rung = (ladder_rungs.c.pool == pool, ladder_rungs.c.player_id == player_id)
    level: int | None = await connection.scalar(select(ladder_rungs.c.level).where(*rung))
    return level


async def count(connection: AsyncConnection, number: int) -> None:
    """Count a game that has just ended, if a person has beaten the computer without help."""
    found = _counted(games.c.id == number)
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


async def recompute(connection: AsyncConnection) -> int:
    """Recount every game, and return how many rows were wrong."""
    return await recompute_table(connection, ladder_rungs, _counted())


def _counted(*conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    won = union_all(_won_by("white", *conditions), _won_by("black", *conditions)).subquery()
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


def _won_by(colour: str, *conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    other = "black" if colour == "white" else "white"
    winner = games.c[f"{colour}_id"]
    with_hints = select(hints.c.game_id).where(hints.c.game_id == games.c.id, hints.c.player_id == winner)
    with_take_backs = select(taken_back_moves.c.game_id).where(taken_back_moves.c.game_id == games.c.id)
    return select(
        func.coalesce(games.c.guild_id, OUTSIDE_SERVERS).label("pool"),
        winner.label("player_id"),
        games.c[f"{other}_id"].label("level"),
        games.c.finished_at,
    ).where(
        games.c.winner == colour,
        winner.not_in(COMPUTER_LEVELS),
        games.c[f"{other}_id"].in_(COMPUTER_LEVELS),
        ~with_hints.exists(),
        ~with_take_backs.exists(),
        *conditions,
    )
