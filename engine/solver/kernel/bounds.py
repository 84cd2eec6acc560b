"""What the table of bounds knows: by which ply a player can force a win, and by which they can't.

Each position has 25 bits: who the winner in question is, the last ply by which it's proven that they can't
force a win, the first by which it's proven that they can, and two proof numbers in 7 bits each. The numbers
may be of another ply than the one in question; then they're a good first guess.

The key is shorter here: how many Cylinders a player has played follows from the ply and their other pieces.
"""

from engine.solver.kernel.compiled import Integers, compiled, entry_point
from engine.solver.kernel.key import KEY_BITS
from engine.solver.kernel.table import NO, OPEN, YES, keep, lengthened, look_up, shortened

__all__ = ["bounds", "keep_bound", "recall_bound"]

_SHORT_KEY_BITS = KEY_BITS - 3
_SHORT_KEY = (1 << _SHORT_KEY_BITS) - 1

_PLY_BITS, _PLY = 5, 31
_NEVER = 31
"""In place of the first ply by which a win is proven, if none is."""

_NUMBER_BITS, _NUMBER = 7, 127
_MANTISSA_BITS, _LARGEST = 3, 127


@compiled
def _bounds_in(knowledge: int, winner: int) -> tuple[int, int]:
    if knowledge == 0 or knowledge & 1 != winner:
        return 0, _NEVER
    plies = knowledge >> 1
    return plies & _PLY, plies >> _PLY_BITS & _PLY


@compiled
def _answer_in(below: int, by: int, question: int, last_ply: int) -> int:
    if by <= last_ply:
        return YES if question == 1 else NO
    if last_ply <= below:
        return NO if question == 1 else YES
    return OPEN


@compiled
def recall_bound(
    table: Integers, first: int, second: int, question: int, last_ply: int
) -> tuple[int, int, int]:
    """Return the answer to a question if the game is called a draw at ``last_ply``, and its proof numbers.

    The numbers are 0 if none are known. White is the winner in question 1, and Black in question 0.
    """
    knowledge = look_up(table, first, second & _SHORT_KEY, _SHORT_KEY_BITS)
    below, by = _bounds_in(knowledge, question)
    if knowledge & 1 != question:
        return OPEN, 0, 0
    numbers = knowledge >> 1 + 2 * _PLY_BITS
    return (
        _answer_in(below, by, question, last_ply),
        lengthened(numbers & _NUMBER, _MANTISSA_BITS),
        lengthened(numbers >> _NUMBER_BITS, _MANTISSA_BITS),
    )


@compiled
def keep_bound(  # noqa: PLR0913, PLR0917
    table: Integers,
    position: tuple[int, int],
    question: int,
    last_ply: int,
    answer: int,
    numbers: tuple[int, int],
) -> None:
    """Keep an answer, or the numbers of a question that's still open, for the position with this key."""
    first, second = position
    second &= _SHORT_KEY
    below, by = _bounds_in(look_up(table, first, second, _SHORT_KEY_BITS), question)
    reach, miss = numbers
    if answer == OPEN:
        reach, miss = shortened(reach, _MANTISSA_BITS, _LARGEST), shortened(miss, _MANTISSA_BITS, _LARGEST)
    else:
        reach, miss = 0, 0
        if (answer == YES) == (question == 1):
            by = min(by, last_ply)
        else:
            below = max(below, last_ply)
    numbers_kept = reach | miss << _NUMBER_BITS
    knowledge = question | (below | by << _PLY_BITS | numbers_kept << 2 * _PLY_BITS) << 1
    keep(table, first, second, _SHORT_KEY_BITS, knowledge)


@entry_point
def bounds(table: Integers, first: int, second: int, winner: int) -> tuple[int, int]:
    """Return the last ply by which a win can't be forced and the first by which it can; 0 and 31 if unknown.

    ``winner`` is 1 for White and 0 for Black.
    """
    return _bounds_in(look_up(table, first, second & _SHORT_KEY, _SHORT_KEY_BITS), winner)
