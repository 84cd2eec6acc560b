"""How games between people ended: how many of each player's ended how, and those of two against each other.

A pool is a guild's id, or ``EVERYWHERE`` for all games wherever they're played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Dialect,
    Insert,
    Select,
    bindparam,
    case,
    delete,
    func,
    literal,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import insert
from bot.store.game_rows import fetch_games, select_games
from bot.store.rows import fetch_all, recompute_table
from bot.store.schema.conditions import OF_PEOPLE, counted
from bot.store.schema.tables import EVERYWHERE, games, records
from bot.values.game.game import Game

_KEY = ("pool", "player_id", "ruleset", "color", "result", "reason")


@dataclass(frozen=True, slots=True)
class RecordRow:
    """How many games of a ruleset a player has won, drawn or lost (``result``) with a color for a reason."""

    ruleset: str
    color: str
    result: str
    reason: str
    games: int


async def of_player(connection: AsyncConnection, pool: int, *, player_id: int) -> list[RecordRow]:
    """Return the whole record of a player in a pool."""
    columns = (records.c[name] for name in RecordRow.__slots__)
    statement = select(*columns).where(records.c.pool == pool, records.c.player_id == player_id)
    return await fetch_all(connection, statement, RecordRow)


def result_with(color: str) -> ColumnElement[str]:
    """Return how a finished game ended for the player of a color: ``win``, ``draw`` or ``loss``."""
    return case((games.c.winner == color, "win"), (games.c.winner.is_(None), "draw"), else_="loss")


async def count(connection: AsyncConnection, number: int) -> None:
    """Count a game that has just ended, if it counts, for both of its players.

    Games with the computer don't.
    """
    await connection.execute(_counting(connection.dialect), {"number": number})


async def uncount(connection: AsyncConnection, number: int) -> None:
    """Undo what ``count`` did for a game that still counts."""
    found = _counted(games.c.id == number).subquery()
    own = [found.c[name] for name in _KEY]
    keys = [tuple(row) for row in await connection.execute(select(*own))]
    await connection.execute(_adding(connection.dialect, select(*own, -found.c.games)))
    changed = tuple_(*(records.c[name] for name in _KEY)).in_(keys)
    await connection.execute(delete(records).where(changed, records.c.games == 0))


async def recompute(connection: AsyncConnection) -> int:
    """Recount every game, and return how many rows were wrong."""
    return await recompute_table(connection, records, _counted())


@lru_cache(maxsize=2)
def _counting(dialect: Dialect) -> Insert:
    """Return the statement of ``count``. Building it costs much more than running it."""
    return _adding(dialect, _counted(games.c.id == bindparam("number")))


def _adding(dialect: Dialect, found: Select[*tuple[Any, ...]]) -> Insert:
    # In the order of the key, so that two games between the same players never wait for each other.
    ordered = found.order_by(*_KEY)
    statement = insert(dialect, records).from_select([*_KEY, "games"], ordered)
    risen = {"games": records.c.games + statement.excluded.games}
    return statement.on_conflict_do_update(index_elements=_KEY, set_=risen)


def _counted(*conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    sides = union_all(
        *(
            _side(color, pool, *conditions)
            for color in ("white", "black")
            for pool in (literal(EVERYWHERE), games.c.guild_id)
        )
    ).subquery()
    key = [sides.c[name] for name in _KEY]
    return select(*key, func.count().label("games")).group_by(*key)


def _side(color: str, pool: ColumnElement[Any], *conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    return select(
        pool.label("pool"),
        games.c[f"{color}_id"].label("player_id"),
        games.c.ruleset,
        literal(color).label("color"),
        result_with(color).label("result"),
        games.c.reason,
    ).where(pool.is_not(None), counted(), OF_PEOPLE, *conditions)


@dataclass(frozen=True, slots=True)
class TwoPlayers:
    """Two players and their games that count.

    With ``everywhere``, these are all their games; otherwise those in a guild, or outside guilds if it's
    None.
    """

    player_id: int
    other_id: int
    guild_id: int | None
    everywhere: bool


@dataclass(frozen=True, slots=True)
class ResultsRow:
    """How many games of a ruleset one of two players has won, drawn or lost (``result``) with a color."""

    ruleset: str
    color: str
    result: str
    games: int


async def results_between(connection: AsyncConnection, pair: TwoPlayers) -> list[ResultsRow]:
    """Return the results of the first player against the other."""
    sides = (
        select(
            games.c.ruleset,
            literal(color).label("color"),
            result_with(color).label("result"),
        ).where(*conditions)
        for color, conditions in _sides(pair)
    )
    one = union_all(*sides).subquery()
    key = one.c.ruleset, one.c.color, one.c.result
    statement = select(*key, func.count().label("games")).group_by(*key)
    return await fetch_all(connection, statement, ResultsRow)


async def meetings(connection: AsyncConnection, pair: TwoPlayers, limit: int) -> list[Game]:
    """Return the last games of a pair, the latest first."""
    order = games.c.finished_at.desc(), games.c.id.desc()
    walks = (
        select(games.c.id).where(*conditions).order_by(*order).limit(limit).subquery()
        for _, conditions in _sides(pair)
    )
    found = union_all(*(select(walk.c.id) for walk in walks))
    chosen = select(games.c.id).where(games.c.id.in_(found)).order_by(*order).limit(limit)
    return await fetch_games(connection, select_games(chosen=chosen).order_by(*order))


def _sides(pair: TwoPlayers) -> Iterator[tuple[str, list[ColumnElement[bool]]]]:
    """Yield the first player's colors, each with the condition that they had it in a game of the pair."""
    among = [counted()]
    if not pair.everywhere:
        among.append(games.c.guild_id == pair.guild_id)
    one, other = pair.player_id, pair.other_id
    yield "white", [games.c.white_id == one, games.c.black_id == other, *among]
    yield "black", [games.c.white_id == other, games.c.black_id == one, *among]
