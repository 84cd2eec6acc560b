"""Solving puzzles: which one comes next, what counts, and how someone is doing.

A puzzle counts as solved when the right move is found, no matter how many wrong ones were tried before,
unless the answer was shown. After that, the puzzle is done: it's never offered again and never counts as
solved. Ratings and streaks only depend on the first move that someone tries.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from hashlib import sha256
from typing import Final, Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.puzzles import daily_puzzles, puzzles
from bot.store.puzzles.puzzles import (
    PuzzleRatingRow,
    PuzzleResultRow,
    add_try,
    note_shown,
    results_of,
)
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.puzzles.attempts import (
    ENOUGH_ATTEMPTS,
    NEW_SOLVER,
    Again,
    SolvedToday,
    SolverChange,
    difficulty_of,
    note_again,
    rate,
    rating_of,
    solve_day,
)
from bot.use_cases.standings.badges import give
from bot.use_cases.standings.ratings import rating_in
from bot.use_cases.use_cases import UseCases
from bot.values.badges import Badge, SolvedDay, SolvedPuzzle, earned_by
from bot.values.errors import NoSuchPuzzleError, UnknownPuzzleError
from bot.values.glicko import aged, periods_between
from bot.values.players import Player
from engine import Difficulty, Move, Puzzle, Ruleset, Theme, has_theme


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """How someone is doing at puzzles.

    They've solved ``solved`` of the ``total``. They've tried a move or seen the answer of ``tried``, and
    solved ``first_tries`` with their first move. ``streak`` is how many of those in a row by now, and
    ``best_streak`` is the most it ever was. ``rating`` is None before the first rated attempt. ``due``
    are the puzzles that come again, each with the number of repeats that they've solved.
    """

    total: int
    solved: int = 0
    tried: int = 0
    first_tries: int = 0
    streak: int = 0
    best_streak: int = 0
    rating: float | None = None
    deviation: float = NEW_SOLVER.deviation
    due: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PuzzleTraits:
    """How difficult a puzzle is for people: by its ``rating``, if there were enough ``attempts``."""

    difficulty: Difficulty
    rating: float
    attempts: int

    @classmethod
    def of(cls, puzzle: Puzzle, row: PuzzleRatingRow | None) -> Self:
        """Return the traits of a puzzle; ``row`` is its rating after attempts, if there were any."""
        return cls(difficulty_of(puzzle, row), rating_of(puzzle, row), row.attempts if row else 0)

    @property
    def is_settled(self) -> bool:
        """Return whether enough people have tried the puzzle for its rating to mean something."""
        return self.attempts >= ENOUGH_ATTEMPTS


class Merit(Enum):
    """What a move is worth."""

    WRONG = "wrong"
    FIRST_TRY = "solved on the first try"
    SOLVED = "solved"
    AGAIN = "solved in a repeat"
    SOLVED_BEFORE = "solved before"
    SHOWN_BEFORE = "shown before"


class AnswerCost(Enum):
    """What seeing the answer takes away: that the puzzle can be solved, or the first try at it as well."""

    NOTHING = "nothing"
    SOLUTION = "solution"
    FIRST_TRY = "first try"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a move is worth, and what it led to.

    ``change`` is what it did to the player's rating, if it was the first they tried, ``again`` when the
    puzzle comes again, if that has changed, and ``today`` is there if it solved their server's puzzle of the
    day.
    """

    merit: Merit
    change: SolverChange | None = None
    again: Again | None = None
    today: SolvedToday | None = None
    badges: tuple[Badge, ...] = ()


PuzzleKind = Difficulty | Theme


@dataclass(frozen=True, slots=True)
class WantedPuzzle:
    """What puzzle is wanted: of a ``ruleset``, if there's one left, and of a ``kind`` or a fitting one.

    ``after`` is the previous puzzle, if there was one, and ``without`` has those that can't be shown now.
    """

    ruleset: Ruleset = Ruleset.PYRGA
    kind: PuzzleKind | None = None
    after: Puzzle | None = None
    without: frozenset[str] = frozenset()


ANY: Final = WantedPuzzle()


