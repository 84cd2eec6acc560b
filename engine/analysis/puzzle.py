"""Puzzles: positions with one right move. `docs/puzzles.md` describes how the package's own were made.

Everything that a puzzle needs is in its line of the file, the refutations too, so no solver is needed here.
The form of the file is described at `parse_puzzles`.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.board.move import MOVES, Move
from engine.errors import EngineError
from engine.game.position import Position
from engine.game.ruleset import Ruleset

__all__ = ["Difficulty", "Goal", "Puzzle", "PuzzleFileError", "parse_puzzles", "print_puzzles", "puzzles"]

_FILE = Path(__file__).parents[1] / "puzzles.txt"
_FORMAT = "pyrga-puzzles 1"
_FIELD, _LINE_OF_PLAY = " | ", " / "
_MOVES = {str(move): move for move in MOVES}


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
    """How hard a puzzle is, by the rule in `docs/puzzles.md`, from the easiest on.

    >>> [difficulty.value for difficulty in Difficulty]
    ['easy', 'medium', 'hard']
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with exactly one right move.

    Attributes:
        number: The permanent name of the puzzle, 1 to 8 characters of `a-z0-9`.
        ruleset: The rules of the game.
        moves: A game that leads to the position.
        goal: What the right move does.
        difficulty: How hard it is to find.
        nodes: How many positions the solver expanded to find it, see `docs/puzzles.md`.
        solution: The right move.
        solution_line: How the game goes on after it if both play perfectly: to the end, or the first plies.
        refutations: For every other legal move, in list order, how the game goes on after it if both play
            perfectly: the opponent's reply first, to the end or the first plies. The line is empty if the
            move itself ends the game.

    >>> puzzle = puzzles()[0]
    >>> puzzle.solution in puzzle.position.legal_moves
    True
    """

    number: str
    ruleset: Ruleset
    moves: tuple[Move, ...]
    goal: Goal
    difficulty: Difficulty
    nodes: int
    solution: Move
    solution_line: tuple[Move, ...]
    refutations: Mapping[Move, tuple[Move, ...]] = field(hash=False)

    @property
    def position(self) -> Position:
        """The position to solve. It is replayed from the start every time it is read.

        >>> puzzle = puzzles()[0]
        >>> puzzle.position == Position.replay(puzzle.ruleset, puzzle.moves)
        True
        """
        return Position.replay(self.ruleset, self.moves)

    @property
    def wins_at_once(self) -> bool:
        """Whether the right move ends the game with a win.

        >>> any(puzzle.wins_at_once for puzzle in puzzles() if puzzle.difficulty is Difficulty.HARD)
        False
        """
        return self.goal is Goal.WIN and not self.solution_line


class PuzzleFileError(EngineError):
    """A file of puzzles is damaged.

    Attributes:
        line: The number of the line, from 1 on.
        problem: What is wrong with it, as an English clause.

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
        OSError: Their file can't be read.
        PuzzleFileError: It is damaged.

    >>> len(puzzles()) >= 300
    True
    """
    return parse_puzzles(_FILE.read_text(encoding="ascii", errors="replace"))


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    r"""Return the puzzles in the text of a file.

    The first line is `pyrga-puzzles 1` and the SHA-256 checksum of everything that follows. Every other line
    is a puzzle, in fields with ` | ` between them: number, difficulty, goal, nodes and ruleset; the moves
    from the start; the solution and how the game goes on; with ` / ` between them, every wrong move and how
    it goes on.

    The checksum guarantees the content, so the moves aren't checked for legality again.

    Raises:
        PuzzleFileError: The text is not one that `print_puzzles` returns.

    >>> parse_puzzles(print_puzzles(puzzles())) == puzzles()
    True
    """
    head, _, body = text.partition("\n")
    name, _, checksum = head.rpartition(" ")
    if name != _FORMAT:
        raise PuzzleFileError(1, "this is not a file of puzzles")
    if checksum != _checksum(body):
        raise PuzzleFileError(1, "the checksum is not that of the lines below")
    return tuple(_parsed(line, number) for number, line in enumerate(body.splitlines(), start=2))


def print_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file of these puzzles, in this order.

    >>> print_puzzles(puzzles()).partition(" ")[0]
    'pyrga-puzzles'
    """
    body = "".join(map(_printed, puzzles))
    return f"{_FORMAT} {_checksum(body)}\n{body}"


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _parsed(line: str, number_of_line: int) -> Puzzle:
    try:
        facts, moves, solution, refutations = line.split(_FIELD)
        number, difficulty, goal, nodes, ruleset = facts.split()
        right, right_line = _first_and_rest(solution)
        return Puzzle(
            number=number,
            ruleset=Ruleset(ruleset),
            moves=_moves(moves),
            goal=Goal(goal),
            difficulty=Difficulty(difficulty),
            nodes=int(nodes),
            solution=right,
            solution_line=right_line,
            refutations=dict(map(_first_and_rest, refutations.split(_LINE_OF_PLAY))),
        )
    except (KeyError, ValueError) as error:
        raise PuzzleFileError(number_of_line, "this is not a puzzle") from error


def _printed(puzzle: Puzzle) -> str:
    facts = (puzzle.number, puzzle.difficulty, puzzle.goal, puzzle.nodes, puzzle.ruleset)
    fields = (
        " ".join(map(str, facts)),
        _text(puzzle.moves),
        _text((puzzle.solution, *puzzle.solution_line)),
        _LINE_OF_PLAY.join(_text((move, *line)) for move, line in puzzle.refutations.items()),
    )
    return _FIELD.join(fields) + "\n"


def _first_and_rest(text: str) -> tuple[Move, tuple[Move, ...]]:
    first, *rest = _moves(text)
    return first, tuple(rest)


def _moves(text: str) -> tuple[Move, ...]:
    return tuple(_MOVES[move] for move in text.split())


def _text(moves: Iterable[Move]) -> str:
    return " ".join(map(str, moves))
