"""Berger tables: who plays whom in which round, and who is White."""

from collections.abc import Iterator

Pairing = tuple[int, int]
"""The seats of White and Black, counted from 0."""


def rounds(size: int) -> Iterator[list[Pairing]]:
    """Yield the rounds of the Berger table for a number of seats, as FIDE publishes it (C.05, Annex 1).

    An odd number uses the table of the next even one. Whoever would meet the empty last seat doesn't play in
    that round.

    >>> for pairings in rounds(4):
    ...     print(*(f"{white + 1}-{black + 1}" for white, black in pairings))
    1-4 2-3
    4-3 1-2
    2-4 3-1
    >>> [len(pairings) for pairings in rounds(5)]
    [2, 2, 2, 2, 2]
    """
    seats = size + size % 2
    last = seats - 1
    for number in range(last):
        # The last seat stays where it is; the others move on by half the table.
        top = number * (seats // 2) % last
        first = (last, top) if number % 2 else (top, last)
        others = [((top + step) % last, (top - step) % last) for step in range(1, seats // 2)]
        yield [pairing for pairing in (first, *others) if max(pairing) < size]
