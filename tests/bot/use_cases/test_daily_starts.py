"""The starts of the games of the day, as the real solver makes them."""

from typing import Any

import pytest
from sqlalchemy import delete

from bot.store.schema.tables import daily_starts
from bot.use_cases.daily_games.days import DailyGames
from bot.use_cases.daily_games.starts import PIECES
from engine import Position, Solution, Value
from tests.bot.use_cases.clocked import Clocked

pytest.importorskip("numba", reason="the solver needs numpy and numba, the extra `solver`")

from engine.solver import Solver

pytestmark = [pytest.mark.thorough, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]


class Exact:
    """The real solver."""

    def __init__(self) -> None:
        self._solver = Solver(table_megabytes=64)

    async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
        del player_id
        return self._solver.solve(position, **wanted)


async def test_a_start_is_fair_and_the_same_again_after_a_backup_was_restored(
    clocked: Clocked,
) -> None:
    solver = Exact()
    made = await DailyGames(clocked.database, clocked.clock, solver).today()
    assert made.start.ply == PIECES
    assert (await solver.solve(made.start, 0, line=False)).value is Value.DRAW
    async with clocked.database.writing() as connection:
        await connection.execute(delete(daily_starts))
    assert await DailyGames(clocked.database, clocked.clock, solver).today() == made
