"""Solving puzzles: which one comes next, what counts, and progress.

A puzzle counts as solved when its right move is found, however many wrong ones were tried before, unless the
answer was shown. A shown puzzle is finished: it is never offered again and never counts as solved.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from enum import Enum
from hashlib import sha256

from bot.clock import Clock
from bot.matches.errors import UnknownPuzzleError
from bot.matches.standings.badge_rules import SolvedDay, SolvedPuzzle
from bot.matches.standings.badges import award_for_puzzle
from bot.matches.values.badges import Badge
from bot.matches.values.players import Player
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.puzzles import daily_solves
from bot.store.puzzles.puzzles import PuzzleResultRow, add_try, note_shown, results_of
from bot.store.settings.players import remember_player
from engine import Difficulty, Move, Puzzle, Ruleset


@dataclass(frozen=True, slots=True)
class Tally:
    """How many puzzles of a difficulty there are, and how many of them a player has solved."""

    solved: int
    total: int


Progress = Mapping[Difficulty, Tally]
"""A player's progress in every difficulty, starting with the easiest."""


class Merit(Enum):
    """What a right move is worth."""

    SOLVED = "solved"
    SOLVED_BEFORE = "solved before"
    SHOWN_BEFORE = "shown before"


@dataclass(frozen=True, slots=True)
class Solved:
    """What a right move is worth.

    If it solved the puzzle of the day of the player's server, ``streak`` is how many they've now solved in a
    row. ``badges`` are those that it brought.
    """

    merit: Merit
    streak: int | None = None
    badges: tuple[Badge, ...] = ()


class Puzzles:
    """The puzzles, and what players in one database did with them."""

    def __init__(self, database: Database, clock: Clock, puzzles: Sequence[Puzzle]) -> None:
        self._database = database
        self._clock = clock
        self._puzzles = {puzzle.number: puzzle for puzzle in puzzles}

    def get(self, name: str) -> Puzzle:
        """Return the puzzle with this name.

        Raises:
            UnknownPuzzleError: there is none.
        """
        try:
            return self._puzzles[name]
        except KeyError:
            raise UnknownPuzzleError(name) from None

    async def offer(
        self, player_id: int, difficulty: Difficulty | None = None, after: Puzzle | None = None
    ) -> Puzzle | None:
        """Return a puzzle that a player has neither solved nor been shown, or None if none are left.

        It is of ``difficulty``, or else of the easiest one they haven't finished. Every player has their own
        order, which goes on from ``after``. Puzzles they have tried come last, those with unusual rules late,
        and the goal they have done less of comes first.
        """
        async with self._database.reading_once() as connection:
            results = await results_of(connection, player_id)
        for wanted in [difficulty] if difficulty else Difficulty:
            offered = self._first_open(player_id, wanted, after, results)
            if offered is not None:
                return offered
        return None

    async def progress(self, player_id: int) -> Progress:
        """Return a player's progress."""
        async with self._database.reading_once() as connection:
            results = await results_of(connection, player_id)
        solved = {name for name, row in results.items() if row.solved_at is not None}
        tallies = {}
        for difficulty in Difficulty:
            names = {puzzle.number for puzzle in self._of(difficulty)}
            tallies[difficulty] = Tally(len(names & solved), len(names))
        return tallies

    @retried
    async def attempt(
        self, player: Player, puzzle: Puzzle, move: Move, guild_id: int | None = None
    ) -> Solved | None:
        """Record that a player tried a legal move, in a server or outside of all.

        Returns what it's worth, or None for a wrong one. If the puzzle is the server's puzzle of the day, the
        day counts as solved, even if they had solved the puzzle before, unless they were shown its answer
        that day.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, now)
            results = await results_of(connection, player.id)
            before = results.get(puzzle.number)
            if move != puzzle.solution:
                await add_try(connection, player.id, puzzle.number, None)
                return None
            await add_try(connection, player.id, puzzle.number, now)
            streak = None
            if guild_id is not None and not _was_shown(before, now.astimezone(UTC).date()):
                streak = await daily_solves.add(connection, guild_id, player.id, puzzle.number, now)
            evidence: list[SolvedPuzzle | SolvedDay] = [] if streak is None else [SolvedDay(streak)]
            if before is None or not before.closed:
                earlier = [name for name, row in results.items() if row.solved_at is not None]
                evidence.append(SolvedPuzzle(len(self._puzzles.keys() & earlier) + 1, len(self._puzzles)))
            badges = await award_for_puzzle(connection, player.id, evidence, now)
        return Solved(_merit(before), streak, badges)

    @retried
    async def show_answer(self, player: Player, puzzle: Puzzle) -> None:
        """Record that a player was shown the answer."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, now)
            await note_shown(connection, player.id, puzzle.number, now)

    def _of(self, difficulty: Difficulty) -> Iterator[Puzzle]:
        return (puzzle for puzzle in self._puzzles.values() if puzzle.difficulty is difficulty)

    def _first_open(
        self,
        player_id: int,
        difficulty: Difficulty,
        after: Puzzle | None,
        results: Mapping[str, PuzzleResultRow],
    ) -> Puzzle | None:
        closed = {name for name, row in results.items() if row.closed}
        ordered = sorted(self._of(difficulty), key=lambda puzzle: lot(player_id, puzzle.number))
        done = [puzzle.goal for puzzle in ordered if puzzle.number in closed]
        if after in ordered:
            start = ordered.index(after) + 1
            ordered = ordered[start:] + ordered[:start]
        return min(
            (puzzle for puzzle in ordered if puzzle.number not in closed),
            key=lambda puzzle: (
                puzzle == after,
                puzzle.number in results,
                puzzle.ruleset is not Ruleset.PYRGA,
                done.count(puzzle.goal),
            ),
            default=None,
        )


def _merit(before: PuzzleResultRow | None) -> Merit:
    if before is None or not before.closed:
        return Merit.SOLVED
    return Merit.SOLVED_BEFORE if before.solved_at is not None else Merit.SHOWN_BEFORE


def _was_shown(result: PuzzleResultRow | None, day: date) -> bool:
    return result is not None and result.shown_at is not None and result.shown_at.date() == day


def lot(owner_id: int, name: str) -> bytes:
    """Return a sort key that puts puzzles into the owner's own order, always the same."""
    return sha256(f"{owner_id}:{name}".encode()).digest()
