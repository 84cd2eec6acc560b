"""What servers and players have chosen for themselves."""

from bot.clock import Clock
from bot.matches.settings import guild_preferences, player_preferences
from bot.matches.settings.guild_preferences import GuildPreferences
from bot.matches.settings.player_preferences import PlayerPreferences
from bot.matches.settings.remembered import Remembered
from bot.matches.values.players import Player
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried


class Preferences:
    """The choices kept in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._players: Remembered[int, PlayerPreferences] = Remembered(shared=database.is_shared)

    @retried
    async def guild(self, guild_id: int | None) -> GuildPreferences:
        """Return what a server has chosen for its games; the defaults outside servers."""
        async with self._database.reading() as connection:
            return await guild_preferences.guild_preferences(connection, guild_id)

    @retried
    async def change_guild(self, guild_id: int, change: guild_preferences.Change) -> None:
        """Replace a server's choices with what ``change`` makes of them; running games don't change.

        Raises:
            ValueError: more channels than ``guild_preferences.MOST_CHANNELS``.
        """
        async with self._database.writing() as connection:
            await guild_preferences.change_guild_preferences(connection, guild_id, change, self._clock.now())

    @retried
    async def player(self, player_id: int) -> PlayerPreferences:
        """Return what a player has chosen."""
        async with self._database.reading_once() as connection:
            return await player_preferences.player_preferences(connection, player_id)

    @retried
    async def change_player(self, player: Player, change: player_preferences.Change) -> None:
        """Replace a player's choices with what ``change`` makes of them."""
        async with self._database.writing() as connection:
            changed = await player_preferences.change_player_preferences(
                connection, player, change, self._clock
            )
        self._players.keep(player.id, changed)

    def forget(self, player_id: int) -> None:
        """Forget the choices of a player whose data was deleted."""
        self._players.keep(player_id, PlayerPreferences())

    async def remembered(self, player_id: int) -> PlayerPreferences:
        """Return what a player has chosen, as this process last read or changed it.

        Every answer needs their language and whether they read boards in words, so it's kept in memory.
        """
        if player_id in self._players:
            return self._players[player_id]
        return self._players.keep(player_id, await self.player(player_id))
