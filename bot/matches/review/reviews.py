"""Reviews of finished games: made once, then kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from bot.clock import Clock
from bot.matches.games.games import Games
from bot.matches.match.errors import RunningGameError
from bot.matches.match.match import Match
from bot.matches.review.making import Solver, make_review
from bot.matches.standings.accuracies import keep_accuracy, read_review
from bot.matches.standings.badges import award_for_review
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.review import reviews as review_rows
from engine import Record, Review, Start, print_review


class Reviewing:
    """A review in progress: ``total`` positions have to be solved."""

    def __init__(self, total: int, make: Callable[["Reviewing"], Coroutine[Any, Any, Review]]) -> None:
        self.total = total
        self._done: int | None = None
        self._change = asyncio.Event()
        self._task = asyncio.create_task(make(self))

    def note(self, done: int) -> None:
        """Tell everyone who is waiting that this many positions are solved."""
        self._done = done
        self._change.set()
        self._change = asyncio.Event()

    async def steps(self) -> AsyncIterator[int]:
        """Yield how many positions are solved, now and whenever there are more, until the review is ready.

        For a review that was made before, there are no steps.
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
        """Wait until the review is ready, and return it.

        Raises:
            Exception: whatever the solver raised.
        """
        await asyncio.wait({self._task})
        return self._task.result()

    def when_ended(self, do: Callable[[], object]) -> None:
        """Call ``do`` once the review is ready or has been stopped."""

        def end(task: asyncio.Task[Review]) -> None:
            # Everyone who's waiting gets the error. If no one is, asyncio shouldn't report it as lost.
            if not task.cancelled():
                task.exception()
            do()

        self._task.add_done_callback(end)

    async def stop(self) -> None:
        """Stop the review, and wait until it has ended."""
        self._task.cancel()
        await asyncio.wait({self._task})


class Reviews:
    """The reviews of the games of one database.

    Args:
        database: Stores games and reviews.
        clock: Returns the current time.
        games: The games of the same database.
        solver: Finds exact values.
    """

    def __init__(self, database: Database, clock: Clock, games: Games, solver: Solver) -> None:
        self._database = database
        self._clock = clock
        self._games = games
        self._solver = solver
        self._running: dict[int, Reviewing] = {}

    @retried
    async def kept(self, number: int) -> Review | None:
        """Return the stored review of a game; None if there is none, or if it can't be read."""
        async with self._database.reading_once() as connection:
            text = await review_rows.fetch(connection, number)
        return None if text is None else read_review(text)

    async def begin(self, game: Match, player_id: int) -> Reviewing:
        """Start the review of a finished game for the player ``player_id``.

        If the review is already being made, return that one. If it was made before, it's ready in a moment,
        unless values or details were missing; then it's made again.

        Raises:
            RunningGameError: the game is still running.
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

    async def close(self) -> None:
        """Stop the reviews in progress."""
        for running in list(self._running.values()):
            await running.stop()

    async def _make(self, game: Match, record: Record, player_id: int, reviewing: Reviewing) -> Review:
        kept = await self.kept(game.number)
        if kept is not None and kept.complete and kept.detailed:
            return kept
        review = await make_review(
            record,
            self._solver,
            player_id,
            starting_moves=0 if game.start is Start.PLAIN else 1,
            note=reviewing.note,
        )
        await self._keep(game, review)
        return review

    @retried
    async def _keep(self, game: Match, review: Review) -> None:
        now = self._clock.now()
        async with self._database.writing() as connection:
            await review_rows.keep(connection, game.number, print_review(review), now)
            await award_for_review(connection, game, review, now)
            await keep_accuracy(connection, game.number, review)
