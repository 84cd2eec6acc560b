"""How two players have done against each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.names import account_name
from bot.store.rows import fetch_all
from bot.store.schema.conditions import counted
from bot.store.schema.tables import games
from bot.store.standings.records import result_with


@dataclass(frozen=True, slots=True)
class Pair:
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


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A finished game between two players, with its boards as stored.

    The names are those at the time, where it was played, and those of the players' accounts.
    """

    id: int
    created_at: datetime
    boards: str
    white_id: int
    white_name: str
    black_id: int
    black_name: str
    ruleset: str
    winner: str | None
    reason: str
    finished_at: datetime
    white_account_name: str
    black_account_name: str


async def results(connection: AsyncConnection, pair: Pair) -> list[ResultsRow]:
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


async def latest(connection: AsyncConnection, pair: Pair, limit: int) -> list[MeetingRow]:
    """Return the last games of a pair, the latest first."""
    order = games.c.finished_at.desc(), games.c.id.desc()
    walks = (
        select(games.c.id).where(*conditions).order_by(*order).limit(limit).subquery()
        for _, conditions in _sides(pair)
    )
    found = union_all(*(select(walk.c.id) for walk in walks))
    columns = (games.c[name] for name in MeetingRow.__slots__ if name in games.c)
    accounts = (
        account_name(games.c[f"{side}_id"]).label(f"{side}_account_name") for side in ("white", "black")
    )
    statement = select(*columns, *accounts).where(games.c.id.in_(found)).order_by(*order).limit(limit)
    return await fetch_all(connection, statement, MeetingRow)


def _sides(pair: Pair) -> Iterator[tuple[str, list[ColumnElement[bool]]]]:
    """Yield the first player's colors, each with the condition that they had it in a game of the pair."""
    among = [counted()]
    if not pair.everywhere:
        among.append(games.c.guild_id == pair.guild_id)
    one, other = pair.player_id, pair.other_id
    yield "white", [games.c.white_id == one, games.c.black_id == other, *among]
    yield "black", [games.c.white_id == other, games.c.black_id == one, *among]
