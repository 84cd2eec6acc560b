"""Questions about positions, put to the kernel with limits of nodes and time.

This module and those that import it load the kernel, and so end the choice of a folder for its compiled code.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Self

from engine.board.bitboard import SLOT_OF
from engine.board.move import Color, Move
from engine.board.symmetry import Symmetry
from engine.game.outcome import Outcome
from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.solver.kernel.compiled import Integers
from engine.solver.kernel.key import key_of_position
from engine.solver.kernel.proof import advance
from engine.solver.kernel.rules import OPENING_RESTRICTED, STUCK_LOSES
from engine.solver.kernel.stack import (
    ANSWER,
    FIRST,
    LAST_PLY,
    LEGAL,
    MISS_LIMIT,
    NODE_LIMIT,
    NODES,
    NUMBER,
    OTHER,
    OWN,
    PLY,
    QUESTION,
    REACH_LIMIT,
    RULES,
    SECOND,
    UNSEEN,
    make_search,
)
from engine.solver.kernel.table import INFINITE, NO, OPEN, YES, make_table
from engine.solver.kernel.values import known

__all__ = [
    "WHITE_AT_LEAST_DRAWS",
    "WHITE_WINS",
    "Budget",
    "Key",
    "ProofSearch",
    "TableSearch",
    "alike",
    "rules_of",
    "slots",
    "value_for_white",
]

WHITE_AT_LEAST_DRAWS, WHITE_WINS = 0, 1
"""The questions. Their answers together are the value."""

_NODES_BETWEEN_LOOKS_AT_THE_CLOCK = 20_000
_UNLIMITED = 1 << 60
_NEVER = 1 << 60


@dataclass(slots=True)
class Budget:
    """What a search may still spend."""

    nodes: int = _UNLIMITED
    """How many positions it may still expand."""
    until: float | None = None
    """When to stop, in the seconds of ``time.monotonic``; None for never."""
    spent: int = 0
    """How many positions it has expanded."""

    @classmethod
    def of(cls, seconds: float | None, nodes: int | None) -> Self:
        """Return the budget of a search that begins now; None is for no limit."""
        until = None if seconds is None else monotonic() + seconds
        return cls(_UNLIMITED if nodes is None else nodes, until)

    def half(self) -> "Budget":
        """Return a budget of half of what's left. What it spends must be spent here, too."""
        until = None if self.until is None else (monotonic() + self.until) / 2
        return Budget(self.nodes // 2 if self.nodes < _UNLIMITED else _UNLIMITED, until)

    @property
    def is_used_up(self) -> bool:
        """Return whether nothing more may be spent."""
        return self.nodes <= 0 or (self.until is not None and monotonic() >= self.until)

    def spend(self, nodes: int) -> None:
        """Take expanded positions from what's left."""
        self.nodes -= nodes
        self.spent += nodes


@dataclass(frozen=True, slots=True)
class Key:
    """What a position's future depends on; see ``engine.solver.kernel.key``."""

    first: int
    """The first integer."""
    second: int
    """The second integer."""
    symmetry: Symmetry
    """The symmetry that leads from the position to the image that the integers describe."""

    @classmethod
    def of(cls, position: Position) -> "Key":
        """Return the key of a position in which the game is on."""
        first, second, number = key_of_position(*slots(position))
        return cls(int(first), int(second), _SYMMETRIES[int(number)])

    @property
    def identity(self) -> tuple[int, int]:
        """Return the two integers: equal for positions with one future."""
        return self.first, self.second


# In the order in which engine.solver.kernel.key.image numbers them.
_SYMMETRIES = sorted(
    Symmetry,
    key=lambda symmetry: 4 * symmetry.value[0] + symmetry.value[1] + 2 * symmetry.value[2],
)


def alike(position: Position, moves: Iterable[Move]) -> list[tuple[Move, ...]]:
    """Return the moves in groups; all moves in a group lead to the same future."""
    groups: dict[object, list[Move]] = {}
    for move in moves:
        after = position.play(move)
        groups.setdefault(Key.of(after).identity if after.legal_moves else move, []).append(move)
    return [tuple(group) for group in groups.values()]


def value_for_white(outcome: Outcome) -> int:
    """Return 1, 0 or -1 for a finished game that White won, drew or lost."""
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner is Color.WHITE else -1


class TableSearch:
    """Searches that share a table, of values or of bounds. One thread at a time may use them.

    What the table holds is true under one ruleset; a question under another one empties it.

    Args:
        table_megabytes: The size of the table.
    """

    def __init__(self, table_megabytes: int) -> None:
        self._search = make_search(make_table(table_megabytes))
        self._rules = 0

    def table(self, ruleset: Ruleset) -> Integers:
        """Return what's known under a ruleset."""
        rules = rules_of(ruleset)
        if rules != self._rules:
            self._search.table.fill(0)
            self._rules = rules
        return self._search.table

    def ask(self, position: Position, question: int, budget: Budget, last_ply: int = _NEVER) -> bool | None:
        """Return the answer to a question about an unfinished position; None if the budget ends first.

        A game that's still on after ``last_ply`` pieces counts as a draw.
        """
        state = self._begin(position, question, last_ply)
        while not budget.is_used_up:
            before = int(state[NODES])
            state[NODE_LIMIT] = before + min(_NODES_BETWEEN_LOOKS_AT_THE_CLOCK, budget.nodes)
            done = advance(self._search)
            budget.spend(int(state[NODES]) - before)
            if done:
                return bool(state[ANSWER] == YES)
        return None

    def _begin(self, position: Position, question: int, last_ply: int) -> Integers:
        self.table(position.ruleset)
        _, frames, _, state = self._search
        own, other, legal = slots(position)
        key = Key.of(position)
        frames[0] = 0
        frames[0, [OWN, OTHER, LEGAL]] = own, other, legal
        frames[0, [FIRST, SECOND, NUMBER]] = key.first, key.second, UNSEEN
        frames[0, [REACH_LIMIT, MISS_LIMIT]] = INFINITE
        state[:] = 0
        state[[QUESTION, RULES, PLY, LAST_PLY]] = question, self._rules, position.ply, last_ply
        return state


class ProofSearch:
    """Searches for values, which share a table of them. One thread at a time may use it.

    Args:
        table_megabytes: The size of the table.
    """

    def __init__(self, table_megabytes: int) -> None:
        self._search = TableSearch(table_megabytes)

    def answer(self, position: Position, question: int, budget: Budget) -> bool | None:
        """Return the answer to a question about an unfinished position; None if the budget ends first."""
        proven = self.proven(position, question)
        return self._search.ask(position, question, budget) if proven is None else proven

    def proven(self, position: Position, question: int) -> bool | None:
        """Return the answer if the table has it."""
        answers = self._known(position)
        return None if answers[question] == OPEN else bool(answers[question] == YES)

    def expectation(self, position: Position) -> float:
        """Return how an unfinished position looks for White, from 0 (lost) over 0.5 (drawn) to 1 (won).

        Between the values that are still possible, the two proof numbers of the open question decide.
        """
        at_least_draw, win, reach, miss = self._known(position)
        lowest = (at_least_draw == YES) / 2 + (win == YES) / 2
        highest = 1 - (at_least_draw == NO) / 2 - (win == NO) / 2
        share = miss / (reach + miss) if reach + miss else 0.5
        return lowest + (highest - lowest) * (share if position.turn is Color.WHITE else 1 - share)

    def _known(self, position: Position) -> tuple[int, int, int, int]:
        key = Key.of(position)
        at_least_draw, win, reach, miss = known(self._search.table(position.ruleset), key.first, key.second)
        return int(at_least_draw), int(win), int(reach), int(miss)


def rules_of(ruleset: Ruleset) -> int:
    """Return the marks that stand for a ruleset in the kernel."""
    return OPENING_RESTRICTED * ruleset.restricts_opening + STUCK_LOSES * ruleset.stuck_player_loses


def slots(position: Position) -> tuple[int, int, int]:
    """Return the slots filled by the player to move, those filled by the opponent, and the legal ones."""
    own = sum(SLOT_OF[piece.number] for piece in position.placed(position.turn))
    other = sum(SLOT_OF[piece.number] for piece in position.placed(position.turn.opponent))
    legal = 0
    for move in position.legal_moves:
        legal |= SLOT_OF[move.number]
    return own, other, legal
