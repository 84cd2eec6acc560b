"""Rushes: as many puzzles as someone can solve in five minutes, with at most two mistakes.

They begin with easy ones. All is stored, so a rush goes on after a restart, and on another device. Ratings
don't change, but the puzzles count as tried, and those that were missed come again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.puzzles import rushes
from bot.store.puzzles.puzzles import PuzzleResultRow, add_try, results_of
from bot.store.puzzles.rushes import RushRow
from bot.use_cases.names import remember
from bot.use_cases.puzzles.attempts import note_again, start_rating
from bot.use_cases.puzzles.puzzles import shuffle_key
from bot.use_cases.use_cases import UseCases
from bot.values.players import Player
from engine import Move, Puzzle, Ruleset

LENGTH: Final = timedelta(minutes=5)
MOST_MISTAKES: Final = 3
"""With this many, a rush is over."""

_FIRST: Final = 800.0
_STEP: Final = 40.0
"""The rating of the first puzzle, and by how much it rises with each that's solved."""

_FITTING: Final = 50.0
"""Puzzles whose ratings are less than this many points away fit equally well."""


@dataclass(frozen=True, slots=True)
class Rush:
    """Someone's latest rush: its next puzzle, unless it's over, and their best of this week."""

    puzzle: Puzzle
    ends_at: datetime
    solved: int
    mistakes: int
    best: int
    is_over: bool


class Rushes(UseCases):
    """The rushes of the players of one database."""

    def __init__(self, database: Database, clock: Clock, puzzles: Sequence[Puzzle]) -> None:
        super().__init__(database, clock)
        self._puzzles = {puzzle.number: puzzle for puzzle in puzzles}

    async def latest(self, player_id: int) -> Rush | None:
        """Return a player's latest rush, None if it was over before this week."""
        now, row = self._clock.now(), await self._database.read_once(rushes.latest, player_id)
        if row is None or row.puzzle not in self._puzzles or (_is_over(row, now) and row.week != _week(now)):
            return None
        puzzle, end = self._puzzles[row.puzzle], row.started_at + LENGTH
        return Rush(puzzle, end, row.solved, row.mistakes, row.best, _is_over(row, now))

    @retried
    async def begin(self, player: Player, ruleset: Ruleset) -> None:
        """Begin a rush with the puzzles of a ruleset, unless one isn't over yet."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            # From here on, anything else that the same person does with puzzles has to wait.
            await remember(connection, player, now)
            last = await rushes.latest(connection, player.id)
            if last is not None and not _is_over(last, now):
                return
            best = last.best if last is not None and last.week == _week(now) else 0
            new = RushRow(player.id, _week(now), now, "", 0, 0, best)
            rush = self._with_next(new, ruleset, await results_of(connection, player.id))
            await rushes.keep(connection, rush)

    @retried
    async def attempt(self, player: Player, puzzle: Puzzle, move: Move) -> bool | None:
        """Record a legal move in the puzzle that a player has to solve next; return whether it's right.

        None, if it doesn't count: the rush is over, or has gone on, on another device perhaps.
        """
        now, right = self._clock.now(), move == puzzle.solution
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            rush = await rushes.latest(connection, player.id)
            if rush is None or _is_over(rush, now) or rush.puzzle != puzzle.number:
                return None
            results = await results_of(connection, player.id)
            await add_try(connection, player.id, puzzle.number, now if right else None)
            before = results.get(puzzle.number)
            await note_again(connection, player.id, puzzle, before, now, solved=right)
            solved, mistakes = rush.solved + right, rush.mistakes + (not right)
            rush = replace(rush, solved=solved, mistakes=mistakes, best=max(solved, rush.best))
            await rushes.keep(connection, self._with_next(rush, puzzle.ruleset, results))
        return right

    @retried
    async def skip(self, player: Player, closed: Collection[str]) -> None:
        """Go on to a puzzle that isn't ``closed`` to a player now."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            rush = await rushes.latest(connection, player.id)
            if rush is not None and rush.puzzle in closed:
                ruleset, results = self._puzzles[rush.puzzle].ruleset, await results_of(connection, player.id)
                await rushes.keep(connection, self._with_next(rush, ruleset, results, closed))

    def _with_next(
        self,
        rush: RushRow,
        ruleset: Ruleset,
        results: Mapping[str, PuzzleResultRow],
        closed: Collection[str] = (),
    ) -> RushRow:
        """Return a rush with its next puzzle: a little harder, and new to the player if there's one."""
        wanted, seed = _FIRST + _STEP * rush.solved, rush.player_id ^ int(rush.started_at.timestamp())

        def worth(puzzle: Puzzle) -> tuple[bool, bool, int, bytes]:
            away = int(abs(start_rating(puzzle) - wanted) / _FITTING)
            tried = puzzle.number in results
            return puzzle.number in closed, tried, away, shuffle_key(seed, puzzle.number)

        others = (
            each for each in self._puzzles.values() if each.ruleset is ruleset and each.number != rush.puzzle
        )
        return replace(rush, puzzle=min(others, key=worth).number)


def _is_over(rush: RushRow, now: datetime) -> bool:
    return rush.mistakes >= MOST_MISTAKES or now >= rush.started_at + LENGTH


def _week(now: datetime) -> date:
    return now.date() - timedelta(days=now.weekday())
