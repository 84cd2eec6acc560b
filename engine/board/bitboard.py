"""Bitboards: sets of slots as integers, which make the rules fast to apply.

A slot is where one piece can stand: a kind on a space. There are 48 of them and a set of slots is an integer
with one bit for each: bits 0 to 15 are the Squares' slots on a1 to d4, 16 to 31 the Triangles', 32 to 47 the
Cylinders'. A set of spaces is an integer of 16 bits in the same order. Everything that a rule asks ("two
pieces of mine on a complete Tower") is then a few shifts and masks over whole sets instead of a loop over the
board.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from engine.board.move import HAND_OF_EACH_KIND, MOVES, Color, Direction, Kind, Move, Piece, Space

__all__ = [
    "ALL_SLOTS",
    "ALL_SPACES",
    "DEMANDED_SPACES",
    "DIRECTION_BITS",
    "MOVES_AT",
    "OF_KIND",
    "SLOT_OF",
    "direction_on",
    "empty_spaces",
    "held_slots",
    "one_or_more",
    "pieces_on",
    "slots_on",
    "spaces_in",
    "three",
    "two_or_more",
]

_BOARD = len(Space)
ALL_SPACES = (1 << _BOARD) - 1
OF_KIND: dict[Kind, int] = {kind: ALL_SPACES << _BOARD * order for order, kind in enumerate(Kind)}
"""The sixteen slots of each kind."""
ALL_SLOTS = sum(OF_KIND.values())


def slot(kind: Kind, space: Space) -> int:
    """Return the set that holds one slot, that of ``kind`` on ``space``."""
    return OF_KIND[kind] & slots_on(1 << space)


def slots_on(spaces: int) -> int:
    """Return the three slots on each of ``spaces``."""
    return spaces | spaces << _BOARD | spaces << 2 * _BOARD


@lru_cache(maxsize=1024)
def spaces_in(spaces: int) -> tuple[Space, ...]:
    """Return the members of a set of spaces, in space order."""
    return tuple(space for space in Space if spaces >> space & 1)


def one_or_more(slots: int) -> int:
    """Return the spaces on which ``slots`` has at least one slot."""
    return (slots | slots >> _BOARD | slots >> 2 * _BOARD) & ALL_SPACES


def two_or_more(slots: int) -> int:
    """Return the spaces on which ``slots`` has at least two slots."""
    triangles, cylinders = slots >> _BOARD, slots >> 2 * _BOARD
    return (slots & triangles | slots & cylinders | triangles & cylinders) & ALL_SPACES


def three(slots: int) -> int:
    """Return the spaces on which ``slots`` has all three slots."""
    return slots & slots >> _BOARD & slots >> 2 * _BOARD & ALL_SPACES


def empty_spaces(filled: int) -> int:
    """Return the spaces without a piece, given the slots that are filled."""
    return ALL_SPACES & ~one_or_more(filled)


def held_slots(own: int) -> int:
    """Return the slots of the kinds still in hand of the player whose pieces fill ``own``."""
    held = ALL_SLOTS
    for of_kind in _OF_EACH_KIND:
        if (own & of_kind).bit_count() == HAND_OF_EACH_KIND:
            held ^= of_kind
    return held


_OF_EACH_KIND = tuple(OF_KIND.values())


def _demanded_spaces(move: Move) -> int:
    if move.kind is Kind.CYLINDER:
        demanded: tuple[Space, ...] = (move.space,)
    elif move.direction is None:
        demanded = move.space.neighbors
    else:
        demanded = move.space.line(move.direction)
    return sum(1 << space for space in demanded)


def _by_number(values: Iterable[tuple[Move, int]]) -> tuple[int, ...]:
    # Triangles that point off the board have a number but are never played: they keep the empty set.
    table = [0] * (MOVES[-1].number + 1)
    for move, value in values:
        table[move.number] = value
    return tuple(table)


SLOT_OF = _by_number((move, slot(move.kind, move.space)) for move in MOVES)
"""The slot that a move fills, by the move's number; empty for a Triangle that points off the board."""

DEMANDED_SPACES = _by_number((move, _demanded_spaces(move)) for move in MOVES)
"""The spaces that a piece points at, by the number of the move that put it."""

MOVES_AT: dict[int, tuple[Move, ...]] = {
    filled: tuple(moves) for filled, moves in groupby(MOVES, key=lambda move: SLOT_OF[move.number])
}
"""The moves that fill a slot: one, or a Triangle's two to four directions."""

_DIRECTIONS = tuple(Direction)
_DIRECTION_WIDTH = 2


def _pieces(kind: Kind, color: Color) -> tuple[Piece, ...]:
    return tuple(Piece(kind, color, each if kind is Kind.TRIANGLE else None) for each in _DIRECTIONS)


_PIECES_AT = tuple(
    tuple((slot(kind, space), _pieces(kind, Color.WHITE), _pieces(kind, Color.BLACK)) for kind in Kind)
    for space in Space
)
"""By the space's number: its slots in the order of the kinds, each with both colors' pieces by direction."""


def pieces_on(space: Space, white: int, black: int, directions: int) -> tuple[Piece, ...]:
    """Return the pieces on ``space``, in the order of the kinds, given the slots that the colors fill."""
    filled, pointing = white | black, _direction_number(directions, space)
    return tuple(
        (whites if slot & white else blacks)[pointing]
        for slot, whites, blacks in _PIECES_AT[space]
        if slot & filled
    )


def _direction_bits(move: Move) -> int:
    return 0 if move.direction is None else _DIRECTIONS.index(move.direction) << _DIRECTION_WIDTH * move.space


DIRECTION_BITS: dict[int, int] = {move.number: _direction_bits(move) for move in MOVES}
"""What a move adds to the directions, by the move's number."""


def direction_on(directions: int, space: Space) -> Direction:
    """Return the direction of the Triangle on ``space``, which must have one."""
    return _DIRECTIONS[_direction_number(directions, space)]


def _direction_number(directions: int, space: Space) -> int:
    return directions >> _DIRECTION_WIDTH * space & (1 << _DIRECTION_WIDTH) - 1