@dataclass(frozen=True, slots=True)
class Past:
    """What a player has done with puzzles, how good they are at them, and the ratings of the puzzles."""

    player_id: int
    rating: float
    results: Mapping[str, PuzzleResultRow]
    ratings: Mapping[str, PuzzleRatingRow]

    def is_closed(self, puzzle: Puzzle) -> bool:
        """Return whether the player has solved the puzzle or been shown its answer."""
        result = self.results.get(puzzle.number)
        return result is not None and result.closed

    def is_of(self, puzzle: Puzzle, kind: PuzzleKind | None) -> bool:
        """Return whether a puzzle is of a kind, as the players' attempts say, or any is wanted."""
        if isinstance(kind, Theme):
            return has_theme(puzzle, kind)
        return kind in {None, difficulty_of(puzzle, self.ratings.get(puzzle.number))}

    @property
    def turns_of_a_beginner(self) -> int | None:
        """Return in how many turns a beginner's next puzzle is won; None if the player isn't one any more."""
        solved = sum(result.solved_at is not None for result in self.results.values())
        return next((turns for turns, most in _BEGINNERS.items() if solved < most), None)

    def steps_away(self, puzzle: Puzzle) -> int:
        """Return how far the puzzle's rating is from the player's, in steps of ``_FITTING`` points."""
        return int(abs(rating_of(puzzle, self.ratings.get(puzzle.number)) - self.rating) / _FITTING)


