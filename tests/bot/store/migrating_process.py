"""Migrates each database whose address arrives as a line on standard input, and says when it's done.

The folder of the migrations follows the address.
"""

import asyncio
import sys
from pathlib import Path

from bot.settings import Settings
from bot.store.connections.database import Database
from tests.bot.later_migrations import use


async def migrate(address: str) -> None:
    database = Database(Settings(database_url=address).database())
    try:
        await database.migrate()
    finally:
        await database.close()


if __name__ == "__main__":
    print("ready", flush=True)  # noqa: T201 - for the test
    for line in sys.stdin:
        address, folder = line.split()
        use(Path(folder))
        asyncio.run(migrate(address))
        print("migrated", flush=True)  # noqa: T201 - for the test
