"""The custom_ids of buttons on puzzles, mistakes to retry, and lessons; see ``docs/buttons.md``."""

import re
from dataclasses import dataclass

from bot.matches.base36 import format_number, read_number
from bot.ui.message.actions import LessonAction, MoveAction, PuzzleAction, RetryAction
from engine import Difficulty

_ANY = "-"
_WITHOUT = (_ANY, _ANY, "0")
"""How a puzzle's button says that it has no argument, that no difficulty was asked for, and that none of the
solution has been played."""
_PUZZLE = re.compile(r"[a-z0-9]{1,8}")
_COUNT = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class PuzzleButton:
    """A button on ``puzzle``.

    ``asked`` is the difficulty that the person asked for, if any; the next puzzle has it, too. ``ply`` counts
    the moves of the solution that have been played, 0 while the right move is still to be found.

    >>> str(PuzzleButton("k3f9a", MoveAction.MOVE, "Tc2n"))
    'q1:k3f9a:m:Tc2n'
    >>> str(PuzzleButton("k3f9a", PuzzleAction.PLAY, ply=2))
    'q1:k3f9a:p:-:-:2'
    """

    puzzle: str
    action: MoveAction | PuzzleAction
    argument: str = ""
    asked: Difficulty | None = None
    ply: int = 0

    @property
    def action_key(self) -> MoveAction | PuzzleAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        others = [self.argument or _ANY, self.asked or _ANY, str(self.ply)]
        while others and others[-1] == _WITHOUT[len(others) - 1]:
            others.pop()
        return ":".join(["q1", self.puzzle, self.action, *others])

    @classmethod
    def of(cls, parts: list[str]) -> "PuzzleButton":
        """Read what follows the family in a custom_id.

        Raises:
            ValueError: no such button is ever made.
        """
        puzzle, action, *others = parts
        argument, asked, ply = [*others, *_WITHOUT[len(others) :]]
        if not _PUZZLE.fullmatch(puzzle) or not re.fullmatch(r"\d{1,2}", ply, re.ASCII):
            raise ValueError(parts)
        kind = MoveAction if action in set(MoveAction) else PuzzleAction
        return cls(
            puzzle,
            kind(action),
            "" if argument == _ANY else argument,
            None if asked == _ANY else Difficulty(asked),
            int(ply),
        )


@dataclass(frozen=True, slots=True)
class RetryButton:
    """A button on the position of ``game`` after ``ply`` moves, in which its player made a mistake.

    >>> str(RetryButton(7, 12, MoveAction.MOVE, "Tc2n"))
    'm1:7:12:m:Tc2n'
    """

    game: int
    ply: int
    action: MoveAction | RetryAction
    argument: str = ""

    @property
    def action_key(self) -> MoveAction | RetryAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        parts = ["m1", format_number(self.game), str(self.ply), self.action]
        return ":".join([*parts, self.argument] if self.argument else parts)

    @classmethod
    def of(cls, parts: list[str]) -> "RetryButton":
        """Read what follows the family in a custom_id.

        Raises:
            ValueError: no such button is ever made.
        """
        game, ply, action, *arguments = parts
        if len(arguments) > 1 or not _COUNT.fullmatch(ply):
            raise ValueError(parts)
        kind = MoveAction if action in set(MoveAction) else RetryAction
        return cls(read_number(game), int(ply), kind(action), "".join(arguments))


@dataclass(frozen=True, slots=True)
class LessonButton:
    """A button on a step of the lesson, the first being 1.

    >>> str(LessonButton(2, LessonAction.OPEN))
    'l1:2:o'
    """

    step: int
    action: MoveAction | LessonAction
    argument: str = ""

    @property
    def action_key(self) -> MoveAction | LessonAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        parts = ["l1", str(self.step), self.action]
        return ":".join([*parts, self.argument] if self.argument else parts)

    @classmethod
    def of(cls, parts: list[str]) -> "LessonButton":
        """Read what follows the family in a custom_id.

        Raises:
            ValueError: no such button is ever made.
        """
        step, action, *arguments = parts
        if len(arguments) > 1 or not step.isdecimal():
            raise ValueError(parts)
        kind = MoveAction if action in set(MoveAction) else LessonAction
        return cls(int(step), kind(action), "".join(arguments))
