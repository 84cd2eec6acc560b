"""How the first attempt at a puzzle changes the ratings of the player and the puzzle, and their streaks.

It's like a game between the two. The player wins if their first move is right, and loses if it's wrong or if
they ask for the answer first. Nothing that they do with the puzzle later counts.

No job uses a freeze, which keeps a streak when a day is missed: what's stored with the last solved day says
how many are left since.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from math import log
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.puzzles import daily_puzzles, puzzles
from bot.store.puzzles.daily_puzzles import NewSolve, StreakRow
from bot.store.puzzles.puzzles import PuzzleRatingRow, PuzzleResultRow, SolverRatingRow
from bot.use_cases.standings.ratings import rating_in
from bot.values.glicko import NEW, RatedResult, Rating, aged, periods_between, rated
from bot.values.standings import NO_STREAK, DailyStreak
from engine import Difficulty, Puzzle

NEW_SOLVER: Final = Rating(rating=800, deviation=200, volatility=NEW.volatility)
"""The rating of someone who hasn't tried a puzzle yet. No one falls below it, so it's that of the easiest
puzzles, and the first wrong moves of a beginner cost nothing."""

_EASY_WINS: Final = {1: 800.0, 2: 950.0}
"""The ratings of easy wins that no one has tried, by the number of turns that they take."""

ENOUGH_ATTEMPTS: Final = 10
"""Once this many players have tried a puzzle, its rating says how difficult it is."""

_MEDIUM_FROM: Final = 1300.0
_HARD_FROM: Final = 1700.0

# By the rule that the puzzles were made with, medium starts at this many nodes, and hard at 40 times as many.
_NODES_OF_MEDIUM: Final = 500
_NODES_TO_HARD: Final = 40

_START_DEVIATION: Final = 200.0
"""How uncertain a rating is, in points, that was only computed from a puzzle's nodes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverChange:
    """What an attempt changed: a player's rating ``before`` and ``after`` it, and the ``deviation`` after it.

    ``streak`` is how many puzzles in a row they've now solved with their first move.
    """

    before: float
    after: float
    deviation: float
    streak: int


AGAIN_AFTER: Final = (1, 3, 7)
"""Days after which a puzzle that someone failed comes again: first, and then whenever they've solved it."""


@dataclass(frozen=True, slots=True)
class Again:
    """When a puzzle that someone failed comes again, if it does: they've solved it in so many ``repeats``."""

    repeats: int
    at: datetime | None

    @property
    def days(self) -> int:
        """Return in how many days it comes, 0 if it doesn't."""
        return 0 if self.at is None else AGAIN_AFTER[self.repeats]


async def note_again(  # noqa: PLR0913 - who, which puzzle, and how it went
    connection: AsyncConnection,
    player_id: int,
    puzzle: Puzzle,
    before: PuzzleResultRow | None,
    now: datetime,
    *,
    solved: bool,
) -> Again | None:
    """Store when a puzzle comes again after a player's first move in it, or their first in a repeat.

    Returns that, or None if the move is neither, or if the first was right.
    """
    again = _again_after(before, now, solved=solved)
    if again is not None:
        repeats, at = again.repeats, again.at
        await puzzles.come_again(connection, player_id, puzzle.number, repeats=repeats, again_at=at)
    return again


def _again_after(before: PuzzleResultRow | None, now: datetime, *, solved: bool) -> Again | None:
    if (before is None and solved) or (before is not None and not before.is_due(now)):
        return None
    repeats = (before.repeats or 0) + 1 if before is not None and solved else 0
    at = now + timedelta(days=AGAIN_AFTER[repeats]) if repeats < len(AGAIN_AFTER) else None
    return Again(repeats, at)


def start_rating(puzzle: Puzzle) -> float:
    """Return the rating of a puzzle that no one has tried.

    Wins in one or two turns have fixed ones. Of others, the more nodes a puzzle takes, the higher its rating.
    """
    for turns, rating in _EASY_WINS.items():
        if puzzle.is_easy_win_in(turns):
            return rating
    return _MEDIUM_FROM + (_HARD_FROM - _MEDIUM_FROM) * log(puzzle.nodes / _NODES_OF_MEDIUM, _NODES_TO_HARD)


def rating_of(puzzle: Puzzle, row: PuzzleRatingRow | None) -> float:
    """Return a puzzle's rating; ``row`` is its rating after attempts, if there were any."""
    return start_rating(puzzle) if row is None else row.rating


