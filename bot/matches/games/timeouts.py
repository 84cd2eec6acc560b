"""What happens when the time of the player to move runs out.

With up to an hour per move, the game is over. With more, the waiting player may claim the win or give more
time while the late player can still move; a week later the waiting player wins.
"""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.games.errors import FinishedGameError, NotWaitingError, StaleRevisionError
from bot.matches.games.games import Games, check_player
from bot.matches.games.loading import load
from bot.matches.games.notifications import PATIENCE
from bot.matches.games.turns import begin_turn, end, end_by_time, plan_reminder
from bot.matches.values import clocks
from bot.matches.values.clocks import CLAIM_TIME, DueKind
from bot.matches.values.due import Due
from bot.matches.values.games import Game, TurnClock
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import games as game_rows
from engine import Outcome, Reason


class Timeouts:
    """The missed deadlines in one database."""

    def __init__(self, database: Database, clock: Clock, games: Games) -> None:
        self._database = database
        self._clock = clock
        self._games = games

    @retried
    async def expire(self, due: Due) -> Game | None:
        """End a game whose turn has run out of time, or make it claimable, according to the row ``due``.

        None if the row is gone or was moved: someone moved, or another process was faster.
        """
        async with self._database.writing() as connection:
            game = await _take(connection, due)
            if game is None:
                return None
            if clocks.is_live(game.move_seconds or 0):
                return await end_by_time(connection, game, self._clock.now())
            await game_rows.advance(connection, game.number, game.revision)
            await due_times.drop_of_game(connection, game.number, [DueKind.REMINDER, DueKind.NOTIFICATION])
            until = due.at + CLAIM_TIME
            claim = NewDue(DueKind.CLAIM, until, game_id=game.number, player_id=game.to_move.id)
            await due_times.add(connection, claim)
            # It stands in for the process that noticed, which notifies the waiting player at once unless
            # something fails.
            call = NewDue(DueKind.NOTIFICATION, self._clock.now() + PATIENCE, game_id=game.number)
            await due_times.add(connection, call)
            clock = TurnClock(until, claimable=True)
            return replace(game, revision=game.revision + 1, shown=False, clock=clock, offer=None)

    @retried
    async def lapse(self, due: Due) -> Game | None:
        """End a game because no one moved or claimed the win for a week, according to the row ``due``.

        None if the row is gone or was moved.
        """
        async with self._database.writing() as connection:
            game = await _take(connection, due)
            return None if game is None else await end_by_time(connection, game, self._clock.now())

    @retried
    async def abandon(self, due: Due) -> Game | None:
        """End a game without a result because a clock came due where no one can play any longer.

        None if the row is gone or was moved.
        """
        async with self._database.writing() as connection:
            game = await _take(connection, due)
            if game is None:
                return None
            return await end(connection, game, Outcome(None, Reason.ABANDONED), self._clock.now())

    @retried
    async def remind(self, due: Due) -> Game | None:
        """Return a game whose player to move is to be reminded now, and schedule the next reminder.

        None if the row is gone or was moved, or if it is too late for a reminder.
        """
        async with self._database.writing() as connection:
            game = await _take(connection, due)
            if game is None or game.clock is None or game.clock.until <= self._clock.now():
                return None
            await plan_reminder(connection, game, game.clock.until, after=due.at)
            return game

    @retried
    async def claim(self, number: int, revision: int, player_id: int) -> Game:
        """End a game as won for the waiting player, with a button made at ``revision``.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
            StaleRevisionError: the game went on since, or there is nothing to claim.
            NotWaitingError: ``player_id`` is the late player.
        """
        async with self._games.changing(number) as (connection, game):
            _check_claim(game, revision, player_id)
            return await end_by_time(connection, game, self._clock.now())

    @retried
    async def give_time(self, number: int, revision: int, player_id: int) -> Game:
        """Restart the late player's time, with a button made at ``revision``.

        Raises:
            MatchError: as in ``claim``.
        """
        async with self._games.changing(number) as (connection, game):
            _check_claim(game, revision, player_id)
            await game_rows.advance(connection, number, revision)
            later = replace(game, revision=revision + 1, shown=False)
            return await begin_turn(connection, later, self._clock.now())


async def _take(connection: AsyncConnection, due: Due) -> Game | None:
    # The game first, then its row, as in every other change of a game.
    await game_rows.hold(connection, due.about)
    if not await due_times.take(connection, due.id, due.at):
        return None
    return await load(connection, due.about)


def _check_claim(game: Game, revision: int, player_id: int) -> None:
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if revision != game.revision or game.clock is None or not game.clock.claimable:
        raise StaleRevisionError(game)
    if color is game.position.turn:
        raise NotWaitingError(game)
