"""Rows of puzzles from finished games, as long as both players allow them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.statements import delete_rows
from bot.store.rows import fetch_all, fetch_one, upsert_rows
from bot.store.schema.conditions import constant_text, ended_well
from bot.store.schema.tables import game_puzzles, games, players


@dataclass(frozen=True, slots=True)
class GamePuzzleRow:
    """What became of a game: a puzzle as ``engine`` has it, or None for all of it if there's none."""

    game_id: int
    guild_id: int
    goal: str | None
    difficulty: str | None
    nodes: int | None
    play: str | None
    made_at: datetime


_COLUMNS: Final = tuple(game_puzzles.c[name] for name in GamePuzzleRow.__slots__)


async def due(connection: AsyncConnection, since: datetime, until: datetime, limit: int) -> Sequence[int]:
    """Return games that ended then, whose players both allow a puzzle, and that weren't looked at yet."""
    known = select(game_puzzles.c.made_at).where(game_puzzles.c.game_id == games.c.id).scalar_subquery()
    # Found by the last move: so an index has them, and only few ended much later.
    late = func.coalesce(games.c.finished_at, until) > until
    ended = (games.c.played_at.between(since, until), ~late, ended_well())
    in_one_place = games.c.guild_id.is_not(None), games.c.white_guild_id.is_(None)
    found = select(games.c.id).where(*ended, *in_one_place, known.is_(None), *_ALLOWED)
    return [*await connection.scalars(found.order_by(games.c.played_at).limit(limit))]


async def keep(connection: AsyncConnection, row: GamePuzzleRow) -> None:
    """Store what became of a game that this transaction has locked, if its players still allow it."""
    allowed = select(games.c.id).where(games.c.id == row.game_id, *_ALLOWED)
    if await connection.scalar(allowed) is not None:
        await upsert_rows(connection, game_puzzles, [row])


async def fetch(connection: AsyncConnection, number: int, *, guild_id: int) -> GamePuzzleRow | None:
    """Return the puzzle from a game of a guild, if it's still fine for both players."""
    return await fetch_one(connection, _offered(guild_id).where(games.c.id == number), GamePuzzleRow)


async def newest(connection: AsyncConnection, guild_id: int, *, limit: int) -> list[GamePuzzleRow]:
    """Return a guild's newest puzzles."""
    found = _offered(guild_id).order_by(game_puzzles.c.game_id.desc())
    return await fetch_all(connection, found.limit(limit), GamePuzzleRow)


async def forget(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Delete the puzzles from these games."""
    await delete_rows(connection, game_puzzles, game_puzzles.c.game_id.in_(numbers))


def _offered(guild_id: int) -> Select[Any]:
    found = select(*_COLUMNS).join(games, games.c.id == game_puzzles.c.game_id)
    return found.where(game_puzzles.c.guild_id == guild_id, game_puzzles.c.play.is_not(None), *_ALLOWED)


def _wish(player_id: ColumnElement[int]) -> ScalarSelect[str]:
    return select(players.c.game_puzzles).where(players.c.id == player_id).scalar_subquery()


# Not joined, or a database might begin with everyone who allows it.
_ALLOWED: Final = tuple(_wish(side) != constant_text("off") for side in (games.c.white_id, games.c.black_id))
