"""Makes the puzzles: ``python -m engine.solver.making.puzzles [--number N] [--seed S] [--keep FILE] ...``.

The positions come from games of strong players: four random plies, then moves that keep the value as far as
20,000 nodes know it, except for 15% slips. In three out of five games, winners let draws slip, because
otherwise positions to save are rare. Positions with the same future are one puzzle, and mirrored right
moves are two. At most 22% of a ruleset's puzzles have the same difficulty and goal.

Those for beginners come first: wins in one and in two, from games played at random, because strong players
hardly ever leave one.

The same number and seed give the same file on every machine. The file is written now and then, so that a
run can be stopped: another one with ``--keep`` and another seed goes on.

A solver that searches differently finds different puzzles; ``--keep`` keeps those that people know.
"""

import hashlib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import ceil
from pathlib import Path
from random import Random

from engine.analysis.puzzle import Difficulty, Goal, Puzzle, parse_puzzles, print_puzzles
from engine.board.move import Move
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.interruption import quietly
from engine.solver.making.grading import Grade, grade
from engine.solver.making.lines import play_of
from engine.solver.making.quick_wins import plies_to_win
from engine.solver.making.strong_games import Turn, strong_game
from engine.solver.proof_search import Key
from engine.solver.solver import Solver

__all__ = ["main", "make_puzzles"]

_NUMBER, _FIRST, _SEED = 1000, 50, 1
_OUTPUT = Path(__file__).parents[2] / "puzzles.txt"
_NEW_PUZZLES_BETWEEN_WRITES = 50

_CLASSES = tuple(product(Difficulty, Goal))
_LARGEST_SHARE = 0.22
"""Of a ruleset's puzzles, at most this share has the same difficulty and goal. Even shares would take hours:
hard puzzles to save are rare."""

_FIRST_PLIES = (6, 7, 8, 9, 10, 12, 14, 16, 18)
"""The plies at which a game may start to give puzzles; all are equally likely."""
_LAST_PLY_OF_HARD = 12
"""Later positions are hardly ever hard, so games end here once only hard puzzles are wanted."""
_PLIES_BETWEEN = 4
"""Minimum distance between two puzzles of one game."""
_MOST_OF_A_GAME = 3
_MOST_WON_AT_ONCE = 25
"""Of each ruleset, apart from those for beginners."""

_FIRST_PLY_OF_FIRST = 8
"""Before that, no one can win within two turns."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_DIGITS_OF_NUMBER = 5


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A position that could become a puzzle, and the game that leads to it."""

    moves: tuple[Move, ...]
    position: Position
    grade: Grade


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = ArgumentParser(prog="python -m engine.solver.making.puzzles", description="Make the puzzles.")
    parser.add_argument(
        "--number", type=int, default=_NUMBER, help=f"how many of each ruleset; by default {_NUMBER}"
    )
    parser.add_argument(
        "--first",
        type=int,
        default=_FIRST,
        help=f"how many easy wins in one of each ruleset, and as many in two; by default {_FIRST}",
    )
    parser.add_argument("--seed", type=int, default=_SEED, help=f"by default {_SEED}")
    parser.add_argument(
        "--output", type=Path, default=_OUTPUT, help="the file to write; by default the package's own"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="a file whose puzzles are all kept")
    options = parser.parse_args(arguments)
    made = list(parse_puzzles(options.keep.read_text(encoding="ascii"))) if options.keep else []
    for make, number in ((make_first_puzzles, options.first), (make_puzzles, options.number)):
        for new, puzzle in enumerate(make(number, options.seed, tuple(made))):
            made.append(puzzle)
            if new % _NEW_PUZZLES_BETWEEN_WRITES == 0:
                _write(options.output, made)
    _write(options.output, made)
    for kind, number in sorted(Counter((str(each.ruleset), *_class_of(each)) for each in made).items()):
        print(*kind, number)  # noqa: T201 - the command's output
    return 0


def _write(output: Path, made: Iterable[Puzzle]) -> None:
    from_easiest = sorted(made, key=lambda puzzle: (puzzle.nodes, puzzle.number))
    output.write_text(print_puzzles(from_easiest), encoding="ascii", newline="\n")


def make_first_puzzles(number: int, seed: int, kept: Sequence[Puzzle] = ()) -> Iterator[Puzzle]:
    """Yield easy wins until each ruleset has this many in one, and as many in two, with those ``kept``."""
    known = _Known(kept)
    for ruleset, turns in product(Ruleset, (1, 2)):
        random = Random(f"{seed} {ruleset} {turns}")  # noqa: S311 - games
        left = number - sum(each.ruleset is ruleset and each.is_easy_win_in(turns) for each in kept)
        while left > 0:
            for candidate in islice(_short_wins_of_a_game(ruleset, random, turns), 1):
                if known.adds(candidate.position):
                    left -= 1
                    yield _puzzle(candidate)


def _short_wins_of_a_game(ruleset: Ruleset, random: Random, turns: int) -> Iterator[_Candidate]:
    """Play a game at random; yield where it can be won in exactly this many turns, easily, by one move."""
    position = Position.start(ruleset)
    moves: tuple[Move, ...] = ()
    plies = 2 * turns - 1
    while legal := position.legal_moves:
        if position.ply >= _FIRST_PLY_OF_FIRST and plies_to_win(position, plies) == plies:
            graded = grade(position)
            if graded is not None and graded.difficulty is Difficulty.EASY and graded.goal is Goal.WIN:
                yield _Candidate(moves, position, graded)
        move = random.choice(legal)
        moves, position = (*moves, move), position.play(move)


