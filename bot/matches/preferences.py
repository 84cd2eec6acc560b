"""What a server and a player have chosen for themselves."""

from bot.clock import Clock
from bot.matches.values import NoticeWay, Player, ThemeName, Welcome
from bot.store.database import Database
from bot.store.identities import (
    guild_theme,
    player_notices,
    player_theme,
    player_welcome,
    remember_guild,
    remember_player,
    set_guild_theme,
    set_player_notices,
    set_player_theme,
    set_player_welcome,
)


class Preferences:
    """The choices kept in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def guild_theme(self, guild_id: int) -> ThemeName:
        """The look of the boards that will be begun in a server."""
        async with self._database.reading() as connection:
            return ThemeName.chosen(await guild_theme(connection, guild_id))

    async def set_guild_theme(self, guild_id: int, theme: ThemeName) -> None:
        """Choose the look of a server's future boards; games that run keep theirs."""
        async with self._database.writing() as connection:
            await remember_guild(connection, guild_id, self._clock.now())
            await set_guild_theme(connection, guild_id, theme)

    async def player_theme(self, player_id: int) -> ThemeName:
        """The look of the pictures that a player gets in private."""
        async with self._database.reading() as connection:
            return ThemeName.chosen(await player_theme(connection, player_id))

    async def set_player_theme(self, player: Player, theme: ThemeName) -> None:
        """Choose the look of the pictures that a player gets in private."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_theme(connection, player.id, theme)

    async def player_notices(self, player_id: int) -> NoticeWay:
        """How a player is told that it is his turn."""
        async with self._database.reading() as connection:
            return NoticeWay.chosen(await player_notices(connection, player_id))

    async def set_player_notices(self, player: Player, way: NoticeWay) -> None:
        """Choose how a player is told that it is his turn."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_notices(connection, player.id, way)

    async def player_welcome(self, player_id: int) -> Welcome:
        """Who may challenge a player."""
        async with self._database.reading() as connection:
            return Welcome.chosen(await player_welcome(connection, player_id))

    async def set_player_welcome(self, player: Player, welcome: Welcome) -> None:
        """Choose who may challenge a player."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_welcome(connection, player.id, welcome)
