"""Statements that the driver runs directly do what SQLAlchemy would have them do."""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.connections.database import Database
from bot.store.games import games as game_rows
from bot.store.games.game_rows import MoveRow
from bot.store.schema import tables
from tests.bot.statements import heard
from tests.bot.store.sample_calls import GAME, NOW, PLAYER, fill

pytestmark = pytest.mark.thorough

UNKNOWN = 10**9
LATER = NOW + timedelta(hours=1)

Change = Callable[[AsyncConnection], Awaitable[Any]]


async def read(connection: AsyncConnection) -> Any:
    return await game_rows.fetch(connection, GAME), await game_rows.fetch(connection, UNKNOWN)


async def move(connection: AsyncConnection) -> Any:
    row = await game_rows.fetch(connection, GAME)
    assert row is not None
    revisions = (row.revision, row.revision, row.revision + 1, row.revision + 2)
    raised = [
        await game_rows.advance(connection, GAME, revision, ply)
        for revision, ply in zip(revisions, (1, 1, 2, None), strict=True)
    ]
    await game_rows.add_move(connection, MoveRow(GAME, 90, "Sa1", row.revision), LATER)
    return raised, await game_rows.fetch(connection, GAME)


async def schedule_one(connection: AsyncConnection) -> Any:
    await due_times.replace(connection, GAME, ["call"], [NewDue("call", LATER, GAME, player_id=PLAYER)])


async def schedule_several(connection: AsyncConnection) -> Any:
    kinds = ["call", "deadline", "claim"]
    await due_times.replace(connection, GAME, kinds, [NewDue(kind, LATER, GAME) for kind in kinds])
    await due_times.replace(connection, GAME, kinds, [NewDue(kind, NOW, GAME) for kind in kinds])


async def done(database: Database, change: Change, *, listening: bool) -> Any:
    """What a change returns, and the rows that there are after it. The change is rolled back."""
    async with database.writing() as connection, connection.begin_nested() as savepoint:
        sync = connection.sync_connection
        assert sync is not None
        with heard(sync) if listening else nullcontext() as statements:
            returned = await change(connection)
        assert statements is None or statements
        rows = [
            [tuple(row) for row in await connection.execute(select(*columns).order_by(*columns))]
            for columns in (
                [tables.games.c[name] for name in ("id", "revision", "dirty", "stalled", "computer_moves")],
                [*tables.moves.c],
                [column for column in tables.due_times.c if column.name != "id"],
            )
        ]
        await savepoint.rollback()
    return returned, rows


@pytest.mark.parametrize("change", [read, move, schedule_one, schedule_several])
async def test_a_prepared_statement_does_what_it_does_on_the_usual_way(
    database: Database, change: Change
) -> None:
    async with database.writing() as connection:
        await fill(connection)
    direct = await done(database, change, listening=False)
    assert direct == await done(database, change, listening=True)
    if change is move:
        (raised, row), _ = direct
        assert raised == [True, False, True, True]
        assert row.moves[-1] == MoveRow(GAME, 90, "Sa1", row.revision - 3)
