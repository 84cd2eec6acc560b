"""Migrates each database whose address arrives as a line on standard input, and says when it's done."""

import asyncio
import sys

from bot.settings import Settings
from bot.store.connections.database import Database


async def migrate(address: str) -> None:
    database = Database(Settings(database_url=address).database())
    try:
        await database.migrate()
    finally:
        await database.close()


if __name__ == "__main__":
    print("ready", flush=True)  # noqa: T201 - for the test
    for line in sys.stdin:
        asyncio.run(migrate(line.strip()))
        print("migrated", flush=True)  # noqa: T201 - for the test