class Puzzles(UseCases):
    """The puzzles, and what the players in one database did with them."""

    def __init__(self, database: Database, clock: Clock, puzzles: Sequence[Puzzle]) -> None:
        super().__init__(database, clock)
        self._puzzles = {puzzle.number: puzzle for puzzle in puzzles}

    def get(self, name: str) -> Puzzle:
        """Return the puzzle with this name."""
        try:
            return self._puzzles[name]
        except KeyError:
            raise UnknownPuzzleError(name) from None

    def find(self, typed: str) -> Puzzle:
        """Return the puzzle with the number that someone typed."""
        try:
            return self._puzzles[_as_number(typed)]
        except KeyError:
            raise NoSuchPuzzleError(typed) from None

    async def suggest(self, typed: str, limit: int, *, player_id: int) -> list[tuple[Puzzle, PuzzleTraits]]:
        """Return some of the puzzles whose numbers begin with what a player has typed so far.

        Those they've tried without success come first, and those they've finished last.
        """
        past, start = await self._past(player_id), _as_number(typed)

        def place(puzzle: Puzzle) -> tuple[bool, bool, bytes]:
            tried = puzzle.number in past.results
            return past.is_closed(puzzle), not tried, shuffle_key(player_id, puzzle.number)

        found = [puzzle for number, puzzle in self._puzzles.items() if number.startswith(start)]
        return [
            (each, PuzzleTraits.of(each, past.ratings.get(each.number)))
            for each in sorted(found, key=place)[:limit]
        ]

    async def offer(self, player_id: int, wish: WantedPuzzle = ANY) -> Puzzle | None:
        """Return a puzzle that a player has neither solved nor been shown, or None if there's no such puzzle.

        ``next_puzzle`` says which one. Without a wish for a kind, one that they failed comes again first.
        """
        past, kind = await self._past(player_id), wish.kind
        shown = [puzzle for number, puzzle in self._puzzles.items() if number not in wish.without]
        if kind is None:
            due = [row for row in past.results.values() if row.is_due(self._clock.now())]
            failed = [
                self._puzzles[row.puzzle]
                for row in sorted(due, key=lambda row: str(row.again_at))
                if self._has(row) and row.puzzle not in wish.without
            ]
            fitting = (each for each in failed if each.ruleset is wish.ruleset and each != wish.after)
            if (again := next(fitting, None)) is not None:
                return again
        elif isinstance(kind, Theme):
            # Whether a puzzle has a theme is only computed once.
            await asyncio.to_thread(lambda: [has_theme(each, kind) for each in shown])
        return next_puzzle(shown, past, wish)

    def _has(self, row: PuzzleResultRow) -> bool:
        return row.puzzle in self._puzzles

    async def has_finished(self, player_id: int, puzzle: Puzzle) -> bool:
        """Return whether a player has solved a puzzle or been shown its answer."""
        result = await self._result(player_id, puzzle)
        return result is not None and result.closed

    async def cost_of_answer(self, player_id: int, puzzle: Puzzle) -> AnswerCost:
        """Return what a player would lose if they were shown the answer of a puzzle now."""
        result = await self._result(player_id, puzzle)
        if puzzle.number not in self._puzzles:
            return AnswerCost.NOTHING
        if result is None:
            return AnswerCost.FIRST_TRY
        return AnswerCost.NOTHING if result.closed else AnswerCost.SOLUTION

    async def _result(self, player_id: int, puzzle: Puzzle) -> PuzzleResultRow | None:
        return (await self._database.read_once(results_of, player_id)).get(puzzle.number)

    async def traits(self, puzzle: Puzzle) -> PuzzleTraits:
        """Return how difficult a puzzle is."""
        row = await self._database.read_once(puzzles.of_puzzle, puzzle.number)
        return PuzzleTraits.of(puzzle, row)

    @retried
    async def record(self, player_id: int) -> PuzzleRecord:
        """Return how a player is doing."""
        async with self._database.reading() as connection:
            results = await results_of(connection, player_id)
            solver = await puzzles.of_solver(connection, player_id)
        known, now = [row for row in results.values() if self._has(row)], self._clock.now()
        due = {row.puzzle: row.repeats or 0 for row in known if row.is_due(now)}
        solved = sum(result.solved_at is not None for result in known)
        first_tries = sum(result.solved_first for result in known)
        total = len(self._puzzles)
        if solver is None:
            return PuzzleRecord(total, solved, len(known), first_tries, due=due)
        rating = aged(rating_in(solver), periods_between(solver.rated_at, now))
        return PuzzleRecord(
            total,
            solved,
            len(known),
            first_tries,
            solver.streak,
            solver.best_streak,
            rating=rating.rating,
            deviation=rating.deviation,
            due=due,
        )

    @retried
    async def attempt(
        self, player: Player, puzzle: Puzzle, move: Move, guild_id: int | None = None
    ) -> Attempt:
        """Record that a player tried a legal move, in a server or outside servers; return what it's worth.

        If it's the server's puzzle of the day and the move is right, the day counts as solved, even if they
        had already solved the puzzle before, unless they were shown its answer that day.
        """
        now, right = self._clock.now(), move == puzzle.solution
        async with self._database.writing() as connection:
            # From here on, anything else that the same person tries has to wait.
            await remember(connection, player, now)
            results = await results_of(connection, player.id)
            before = results.get(puzzle.number)
            await add_try(connection, player.id, puzzle.number, now if right else None)
            change, again = await self._count(connection, player.id, puzzle, before, now, solved=right)
            if not right:
                return Attempt(Merit.WRONG, change, again)
            today = None
            if guild_id is not None and not await _was_shown_today(connection, guild_id, before, now):
                tries = 1 if before is None else before.tries_to_solve
                today = await solve_day(
                    connection, guild_id, player_id=player.id, puzzle=puzzle.number, tries=tries, now=now
                )
            if today is not None:
                await remember_nickname(connection, guild_id, player)
            earned = set() if today is None else {*earned_by(SolvedDay(today.streak.length))}
            if puzzle.number in self._puzzles and (before is None or not before.closed):
                earlier = [name for name, row in results.items() if row.solved_at is not None]
                earned |= earned_by(SolvedPuzzle(len(self._puzzles.keys() & earlier) + 1))
            badges = await give(connection, player.id, earned, now)
        return Attempt(_merit(before, again), change, again, today, badges)

    @retried
    async def show_answer(self, player: Player, puzzle: Puzzle) -> Attempt:
        """Record that a player was shown the answer; return what that led to.

        If they hadn't tried a move before, or in a repeat, this counts as a wrong one.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            results = await results_of(connection, player.id)
            before = results.get(puzzle.number)
            await note_shown(connection, player.id, puzzle.number, now)
            change, again = await self._count(connection, player.id, puzzle, before, now, solved=False)
        return Attempt(Merit.WRONG, change, again)

    async def _count(  # noqa: PLR0913 - who, which puzzle, and how it went
        self,
        connection: AsyncConnection,
        player_id: int,
        puzzle: Puzzle,
        before: PuzzleResultRow | None,
        now: datetime,
        *,
        solved: bool,
    ) -> tuple[SolverChange | None, Again | None]:
        """Rate a first try, and note when the puzzle comes again. Puzzles from games do neither."""
        if puzzle.number not in self._puzzles:
            return None, None
        change = None
        if before is None:
            change = await rate(connection, player_id, puzzle, now, solved=solved)
        return change, await note_again(connection, player_id, puzzle, before, now, solved=solved)

    @retried
    async def _past(self, player_id: int) -> Past:
        async with self._database.reading() as connection:
            results = await results_of(connection, player_id)
            solver = await puzzles.of_solver(connection, player_id)
            ratings = await puzzles.of_puzzles(connection)
        return Past(player_id, NEW_SOLVER.rating if solver is None else solver.rating, results, ratings)


async def _was_shown_today(
    connection: AsyncConnection, guild_id: int, result: PuzzleResultRow | None, now: datetime
) -> bool:
    if result is None or result.shown_at is None:
        return False
    hour = await daily_puzzles.hour_of(connection, guild_id)
    return daily_puzzles.day_at(result.shown_at, hour) == daily_puzzles.day_at(now, hour)


def _merit(before: PuzzleResultRow | None, again: Again | None) -> Merit:
    if before is None:
        return Merit.FIRST_TRY
    if not before.closed:
        return Merit.SOLVED
    if again is not None:
        return Merit.AGAIN
    return Merit.SOLVED_BEFORE if before.solved_at is not None else Merit.SHOWN_BEFORE


def _as_number(typed: str) -> str:
    return typed.strip().removeprefix("#").lower()


_FITTING: Final = 100.0
"""Puzzles whose ratings are less than this many points away fit equally well."""

_BEGINNERS: Final = {1: 3, 2: 6}
"""Until someone has solved this many puzzles, they're offered wins in one turn, and then in two."""


