"""Rows of guilds and players: who was seen where."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.upsert import insert
from bot.store.schema import tables


async def remember_guild(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    """Keep a guild that may be new."""
    row = insert(connection.dialect, tables.guilds).values(id=guild_id, created_at=now)
    await connection.execute(row.on_conflict_do_nothing(index_elements=["id"]))


async def remember_player(connection: AsyncConnection, player_id: int, name: str, now: datetime) -> None:
    """Keep a player that may be new, under the name seen last."""
    row = insert(connection.dialect, tables.players).values(id=player_id, name=name, created_at=now)
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"name": name}))


async def player_theme(connection: AsyncConnection, player_id: int) -> str | None:
    """The theme that a player has chosen for himself, or None."""
    statement = select(tables.players.c.theme).where(tables.players.c.id == player_id)
    theme: str | None = await connection.scalar(statement)
    return theme


async def player_reminders(connection: AsyncConnection, player_id: int) -> str | None:
    """When a player has chosen to be reminded: hours before his deadline, with spaces between; or None."""
    statement = select(tables.players.c.reminders).where(tables.players.c.id == player_id)
    reminders: str | None = await connection.scalar(statement)
    return reminders


async def set_player_reminders(connection: AsyncConnection, player_id: int, reminders: str) -> None:
    """Keep when a known player wants to be reminded."""
    statement = update(tables.players).where(tables.players.c.id == player_id)
    await connection.execute(statement.values(reminders=reminders))


async def set_player_theme(connection: AsyncConnection, player_id: int, theme: str) -> None:
    """Keep the theme of a known player."""
    await connection.execute(
        update(tables.players).where(tables.players.c.id == player_id).values(theme=theme)
    )


async def player_notices(connection: AsyncConnection, player_id: int) -> str | None:
    """How a player has chosen to be told of his turns, or None."""
    statement = select(tables.players.c.notices).where(tables.players.c.id == player_id)
    notices: str | None = await connection.scalar(statement)
    return notices


async def set_player_notices(connection: AsyncConnection, player_id: int, notices: str) -> None:
    """Keep how a known player wants to be told of his turns."""
    await connection.execute(
        update(tables.players).where(tables.players.c.id == player_id).values(notices=notices)
    )


async def player_welcome(connection: AsyncConnection, player_id: int) -> str | None:
    """Whose challenges a player has chosen to take, or None."""
    statement = select(tables.players.c.welcome).where(tables.players.c.id == player_id)
    welcome: str | None = await connection.scalar(statement)
    return welcome


async def set_player_welcome(connection: AsyncConnection, player_id: int, welcome: str) -> None:
    """Keep whose challenges a known player takes."""
    await connection.execute(
        update(tables.players).where(tables.players.c.id == player_id).values(welcome=welcome)
    )


async def player_controls(
    connection: AsyncConnection, player_ids: Iterable[int]
) -> dict[int, tuple[bool, bool]]:
    """Whether each of these players wants to be asked before a move, and whether he wants one menu."""
    players = tables.players.c
    statement = select(players.id, players.confirm_moves, players.compact_controls)
    rows = await connection.execute(statement.where(players.id.in_(list(player_ids))))
    return {row.id: (row.confirm_moves, row.compact_controls) for row in rows}


async def set_player_controls(
    connection: AsyncConnection, player_id: int, *, confirm: bool, compact: bool
) -> None:
    """Keep how a known player wants to choose his moves."""
    statement = update(tables.players).where(tables.players.c.id == player_id)
    await connection.execute(statement.values(confirm_moves=confirm, compact_controls=compact))


async def player_language(connection: AsyncConnection, player_id: int) -> str | None:
    """The language that a player has chosen for himself, or None."""
    statement = select(tables.players.c.language).where(tables.players.c.id == player_id)
    language: str | None = await connection.scalar(statement)
    return language


async def set_player_language(connection: AsyncConnection, player_id: int, language: str | None) -> None:
    """Keep the language of a known player; None is no choice."""
    await connection.execute(
        update(tables.players).where(tables.players.c.id == player_id).values(language=language)
    )
