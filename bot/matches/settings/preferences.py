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
        self._languages: Remembered[int, str | None] = Remembered(shared=database.is_shared)

    async def guild(self, guild_id: int | None) -> GuildPreferences:
        """Return what a server has chosen for its games; the defaults outside servers."""
        async with self._database.reading() as connection:
            return await guild_preferences.guild_preferences(connection, guild_id)

    @retried
    async def change_guild(self, guild_id: int, change: guild_preferences.Change) -> None:
        """Replace a server's choices by what ``change`` makes of them; running games keep theirs.

        Raises:
            ValueError: more channels than ``guild_preferences.MOST_CHANNELS``.
        """
        async with self._database.writing() as connection:
            await guild_preferences.change_guild_preferences(connection, guild_id, change, self._clock.now())

    async def player(self, player_id: int) -> PlayerPreferences:
        """Return what a player has chosen."""
        async with self._database.reading_once() as connection:
            return await player_preferences.player_preferences(connection, player_id)

    @retried
    async def change_player(self, player: Player, change: player_preferences.Change) -> None:
        """Replace a player's choices by what ``change`` makes of them."""
        async with self._database.writing() as connection:
            changed = await player_preferences.change_player_preferences(
                connection, player, change, self._clock
            )
        self._languages.keep(player.id, changed.language)

    def forget(self, player_id: int) -> None:
        """Remember nothing of a player whose data was deleted."""
        self._languages.keep(player_id, None)

    async def language(self, player_id: int) -> str | None:
        """Return the locale in which a player wants private answers; None for that of their Discord.

        Every answer needs it, so it's kept in memory.
        """
        if player_id in self._languages:
            return self._languages[player_id]
        return self._languages.keep(player_id, (await self.player(player_id)).language)
