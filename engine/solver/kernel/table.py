"""The table of what's known about positions: a fixed number of entries, each with the whole key.

An entry is two integers: the key's first, and the key's second with knowledge in the bits above it. What the
knowledge means is up to those who ask: ``values`` and ``bounds``. Entries lie in buckets of four, one line of
the processor's cache. A full bucket gives up the entry with the most pieces on the board, whose subtree is
the smallest.
"""

import numpy as np

from engine.board.bitboard import ALL_SLOTS
from engine.solver.kernel.compiled import Integers, compiled, leading_zeros, popcount

__all__ = [
    "INFINITE",
    "NO",
    "OPEN",
    "YES",
    "keep",
    "lengthened",
    "look_up",
    "make_table",
    "shortened",
]

NO, YES, OPEN = 0, 1, -1
"""Answers to a question; OPEN if it has none yet."""

INFINITE = 1 << 40
"""The proof number of what has been disproven. Finite ones are kept only up to some limit."""

_BUCKET = 4
_BYTES_OF_BUCKET = 64
_BITS = 64
_LOW_32 = (1 << 32) - 1

# Odd constants without structure, to spread keys over the buckets.
_SPREAD_1, _SPREAD_2, _SPREAD_3 = -7046029254386353131, -4417276706812531889, -49064778989728563


def make_table(megabytes: int) -> Integers:
    """Return an empty table of this size in megabytes of 2**20 bytes. Memory is used as the table fills."""
    return np.zeros((megabytes * (1 << 20) // _BYTES_OF_BUCKET * _BUCKET, 2), np.int64)


@compiled
def _bucket(table: Integers, first: int, second: int) -> int:
    spread = first * _SPREAD_1 + second * _SPREAD_2
    spread = (spread ^ spread >> 29) * _SPREAD_3
    buckets = int(table.shape[0] // _BUCKET)
    return ((spread >> 32 & _LOW_32) * buckets >> 32) * _BUCKET


@compiled
def look_up(table: Integers, first: int, second: int, key_bits: int) -> int:
    """Return the knowledge about the position with this key; 0 if there is none.

    ``key_bits`` is how many bits of an entry's second integer belong to the key, the same for a whole table.
    """
    bucket = _bucket(table, first, second)
    for entry in range(bucket, bucket + _BUCKET):
        if table[entry, 0] == first and table[entry, 1] & (1 << key_bits) - 1 == second:
            return int(table[entry, 1] >> key_bits & (1 << _BITS - key_bits) - 1)
    return 0


@compiled
def keep(table: Integers, first: int, second: int, key_bits: int, knowledge: int) -> None:
    """Keep the knowledge about the position with this key, in place of what was kept about it before."""
    bucket = _bucket(table, first, second)
    chosen, most = bucket, -1
    for entry in range(bucket, bucket + _BUCKET):
        if table[entry, 0] == first and table[entry, 1] & (1 << key_bits) - 1 == second:
            chosen = entry
            break
        pieces = popcount(table[entry, 0] & ALL_SLOTS) if table[entry, 0] else ALL_SLOTS
        if pieces > most:
            chosen, most = entry, pieces
    table[chosen, 0] = first
    table[chosen, 1] = second | knowledge << key_bits


@compiled
def shortened(number: int, mantissa_bits: int, largest: int) -> int:
    """Return a proof number in few bits: small ones as they are, larger ones rounded up to ``mantissa_bits``.

    Rounded down, a search could come back to a position that it has just left because of its number. Numbers
    whose short form would be larger than ``largest`` become that.
    """
    mantissas = 1 << mantissa_bits
    if number < mantissas:
        return number
    shift = _BITS - mantissa_bits - 1 - leading_zeros(number)
    mantissa = number + (1 << shift) - 1 >> shift
    # A mantissa that was rounded up carries into the exponent by itself.
    return min((shift + 1) * mantissas + mantissa - mantissas, largest)


@compiled
def lengthened(short: int, mantissa_bits: int) -> int:
    """Return the proof number that ``shortened`` brought into this form."""
    mantissas = 1 << mantissa_bits
    if short < mantissas:
        return short
    return mantissas + short % mantissas << (short >> mantissa_bits) - 1
