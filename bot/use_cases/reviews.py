"""Reviews of finished games, the history of what someone played, and what was recently shared in a channel.

A review is made once, by asking the solver about one position after another, then kept. What was shared is
kept for a while, so that a second click doesn't post it again.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, Protocol

from bot.clock import Clock
from bot.store import reviews, votes
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.reviews import Wanted
from bot.use_cases.standings.badges import award_for_review
from bot.use_cases.standings.profiles import keep_accuracy, read_review
from bot.use_cases.use_cases import UseCases
from bot.values.crowds import RESIGN
from bot.values.errors import StillWorkingError
from bot.values.game.game import Game
from bot.values.game.game_errors import RunningGameError
from bot.values.pages import Page
from bot.values.players import LEVELS
from bot.values.standings import ANY_LEVEL, OPENING_MOVES, HistoryFilter, PastGame, Result
from engine import (
    Color,
    Distances,
    Move,
    Position,
    Record,
    Review,
    Solution,
    Value,
    print_review,
    review_game,
)

SECONDS_A_POSITION = 10.0
"""Maximum number of seconds for one position. After that, the review leaves its value unknown."""

SECONDS_A_DISTANCE = 0.5
"""Maximum number of additional seconds for how far the end is. After that, only bounds are known."""

SECONDS_A_LINE = 1.0
"""Maximum number of seconds for how a game goes on after a mistake, or without it. Then the line stops."""


class Solver(Protocol):
    """Something that finds exact values."""

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        """Return the values of a position's moves for ``player_id``; those not found in time are unknown.

        ``distances`` says which distances to look for in that time, and ``line`` whether to find perfect
        play.
        """


async def make_review(
    record: Record, solver: Solver, player_id: int, *, starting_moves: int = 0, note: Callable[[int], object]
) -> Review:
    """Review a game for ``player_id``, calling ``note`` with how many positions are solved so far.

    The first ``starting_moves`` belong to the start of the game.
    """
    solutions: list[Solution] = []
    note(0)
    async for solution in _solved_from_the_end(record, solver, player_id):
        solutions.insert(0, solution)
        note(len(solutions))
    review = review_game(record, solutions, starting_moves, OPENING_MOVES)
    lines = {}
    for position in _to_explain(record, review):
        ply = position.ply
        # If the moves are compared, it's also needed how far each is from the end.
        distances = Distances.ALL if ply in review.lapses else Distances.BEST
        found = await solver.solve(position, player_id, seconds=SECONDS_A_LINE, distances=distances)
        lines[ply] = found.line
        if ply in review.lapses:
            solutions[ply] = _completed(solutions[ply], found)
    return review_game(record, solutions, starting_moves, OPENING_MOVES, lines)


async def _solved_from_the_end(record: Record, solver: Solver, player_id: int) -> AsyncIterator[Solution]:
    """Solve the positions of a game where someone moved, starting with the last one.

    What the solver finds out about later positions helps it with earlier ones.
    """
    for position in reversed(list(record.positions())[:-1]):
        solution = await solver.solve(position, player_id, seconds=SECONDS_A_POSITION, line=False)
        if solution.value in (Value.WIN, Value.LOSS):
            # The values are already in the solver's table, so all of this time is for the distances.
            found = await solver.solve(
                position, player_id, seconds=SECONDS_A_DISTANCE, line=False, distances=Distances.BEST
            )
            solution = _completed(solution, found)
        yield solution


def _to_explain(record: Record, review: Review) -> Sequence[Position]:
    """Return the positions before and after the moves that gave something away, the last one first.

    The end of the game isn't among them, since nothing comes after it.
    """
    plies = {ply for lapse in review.lapses for ply in (lapse, lapse + 1)}
    visited = reversed(list(record.positions()))
    return [position for position in visited if position.ply in plies and position.legal_moves]


def _completed(solution: Solution, found: Solution) -> Solution:
    """Return a solution completed with the distances of a later one, which had little time for the values."""
    if found.value is not solution.value:
        return solution
    return replace(solution, best=found.best, distance=found.distance, distances=found.distances)


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
        """Wait until the review is ready, and return it."""
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


class Reviews(UseCases):
    """The reviews of the games of one database. The ``solver`` finds exact values."""

    def __init__(self, database: Database, clock: Clock, solver: Solver) -> None:
        super().__init__(database, clock)
        self._solver = solver
        self._running: dict[int, Reviewing] = {}
        self._from_elsewhere: dict[int, Reviewing] = {}

    async def kept(self, number: int) -> Review | None:
        """Return the stored review of a game; None if there is none, or if it can't be read."""
        text = await self._database.read_once(reviews.fetch, number)
        return None if text is None else read_review(text)

    async def begin(self, game: Game, player_id: int) -> Reviewing:
        """Start the review of a finished game for the player ``player_id``.

        If the review is already being made, return that one. If it was made before, it's ready in a moment,
        unless values or details were missing; then it's made again.
        """
        if game.outcome is None:
            raise RunningGameError(game)
        running = self._running.get(game.number)
        if running is not None:
            return running
        record = game.record
        running = Reviewing(
            len(record.moves), lambda reviewing: self._make(game, record, player_id, reviewing)
        )
        return _entered(running, self._running, game.number)

    async def begin_elsewhere(self, game: Game, player_id: int) -> Reviewing:
        """Start the review of a game from elsewhere, finished or not. It's not stored anywhere.

        Raises:
            StillWorkingError: another one is being made for the player ``player_id``.
        """
        if player_id in self._from_elsewhere:
            raise StillWorkingError
        record = game.record
        running = Reviewing(
            len(record.moves), lambda reviewing: self._review(game, record, player_id, reviewing)
        )
        return _entered(running, self._from_elsewhere, player_id)

    async def close(self) -> None:
        """Stop the reviews in progress."""
        for running in [*self._running.values(), *self._from_elsewhere.values()]:
            await running.stop()

    async def _make(self, game: Game, record: Record, player_id: int, reviewing: Reviewing) -> Review:
        kept = await self.kept(game.number)
        if kept is not None and kept.complete and kept.detailed:
            return kept
        review = await self._review(game, record, player_id, reviewing)
        await self._keep(game, review, await self._judged_votes(game, record, player_id))
        return review

    async def _review(self, game: Game, record: Record, player_id: int, reviewing: Reviewing) -> Review:
        return await make_review(
            record, self._solver, player_id, starting_moves=game.given_moves, note=reviewing.note
        )

    async def _judged_votes(self, game: Game, record: Record, player_id: int) -> list[tuple[int, str, bool]]:
        """Return whether each move that people voted for, at its ply, kept the value, if it's known."""
        if game.crowd is None:
            return []
        chosen = await self._database.read_once(votes.counts, game.number)
        judged: list[tuple[int, str, bool]] = []
        for position in record.positions():
            choices = [row.move for row in chosen if row.ply == position.ply and row.move != RESIGN]
            if not choices or position.ply < OPENING_MOVES:
                continue
            solution = await self._solver.solve(position, player_id, seconds=SECONDS_A_POSITION, line=False)
            for choice in choices:
                value = solution.moves[Move.parse(choice)]
                if Value.UNKNOWN not in (value, solution.value):
                    judged.append((position.ply, choice, value is solution.value))
        return judged

    @retried
    async def _keep(self, game: Game, review: Review, judged: Sequence[tuple[int, str, bool]]) -> None:
        now = self._clock.now()
        async with self._database.writing() as connection:
            await reviews.keep(connection, game.number, print_review(review), now)
            await votes.judge(connection, game.number, judged)
            await award_for_review(connection, game, review, now)
            await keep_accuracy(connection, game.number, review)


