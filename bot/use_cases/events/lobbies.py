"""The lobbies of servers: where each is wanted and posted, and what it shows."""

from collections.abc import Collection, Sequence

from bot.store.connections.transactions import retried
from bot.store.events import lobbies
from bot.store.settings.guilds import remember_guild
from bot.use_cases.standings.leaderboards import leaderboard_since
from bot.use_cases.use_cases import UseCases
from bot.values.events.lobbies import Lobby, LobbyLines
from bot.values.standings import LeaderboardChoice
from engine import Ruleset


class Lobbies(UseCases):
    """The lobbies in one database."""

    @retried
    async def choose(self, guild_id: int, *, channel_id: int | None, language: str) -> None:
        """Store where a server, with this language on Discord, wants its lobby; nowhere if it's None."""
        async with self._database.writing() as connection:
            await remember_guild(connection, guild_id, self._clock.now())
            await lobbies.choose(connection, guild_id, channel_id=channel_id, language=language)

    async def is_awaited(self, guild_id: int) -> bool:
        """Return whether a server wants a lobby that doesn't show what it should, or isn't posted yet."""
        lobby = await self._database.read_once(lobbies.fetch, guild_id)
        return lobby is not None and lobby.channel_id is not None and lobby.shown is None

    async def kept(self) -> Sequence[Lobby]:
        """Return the lobbies that servers want, or that are posted although they no longer do."""
        return await self._database.read_once(lobbies.kept)

    async def lines(self, lobby: Lobby, without: Collection[int]) -> LobbyLines:
        """Return what a lobby shows now; none of its leaders is in ``without``.

        It isn't checked who sees where all of that is.
        """
        now, choice = self._clock.now(), LeaderboardChoice(lobby.guild_id, Ruleset(lobby.ruleset or "pyrga"))
        leaderboard = leaderboard_since(None, choice, now, without)
        return await self._database.read_once(lobbies.lines, leaderboard, now, guild_id=lobby.guild_id)

    async def note(self, lobby: Lobby) -> None:
        """Store where the message of a lobby is, and what it shows."""
        await self._database.write(lobbies.note, lobby)

    async def drop(self, lobby: Lobby) -> None:
        """Switch a lobby off whose channel is gone, unless the server has chosen another one."""
        await self._database.write(lobbies.drop, lobby)
