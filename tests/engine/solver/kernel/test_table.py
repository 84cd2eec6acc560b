"""The table: what goes in comes out, and what is proven stays true."""

from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine.solver.kernel.table import NO, OPEN, YES, make_table
from engine.solver.kernel.values import keep_value, known

AT_LEAST_DRAW, WIN = 0, 1
POSITION = (0b1011, 77)


def test_nothing_is_known_about_a_position_that_was_not_stored() -> None:
    assert known(make_table(1), *POSITION) == (OPEN, OPEN, 0, 0)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([(WIN, YES)], (YES, YES)),
        ([(WIN, NO)], (OPEN, NO)),
        ([(AT_LEAST_DRAW, YES)], (YES, OPEN)),
        ([(AT_LEAST_DRAW, NO)], (NO, NO)),
        ([(WIN, NO), (AT_LEAST_DRAW, YES)], (YES, NO)),
        ([(AT_LEAST_DRAW, YES), (WIN, NO)], (YES, NO)),
        ([(AT_LEAST_DRAW, YES), (WIN, YES)], (YES, YES)),
        ([(WIN, NO), (AT_LEAST_DRAW, NO)], (NO, NO)),
        ([(WIN, YES), (AT_LEAST_DRAW, OPEN)], (YES, YES)),
        ([(WIN, NO), (AT_LEAST_DRAW, OPEN)], (OPEN, NO)),
    ],
)
def test_answers_add_up(answers: list[tuple[int, int]], expected: tuple[int, int]) -> None:
    table = make_table(1)
    for question, answer in answers:
        keep_value(table, POSITION, question, answer, (3, 4))
    assert known(table, *POSITION)[:2] == expected


@pytest.mark.parametrize("number", [1, 31, 32, 33, 63, 64, 65, 1000, 123_456_789])
def test_proof_numbers_come_back_exactly_or_a_little_larger(number: int) -> None:
    table = make_table(1)
    keep_value(table, POSITION, WIN, OPEN, (number, 1))
    _, _, reach, miss = known(table, *POSITION)
    assert number <= reach <= number * 33 / 32 + 1
    assert miss == 1


def test_a_full_table_forgets_whole_positions_and_never_mixes_them_up() -> None:
    table = make_table(1)
    random = Random(1)
    numbers = {
        (random.randrange(1, 1 << 62), random.randrange(1 << 41)): random.randrange(1, 32)
        for _ in range(200_000)
    }
    for position, number in numbers.items():
        keep_value(table, position, WIN, OPEN, (number, 1))
    found = [(known(table, *position)[2], number) for position, number in numbers.items()]
    remembered = [(reach, number) for reach, number in found if reach]
    assert 50_000 < len(remembered) <= 65_536
    assert all(reach == number for reach, number in remembered)
