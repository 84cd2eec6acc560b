"""A game of a cup, which has just begun: nothing shows it yet."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.events import cups
from bot.store.schema import tables
from bot.store.settings.guilds import remember_guild
from bot.use_cases.games import storing
from bot.use_cases.names import remember
from bot.values.game.game import Game
from bot.values.players import Place, Player
from tests.bot.servers import Server
from tests.bot.use_cases.made_games import made_game

CUP: Final = 7
CLOCK: Final = timedelta(days=1)


async def add_cup(connection: AsyncConnection, guild_id: int, host_id: int, now: datetime) -> None:
    """Store a running cup of a known server and person, without anything in it, unless it's there."""
    if not await cups.current_in(connection, guild_id):
        values = {
            "id": CUP,
            "guild_id": guild_id,
            "channel_id": 1,
            "host_id": host_id,
            "language": "en-US",
            "theme": "aegean",
            "terms": "{}",
            "status": "running",
            "revision": 0,
            "unsettled": False,
            "created_at": now,
            "told_stages": 0,
            "told_end": False,
        }
        await connection.execute(insert(tables.events).values(id=CUP, kind="cup"))
        await connection.execute(insert(tables.cups).values(values))


async def begin_cup_game(server: Server, **others: Any) -> Game:
    """Begin a game between Ada, who is White, and Blaise in the channel of the server, as a cup does."""
    players = Player(server.ada.id, "Ada"), Player(server.blaise.id, "Blaise")
    database = Database(server.settings.database())
    place = Place(server.guild.id, server.channel.id)
    begun = await begin_between(database, players, server.clock.now(), place=place, **others)
    await database.close()
    return begun


async def begin_between(
    database: Database, players: tuple[Player, Player], now: datetime, *, place: Place, **others: Any
) -> Game:
    """Begin a game of the cup between two players, White first."""
    terms: dict[str, Any] = {
        "event": CUP,
        "move_seconds": int(CLOCK.total_seconds()),
        "rated": True,
        "created_at": now,
        **others,
    }
    async with database.writing() as connection:
        await remember_guild(connection, place.guild_id or 0, now)
        for player in players:
            await remember(connection, player, now)
        await add_cup(connection, place.guild_id or 0, players[0].id, now)
        return await storing.begin(connection, made_game(*players, place=place, **terms), now)
