"""A game whose players play in two places."""

from dataclasses import dataclass, replace
from typing import Any

import simcord

from bot.store.connections.database import Database
from bot.ui.board.display import announce
from bot.use_cases.games import storing
from bot.use_cases.names import remember
from bot.values.game.game import Board, Game
from bot.values.players import Place, Player, ThemeName
from engine import Color
from tests.bot.servers import Server
from tests.bot.use_cases.made_games import made_game


@dataclass(slots=True)
class TwoPlaces:
    """A game that Ada, who is White, plays in one server, and Blaise in another one, or in their DMs.

    ``ada`` and ``blaise`` are each in their own server, and ``here`` and ``there`` are its channels.
    """

    server: Server
    ada: simcord.MemberActor
    blaise: simcord.MemberActor
    here: simcord.ChannelHandle
    there: simcord.ChannelHandle
    number: int

    async def click(self, color: Color, custom_id: str) -> None:
        """Have the player of a color press a button on their board."""
        board = await self.board_of(color)
        if color is Color.WHITE:
            await self.ada.click(board, custom_id=custom_id)
        elif (await self.game()).home_of(color).place.guild_id is None:
            await self.blaise.user.click(board, custom_id=custom_id)
        else:
            await self.blaise.click(board, custom_id=custom_id)

    async def game(self) -> Game:
        """Return the game as it's stored now."""
        return await self.server.client.services.games.get(self.number)

    async def board_of(self, color: Color) -> simcord.ResponseMessage:
        """Return the board where the player of a color plays."""
        home = (await self.game()).home_of(color)
        assert home.message_id is not None
        messages = self.server.env.backend.messages[home.place.channel_id]
        return simcord.ResponseMessage(self.server.env, messages[home.message_id])


async def begin_in_two_places(
    server: Server,
    *,
    private: bool = False,
    nearby: bool = False,
    look: ThemeName = ThemeName.BASALT,
    **others: Any,
) -> TwoPlaces:
    """Begin such a game, and show it.

    If it's ``private``, Blaise plays in their DMs, and ``nearby``, in another channel of the same server.
    Their board has the ``look``.
    """
    away = server.guild if nearby else server.env.create_guild("Elsewhere")
    there = away.create_text_channel("games")
    user = server.blaise.user
    blaise = server.blaise if nearby else away.add_member(user)
    homes = tuple(
        Board(place, language, theme, side=side, server_name=name)
        for place, language, theme, side, name in (
            (Place(server.guild.id, server.channel.id), "en-US", ThemeName.AEGEAN, Color.WHITE, "Pyrga Café"),
            (Place(away.id, there.id), "fr", look, Color.BLACK, "Elsewhere"),
        )
    )
    if private:
        there = user.dm_channel
        homes = (
            homes[0],
            replace(homes[1], place=Place(None, there.id), reader=Color.BLACK, server_name=None),
        )
    ada, other = Player(server.ada.id, "Ada"), Player(server.blaise.id, "Blaise")
    database, now = Database(server.settings.database()), server.clock.now()
    game = replace(made_game(ada, other, created_at=now, **others), boards=homes)
    async with database.writing() as connection:
        for player in (ada, other):
            await remember(connection, player, now)
        begun = await storing.begin(connection, game, now)
    await database.close()
    await announce(server.client, begun)
    return TwoPlaces(server, server.ada, blaise, server.channel, there, begun.number)
