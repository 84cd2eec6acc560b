from collections import Counter

import pytest

from bot.values.events.groups import rounds

PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
}
"""The tables of the FIDE Handbook, C.05, Annex 1. White is named first."""

EVEN = range(4, 65, 2)

Round = list[tuple[int, int]]


def table(size: int) -> list[Round]:
    """Return the table with the numbers that people use."""
    return [[(white + 1, black + 1) for white, black in together] for together in rounds(size)]


def rotated(size: int) -> list[Round]:
    """Return the published way to write down a table of an even size.

    In the first round, the numbers stand around a table. For each next round, everyone but the last moves on
    by half the size. The last one is Black in the first round, White in the second, and so on.
    """

    def moved(number: int) -> int:
        return number if number == size else (number + size // 2 - 1) % (size - 1) + 1

    found = [[(number, size + 1 - number) for number in range(1, size // 2 + 1)]]
    while len(found) < size - 1:
        (one, other), *rest = found[-1]
        moved_rest = [(moved(white), moved(black)) for white, black in rest]
        found.append([(moved(other), moved(one)), *moved_rest])
    return found


@pytest.mark.parametrize("size", PUBLISHED)
def test_small_tables_are_the_published_ones(size: int) -> None:
    written = [" ".join(f"{white}-{black}" for white, black in together) for together in table(size)]
    assert written == [line.strip() for line in PUBLISHED[size].strip().splitlines()]


@pytest.mark.parametrize("size", EVEN)
def test_every_table_follows_the_published_rotation(size: int) -> None:
    assert table(size) == rotated(size)


@pytest.mark.parametrize("size", EVEN)
def test_a_table_with_an_empty_place_is_the_next_one_without_the_games_of_that_place(size: int) -> None:
    full = [[pairing for pairing in together if size not in pairing] for together in table(size)]
    assert table(size - 1) == full


@pytest.mark.parametrize("size", range(3, 65))
def test_everyone_meets_everyone_once_with_colors_as_even_as_they_can_be(size: int) -> None:
    pairings = [pairing for together in table(size) for pairing in together]
    pairs = Counter(map(frozenset, pairings))
    assert pairs == {frozenset((one, other)): 1 for one in range(1, size + 1) for other in range(1, one)}
    whites, blacks = Counter(white for white, _ in pairings), Counter(black for _, black in pairings)
    differences = {abs(whites[number] - blacks[number]) for number in range(1, size + 1)}
    assert differences == ({0} if size % 2 else {1})