def make_puzzles(number: int, seed: int, kept: Sequence[Puzzle] = ()) -> Iterator[Puzzle]:
    """Yield puzzles until there are this many of each ruleset, not too many of a difficulty and goal.

    Those that are ``kept`` count, and aren't yielded. No new one has the future or the number of another.
    """
    known = _Known(kept)
    unfinished = [
        _Workshop(Random(f"{seed} {ruleset}"), ruleset, _Wanted(number, ruleset, kept))  # noqa: S311 - games
        for ruleset in Ruleset
    ]
    while unfinished := [workshop for workshop in unfinished if workshop.wanted]:
        for workshop in unfinished:
            yield from workshop.puzzles_of_a_game(known)


class _Known:
    """The puzzles that there are, in any ruleset."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self._identities = {Key.of(puzzle.position).identity for puzzle in puzzles}
        self._numbers = {puzzle.number for puzzle in puzzles}

    def adds(self, position: Position) -> bool:
        """Add a position unless one with the same future or the same number is known; return whether."""
        identity, number = Key.of(position).identity, _number_of(position)
        if identity in self._identities or number in self._numbers:
            return False
        self._identities.add(identity)
        self._numbers.add(number)
        return True


def _class_of(puzzle: Puzzle | Grade) -> tuple[Difficulty, Goal]:
    return puzzle.difficulty, puzzle.goal


class _Wanted:
    """Which puzzles of a ruleset are still wanted."""

    def __init__(self, number: int, ruleset: Ruleset, kept: Iterable[Puzzle]) -> None:
        self._left_of_all = number
        self._left = dict.fromkeys(_CLASSES, ceil(number * _LARGEST_SHARE))
        self._left_won_at_once = _MOST_WON_AT_ONCE
        for puzzle in kept:
            if puzzle.ruleset is ruleset:
                self.count(puzzle)

    def __bool__(self) -> bool:
        return self._left_of_all > 0

    def could_take(self, turn: Turn) -> bool:
        """Return whether a turn may be a puzzle that's wanted."""
        kinds = product(self._difficulties(turn.position.ply), turn.goals)
        return any(self._left[kind] > 0 for kind in kinds)

    def takes(self, graded: Grade) -> bool:
        """Return whether a puzzle of this grade is wanted."""
        return self._left[_class_of(graded)] > 0 and (self._left_won_at_once > 0 or not graded.wins_at_once)

    def count(self, puzzle: Puzzle | Grade) -> None:
        """Take note of a puzzle that there is already."""
        self._left_of_all -= 1
        self._left[_class_of(puzzle)] -= 1
        self._left_won_at_once -= puzzle.wins_at_once

    def ends_at(self, ply: int) -> bool:
        """Return whether nothing is wanted from this ply of a game on."""
        return not any(self._left[kind] > 0 for kind in product(self._difficulties(ply), Goal))

    @staticmethod
    def _difficulties(ply: int) -> Sequence[Difficulty]:
        return [each for each in Difficulty if each is not Difficulty.HARD or ply <= _LAST_PLY_OF_HARD]


class _Workshop:
    """Makes the puzzles of one ruleset, from game after game."""

    def __init__(self, random: Random, ruleset: Ruleset, wanted: _Wanted) -> None:
        self.wanted = wanted
        self._random = random
        self._ruleset = ruleset
        self._player = Solver(book=False)

    def puzzles_of_a_game(self, known: "_Known") -> Iterator[Puzzle]:
        """Yield the wanted puzzles of another game, of those that aren't known."""
        for candidate in islice(self._candidates_of_a_game(), _MOST_OF_A_GAME):
            if self.wanted and self.wanted.takes(candidate.grade) and known.adds(candidate.position):
                self.wanted.count(candidate.grade)
                yield _puzzle(candidate)

    def _candidates_of_a_game(self) -> Iterator[_Candidate]:
        next_ply = self._random.choice(_FIRST_PLIES)
        for turn in strong_game(self._ruleset, self._player, self._random):
            ply = turn.position.ply
            if self.wanted.ends_at(ply):
                return
            graded = grade(turn.position) if ply >= next_ply and self.wanted.could_take(turn) else None
            if graded is not None:
                yield _Candidate(turn.moves, turn.position, graded)
                next_ply = ply + _PLIES_BETWEEN


def _puzzle(candidate: _Candidate) -> Puzzle:
    position, graded = candidate.position, candidate.grade
    return Puzzle(
        number=_number_of(position),
        ruleset=position.ruleset,
        goal=graded.goal,
        difficulty=graded.difficulty,
        nodes=graded.nodes,
        play=play_of(candidate.moves, position, graded.solution),
    )


def _number_of(position: Position) -> str:
    """Return the last digits, in base 36, of the digest of the position up to symmetry."""
    digest = int(hashlib.sha256(str(position.canonical()).encode()).hexdigest(), 16)
    digits = []
    for _ in range(_DIGITS_OF_NUMBER):
        digest, digit = divmod(digest, len(_DIGITS))
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))


if __name__ == "__main__":
    raise SystemExit(quietly(main))
