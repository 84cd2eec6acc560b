"""Keeps the computer from helping people in games without hints, in votes, and with what's of the day.

``bot.values.game.fair_play`` says what that means.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import daily_games, games
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.puzzles import daily_puzzles
from bot.use_cases.games.storing import load
from bot.use_cases.use_cases import UseCases
from bot.values.errors import HelpInDayError, HelpInPuzzleError, Refusal
from bot.values.game.daily_games import day_at
from bot.values.game.fair_play import OffLimits, Protected
from bot.values.game.game import Game
from bot.values.game.game_errors import HelpInGameError, HelpInVoteError
from engine import Puzzle

MOST: Final = 1000
"""Maximum number of a server's running games that are looked at before something is shared there."""

_LONGEST_DAY: Final = timedelta(hours=23)
"""How far into a day in UTC a server's day can begin."""


class FairPlay(UseCases):
    """What would help the players of one database. ``puzzles`` are all that there are."""

    def __init__(self, database: Database, clock: Clock, puzzles: Sequence[Puzzle]) -> None:
        super().__init__(database, clock)
        self._puzzles = {puzzle.number: puzzle for puzzle in puzzles}
        self._day: Protected | None = None

    @retried
    async def off_limits(self, player_id: int, *, guild_id: int | None = None) -> OffLimits:
        """Return what's off limits for a person.

        That's what they play without hints, what channels play, the start of the game of the day, and puzzles
        of the day that they could still solve: those of the server ``guild_id``, and of servers where they've
        solved one before. They're known to see the games of that server's channels, and those in which
        they've voted.
        """
        since = (self._clock.now() - _LONGEST_DAY).date()
        async with self._database.reading() as connection:
            protected = await games.running_without_hints(connection, player_id)
            protected += await games.running_where_people_vote(connection, player_id, guild_id=guild_id)
            unsolved = await daily_puzzles.unsolved(connection, player_id, guild_id=guild_id, since=since)
            protected += await self._of_day(connection)
        solvable = (self._puzzles[number] for number in unsolved if number in self._puzzles)
        return OffLimits((*protected, *map(Protected.of, solvable)))

    @retried
    async def off_limits_in_public(self, guild_id: int | None) -> OffLimits:
        """Return what's off limits for what everyone in a place can see: in a server, what any of them plays.

        The game of the day is, even for those who have played it.
        """
        async with self._database.reading() as connection:
            protected = await self._of_day(connection)
            if guild_id is not None:
                # Those of channels allow no hints either.
                protected += await games.running_without_hints_in(connection, MOST, guild_id=guild_id)
        return OffLimits(tuple(protected))

    async def may_review(self, game: Game, *, player_id: int) -> bool:
        """Return whether a person may see what moves were worth in a game of the day, for themselves only."""
        today = day_at(self._clock.now())
        return game.day == today and await self._database.read_once(
            daily_games.has_finished, player_id, today
        )

    @retried
    async def refusal(self, protected: Protected) -> Refusal:
        """Return why nothing is shown that would help with this."""
        if protected.game is None:
            return HelpInPuzzleError() if protected.day is None else HelpInDayError()
        async with self._database.reading() as connection:
            game = await load(connection, protected.game)
        return HelpInVoteError(game) if protected.voted_on else HelpInGameError(game)

    @retried
    async def helped_by(
        self, player_id: int, puzzle: Puzzle, *, guild_id: int | None = None
    ) -> Sequence[Protected]:
        """Return the games in which a puzzle would help a person: those of ``off_limits`` that bar it.

        They're in its position, in one that its line comes through, or in one that led to it.
        """
        async with self._database.reading() as connection:
            protected = await games.running_without_hints(connection, player_id)
            protected += await games.running_where_people_vote(connection, player_id, guild_id=guild_id)
            protected += await self._of_day(connection)
        asked = Protected.of(puzzle)
        return [each for each in protected if each.bars(asked)]

    async def _of_day(self, connection: AsyncConnection) -> list[Protected]:
        """Return the start of the game of the day, if there's one. Once it's known, it doesn't change."""
        today = day_at(self._clock.now())
        if self._day is None or self._day.day != today:
            self._day = await daily_games.protected(connection, today)
        return [] if self._day is None else [self._day]
