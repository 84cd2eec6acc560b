"""What a player has planned: answers to moves that the other may play, some moves ahead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

MOST_PAIRS = 5
"""So many pairs of a move and its answer can a plan look ahead."""

MOST_ANSWERS = 30
"""So many answers can a plan have in all."""

Line = tuple[str, ...]
"""Moves in the order of play, by their texts; the other player's is the first."""


@dataclass(frozen=True, slots=True)
class ConditionalTree:
    """A player's answers, each by the line that leads to it: so many moves of both, the other's last.

    >>> plan = Plan().with_answer(("Sb2",), "Ta2e").with_answer(("Sb2", "Ta2e", "Cc1"), "Sc1")
    >>> plan.after("Sb2")
    ('Ta2e', Plan(answers=mappingproxy({('Cc1',): 'Sc1'})))
    >>> plan.after("Sa1")
    (None, Plan(answers=mappingproxy({})))
    """

    answers: Mapping[Line, str] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> Self:
        """The plan that was stored as ``lines``."""
        parted = sorted(tuple(line.split()) for line in lines)
        return cls(MappingProxyType({tuple(line[:-1]): line[-1] for line in parted}))

    def lines(self) -> list[str]:
        """The plan as it is stored: each answer with what leads to it."""
        return [" ".join([*line, answer]) for line, answer in self.answers.items()]

    def with_answer(self, line: Line, answer: str) -> Self:
        """The plan with an answer to the last move of ``line``; a former one goes with what followed."""
        kept = self if self.answers.get(line) == answer else self.without(line)
        return type(self)(MappingProxyType(dict(sorted({**kept.answers, line: answer}.items()))))

    def without(self, line: Line) -> Self:
        """The plan without the answer to the last move of ``line``, and without what followed on it."""
        kept = {known: answer for known, answer in self.answers.items() if known[: len(line)] != line}
        return type(self)(MappingProxyType(kept))

    def after(self, move: str) -> tuple[str | None, Self]:
        """The answer to a move of the other, and the plan from there on."""
        answer = self.answers.get((move,))
        rest = {
            line[2:]: later
            for line, later in self.answers.items()
            if answer is not None and line[:2] == (move, answer)
        }
        return answer, type(self)(MappingProxyType(rest))


NO_CONDITIONAL_MOVES = ConditionalTree()
"""Of a player who has planned nothing."""
