"""Makes the puzzles: `python -m engine.solver.making.puzzles [--number N] [--seed S] [--keep FILE] ...`.

The positions come from games of strong players who slip now and then. The same number and seed give the same
file on every machine, and a greater number keeps the puzzles of a smaller one: which positions of a game may
become puzzles does not depend on what is still wanted.

A solver that searches differently finds different puzzles; `--keep` keeps those that people know.
"""

import hashlib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, product
from pathlib import Path
from random import Random

from engine.analysis.puzzle import Difficulty, Goal, Puzzle, parse_puzzles, print_puzzles
from engine.analysis.value import Solution, Value
from engine.board.move import Move
from engine.game.position import Position
from engine.game.ruleset import Ruleset
from engine.interruption import quietly
from engine.solver.making.best_line import best_line
from engine.solver.making.grading import Grade, grade, may_have_one_right_move
from engine.solver.proof_search import Key
from engine.solver.solver import Solver

__all__ = ["main", "make_puzzles"]

_NUMBER, _SEED = 360, 1
_OUTPUT = Path(__file__).parents[2] / "puzzles.txt"

_CLASSES = tuple(product(Difficulty, Goal))
_RULESETS = (Ruleset.PYRGA, Ruleset.PYRGA, Ruleset.CLASSIC, Ruleset.PILOTIS)
"""The rulesets under which the games are played, in turn."""

_OPENING = 4
"""How many plies of a game are played at random, so that games differ."""
_SLIPS = 0.15
_GAMES_WITH_WINS_THAT_SLIP_AWAY = 0.6
"""The share of games in which a won position is drawn if a move allows it. Few other late positions are."""
_NODES_OF_PLAYERS = 20_000
_FIRST_PLIES = (6, 7, 8, 9, 10, 12, 14, 16, 18)
"""The plies at which a game may start to give puzzles; all are equally likely."""
_PLIES_BETWEEN = 4
"""Minimum distance between two puzzles of one game."""
_MOST_OF_A_GAME = 3
_MOST_WON_AT_ONCE = 10
_PLIES_SHOWN = 8
_TABLE_MEGABYTES = 32

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_DIGITS_OF_NUMBER = 5


