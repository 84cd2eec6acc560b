"""Claims: what must happen only once, whoever comes first, and may be tried again if it fails."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database


@asynccontextmanager
async def claimed(
    database: Database,
    claim: Callable[[AsyncConnection], Awaitable[bool]],
    release: Callable[[AsyncConnection], Awaitable[None]],
) -> AsyncIterator[bool]:
    """Yield whether this is the first claim. If the block raises, a first claim is released.

    Args:
        database: Where the claim is stored.
        claim: Stores it, in a transaction of its own, and returns whether no one had before.
        release: Deletes it, in another.
    """
    async with database.writing() as connection:
        first = await claim(connection)
    try:
        yield first
    except BaseException:
        if first:
            async with database.writing() as connection:
                await release(connection)
        raise