def next_puzzle(puzzles: Iterable[Puzzle], past: Past, wish: WantedPuzzle) -> Puzzle | None:
    """Return a puzzle that a player has neither solved nor been shown, or None if there's no such puzzle.

    Everyone has their own order, which continues from the previous puzzle. Puzzles they have tried come last,
    and those of other rulesets before that. Beginners have easy wins in one turn first, then in two. Unless
    they want a difficulty, puzzles whose rating is closest to the player's come first, then those with the
    goal that they've had less of.
    """
    turns = past.turns_of_a_beginner
    wished = [puzzle for puzzle in puzzles if past.is_of(puzzle, wish.kind)]
    done = Counter(puzzle.goal for puzzle in wished if past.is_closed(puzzle))
    last = wish.after.number if wish.after else ""

    def worth(puzzle: Puzzle) -> tuple[bool, bool, bool, bool, int, int]:
        return (
            puzzle.number == last,
            puzzle.number in past.results,
            puzzle.ruleset is not wish.ruleset,
            turns is not None and not puzzle.is_easy_win_in(turns),
            0 if isinstance(wish.kind, Difficulty) else past.steps_away(puzzle),
            done[puzzle.goal],
        )

    reached = shuffle_key(past.player_id, last)

    def place(puzzle: Puzzle) -> tuple[bool, bytes]:
        own = shuffle_key(past.player_id, puzzle.number)
        return own <= reached, own

    offered = [(worth(puzzle), puzzle) for puzzle in wished if not past.is_closed(puzzle)]
    best = min((found for found, _ in offered), default=None)
    return min((puzzle for found, puzzle in offered if found == best), key=place, default=None)


def shuffle_key(owner_id: int, name: str) -> bytes:
    """Return a sort key that puts puzzles into the owner's own order, always the same."""
    return sha256(f"{owner_id}:{name}".encode()).digest()