@dataclass(frozen=True, slots=True)
class _Turn:
    """A position of a game, the move played there, and whether it may be a puzzle."""

    position: Position
    move: Move
    may_be_puzzle: bool


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A position that could become a puzzle, and the game that leads to it."""

    moves: tuple[Move, ...]
    position: Position
    grade: Grade


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = ArgumentParser(prog="python -m engine.solver.making.puzzles", description="Make the puzzles.")
    parser.add_argument("--number", type=int, default=_NUMBER, help=f"how many; by default {_NUMBER}")
    parser.add_argument("--seed", type=int, default=_SEED, help=f"by default {_SEED}")
    parser.add_argument(
        "--output", type=Path, default=_OUTPUT, help="the file to write; by default the package's own"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="a file whose puzzles are all kept")
    options = parser.parse_args(arguments)
    kept = parse_puzzles(options.keep.read_text(encoding="ascii")) if options.keep else ()
    made = make_puzzles(options.number, options.seed, kept)
    options.output.write_text(print_puzzles(made), encoding="ascii", newline="\n")
    for (difficulty, goal), number in Counter((each.difficulty, each.goal) for each in made).items():
        print(f"{difficulty:6} {goal:4} {number:4}")  # noqa: T201 - the command's output
    return 0


class _Wanted:
    """Which puzzles are still wanted, and which ones there are."""

    def __init__(self, number: int) -> None:
        each, more = divmod(number, len(_CLASSES))
        self._left = {kind: each + (place < more) for place, kind in enumerate(_CLASSES)}
        self._left_won_at_once = _MOST_WON_AT_ONCE
        self._identities: set[tuple[int, int]] = set()

    def __bool__(self) -> bool:
        return any(left > 0 for left in self._left.values())

    def takes(self, candidate: _Candidate) -> bool:
        """Return whether a candidate is one of the puzzles wanted."""
        graded = candidate.grade
        return (
            _identity(candidate.position) not in self._identities
            and self._left[graded.difficulty, graded.goal] > 0
            and (self._left_won_at_once > 0 or not graded.wins_at_once)
        )

    def count(self, puzzle: Puzzle) -> None:
        """Take note of a puzzle that there is already."""
        self._identities.add(_identity(puzzle.position))
        self._left[puzzle.difficulty, puzzle.goal] -= 1
        self._left_won_at_once -= puzzle.wins_at_once


def make_puzzles(number: int, seed: int, kept: Iterable[Puzzle] = ()) -> list[Puzzle]:
    """Return this many puzzles, evenly of each difficulty and goal, the easiest first.

    All that are `kept` are among them, even if they are more.
    """
    made = list(kept)
    wanted = _Wanted(number)
    for puzzle in made:
        wanted.count(puzzle)
    candidates = _candidates(Random(seed))  # noqa: S311 - games need no cryptography
    while wanted:
        candidate = next(candidates)
        if wanted.takes(candidate):
            made.append(_puzzle(candidate))
            wanted.count(made[-1])
    return sorted(made, key=lambda puzzle: (puzzle.nodes, puzzle.number))


def _identity(position: Position) -> tuple[int, int]:
    """Return a value that is equal for positions of which at most one may be a puzzle, in any ruleset."""
    return Key.of(position).identity


def _candidates(random: Random) -> Iterator[_Candidate]:
    """Yield what may become a puzzle, from game after game without end."""
    player = Solver(book=False)
    for ruleset in cycle(_RULESETS):
        turns = _strong_game(ruleset, player, random)
        of_game = _candidates_of_game(turns, random.choice(_FIRST_PLIES))
        yield from islice(of_game, _MOST_OF_A_GAME)


def _strong_game(ruleset: Ruleset, player: Solver, random: Random) -> list[_Turn]:
    """Return a whole game, played well after a random opening, with slips."""
    position = Position.start(ruleset)
    wins_slip_away = random.random() < _GAMES_WITH_WINS_THAT_SLIP_AWAY
    turns = []
    while legal := position.legal_moves:
        moves: Sequence[Move] = legal
        may_be_puzzle = False
        if position.ply >= _OPENING:
            solution = player.solve(position, nodes=_NODES_OF_PLAYERS, line=False)
            may_be_puzzle = may_have_one_right_move(solution)
            if random.random() >= _SLIPS:
                moves = _good_moves(solution, wins_slip_away=wins_slip_away)
        turns.append(_Turn(position, random.choice(moves), may_be_puzzle))
        position = position.play(turns[-1].move)
    return turns


def _good_moves(solution: Solution, *, wins_slip_away: bool) -> list[Move]:
    value = solution.value
    if value is Value.UNKNOWN:
        return [solution.best] if solution.best else []
    if wins_slip_away and value is Value.WIN and Value.DRAW in solution.moves.values():
        value = Value.DRAW
    return [move for move, value_of_move in solution.moves.items() if value_of_move is value]


def _candidates_of_game(turns: list[_Turn], first_ply: int) -> Iterator[_Candidate]:
    next_ply = first_ply
    for ply, turn in enumerate(turns):
        graded = grade(turn.position) if turn.may_be_puzzle and ply >= next_ply else None
        if graded is not None:
            yield _Candidate(tuple(turn.move for turn in turns[:ply]), turn.position, graded)
            next_ply = ply + _PLIES_BETWEEN


def _puzzle(candidate: _Candidate) -> Puzzle:
    position, graded = candidate.position, candidate.grade
    # A new solver, so that the lines do not depend on what was solved before.
    solver = Solver(table_megabytes=_TABLE_MEGABYTES, book=False)
    lines = {move: best_line(position.play(move), solver, _PLIES_SHOWN) for move in position.legal_moves}
    solution_line = lines.pop(graded.solution)
    return Puzzle(
        number=_number_of(position),
        ruleset=position.ruleset,
        moves=candidate.moves,
        goal=graded.goal,
        difficulty=graded.difficulty,
        nodes=graded.nodes,
        solution=graded.solution,
        solution_line=solution_line,
        refutations=lines,
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
