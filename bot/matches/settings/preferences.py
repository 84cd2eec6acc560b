"""What a server and a player have chosen for themselves."""

from bot.clock import Clock
from bot.matches.settings.guild_preferences import (
    Change,
    GuildPreferences,
    change_guild_preferences,
    guild_preferences,
)
from bot.matches.settings.remembered import Remembered
from bot.matches.values.players import Controls, NoticeWay, Player, ThemeName, Welcome
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games.games import mark_unshown
from bot.store.settings.identities import (
    player_controls,
    player_language,
    player_notices,
    player_theme,
    player_welcome,
    remember_player,
    set_player_controls,
    set_player_language,
    set_player_notices,
    set_player_theme,
    set_player_welcome,
)


class Preferences:
    """The choices kept in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._languages: Remembered[int, str | None] = Remembered(shared=database.is_shared)

    async def guild(self, guild_id: int | None) -> GuildPreferences:
        """What a server has chosen for its games; what is usual outside servers."""
        async with self._database.reading() as connection:
            return await guild_preferences(connection, guild_id)

    @retried
    async def change_guild(self, guild_id: int, change: Change) -> None:
        """Put what ``change`` makes of a server's choices in the place of them; games that run keep theirs.

        Raises:
            ValueError: more channels than ``guild_preferences.MOST_CHANNELS``.
        """
        async with self._database.writing() as connection:
            await change_guild_preferences(connection, guild_id, change, self._clock.now())

    async def player_theme(self, player_id: int) -> ThemeName:
        """The look of the pictures that a player gets in private."""
        async with self._database.reading_once() as connection:
            return ThemeName.chosen(await player_theme(connection, player_id))

    @retried
    async def set_player_theme(self, player: Player, theme: ThemeName) -> None:
        """Choose the look of the pictures that a player gets in private."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_theme(connection, player.id, theme)

    async def player_notices(self, player_id: int) -> NoticeWay:
        """How a player is told that it is his turn."""
        async with self._database.reading_once() as connection:
            return NoticeWay.chosen(await player_notices(connection, player_id))

    @retried
    async def set_player_notices(self, player: Player, way: NoticeWay) -> None:
        """Choose how a player is told that it is his turn."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_notices(connection, player.id, way)

    async def player_welcome(self, player_id: int) -> Welcome:
        """Who may challenge a player."""
        async with self._database.reading_once() as connection:
            return Welcome.chosen(await player_welcome(connection, player_id))

    @retried
    async def set_player_welcome(self, player: Player, welcome: Welcome) -> None:
        """Choose who may challenge a player."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_welcome(connection, player.id, welcome)

    async def player_language(self, player_id: int) -> str | None:
        """The locale in which a player wants his private answers; None for that of his Discord."""
        if player_id in self._languages:
            return self._languages[player_id]
        async with self._database.reading_once() as connection:
            return self._languages.keep(player_id, await player_language(connection, player_id))

    @retried
    async def set_player_language(self, player: Player, language: str | None) -> None:
        """Choose the locale of a player's private answers."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_language(connection, player.id, language)
        self._languages.keep(player.id, language)

    async def player_controls(self, player_id: int) -> Controls:
        """How a player chooses his moves."""
        async with self._database.reading_once() as connection:
            stored = await player_controls(connection, [player_id])
            return Controls(*stored.get(player_id, ()))

    @retried
    async def set_player_controls(self, player: Player, controls: Controls) -> None:
        """Choose how a player chooses his moves; the boards of his running games are drawn anew."""
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, self._clock.now())
            await set_player_controls(
                connection, player.id, confirm=controls.confirm, compact=controls.compact
            )
            await mark_unshown(connection, player.id)
