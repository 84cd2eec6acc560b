"""Stores what people are called.

In a server, that's the nickname that they have there, if any; anywhere else, it's the name of their account.
"""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.names import keep_nickname
from bot.store.settings.players import remember_player
from bot.values.players import Player


async def remember(
    connection: AsyncConnection, player: Player, now: datetime, *, guild_id: int | None = None
) -> None:
    """Store a player who may be new, under the name of their account, and what they're called in a guild."""
    await remember_player(connection, player.id, player.outside_servers.name, now)
    await remember_nickname(connection, guild_id, player)


async def remember_nickname(connection: AsyncConnection, guild_id: int | None, player: Player) -> None:
    """Store what a known player, as just seen in a known guild, is called there.

    Nothing changes if they were seen elsewhere: then it isn't known.
    """
    if guild_id is not None and player.account_name is not None:
        has_nickname = player.name != player.account_name
        await keep_nickname(
            connection, guild_id, player_id=player.id, nickname=player.name if has_nickname else None
        )