def _entered(running: Reviewing, all_running: dict[int, Reviewing], key: int) -> Reviewing:
    """Enter a review among those in progress, for as long as it is."""
    running.when_ended(lambda: all_running.pop(key))
    all_running[key] = running
    return running


class Histories:
    """The histories of the players of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(
        self, guild_id: int | None, *, player_id: int, wanted: HistoryFilter, page: int, size: int
    ) -> tuple[list[PastGame], bool]:
        """Return a page of a player's finished games, and whether another one follows.

        These are their games in a guild, or all of them if it's None; the latest first. Games without a
        result are left out. The first page is 0. People have the names that they had in the guild, or those
        of their accounts.
        """
        part = Page(page, size)
        read = await self._database.read_once(
            reviews.finished, player_id, _wanted(guild_id, wanted), offset=part.offset, limit=part.limit
        )
        found, more = part.cut(read)
        return [_past_game(game, guild_id, player_id=player_id) for game in found], more


def _wanted(guild_id: int | None, wanted: HistoryFilter) -> Wanted:
    opponents: tuple[int, ...] | None = None
    if wanted.opponent is not None:
        opponents = tuple(LEVELS) if wanted.opponent == ANY_LEVEL else (wanted.opponent,)
    return Wanted(guild_id, opponents, wanted.ruleset, wanted.result)


def _past_game(game: Game, guild_id: int | None, *, player_id: int) -> PastGame:
    seat, other = (Color.WHITE, Color.BLACK) if player_id == game.white.id else (Color.BLACK, Color.WHITE)
    player, opponent = game.player(seat), game.player(other)
    if guild_id is None:
        player, opponent = player.outside_servers, opponent.outside_servers
    if game.outcome is None or game.finished_at is None:
        raise ValueError(game.number)
    results = {None: Result.DRAWN, seat: Result.WON, other: Result.LOST}
    return PastGame(
        number=game.number,
        place=game.place,
        player=player,
        opponent=opponent,
        ruleset=game.ruleset,
        result=results[game.outcome.winner],
        reason=game.outcome.reason,
        opponent_rating=game.seat(other).rating,
        plies=len(game.moves),
        finished_at=game.finished_at,
        change=next((change for change in game.rating_changes if change.player_id == player_id), None),
    )


MEMORY: Final = timedelta(days=1)
"""How long it takes until the same thing can be shared in the same channel again."""

REVIEW: Final = "review"
"""The part of a game that is its review."""

WHOLE_GAME: Final = "game"
"""The part of a game that is all of it."""


def part_of(number: int, part: int | str) -> str:
    """Name what's shared of a game: its position after so many moves, ``REVIEW``, or ``WHOLE_GAME``."""
    return f"{number}{reviews.BEFORE_PART}{part}"


class Shares(UseCases):
    """What was recently shared, in one database, without who shared it.

    A ``subject`` is a part of a game, as ``part_of`` names it, or the packed text of any position
    (``bot.values.lines``).
    """

    async def is_shared(self, subject: str, channel_id: int) -> bool:
        """Return whether this was recently shared in a channel."""
        return await self._database.read_once(
            reviews.is_shared, subject, channel_id, self._clock.now() - MEMORY
        )

    @asynccontextmanager
    async def sharing(self, subject: str, channel_id: int) -> AsyncIterator[bool]:
        """Share this in a channel. Yields True for the first one to do it, who then posts it.

        If the block raises, nothing was shared.
        """
        first = await self._claim(subject, channel_id)
        try:
            yield first
        except BaseException:
            if first:
                await self._database.write(reviews.release, subject, channel_id)
            raise

    @retried
    async def _claim(self, subject: str, channel_id: int) -> bool:
        now = self._clock.now()
        async with self._database.writing() as connection:
            await reviews.forget(connection, now - MEMORY)
            return await reviews.claim(connection, subject, channel_id, now)
