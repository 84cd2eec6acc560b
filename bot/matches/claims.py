"""Claims: for anything that must happen only once, no matter who's first, and can be retried if it fails."""

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
        claim: Stores it in a transaction of its own, and returns whether it's the first.
        release: Deletes it, in another transaction.
    """
    first = await database.write(claim)
    try:
        yield first
    except BaseException:
        if first:
            await database.write(release)
        raise
