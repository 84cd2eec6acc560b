"""Who has beaten the computer, counted from the finished games."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, Subquery, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import COMPUTER_LEVELS, games, hints, players, taken_back_moves


@dataclass(frozen=True, slots=True)
class LadderRow:
    """The highest level that a player has beaten in one guild, and how often."""

    player_id: int
    name: str
    level: int
    wins: int


async def ladder(connection: AsyncConnection, guild_id: int, *, limit: int) -> list[LadderRow]:
    """The players of a guild who have beaten the computer without a hint or a take-back.

    The highest level first, then most wins at that level, then the earliest.
    """
    beaten = _beaten(guild_id)
    highest = (
        select(beaten.c.player_id, func.max(beaten.c.level).label("level"))
        .group_by(beaten.c.player_id)
        .subquery()
    )
    wins, first = func.count().label("wins"), func.min(beaten.c.finished_at).label("first")
    statement = (
        select(players.c.id, players.c.name, beaten.c.level, wins, first)
        .join(beaten, beaten.c.player_id == players.c.id)
        .join(highest, (highest.c.player_id == players.c.id) & (highest.c.level == beaten.c.level))
        .group_by(players.c.id, players.c.name, beaten.c.level)
        .order_by(beaten.c.level.desc(), wins.desc(), first, players.c.id)
        .limit(limit)
    )
    rows = await connection.execute(statement)
    return [LadderRow(row.id, row.name, row.level, row.wins) for row in rows]


async def highest_beaten(connection: AsyncConnection, guild_id: int | None, player_id: int) -> int | None:
    """The highest level that a player has beaten in a guild or outside all, without a hint or take-back."""
    beaten = _beaten(guild_id)
    statement = select(func.max(beaten.c.level)).where(beaten.c.player_id == player_id)
    level: int | None = await connection.scalar(statement)
    return level


def _beaten(guild_id: int | None) -> Subquery:
    return union_all(_won_by(guild_id, "white"), _won_by(guild_id, "black")).subquery()


def _won_by(guild_id: int | None, colour: str) -> Select[tuple[int, int, datetime]]:
    other = "black" if colour == "white" else "white"
    winner = games.c[f"{colour}_id"]
    with_hints = select(hints.c.game_id).where(hints.c.game_id == games.c.id, hints.c.player_id == winner)
    with_take_backs = select(taken_back_moves.c.game_id).where(taken_back_moves.c.game_id == games.c.id)
    return select(
        winner.label("player_id"), games.c[f"{other}_id"].label("level"), games.c.finished_at
    ).where(
        games.c.guild_id == guild_id,
        games.c.winner == colour,
        winner.not_in(COMPUTER_LEVELS),
        games.c[f"{other}_id"].in_(COMPUTER_LEVELS),
        ~with_hints.exists(),
        ~with_take_backs.exists(),
    )
