"""First moves by who wins after them."""

import pytest

from engine import Position, Ruleset, Value, opening_moves

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize("wanted", [Value.WIN, Value.DRAW, Value.LOSS])
def test_the_first_moves_have_their_values_in_the_opening_book(ruleset: Ruleset, wanted: Value) -> None:
    pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")
    from engine.solver.opening import OpeningBook  # noqa: PLC0415 - only where numba is

    values = OpeningBook.load().values(Position.start(ruleset))
    assert values is not None
    assert list(opening_moves(ruleset, wanted)) == [move for move, value in values.items() if value is wanted]
