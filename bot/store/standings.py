"""The leaderboard, counted from the finished games."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Select, case, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import COMPUTER_LEVELS, games, players


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's results in one guild."""

    player_id: int
    name: str
    wins: int
    draws: int
    losses: int


async def standings(
    connection: AsyncConnection, guild_id: int, uncounted: Iterable[str], *, limit: int
) -> list[StandingRow]:
    """The players of a guild, most wins first, then fewest losses, then most draws, then by name.

    Games with the computer, and games that ended for one of the reasons in ``uncounted``, count for nobody.
    """
    results = union_all(
        _side(guild_id, uncounted, "white"),
        _side(guild_id, uncounted, "black"),
    ).subquery()
    wins = func.sum(results.c.win).label("wins")
    draws = func.sum(results.c.draw).label("draws")
    losses = func.sum(results.c.loss).label("losses")
    statement = (
        select(players.c.id, players.c.name, wins, draws, losses)
        .join(results, results.c.player_id == players.c.id)
        .group_by(players.c.id, players.c.name)
        .order_by(wins.desc(), losses, draws.desc(), players.c.name, players.c.id)
        .limit(limit)
    )
    return [
        StandingRow(row.id, row.name, int(row.wins), int(row.draws), int(row.losses))
        for row in await connection.execute(statement)
    ]


def _side(guild_id: int, uncounted: Iterable[str], colour: str) -> Select[int, int, int, int]:
    other = "black" if colour == "white" else "white"
    return select(
        games.c[f"{colour}_id"].label("player_id"),
        case((games.c.winner == colour, 1), else_=0).label("win"),
        case((games.c.winner.is_(None), 1), else_=0).label("draw"),
        case((games.c.winner == other, 1), else_=0).label("loss"),
    ).where(
        games.c.guild_id == guild_id,
        games.c.status == "finished",
        games.c[f"{colour}_id"].not_in(COMPUTER_LEVELS),
        games.c[f"{other}_id"].not_in(COMPUTER_LEVELS),
        games.c.reason.not_in(list(uncounted)),
    )
