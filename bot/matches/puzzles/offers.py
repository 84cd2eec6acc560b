"""Which puzzle a player is offered next."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bot.matches.puzzles.puzzle_ratings import difficulty_of, rating_of
from bot.store.puzzles.puzzles import PuzzleRatingRow, PuzzleResultRow
from engine import Difficulty, Puzzle, Ruleset

_FITTING: Final = 100.0
"""Puzzles whose ratings are less than this many points away fit equally well."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What puzzle is wanted: of a ``ruleset``, if there's one left, and of a ``difficulty`` or a fitting one.

    ``after`` is the previous puzzle, if there was one.
    """

    ruleset: Ruleset = Ruleset.PYRGA
    difficulty: Difficulty | None = None
    after: Puzzle | None = None


ANY: Final = Wish()


@dataclass(frozen=True, slots=True)
class Past:
    """What a player has done with puzzles, how good they are at them, and the ratings of the puzzles."""

    player_id: int
    rating: float
    results: Mapping[str, PuzzleResultRow]
    ratings: Mapping[str, PuzzleRatingRow]

    def is_closed(self, puzzle: Puzzle) -> bool:
        """Whether the player has solved the puzzle or been shown its answer."""
        result = self.results.get(puzzle.number)
        return result is not None and result.closed

    def difficulty_of(self, puzzle: Puzzle) -> Difficulty:
        """How difficult the puzzle is."""
        return difficulty_of(puzzle, self.ratings.get(puzzle.number))

    def steps_away(self, puzzle: Puzzle) -> int:
        """How far the puzzle's rating is from the player's, in steps of ``_FITTING`` points."""
        return int(abs(rating_of(puzzle, self.ratings.get(puzzle.number)) - self.rating) / _FITTING)


def next_puzzle(puzzles: Iterable[Puzzle], past: Past, wish: Wish) -> Puzzle | None:
    """Return a puzzle that a player has neither solved nor been shown, or None if there's no such puzzle.

    Everyone has their own order, which continues from the previous puzzle. Puzzles they have tried come last,
    and those of other rulesets before that. Unless they want a difficulty, puzzles whose rating is closest to
    the player's come first, then those with the goal that they've had less of.
    """
    wished = [puzzle for puzzle in puzzles if wish.difficulty in {None, past.difficulty_of(puzzle)}]
    done = Counter(puzzle.goal for puzzle in wished if past.is_closed(puzzle))
    last = wish.after.number if wish.after else ""

    def worth(puzzle: Puzzle) -> tuple[bool, bool, bool, int, int]:
        return (
            puzzle.number == last,
            puzzle.number in past.results,
            puzzle.ruleset is not wish.ruleset,
            past.steps_away(puzzle) if wish.difficulty is None else 0,
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
