"""The leaderboard: how many games each player in a guild has won, drawn and lost against people."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Label, Select, and_, case, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema.tables import COMPUTER_LEVELS, games, players, standings
from bot.store.standings.recomputing import recompute as recompute_table

_ORDER = (standings.c.wins.desc(), standings.c.losses, standings.c.draws.desc(), standings.c.player_id)
_COUNTS = ("wins", "draws", "losses")


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's results in one guild."""

    player_id: int
    name: str
    wins: int
    draws: int
    losses: int


async def page(connection: AsyncConnection, guild_id: int, *, offset: int, limit: int) -> list[StandingRow]:
    """The players of a guild: most wins first, then fewest losses, then most draws, then by id."""
    ranked = select(standings).where(standings.c.guild_id == guild_id).order_by(*_ORDER)
    # Names are only looked up for this page, not for those before it.
    found = ranked.offset(offset).limit(limit).subquery()
    order = (found.c.wins.desc(), found.c.losses, found.c.draws.desc(), found.c.player_id)
    statement = (
        select(found.c.player_id, players.c.name, *(found.c[name] for name in _COUNTS))
        .join(players, players.c.id == found.c.player_id)
        .order_by(*order)
    )
    return [StandingRow(*row) for row in await connection.execute(statement)]


async def count_better(connection: AsyncConnection, guild_id: int, row: StandingRow) -> int:
    """How many players of a guild rank above those with the results of ``row``."""
    wins, losses, draws = standings.c.wins, standings.c.losses, standings.c.draws
    # One range of the index each; together in one condition, no index would be used.
    ranges = (
        wins > row.wins,
        and_(wins == row.wins, losses < row.losses),
        and_(wins == row.wins, losses == row.losses, draws > row.draws),
    )
    more, fewer_lost, more_drawn = (
        select(func.count()).where(standings.c.guild_id == guild_id, each).scalar_subquery()
        for each in ranges
    )
    return int((await connection.execute(select(more + fewer_lost + more_drawn))).scalar_one())


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """How many of their games against each other one of two players has won, drawn and lost."""

    wins: int
    draws: int
    losses: int


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


async def count(connection: AsyncConnection, number: int, uncounted: Iterable[str]) -> None:
    """Count a game that has just ended for both of its players, if it counts.

    Games outside guilds, games with the computer, and games that ended for one of the reasons in
    ``uncounted`` don't count.
    """
    # In the order of the key, so that two games between the same two never wait for each other.
    found = _counted(uncounted, games.c.id == number).order_by("guild_id", "player_id")
    statement = insert(connection.dialect, standings).from_select(["guild_id", "player_id", *_COUNTS], found)
    risen = {name: standings.c[name] + statement.excluded[name] for name in _COUNTS}
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["guild_id", "player_id"], set_=risen)
    )


async def recompute(connection: AsyncConnection, uncounted: Iterable[str]) -> int:
    """Recount every game, and return how many rows were wrong."""
    return await recompute_table(connection, standings, _counted(uncounted))


def _counted(uncounted: Iterable[str], *conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    reasons = list(uncounted)
    sides = union_all(_side("white", reasons, *conditions), _side("black", reasons, *conditions)).subquery()
    sums = (func.sum(sides.c[name]).label(name) for name in _COUNTS)
    return select(sides.c.guild_id, sides.c.player_id, *sums).group_by(sides.c.guild_id, sides.c.player_id)


def _side(colour: str, uncounted: list[str], *conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    return select(
        games.c.guild_id,
        games.c[f"{colour}_id"].label("player_id"),
        *_results(colour),
    ).where(
        games.c.guild_id.is_not(None),
        games.c.status == "finished",
        games.c.white_id.not_in(COMPUTER_LEVELS),
        games.c.black_id.not_in(COMPUTER_LEVELS),
        games.c.reason.not_in(uncounted),
        *conditions,
    )


def _results(colour: str) -> tuple[Label[int], ...]:
    """Whether the player of this color has won, drawn or lost a game, in the order of ``_COUNTS``."""
    other = "black" if colour == "white" else "white"
    return (
        case((games.c.winner == colour, 1), else_=0).label("wins"),
        case((games.c.winner.is_(None), 1), else_=0).label("draws"),
        case((games.c.winner == other, 1), else_=0).label("losses"),
    )
