"""Puzzles: positions with one right move. ``engine.solver.making.puzzles`` made the package's own.

Everything that a puzzle needs is in its line of the file, the refutations too, so no solver is needed here.
The form of the file is described at ``parse_puzzles``. The moves are kept as text and only read for a puzzle
that's shown: there are thousands of puzzles, and each has many lines of play.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.analysis.value import Value
from engine.board.move import MOVES, Move
from engine.errors import EngineError
from engine.game.position import Position
from engine.game.rules import Ruleset

__all__ = [
    "Difficulty",
    "Goal",
    "Puzzle",
    "PuzzleFileError",
    "parse_puzzles",
    "play_text",
    "print_puzzles",
    "puzzles",
]

_FILE = Path(__file__).parents[1] / "puzzles.txt"
_FORMAT = "pyrga-puzzles 2"
_FIELD, _LINE_OF_PLAY = " | ", " / "
_MOVES = {str(move): move for move in MOVES}

_ONE_MOVE = "(?:[SC][a-d][1-4]|T[a-d][1-4][nesw])"
_LINE = f"{_ONE_MOVE}(?: {_ONE_MOVE})*+"
_PLAY = re.compile(rf"(?:{_LINE})? \| {_LINE} \| {_LINE}(?: / {_LINE})*+")


class Goal(StrEnum):
    """What the right move of a puzzle does against every answer: it wins, or it saves a draw.

    In a puzzle to win, one legal move wins and all others draw or lose. In one to save, one draws and all
    others lose.

    >>> [goal.value for goal in Goal]
    ['win', 'save']
    """

    WIN = "win"
    SAVE = "save"


class Difficulty(StrEnum):
    """How hard a puzzle is, by the rule of ``engine.solver.making.grading``, from the easiest on.

    >>> [difficulty.value for difficulty in Difficulty]
    ['easy', 'medium', 'hard']
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with exactly one right move.

    >>> puzzle = puzzles()[0]
    >>> puzzle.solution in puzzle.position.legal_moves
    True
    """

    number: str
    """The permanent name of the puzzle, 1 to 8 characters of ``a-z0-9``."""
    ruleset: Ruleset
    """The rules of the game."""
    goal: Goal
    """What the right move does."""
    difficulty: Difficulty
    """How hard it is to find."""
    nodes: int
    """How many positions the solver expanded to find it."""
    play: str
    """The game so far, and how it goes on after every legal move, as ``play_text`` writes it."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return a game that leads to the position.

        >>> puzzle = puzzles()[0]
        >>> len(puzzle.moves) == puzzle.position.ply
        True
        """
        return _moves(self.play.split(_FIELD)[0])

    @property
    def position(self) -> Position:
        """Return the position to solve. It's replayed from the start every time it's read.

        >>> puzzle = puzzles()[0]
        >>> puzzle.position == Position.replay(puzzle.ruleset, puzzle.moves)
        True
        """
        return Position.replay(self.ruleset, self.moves)

    @property
    def solution(self) -> Move:
        """Return the right move.

        >>> puzzle = puzzles()[0]
        >>> puzzle.solution in puzzle.position.legal_moves
        True
        """
        return _moves(self.play.split(_FIELD)[1])[0]

    @property
    def solution_line(self) -> tuple[Move, ...]:
        """Return how the game goes on to its end after the right move if both play perfectly.

        >>> puzzle = puzzles()[0]
        >>> played = [*puzzle.moves, puzzle.solution, *puzzle.solution_line]
        >>> Position.replay(puzzle.ruleset, played).outcome() is None
        False
        """
        return _moves(self.play.split(_FIELD)[1])[1:]

    @property
    def refutations(self) -> Mapping[Move, tuple[Move, ...]]:
        """Return for every other legal move, in list order, how perfect play goes on to the end.

        The opponent's reply comes first. The line is empty if the move itself ends the game.

        >>> puzzle = puzzles()[0]
        >>> {puzzle.solution, *puzzle.refutations} == set(puzzle.position.legal_moves)
        True
        """
        lines = map(_moves, self.play.split(_FIELD)[2].split(_LINE_OF_PLAY))
        return {line[0]: line[1:] for line in lines}

    def value_of(self, move: Move) -> Value:
        """Return what a legal move is worth to the player to move, with perfect play from then on.

        Raises:
            KeyError: it isn't a legal move.

        >>> puzzle = next(each for each in puzzles() if each.goal is Goal.SAVE)
        >>> [puzzle.value_of(move).value for move in (puzzle.solution, next(iter(puzzle.refutations)))]
        ['draw', 'loss']
        """
        if move == self.solution:
            return Value.WIN if self.goal is Goal.WIN else Value.DRAW
        if self.goal is Goal.SAVE:
            return Value.LOSS
        before = after = self.position
        for each in (move, *self.refutations[move]):
            after = after.play(each)
        outcome = after.outcome()
        return Value.LOSS if outcome and outcome.winner is before.turn.opponent else Value.DRAW

    @property
    def wins_at_once(self) -> bool:
        """Return whether the right move ends the game with a win.

        >>> any(puzzle.wins_at_once for puzzle in puzzles() if puzzle.difficulty is Difficulty.HARD)
        False
        """
        return self.goal is Goal.WIN and not self.solution_line

    def is_easy_win_in(self, turns: int) -> bool:
        """Return whether the puzzle is easy, and the player wins on this turn of theirs, the first being 1.

        >>> [any(puzzle.is_easy_win_in(turns) for puzzle in puzzles()) for turns in (1, 2)]
        [True, True]
        """
        # Without reading the moves: it's asked of all puzzles at once.
        moves = self.play.split(_FIELD)[1].count(" ") + 1
        return self.goal is Goal.WIN and self.difficulty is Difficulty.EASY and moves == 2 * turns - 1


class PuzzleFileError(EngineError):
    """A file of puzzles is damaged.

    Attributes:
        line: The number of the line, from 1 on.
        problem: What's wrong with it, as an English clause.

    >>> try:
    ...     parse_puzzles("some other file")
    ... except PuzzleFileError as error:
    ...     print(error.line, error.problem)
    1 this is not a file of puzzles
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of the package, from the easiest to the hardest. They are read once.

    Raises:
        OSError: their file can't be read.
        PuzzleFileError: it's damaged.

    >>> len(puzzles()) >= 3124
    True
    """
    return parse_puzzles(_FILE.read_text(encoding="ascii", errors="replace"))


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    r"""Return the puzzles in the text of a file.

    The first line is ``pyrga-puzzles 2`` and the SHA-256 checksum of everything that follows. Every other
    line is a puzzle, in fields with `` | `` between them: number, difficulty, goal, nodes and ruleset; the
    moves from the start; the solution and how the game goes on to its end; with `` / `` between them, every
    wrong move and how it goes on.

    The checksum guarantees the content, so the moves aren't checked for legality again.

    Raises:
        PuzzleFileError: the text isn't one that ``print_puzzles`` returns.

    >>> parse_puzzles(print_puzzles(puzzles())) == puzzles()
    True
    """
    head, _, body = text.partition("\n")
    name, _, checksum = head.rpartition(" ")
    if name != _FORMAT:
        raise PuzzleFileError(1, "this is not a file of puzzles")
    if checksum != _checksum(body):
        raise PuzzleFileError(1, "the checksum is not that of the lines below")
    return tuple(_parsed(body))


def print_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file of these puzzles, in this order.

    >>> print_puzzles(puzzles()).partition(" ")[0]
    'pyrga-puzzles'
    """
    body = "".join(map(_printed, puzzles))
    return f"{_FORMAT} {_checksum(body)}\n{body}"


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def play_text(moves: Iterable[Move], solution: Move, lines: Mapping[Move, Sequence[Move]]) -> str:
    """Return the game up to a puzzle, and how it goes on, as they stand in a file of puzzles.

    Args:
        moves: The game that leads to the position.
        solution: The right move.
        lines: How the game goes on after every legal move, in list order.

    >>> right, wrong = map(Move.parse, ("Sa1", "Sb1"))
    >>> play_text([], right, {right: [], wrong: [Move.parse("Cb1")]})
    ' | Sa1 | Sb1 Cb1'
    """
    refutations = (_text((move, *line)) for move, line in lines.items() if move != solution)
    return _FIELD.join((_text(moves), _text((solution, *lines[solution])), _LINE_OF_PLAY.join(refutations)))


