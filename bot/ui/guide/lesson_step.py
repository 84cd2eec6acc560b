"""The parts of a step of the lesson."""

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations

from engine import Kind, Move, Position, Ruleset

Words = Callable[[NullTranslations], str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The lesson's answer to a move: whether it solved the task, and what to say about it."""

    done: bool
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lesson. The learner is always Black.

    Attributes:
        moves: The game that leads to its position, Black to play, such as ``Sb3 Cb2``.
        title: What it's about.
        text: The rule and the task.
        answer: The answer to a legal move in the position.
        kinds: The kinds of pieces that have buttons: only those that the lesson has introduced.
        has_bars: Whether the picture has both players' bars, with their Towers and the pieces they have left.
    """

    moves: str
    title: Words
    text: Words
    answer: Callable[[NullTranslations, Position, Move], Answer]
    kinds: tuple[Kind, ...] = tuple(Kind)
    has_bars: bool = False

    @property
    def position(self) -> Position:
        """The position that the learner plays in."""
        return Position.replay(Ruleset.PYRGA, self.moves)
