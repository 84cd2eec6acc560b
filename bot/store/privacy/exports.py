"""Everything that's stored about a person, table by table.

The rows are found from the tables: those that refer to the person, and those that belong to one of their
games and refer to no one. So a new table is included without a change here.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, RowMapping, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.privacy.deletions import references_to
from bot.store.rows import batches
from bot.store.schema.tables import blocks, games, players, rating_changes, reviews

OF_OTHERS: Final = frozenset({blocks.c.blocked_id, rating_changes.c.opponent_id})
"""References in rows about someone else: who has blocked the person, and how opponents' ratings changed."""

NOT_PERSONAL: Final = frozenset({reviews})
"""Tables that belong to games and say nothing about a person: a review is computed from the moves alone."""

GAMES: Final = games.name
"""The name of the table of games, whose rows also say what only the other player may know."""

_AT_A_TIME: Final = 1000
"""Number of rows to read at a time: between batches, others get their turn."""

_GAMES_AT_A_TIME: Final = 50
"""Number of games whose rows are read at a time."""


OF_PEOPLE: Final = (
    (players, players.c.id),
    *(
        (table, column)
        for table, columns in references_to(players).items()
        for column in columns
        if column not in OF_OTHERS
    ),
)
"""The tables with rows about a person, each with a column that says who it is."""

OF_GAMES: Final = tuple(
    table
    for table in references_to(games)
    if table not in NOT_PERSONAL and table not in references_to(players)
)
"""The tables with rows that belong to a game and say nothing about who."""

Values = Mapping[str, Any] | RowMapping
"""A row, by the names of its columns."""

Sink = Callable[[str, Sequence[Values]], object]
"""Takes rows of the table with this name, some at a time."""


async def read(connection: AsyncConnection, player_id: int, take: Sink) -> None:
    """Pass everything that's stored about a player to ``take``, one table after another.

    The tables come in an order of their own. Tables without rows are left out, and so is what's private to
    others.
    """
    numbers: list[int] = []
    for table, column in OF_PEOPLE:
        async for rows in _pages(connection, table, column == player_id):
            take(table.name, rows)
            numbers += (row["id"] for row in rows if table is games)
    for table in OF_GAMES:
        for some in batches(numbers, _GAMES_AT_A_TIME):
            rows = await _rows_of_games(connection, table, some)
            if rows:
                take(table.name, rows)


async def _rows_of_games(connection: AsyncConnection, table: Table, numbers: Sequence[int]) -> list[Values]:
    some = select(table).where(table.c.game_id.in_(numbers)).order_by(*table.primary_key)
    return [*(await connection.execute(some)).mappings()]


async def _pages(
    connection: AsyncConnection, table: Table, condition: ColumnElement[bool]
) -> AsyncIterator[Sequence[Values]]:
    """Yield the rows of a table that meet a condition, some at a time."""
    # Found by the condition's index before they're sorted: if asked for the order of the key, a database may
    # walk along the whole table instead.
    found = select(table).where(condition).cte("chosen").prefix_with("MATERIALIZED")
    ordered = select(found).order_by(*(found.c[column.name] for column in table.primary_key))
    offset = 0
    while rows := (await connection.execute(ordered.offset(offset).limit(_AT_A_TIME))).mappings().all():
        yield rows
        offset += _AT_A_TIME
