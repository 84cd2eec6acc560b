"""The rules of a move, on sets of slots: which moves are legal, and which rule forbids the others."""

from enum import StrEnum

from engine.board.bitboard import (
    ALL_SLOTS,
    DEMANDED_SPACES,
    OF_KIND,
    SLOT_OF,
    empty_spaces,
    held_slots,
    slots_on,
    three,
)
from engine.board.move import Move
from engine.board.piece import Kind
from engine.game.demand import DemandReason
from engine.game.outcome import three_towers
from engine.game.ruleset import Ruleset

__all__ = ["IllegalMoveRule", "broken_rule", "demand_reason", "legal_slots"]

_DEMANDED_SLOTS = tuple(map(slots_on, DEMANDED_SPACES))
_SQUARES = OF_KIND[Kind.SQUARE]


class IllegalMoveRule(StrEnum):
    """The rule that forbids a move. If several do, the first in this order is the one named.

    >>> IllegalMoveRule.KIND_TAKEN.sentence
    'the space already has a piece of this kind'
    """

    FINISHED = "finished"
    OFF_BOARD = "off-board"
    NOT_IN_HAND = "not-in-hand"
    KIND_TAKEN = "kind-taken"
    NOT_DEMANDED = "not-demanded"
    NOT_EMPTY = "not-empty"
    OPENING = "opening"

    @property
    def sentence(self) -> str:
        """What the rule says, in English, for messages to programmers.

        >>> IllegalMoveRule.FINISHED.sentence
        'the game is over'
        """
        return _SENTENCES[self]


_SENTENCES = {
    IllegalMoveRule.FINISHED: "the game is over",
    IllegalMoveRule.OFF_BOARD: "a Triangle may not point straight off the board",
    IllegalMoveRule.NOT_IN_HAND: "the player has no piece of this kind left",
    IllegalMoveRule.KIND_TAKEN: "the space already has a piece of this kind",
    IllegalMoveRule.NOT_DEMANDED: "the last piece asks for other spaces",
    IllegalMoveRule.NOT_EMPTY: "the spaces asked for allow no move, so the piece must go on an empty space",
    IllegalMoveRule.OPENING: "White's first two pieces may not both be Squares",
}


def legal_slots(ruleset: Ruleset, mover: int, opponent: int, last_move: Move | None) -> int:
    """Return the slots that the player to move may fill; none when the game is over.

    Args:
        ruleset: The rules of the game.
        mover: The slots filled by the player to move.
        opponent: The slots filled by the other player.
        last_move: The piece just played; None before the first move.
    """
    if three_towers(mover, opponent):
        return 0
    constrained = _constrained_slots(mover, opponent, last_move)
    if not constrained:
        return slots_on(empty_spaces(mover | opponent)) & held_slots(mover)
    if _opening_restricted(ruleset, mover, opponent):
        return constrained & ~_SQUARES
    return constrained


def _constrained_slots(mover: int, opponent: int, last_move: Move | None) -> int:
    """Return the slots that the last piece allows, without the fallback and the opening restriction."""
    demanded = ALL_SLOTS if last_move is None else _DEMANDED_SLOTS[last_move.number]
    return demanded & ~(mover | opponent) & held_slots(mover)


def _opening_restricted(ruleset: Ruleset, mover: int, opponent: int) -> bool:
    # One piece each means that White is about to play a second one. Two pieces never fill a space, so the
    # fallback cannot hold then, and the restriction always leaves a Triangle or a Cylinder.
    return (
        ruleset.restricts_opening
        and opponent.bit_count() == 1
        and mover.bit_count() == 1
        and mover & _SQUARES != 0
    )


def broken_rule(mover: int, opponent: int, legal: int, last_move: Move | None, move: Move) -> IllegalMoveRule:
    """Return the rule that forbids `move`, which is not one of the moves that fill `legal`.

    The arguments are those of `legal_slots` and what it returned.
    """
    if not legal:
        return IllegalMoveRule.FINISHED
    if move.points_off_board:
        return IllegalMoveRule.OFF_BOARD
    slot = SLOT_OF[move.number]
    if not slot & held_slots(mover):
        return IllegalMoveRule.NOT_IN_HAND
    if slot & (mover | opponent):
        return IllegalMoveRule.KIND_TAKEN
    constrained = _constrained_slots(mover, opponent, last_move)
    if slot & constrained:
        return IllegalMoveRule.OPENING
    return IllegalMoveRule.NOT_DEMANDED if constrained else IllegalMoveRule.NOT_EMPTY


def demand_reason(mover: int, opponent: int, legal: int, last_move: Move | None) -> DemandReason:
    """Return why the player to move may fill only the slots in `legal`.

    The arguments are those of `legal_slots` and what it returned.
    """
    if not legal:
        return DemandReason.FINISHED
    if last_move is None:
        return DemandReason.FIRST_MOVE
    if _constrained_slots(mover, opponent, last_move):
        return DemandReason.CONSTRAINED
    if DEMANDED_SPACES[last_move.number] & ~three(mover | opponent):
        return DemandReason.HAND
    return DemandReason.COMPLETE
