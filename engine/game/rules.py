"""The rules of a move under each ruleset: which moves are legal, and which rule forbids the others."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import overload

from engine.board.bitboard import (
    ALL_SLOTS,
    DEMANDED_SPACES,
    MOVES_AT,
    OF_KIND,
    SLOT_OF,
    empty_spaces,
    held_slots,
    slots_on,
    three,
)
from engine.board.move import Kind, Move
from engine.game.demand import DemandReason
from engine.game.outcome import three_towers

__all__ = ["IllegalMoveRule", "LegalMoves", "Ruleset", "Start", "broken_rule", "demand_reason", "legal_slots"]


class Ruleset(StrEnum):
    """A published set of rules; its value is the name used in every text form.

    - ``PYRGA``: the English rules. If White's first piece was a Square, White's second may not be one. A
      player who can place nothing ends the game and the count decides.
    - ``CLASSIC``: the French rules of Pyrga. As ``PYRGA`` without the restriction on the opening.
    - ``PILOTIS``: the French rules of Pilotis. As ``CLASSIC``, but a player who still holds pieces and can
      place nothing loses.

    >>> Ruleset("pilotis")
    <Ruleset.PILOTIS: 'pilotis'>
    """

    PYRGA = "pyrga"
    CLASSIC = "classic"
    PILOTIS = "pilotis"

    @property
    def restricts_opening(self) -> bool:
        """Return whether White may not play Squares with both of the first two pieces.

        >>> [ruleset.value for ruleset in Ruleset if ruleset.restricts_opening]
        ['pyrga']
        """
        return self is Ruleset.PYRGA

    @property
    def stuck_player_loses(self) -> bool:
        """Return whether a player who holds pieces and can place none loses, instead of the count deciding.

        >>> [ruleset.value for ruleset in Ruleset if ruleset.stuck_player_loses]
        ['pilotis']
        """
        return self is Ruleset.PILOTIS


class Start(StrEnum):
    """How a game starts. White wins a plain game if both play perfectly.

    - ``PLAIN``: White chooses the first move.
    - ``BALANCED``: White's first move is random, among those whose exact value is a draw.
    - ``SWAP``: after White's first move, Black may change sides.
    - ``ADVANTAGE``: White's first move is random, among those whose exact value wins for the weaker player.

    >>> Start("swap")
    <Start.SWAP: 'swap'>
    """

    PLAIN = "plain"
    BALANCED = "balanced"
    SWAP = "swap"
    ADVANTAGE = "advantage"

    @property
    def is_random(self) -> bool:
        """Return whether White's first move is random.

        >>> Start.BALANCED.is_random
        True
        """
        return self in {Start.BALANCED, Start.ADVANTAGE}

    @property
    def is_fair(self) -> bool:
        """Return whether neither player has an advantage.

        >>> Start.PLAIN.is_fair
        False
        """
        return self in {Start.BALANCED, Start.SWAP}


class LegalMoves(Sequence[Move]):
    """The legal moves of a position in list order. They can be iterated and indexed, and have a length.

    ``Position.legal_moves`` makes it; it's empty when the game is over. Checking whether a move is in it does
    not list the moves.

    >>> from engine import Move, Position
    >>> legal = Position.replay("pyrga", ["Cb3"]).legal_moves
    >>> legal
    LegalMoves(Sb3 Tb3n Tb3e Tb3s Tb3w)
    >>> len(legal), str(legal[-1]), Move.parse("Cb3") in legal
    (5, 'Tb3w', False)
    """

    __slots__ = ("_listed", "_slots")

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._listed: list[Move] | None = None

    def _list(self) -> list[Move]:
        if self._listed is None:
            self._listed = []
            unlisted = self._slots
            while unlisted:
                lowest = unlisted & -unlisted
                self._listed += MOVES_AT[lowest]
                unlisted ^= lowest
        return self._listed

    def __len__(self) -> int:
        return len(self._list())

    def __bool__(self) -> bool:
        return self._slots != 0

    def __iter__(self) -> Iterator[Move]:
        return iter(self._list())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and SLOT_OF[move.number] & self._slots != 0

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._list()[index]

    def __repr__(self) -> str:
        return f"LegalMoves({' '.join(map(str, self))})"


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
        """Return what the rule says, in English, for messages to programmers.

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
    # fallback can't hold then, and the restriction always leaves a Triangle or a Cylinder.
    return (
        ruleset.restricts_opening
        and opponent.bit_count() == 1
        and mover.bit_count() == 1
        and mover & _SQUARES != 0
    )


def broken_rule(mover: int, opponent: int, legal: int, last_move: Move | None, move: Move) -> IllegalMoveRule:
    """Return the rule that forbids ``move``, which isn't one of the moves that fill ``legal``.

    The arguments are those of ``legal_slots`` and what it returned.
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
    """Return why the player to move may fill only the slots in ``legal``.

    The arguments are those of ``legal_slots`` and what it returned.
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
