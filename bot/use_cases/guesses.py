"""Guesses at the next move, by people who watch a game in a server, and who guesses best."""

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.transactions import retried
from bot.store.settings import guilds, players
from bot.store.standings import guesses
from bot.store.standings.guesses import GuessRow
from bot.use_cases.games.storing import load_to_change, save
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.standings.leaderboards import read_page
from bot.use_cases.use_cases import UseCases
from bot.values.game.game import Game
from bot.values.game.game_errors import (
    FinishedGameError,
    GuessedError,
    NotAPlayerError,
    OnlyMoveError,
    StaleRevisionError,
)
from bot.values.game.turns import position_after
from bot.values.players import Player
from bot.values.standings import Guesser, RankedPage


class Guesses(UseCases):
    """The guesses in one database."""

    async def check(self, game: Game, revision: int, *, player_id: int, guild_id: int) -> None:
        """Check that someone who watches a game in a guild may guess what's played at ``revision``."""
        await self._database.read(_check, game, revision, player_id=player_id, guild_id=guild_id)

    @retried
    async def guess(self, number: int, *, revision: int, text: str, guesser: Player, guild_id: int) -> Game:
        """Store a guess at the next move of a game, in place of an earlier one; return the game."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, guesser, now)
            game = await load_to_change(connection, number)
            await _check(connection, game, revision, player_id=guesser.id, guild_id=guild_id)
            position_after(game, text)
            # Of a game in two places, only the channels are known for sure.
            await guilds.remember_guild(connection, guild_id, now)
            await remember_nickname(connection, guild_id, guesser)
            row = GuessRow(number, len(game.moves), guesser.id, guild_id, text, now)
            since = game.moves[-1].played_at if game.moves else game.created_at
            if not await guesses.put(connection, row, since):
                raise GuessedError(game)
            opened = replace(game, guessing=replace(game.guessing, is_open=True))
            return await save(connection, game, opened, now)

    async def guessers(
        self, page: int | None, without: Collection[int] = (), *, guild_id: int, reader_id: int
    ) -> RankedPage[Guesser]:
        """Return one page of a guild's best guessers of the month, in UTC, as in ``read_page``.

        Those with most right guesses come first, then those who needed fewest. No one in ``without`` is
        listed.
        """
        month = self._clock.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        ranking = guesses.guessers(guild_id, month, without)
        return await self._database.read(read_page, ranking, page, reader_id=reader_id)


async def _check(
    connection: AsyncConnection, game: Game, revision: int, *, player_id: int, guild_id: int
) -> None:
    if game.outcome is not None:
        raise FinishedGameError(game)
    if revision != game.revision:
        raise StaleRevisionError(game)
    watches = game.color_of(player_id) is None and game.to_move.is_person
    if not watches or guild_id not in {home.place.guild_id for home in game.homes}:
        raise NotAPlayerError(game)
    player = await players.fetch(connection, game.to_move.id)
    guild = await guilds.fetch(connection, guild_id)
    if not (player.guesses and guild.guesses):
        raise NotAPlayerError(game)
    if len(game.position.legal_moves) == 1:
        raise OnlyMoveError(game)
