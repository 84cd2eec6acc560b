"""The table of what is known about positions: a fixed number of entries, each with the whole key.

An entry is two integers: the key's first, and the key's second with 23 bits of knowledge above it. Those are
3 bits that say what is proven of the value and, where a question is open, its two proof numbers in 10 bits
each. Entries lie in buckets of four, one line of the processor's cache. A full bucket gives up the entry with
the most pieces on the board, whose subtree is the smallest.

Values are White's. A question asks whether White at least draws (0) or wins (1).
"""

import numpy as np

from engine.board.bitboard import ALL_SLOTS
from engine.solver.kernel.compiled import Integers, compiled, entry_point, leading_zeros, popcount
from engine.solver.kernel.key import KEY_BITS

__all__ = [
    "INFINITE",
    "NO",
    "OPEN",
    "YES",
    "answer_in",
    "known",
    "look_up",
    "make_table",
    "numbers_in",
    "store",
]

NO, YES, OPEN = 0, 1, -1

INFINITE = 1 << 40
"""The proof number of what has been disproven. Finite ones are stored only up to `_LARGEST`."""

_BUCKET = 4
_BYTES_OF_BUCKET = 64
_KEY = (1 << KEY_BITS) - 1
_KNOWLEDGE = (1 << 64 - KEY_BITS) - 1
_LOW_32 = (1 << 32) - 1

# What is proven: nothing (and which question the numbers are of), at most a draw, at least a draw, the value.
_OPEN_WIN, _OPEN_DRAW, _AT_MOST_DRAW, _AT_LEAST_DRAW, _BLACK_WINS, _DRAW, _WHITE_WINS = range(7)
_STATE_BITS, _STATE = 3, 7

_NUMBER_BITS, _NUMBER = 10, 1023
_MANTISSA_BITS = 5
_MANTISSAS = 1 << _MANTISSA_BITS
_LARGEST = 1022

# Odd constants without structure, to spread keys over the buckets.
_SPREAD_1, _SPREAD_2, _SPREAD_3 = -7046029254386353131, -4417276706812531889, -49064778989728563


def make_table(megabytes: int) -> Integers:
    """Return an empty table of this size in megabytes of 2**20 bytes. Memory is used as the table fills."""
    return np.zeros((megabytes * (1 << 20) // _BYTES_OF_BUCKET * _BUCKET, 2), np.int64)


@compiled
def _shortened(number: int) -> int:
    """Return a proof number in 10 bits: exact below 32, then with 5 bits of precision, rounded up.

    Rounded down, a search could come back to a position that it has just left because of its number.
    """
    if number < _MANTISSAS:
        return number
    shift = 64 - _MANTISSA_BITS - 1 - leading_zeros(number)
    mantissa = number + (1 << shift) - 1 >> shift
    # A mantissa that was rounded up to 64 carries into the exponent by itself.
    return min((shift + 1) * _MANTISSAS + mantissa - _MANTISSAS, _LARGEST)


@compiled
def _lengthened(short: int) -> int:
    if short < _MANTISSAS:
        return short
    return _MANTISSAS + short % _MANTISSAS << (short >> _MANTISSA_BITS) - 1


@compiled
def _bucket(table: Integers, first: int, second: int) -> int:
    spread = first * _SPREAD_1 + second * _SPREAD_2
    spread = (spread ^ spread >> 29) * _SPREAD_3
    buckets = int(table.shape[0] // _BUCKET)
    return ((spread >> 32 & _LOW_32) * buckets >> 32) * _BUCKET


@compiled
def look_up(table: Integers, first: int, second: int) -> int:
    """Return the knowledge about the position with this key; 0 if there is none."""
    bucket = _bucket(table, first, second)
    for entry in range(bucket, bucket + _BUCKET):
        if table[entry, 0] == first and table[entry, 1] & _KEY == second:
            return int(table[entry, 1] >> KEY_BITS & _KNOWLEDGE)
    return 0


@compiled
def answer_in(knowledge: int, question: int) -> int:
    """Return YES, NO or OPEN."""
    state = knowledge & _STATE
    if state >= _BLACK_WINS:
        return YES if state > _BLACK_WINS + question else NO
    if state == _AT_LEAST_DRAW and question == 0:
        return YES
    if state == _AT_MOST_DRAW and question == 1:
        return NO
    return OPEN


@compiled
def numbers_in(knowledge: int, question: int) -> tuple[int, int]:
    """Return the proof numbers of an open question: of the mover reaching and missing the goal.

    Both are 0 if none are known.
    """
    state = knowledge & _STATE
    if state < _AT_MOST_DRAW and (state == _OPEN_WIN) != (question == 1):
        return 0, 0
    numbers = knowledge >> _STATE_BITS
    return _lengthened(numbers & _NUMBER), _lengthened(numbers >> _NUMBER_BITS)


@compiled
def _state_with(state: int, question: int, answer: int) -> int:
    """Return what is proven once `question`, open in `state`, has its answer."""
    if question == 1:
        if answer == YES:
            return _WHITE_WINS
        return _DRAW if state == _AT_LEAST_DRAW else _AT_MOST_DRAW
    if answer == NO:
        return _BLACK_WINS
    return _DRAW if state == _AT_MOST_DRAW else _AT_LEAST_DRAW


@compiled
def _entry_for(table: Integers, first: int, second: int) -> int:
    """Return the entry that has this key, or else the one to give up for it."""
    bucket = _bucket(table, first, second)
    chosen, most = bucket, -1
    for entry in range(bucket, bucket + _BUCKET):
        if table[entry, 0] == first and table[entry, 1] & _KEY == second:
            return entry
        pieces = popcount(table[entry, 0] & ALL_SLOTS) if table[entry, 0] else ALL_SLOTS
        if pieces > most:
            chosen, most = entry, pieces
    return chosen


@compiled
def store(
    table: Integers, position: tuple[int, int], question: int, answer: int, numbers: tuple[int, int]
) -> None:
    """Keep an answer, or the numbers of a question that is still open, for the position with this key."""
    first, second = position
    entry = _entry_for(table, first, second)
    state = 0
    if table[entry, 0] == first and table[entry, 1] & _KEY == second:
        state = table[entry, 1] >> KEY_BITS & _STATE
    if state >= _BLACK_WINS:
        return
    if answer == OPEN:
        if state < _AT_MOST_DRAW:
            state = _OPEN_WIN if question == 1 else _OPEN_DRAW
        own, other = numbers
        knowledge = state | _shortened(own) << _STATE_BITS | _shortened(other) << _STATE_BITS + _NUMBER_BITS
    else:
        knowledge = _state_with(state, question, answer)
    table[entry, 0] = first
    table[entry, 1] = second | knowledge << KEY_BITS


@entry_point
def known(table: Integers, first: int, second: int) -> tuple[int, int, int, int]:
    """Return the answers to questions 0 and 1, and the numbers of the open one, 0 if none are known."""
    knowledge = look_up(table, first, second)
    at_least_draw, win = answer_in(knowledge, 0), answer_in(knowledge, 1)
    if at_least_draw == OPEN and win == OPEN:
        question = 1 if knowledge & _STATE == _OPEN_WIN else 0
    else:
        question = 0 if at_least_draw == OPEN else 1
    own, other = numbers_in(knowledge, question)
    return at_least_draw, win, own, other