def difficulty_of(puzzle: Puzzle, row: PuzzleRatingRow | None) -> Difficulty:
    """Return how difficult a puzzle is. This depends on its rating once enough people have tried it."""
    if row is None or row.attempts < ENOUGH_ATTEMPTS:
        return puzzle.difficulty
    if row.rating < _MEDIUM_FROM:
        return Difficulty.EASY
    return Difficulty.MEDIUM if row.rating < _HARD_FROM else Difficulty.HARD


async def rate(
    connection: AsyncConnection, player_id: int, puzzle: Puzzle, now: datetime, *, solved: bool
) -> SolverChange:
    """Rate a known player's first attempt at a puzzle."""
    fresh = Rating(rating=start_rating(puzzle), deviation=_START_DEVIATION, volatility=NEW.volatility)
    # Everyone locks their own rating before that of the puzzle, so no two attempts wait for each other.
    solver = await puzzles.lock_solver(
        connection, SolverRatingRow(player_id, **NEW_SOLVER._asdict(), streak=0, best_streak=0, rated_at=now)
    )
    tried = await puzzles.lock_puzzle(
        connection, PuzzleRatingRow(puzzle.number, **fresh._asdict(), attempts=0)
    )
    own, faced = rating_in(solver), rating_in(tried)
    periods = periods_between(solver.rated_at, now)
    own_after = rated(own, [RatedResult(faced, float(solved))], periods)
    # Someone who was below the start, from before it was lowered, doesn't rise by a wrong move.
    own_after = own_after._replace(rating=max(own_after.rating, min(own.rating, NEW_SOLVER.rating)))
    # A puzzle doesn't change, so its rating stays as certain as it was.
    faced_after = rated(faced, [RatedResult(aged(own, periods), float(not solved))], periods=0)
    streak = solver.streak + 1 if solved else 0
    best_streak = max(streak, solver.best_streak)
    own_row = replace(solver, **own_after._asdict(), streak=streak, best_streak=best_streak, rated_at=now)
    faced_row = replace(tried, **faced_after._asdict(), attempts=tried.attempts + 1)
    await puzzles.keep_ratings(connection, own_row, faced_row)
    return SolverChange(
        before=own.rating, after=own_after.rating, deviation=own_after.deviation, streak=streak
    )


@dataclass(frozen=True, slots=True)
class SolvedToday:
    """A server's puzzle of the day that was just solved: how many ``tries`` it took, and the ``streak``.

    ``used`` counts the freezes that kept the streak since the last solved day, and ``earned`` says whether
    the day brought another one.
    """

    tries: int
    streak: DailyStreak
    used: int = 0
    earned: bool = False


async def streaks_of(
    connection: AsyncConnection, guild_id: int, player_ids: Collection[int], day: date
) -> Mapping[int, DailyStreak]:
    """Return the streaks that players have in a server by ``day``, whether or not they've solved it yet."""
    rows = await daily_puzzles.streaks(connection, guild_id, player_ids, day)
    known = {row.player_id: _kept(row) for row in rows}
    return {player_id: known.get(player_id, NO_STREAK) for player_id in player_ids}


async def solve_day(  # noqa: PLR0913 - who, where, what, and when
    connection: AsyncConnection, guild_id: int, *, player_id: int, puzzle: str, tries: int, now: datetime
) -> SolvedToday | None:
    """Record that a player, whom this transaction has locked, solved a puzzle, if it's their server's today.

    None if it's another puzzle, or if they've already solved the day's.
    """
    day = await daily_puzzles.current_day(connection, guild_id, now)
    if not await daily_puzzles.is_unsolved(connection, guild_id, day, player_id=player_id, puzzle=puzzle):
        return None
    rows = await daily_puzzles.streaks(connection, guild_id, [player_id], day)
    last = rows[0] if rows else StreakRow(player_id, solved=0, streak=0, freezes=0, missed=0)
    kept = _kept(last)
    streak = kept.after_solving(days=last.solved + 1, first_try=tries == 1)
    solve = NewSolve(player_id, guild_id, day, tries, streak.length, streak.freezes, now)
    await daily_puzzles.add_solve(connection, solve)
    used = last.freezes - kept.freezes if kept.length else 0
    return SolvedToday(tries, streak, used, earned=streak.freezes > kept.freezes)


def _kept(row: StreakRow) -> DailyStreak:
    return DailyStreak(row.streak, row.freezes).after_missing(row.missed)
