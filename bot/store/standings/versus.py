"""How two players have done against each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Label, Select, case, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import games

_COUNTS = ("wins", "draws", "losses")


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


def _results(colour: str) -> tuple[Label[int], ...]:
    """Whether the player of this color has won, drawn or lost a game, in the order of ``_COUNTS``."""
    other = "black" if colour == "white" else "white"
    return (
        case((games.c.winner == colour, 1), else_=0).label("wins"),
        case((games.c.winner.is_(None), 1), else_=0).label("draws"),
        case((games.c.winner == other, 1), else_=0).label("losses"),
    )
