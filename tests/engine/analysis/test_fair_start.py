"""First moves after which neither side wins by force."""

import pytest

from engine import Position, Ruleset, Value, balanced_first_moves

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("ruleset", Ruleset)
def test_the_balanced_first_moves_are_draws_in_the_opening_book(ruleset: Ruleset) -> None:
    pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")
    from engine.solver.opening import OpeningBook  # noqa: PLC0415 - only where numba is

    values = OpeningBook.load().values(Position.start(ruleset))
    assert values is not None
    drawn = [move for move, value in values.items() if value is Value.DRAW]
    assert list(balanced_first_moves(ruleset)) == drawn
