"""Keeps the computer from helping people in games without hints, and with the puzzle of the day."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.puzzles import daily_puzzles
from bot.use_cases.games.storing import load
from bot.use_cases.use_cases import UseCases
from bot.values.errors import HelpInPuzzleError
from bot.values.game.game_errors import HelpInGameError, HelpInVoteError
from engine import Position, Puzzle

MOST: Final = 200
"""Maximum number of a person's running games that are looked at."""

FEWEST_PIECES: Final = 4
"""With fewer pieces in a game that a channel plays, only that very position helps there."""

_LONGEST_DAY: Final = timedelta(hours=23)
"""How far into a day in UTC a server's day can begin."""


class FairPlay(UseCases):
    """What would help the players of one database. ``puzzles`` are all that there are."""

    def __init__(self, database: Database, clock: Clock, puzzles: Sequence[Puzzle]) -> None:
        super().__init__(database, clock)
        self._puzzles = {puzzle.number: puzzle for puzzle in puzzles}

    @retried
    async def check(self, player_id: int, position: Position, *, guild_id: int | None = None) -> None:
        """Check that a person may see what the moves in ``position`` are worth.

        They mustn't if it has all pieces of a game that they're playing without hints, or that a channel of
        the server ``guild_id`` plays, or in which they've voted; or of a puzzle of the day that they haven't
        solved, in that server or where they've solved one before. Each of the board's eight symmetries
        counts.

        Raises:
            HelpInGameError: it would help them in a game.
            HelpInPuzzleError: it would help them with a puzzle of the day.
        """
        since = (self._clock.now() - _LONGEST_DAY).date()
        async with self._database.reading() as connection:
            await _check_games(connection, player_id, position)
            await _check_crowds(connection, player_id, position, guild_id=guild_id)
            unsolved = await daily_puzzles.unsolved(connection, player_id, guild_id=guild_id, since=since)
        for number in unsolved:
            if number in self._puzzles and position.contains(self._puzzles[number].position):
                raise HelpInPuzzleError

    async def check_puzzle(self, player_id: int, position: Position) -> None:
        """Check that a person may solve a puzzle, because they aren't playing its position without hints."""
        await self._database.read(_check_games, player_id, position, exactly=True)


async def _check_games(
    connection: AsyncConnection, player_id: int, position: Position, *, exactly: bool = False
) -> None:
    for number, running in await games.running_without_hints(connection, MOST, player_id=player_id):
        if position.contains(running) and (position.ply == running.ply or not exactly):
            raise HelpInGameError(await load(connection, number))


async def _check_crowds(
    connection: AsyncConnection, player_id: int, position: Position, *, guild_id: int | None
) -> None:
    for number, running in await games.running_where_people_vote(connection, player_id, guild_id=guild_id):
        # Almost every position has the first pieces of such a game, and a whole server would see nothing.
        leads_on = running.ply >= FEWEST_PIECES or position.ply == running.ply
        if leads_on and position.contains(running):
            raise HelpInVoteError(await load(connection, number))
