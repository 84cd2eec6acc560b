"""The games of the day in one database: made a day ahead, and played once by each person.

A day's game is a game with the computer with a ``day``: everything else about it is as in any other.
"""

import asyncio
import hmac
from datetime import UTC, date, datetime
from random import Random
from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import daily_games
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.settings.guilds import remember_guild
from bot.use_cases.challenges.limits import KeptLimits, make_key
from bot.use_cases.daily_games.starts import LEVELS, choose_course
from bot.use_cases.games.storing import begin, load
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.reviews import Solver
from bot.use_cases.use_cases import UseCases
from bot.values.errors import DayBegunError, NoGameOfDayError
from bot.values.game.daily_games import ONE_DAY, Day, day_at
from bot.values.game.game import BY_LOT, Board, Game, PlayedMove
from bot.values.game.presence import see
from bot.values.players import Player
from engine import Color, Position, Ruleset

PREPARED_FROM: Final = 18
"""The hour in UTC from which the next days' games are made, when most people's day is over."""

_SEED_BYTES: Final = 6

log = structlog.get_logger(__name__)


class DailyGames(UseCases):
    """The games of the day in one database. The ``solver`` finds exact values."""

    def __init__(self, database: Database, clock: Clock, solver: Solver) -> None:
        super().__init__(database, clock)
        self._solver = solver
        self._kept_limits = KeptLimits()
        self._known: dict[date, Day] = {}
        self._making = asyncio.Lock()

    async def today(self) -> Day:
        """Return what everyone plays today, which is made now if no one has.

        Raises:
            NoGameOfDayError: no start was found.
        """
        day = day_at(self._clock.now())
        found = await self.find(day) or await self._make(day)
        if found is None:
            raise NoGameOfDayError
        return found

    async def find(self, day: date) -> Day | None:
        """Return what everyone plays on a day, which never changes; None if it hasn't been made."""
        if day not in self._known:
            found = await self._database.read_once(daily_games.fetch, day)
            if found is None:
                return None
            self._known[day] = found
        return self._known[day]

    async def prepare(self) -> None:
        """Make the games of the next two days that aren't there, from ``PREPARED_FROM`` on.

        So a puzzle of the day, which begins today and ends tomorrow, can always stay clear of both.
        """
        now = self._clock.now()
        if now.astimezone(UTC).hour >= PREPARED_FROM:
            for days in (1, 2):
                await self._make(day_at(now) + days * ONE_DAY)

    async def _make(self, day: date) -> Day | None:
        """Make the game of a day, unless another request does already.

        In one database, it's always the same, also if it's made again from a backup: it follows from the
        day, from the database's own key, and from exact values.
        """
        async with self._making:
            return await self.find(day) or await self._made(day)

    async def _made(self, day: date) -> Day | None:
        key = await self._database.write(make_key)
        seed = int.from_bytes(hmac.digest(key, f"game of {day}".encode(), "sha256")[:_SEED_BYTES])
        earlier = await self._database.read_once(daily_games.before, day)
        used = {each.start.canonical() for each in earlier}
        course = await choose_course(Random(seed), self._solver, used)  # noqa: S311 - seeded by a secret
        if course is None:
            log.error("no start found for the game of the day", day=str(day))
            return None
        made = Day(day, Ruleset.PYRGA, course, LEVELS[day.weekday()], seed)
        await self._database.write(daily_games.add, made)
        return made

    @retried
    async def begin(self, day: Day, person: Player, computer: Player, board: Board) -> Game:
        """Return a person's game of a day, which begins on a board unless it has begun anywhere.

        One of an earlier day that isn't over comes first: it's finished as that day's.

        Raises:
            DayBegunError: the person has deleted their data since they began it.
        """
        now, guild_id = self._clock.now(), board.place.guild_id
        async with self._database.writing() as connection:
            if guild_id is not None:
                await remember_guild(connection, guild_id, now)
            await remember(connection, computer, now)
            # From here on, another device of the same person has to wait.
            await remember(connection, person, now)
            await remember_nickname(connection, guild_id, person)
            begun = await self._begun(connection, person.id, day.day)
            if begun is not None:
                return await load(connection, begun)
            if await self._kept_limits.has_begun(connection, person.id, day.day):
                raise DayBegunError
            game = await begin(
                connection, see(_new_game(day, person, computer, board, now), person.id, now), now
            )
            await daily_games.begin(connection, day.day, player_id=person.id, game_id=game.number)
            return game

    async def _begun(self, connection: AsyncConnection, player_id: int, day: date) -> int | None:
        running = await daily_games.running_of(connection, player_id)
        return running if running is not None else await daily_games.game_of(connection, player_id, day)


def _new_game(day: Day, person: Player, computer: Player, board: Board, now: datetime) -> Game:
    moves = day.moves_for(person.id)
    is_white = day.color is Color.WHITE
    return Game(
        white=person if is_white else computer,
        black=computer if is_white else person,
        position=Position.replay(day.ruleset, moves),
        created_at=now,
        boards=(board,),
        moves=tuple(PlayedMove(move, BY_LOT, now) for move in moves),
        day=day.day,
    )
