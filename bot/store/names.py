"""What people are called: their nickname in a guild, if they have one there, or else their account's name."""

from typing import Any

from sqlalchemy import ColumnElement, FromClause, ScalarSelect, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import upsert
from bot.store.schema.tables import nicknames, players


def name_in(guild_id: ColumnElement[Any] | int, player: FromClause) -> ColumnElement[str]:
    """Return what a ``player``, who is in the statement, is called in a guild.

    Without a guild, or if it's ``EVERYWHERE``, that's the name of their account.
    """
    there = (nicknames.c.guild_id == guild_id, nicknames.c.player_id == player.c.id)
    return func.coalesce(select(nicknames.c.name).where(*there).scalar_subquery(), player.c.name)


def account_name(player_id: ColumnElement[int]) -> ScalarSelect[str]:
    """Return the name of the account of a player, for a statement that doesn't have their row."""
    return select(players.c.name).where(players.c.id == player_id).scalar_subquery()


async def keep_nickname(
    connection: AsyncConnection, guild_id: int, *, player_id: int, nickname: str | None
) -> None:
    """Store what a known player is called in a known guild; None if that's the name of their account."""
    if nickname is None:
        there = (nicknames.c.guild_id == guild_id, nicknames.c.player_id == player_id)
        await connection.execute(delete(nicknames).where(*there))
    else:
        await upsert(connection, nicknames, {"guild_id": guild_id, "player_id": player_id}, name=nickname)
