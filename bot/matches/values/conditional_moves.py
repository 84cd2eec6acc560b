"""A player's conditional moves: answers to moves that the other player may make, some moves ahead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

MOST_PAIRS = 5
"""Maximum number of move pairs (a move and its answer) that conditional moves can look ahead."""

MOST_ANSWERS = 30
"""Maximum number of answers in total."""

Line = tuple[str, ...]
"""Moves in the order of play, as text, starting with the other player's."""


@dataclass(frozen=True, slots=True)
class ConditionalTree:
    """A player's answers, each keyed by the line that leads to it: moves of both, ending with the other's.

    >>> tree = ConditionalTree().with_answer(("Sb2",), "Ta2e").with_answer(("Sb2", "Ta2e", "Cc1"), "Sc1")
    >>> tree.after("Sb2")
    ('Ta2e', ConditionalTree(answers=mappingproxy({('Cc1',): 'Sc1'})))
    >>> tree.after("Sa1")
    (None, ConditionalTree(answers=mappingproxy({})))
    """

    answers: Mapping[Line, str] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> Self:
        """Return the tree that is stored as ``lines``."""
        parted = sorted(tuple(line.split()) for line in lines)
        return cls(MappingProxyType({tuple(line[:-1]): line[-1] for line in parted}))

    def lines(self) -> list[str]:
        """Return the tree as it is stored: each answer with the moves that lead to it."""
        return [" ".join([*line, answer]) for line, answer in self.answers.items()]

    def with_answer(self, line: Line, answer: str) -> Self:
        """Return the tree with this answer to the last move of ``line``, replacing any previous one."""
        kept = self if self.answers.get(line) == answer else self.without(line)
        return type(self)(MappingProxyType(dict(sorted({**kept.answers, line: answer}.items()))))

    def without(self, line: Line) -> Self:
        """Return the tree without the answer to the last move of ``line`` and anything after it."""
        kept = {known: answer for known, answer in self.answers.items() if known[: len(line)] != line}
        return type(self)(MappingProxyType(kept))

    def after(self, move: str) -> tuple[str | None, Self]:
        """Return the answer to the other's move, and the tree from there on."""
        answer = self.answers.get((move,))
        rest = {
            line[2:]: later
            for line, later in self.answers.items()
            if answer is not None and line[:2] == (move, answer)
        }
        return answer, type(self)(MappingProxyType(rest))


NO_CONDITIONAL_MOVES = ConditionalTree()
"""The tree of a player who hasn't planned anything."""
