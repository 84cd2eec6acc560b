"""How two players have done against each other."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Label, Select, case, func, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import EVERYWHERE, games

_COUNTS = ("wins", "draws", "losses")


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """How many of their games against each other one of two players has won, drawn and lost."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players and their finished games in a pool, but none that ended for a reason in ``uncounted``."""

    pool: int
    player_id: int
    other_id: int
    uncounted: Collection[str]


@dataclass(frozen=True, slots=True)
class ResultsRow:
    """How many games of a ruleset one of two players, with a color, has won, drawn or lost (``result``)."""

    ruleset: str
    colour: str
    result: str
    games: int


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A finished game between two players, with the names that they had."""

    id: int
    guild_id: int | None
    channel_id: int
    message_id: int | None
    white_id: int
    white_name: str
    black_id: int
    black_name: str
    ruleset: str
    winner: str | None
    reason: str
    finished_at: datetime


async def results(connection: AsyncConnection, pair: Pair) -> list[ResultsRow]:
    """The results of the first player against the other."""
    sides = (
        select(
            games.c.ruleset,
            literal(colour).label("colour"),
            case((games.c.winner == colour, "win"), (games.c.winner.is_(None), "draw"), else_="loss").label(
                "result"
            ),
        ).where(*conditions)
        for colour, conditions in _sides(pair)
    )
    one = union_all(*sides).subquery()
    key = one.c.ruleset, one.c.colour, one.c.result
    statement = select(*key, func.count()).group_by(*key)
    return [ResultsRow(*row) for row in await connection.execute(statement)]


async def latest(connection: AsyncConnection, pair: Pair, limit: int) -> list[MeetingRow]:
    """The last games of a pair, the latest first."""
    order = games.c.finished_at.desc(), games.c.id.desc()
    walks = (
        select(games.c.id).where(*conditions).order_by(*order).limit(limit).subquery()
        for _, conditions in _sides(pair)
    )
    found = union_all(*(select(walk.c.id) for walk in walks))
    columns = (games.c[name] for name in MeetingRow.__slots__)
    statement = select(*columns).where(games.c.id.in_(found)).order_by(*order).limit(limit)
    return [MeetingRow(*row) for row in await connection.execute(statement)]


def _sides(pair: Pair) -> Iterator[tuple[str, list[ColumnElement[bool]]]]:
    """The first player's colors, each with the condition that they had it in a game of the pair."""
    counted: list[ColumnElement[bool]] = [games.c.reason.not_in(list(pair.uncounted))]
    if pair.pool != EVERYWHERE:
        counted.append(games.c.guild_id == pair.pool)
    one, other = pair.player_id, pair.other_id
    yield "white", [games.c.white_id == one, games.c.black_id == other, *counted]
    yield "black", [games.c.white_id == other, games.c.black_id == one, *counted]


async def score(
    connection: AsyncConnection, guild_id: int | None, player_id: int, other_id: int, uncounted: Iterable[str]
) -> ScoreRow:
    """The results of a player against another in a guild, or outside all of them."""
    reasons = list(uncounted)
    sides = union_all(
        *(_against(colour, guild_id, player_id, other_id, reasons) for colour in ("white", "black"))
    ).subquery()
    sums = (func.coalesce(func.sum(sides.c[name]), 0) for name in _COUNTS)
    return ScoreRow(*map(int, (await connection.execute(select(*sums))).one()))


def _against(
    colour: str, guild_id: int | None, player_id: int, other_id: int, reasons: list[str]
) -> Select[*tuple[Any, ...]]:
    other = "black" if colour == "white" else "white"
    return select(*_results(colour)).where(
        games.c[f"{colour}_id"] == player_id,
        games.c[f"{other}_id"] == other_id,
        games.c.guild_id == guild_id,
        games.c.status == "finished",
        games.c.reason.not_in(reasons),
    )


def _results(colour: str) -> tuple[Label[int], ...]:
    """Whether the player of this color has won, drawn or lost a game, in the order of ``_COUNTS``."""
    other = "black" if colour == "white" else "white"
    return (
        case((games.c.winner == colour, 1), else_=0).label("wins"),
        case((games.c.winner.is_(None), 1), else_=0).label("draws"),
        case((games.c.winner == other, 1), else_=0).label("losses"),
    )