def _parsed(body: str) -> Iterator[Puzzle]:
    start, number_of_line = 0, 2
    while start < len(body):
        # Without a copy of the line: what lasts would lie scattered between the copies in memory.
        end = body.find("\n", start)
        try:
            yield _puzzle(body, start, end)
        except ValueError as error:
            raise PuzzleFileError(number_of_line, "this is not a puzzle") from error
        start, number_of_line = end + 1, number_of_line + 1


def _puzzle(body: str, start: int, end: int) -> Puzzle:
    """Return the puzzle in a line of the file."""
    played = body.index(_FIELD, start, end) + len(_FIELD)
    if not _PLAY.fullmatch(body, played, end):
        raise ValueError(body[start:end])
    number, difficulty, goal, nodes, ruleset = body[start : played - len(_FIELD)].split()
    return Puzzle(
        number=number,
        ruleset=Ruleset(ruleset),
        goal=Goal(goal),
        difficulty=Difficulty(difficulty),
        nodes=int(nodes),
        play=body[played:end],
    )


def _printed(puzzle: Puzzle) -> str:
    facts = (puzzle.number, puzzle.difficulty, puzzle.goal, puzzle.nodes, puzzle.ruleset)
    return _FIELD.join((" ".join(map(str, facts)), puzzle.play)) + "\n"


def _moves(text: str) -> tuple[Move, ...]:
    return tuple(_MOVES[move] for move in text.split())


def _text(moves: Iterable[Move]) -> str:
    return " ".join(map(str, moves))
