"""What servers and players have chosen for themselves."""

from collections.abc import Callable
from math import inf
from typing import Final

from cachetools import TTLCache
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.settings import guilds, players, rating_roles
from bot.use_cases.games.queries import plan_reminders, redraw_all
from bot.use_cases.names import remember
from bot.use_cases.use_cases import UseCases
from bot.values.players import Player
from bot.values.preferences import GuildPreferences, PlayerPreferences

MOST: Final = 10_000
"""Maximum number of players whose choices are kept in memory; the least recently used go first."""

FRESH_FOR: Final = 60.0
"""Choices that another process may have changed are read again after this many seconds."""

MOST_CHANNELS = 25
"""Maximum number of channels that a server can restrict its games to."""

GuildChange = Callable[[GuildPreferences], GuildPreferences]
PlayerChange = Callable[[PlayerPreferences], PlayerPreferences]


async def guild_preferences(connection: AsyncConnection, guild_id: int | None) -> GuildPreferences:
    """Return what a server, known or not, has chosen; outside servers, the defaults for casual games."""
    # No one else sees a leaderboard there.
    return GuildPreferences(rated=False) if guild_id is None else await guilds.fetch(connection, guild_id)


class Preferences(UseCases):
    """The choices kept in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        # Only another process can change them unnoticed.
        lifetime = FRESH_FOR if database.is_shared else inf
        self._players: TTLCache[int, PlayerPreferences] = TTLCache(MOST, lifetime)

    async def guild(self, guild_id: int | None) -> GuildPreferences:
        """Return what a server has chosen for its games; the defaults outside servers."""
        return await self._database.read(guild_preferences, guild_id)

    @retried
    async def change_guild(self, guild_id: int, change: GuildChange) -> None:
        """Replace a server's choices with what ``change`` makes of them; running games don't change."""
        async with self._database.writing() as connection:
            await guilds.remember_guild(connection, guild_id, self._clock.now())
            old = await guilds.fetch(connection, guild_id, to_change=True)
            new = change(old)
            if len(new.channels) > MOST_CHANNELS:
                raise ValueError(new.channels)
            await guilds.keep(connection, guild_id, old, new)
            if new.ruleset is not old.ruleset:
                await rating_roles.note_everyone(connection, guild_id, self._clock.now())

    async def player(self, player_id: int) -> PlayerPreferences:
        return await self._database.read_once(players.fetch, player_id)

    @retried
    async def change_player(self, player: Player, change: PlayerChange) -> None:
        """Replace a player's choices with what ``change`` makes of them.

        If the controls or boards in words change, the boards of their running games are redrawn. New
        reminders and quiet hours also apply to turns that are already in progress.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            old = await players.fetch(connection, player.id, to_change=True)
            new = change(old)
            await players.keep(connection, player.id, old, new)
            if (new.controls, new.text_board) != (old.controls, old.text_board):
                await redraw_all(connection, player.id, now)
            if new.rating_roles != old.rating_roles:
                await rating_roles.note_player(connection, player.id, now)
            if (new.reminders, new.quiet) != (old.reminders, old.quiet):
                await plan_reminders(connection, player.id, now)
        self._players[player.id] = new

    async def note_asked(self, player_id: int) -> bool:
        """Record that a player is asked whether all servers may list them; until they answer, it's no.

        Returns whether there's anything to ask: they're known, and haven't been asked or chosen before.
        """
        if (await self.remembered(player_id)).listed is not None:
            return False
        is_first = await self._database.write(players.note_asked, player_id)
        self._players.pop(player_id, None)
        return is_first

    def forget(self, player_id: int) -> None:
        """Forget the choices of a player whose data was deleted."""
        self._players[player_id] = PlayerPreferences()

    async def remembered(self, player_id: int) -> PlayerPreferences:
        """Return what a player has chosen, as this process last read or changed it.

        Every answer needs their language and whether they read boards in words, so it's kept in memory.
        """
        chosen = self._players.get(player_id)
        if chosen is None:
            chosen = self._players[player_id] = await self.player(player_id)
        return chosen
