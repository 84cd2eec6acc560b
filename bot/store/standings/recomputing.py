"""Recomputes, from the games, the tables of counts that are updated whenever a game ends."""

from typing import Any

from sqlalchemy import Select, Table, delete, except_, func, insert, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import stop_other_writers


async def recompute(connection: AsyncConnection, table: Table, computed: Select[*tuple[Any, ...]]) -> int:
    """Make ``table`` contain exactly the rows ``computed``; return how many were missing, wrong or extra.

    ``computed`` has the columns of ``table`` in order. Other writers to the table wait until the transaction
    ends.
    """
    await stop_other_writers(connection, table)
    wrong = await _count_wrong(connection, table, computed)
    if wrong:
        await connection.execute(delete(table))
        await connection.execute(insert(table).from_select(table.c.keys(), computed))
    return wrong


async def _count_wrong(connection: AsyncConnection, table: Table, computed: Select[*tuple[Any, ...]]) -> int:
    right, stored = computed.subquery(), select(table).subquery()
    differences = (
        except_(select(right), select(stored)).subquery(),
        except_(select(stored), select(right)).subquery(),
    )
    key = [column.name for column in table.primary_key]
    wrong = union(*(select(*(rows.c[name] for name in key)) for rows in differences)).subquery()
    return int((await connection.execute(select(func.count()).select_from(wrong))).scalar_one())
