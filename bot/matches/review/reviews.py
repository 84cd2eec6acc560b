"""Reviews of finished games: made once, then kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Protocol

from bot.clock import Clock
from bot.matches.games.errors import RunningGameError
from bot.matches.games.games import Games
from bot.matches.values.challenges import Start
from bot.matches.values.games import Game
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.review import reviews as review_rows
from engine import Position, Record, Review, Solution, parse_review, print_review, review_game

SECONDS_A_POSITION = 10.0
"""A search that takes longer is given up, and the review says that it does not know."""


class Solver(Protocol):
    """What finds exact values."""

    async def solve(
        self, position: Position, player_id: int, *, seconds: float | None = None, line: bool = True
    ) -> Solution:
        """The values of a position's moves, asked for by ``player_id``; unknown after so many seconds."""


async def solved_from_the_end(record: Record, solver: Solver, player_id: int) -> AsyncIterator[Solution]:
    """Solve the positions of a game in which someone moved, the last one first, for ``player_id``.

    What the solver has found out about late positions it needs again for earlier ones.
    """
    for position in reversed(list(record.positions())[:-1]):
        yield await solver.solve(position, player_id, seconds=SECONDS_A_POSITION, line=False)


class Reviewing:
    """A review in the making: ``total`` positions are to be solved."""

    def __init__(self, total: int, make: Callable[["Reviewing"], Coroutine[Any, Any, Review]]) -> None:
        self.total = total
        self._done: int | None = None
        self._change = asyncio.Event()
        self._task = asyncio.create_task(make(self))

    def note(self, done: int) -> None:
        """Tell those who wait that so many positions are solved."""
        self._done = done
        self._change.set()
        self._change = asyncio.Event()

    async def steps(self) -> AsyncIterator[int]:
        """Yield how many positions are solved, now and whenever there are more, until the review is made.

        Of a review that was made before there are no steps.
        """
        told: int | None = None
        while not self._task.done():
            if self._done is not None and self._done != told:
                told = self._done
                yield told
                continue
            change = asyncio.create_task(self._change.wait())
            await asyncio.wait({self._task, change}, return_when=asyncio.FIRST_COMPLETED)
            change.cancel()

    async def result(self) -> Review:
        """Wait for the review.

        Raises:
            Exception: what the solver raised.
        """
        await asyncio.wait({self._task})
        return self._task.result()

    def when_ended(self, do: Callable[[], object]) -> None:
        """Call ``do`` once the review is made or given up."""

        def end(task: asyncio.Task[Review]) -> None:
            # A failure is told to those who wait. That nobody may wait is no failure more.
            if not task.cancelled():
                task.exception()
            do()

        self._task.add_done_callback(end)

    async def stop(self) -> None:
        """Give up, and wait until that is done."""
        self._task.cancel()
        await asyncio.wait({self._task})


class Reviews:
    """The reviews of the games of one database.

    Args:
        database: Where games and reviews are kept.
        clock: The time.
        games: The games of the same database.
        solver: What finds exact values.
    """

    def __init__(self, database: Database, clock: Clock, games: Games, solver: Solver) -> None:
        self._database = database
        self._clock = clock
        self._games = games
        self._solver = solver
        self._running: dict[int, Reviewing] = {}

    async def kept(self, number: int) -> Review | None:
        """The review of a game that was made before; None where there is none, or none that can be read."""
        async with self._database.reading_once() as connection:
            text = await review_rows.fetch(connection, number)
        try:
            return None if text is None else parse_review(text)
        except ValueError:
            # Another version of the bot has made it.
            return None

    async def begin(self, game: Game, player_id: int) -> Reviewing:
        """Begin the review of a finished game for the player ``player_id``.

        Where it is being made already, this is the same one. Where it was made before, it is ready in a
        moment, unless values were missing: then they are looked for once more.

        Raises:
            RunningGameError: the game is not over.
        """
        if game.outcome is None:
            raise RunningGameError(game)
        record = await self._games.record(game.number)
        running = self._running.get(game.number)
        if running is None:
            running = Reviewing(
                len(record.moves), lambda reviewing: self._make(game, record, player_id, reviewing)
            )
            running.when_ended(lambda: self._running.pop(game.number))
            self._running[game.number] = running
        return running

    async def is_shared(self, number: int, channel_id: int) -> bool:
        """Whether a channel has the review of a game already."""
        async with self._database.reading_once() as connection:
            return await review_rows.is_shared(connection, number, channel_id)

    @asynccontextmanager
    async def sharing(self, number: int, channel_id: int) -> AsyncIterator[bool]:
        """Share the review of a game with a channel: True for whoever does it first, who then posts it.

        Where the block raises, nothing was shared.
        """
        async with self._database.writing() as connection:
            first = await review_rows.claim_sharing(connection, number, channel_id, self._clock.now())
        try:
            yield first
        except BaseException:
            if first:
                async with self._database.writing() as connection:
                    await review_rows.release_sharing(connection, number, channel_id)
            raise

    async def close(self) -> None:
        """Give up what is being made."""
        for running in list(self._running.values()):
            await running.stop()

    @retried
    async def _make(self, game: Game, record: Record, player_id: int, reviewing: Reviewing) -> Review:
        kept = await self.kept(game.number)
        if kept is not None and kept.complete:
            return kept
        solutions: list[Solution] = []
        reviewing.note(0)
        async for solution in solved_from_the_end(record, self._solver, player_id):
            solutions.insert(0, solution)
            reviewing.note(len(solutions))
        review = review_game(record, solutions, starting_moves=0 if game.start is Start.PLAIN else 1)
        async with self._database.writing() as connection:
            await review_rows.keep(connection, game.number, print_review(review), self._clock.now())
        return review
