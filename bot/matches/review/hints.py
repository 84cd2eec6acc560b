"""Hints: who can have one, and how many were given."""

from bot.clock import Clock
from bot.matches.games.errors import (
    FinishedGameError,
    HintsNotAllowedError,
    NotYourTurnError,
    StaleRevisionError,
)
from bot.matches.games.games import check_player
from bot.matches.games.loading import load
from bot.matches.values.games import Game
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import games as game_rows
from bot.store.review import hints as hint_rows


class Hints:
    """The hints given in the games of one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def ask(self, number: int, player_id: int, revision: int | None = None) -> Game:
        """Return the current game, if this player can have a hint in it now.

        ``revision`` is that of an earlier hint, if they want to see more of it.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            StaleRevisionError: it has gone on since the hint.
            NotAPlayerError, NotYourTurnError: it is not the player's turn.
            HintsNotAllowedError: the game is rated, or its challenge didn't allow hints.
        """
        async with self._database.reading_once() as connection:
            game = await load(connection, number)
        if game.outcome is not None:
            raise FinishedGameError(game)
        color = check_player(game, player_id)
        if revision not in {None, game.revision}:
            raise StaleRevisionError(game)
        if game.rated or not game.hints:
            raise HintsNotAllowedError(game)
        if color is not game.position.turn:
            raise NotYourTurnError(game)
        return game

    @retried
    async def note(self, game: Game, player_id: int) -> Game:
        """Count a hint about ``game``, and return the game with it.

        Another one at the same ply counts as the same hint.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            StaleRevisionError: it has gone on, so the hint helps no one.
        """
        async with self._database.writing() as connection:
            await game_rows.hold(connection, game.number)
            standing = await load(connection, game.number)
            if standing.outcome is not None:
                raise FinishedGameError(standing)
            if standing.revision != game.revision:
                raise StaleRevisionError(standing)
            await hint_rows.add(connection, game.number, game.position.ply, player_id, self._clock.now())
            return await load(connection, game.number)
