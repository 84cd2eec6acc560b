"""What archiving the moves of a game saves: `python benchmarks/archive.py`.

Prints the bytes that the moves of random games take with their indexes, before and after, on both databases.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time
from typing import Any

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import create_engine, insert, text

from bot.matches.archive import GAMES_AT_ONCE
from bot.settings import Settings
from bot.store.archive import archive
from bot.store.connections.database import Database
from bot.store.schema.tables import games, moves, players
from engine import Position
from tests.bot.postgresql import cluster, programs

GAMES = 3000
SEED = 3
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
_TABLES = ("moves", "archived_moves")


def random_moves(chance: random.Random, number: int) -> Iterator[dict[str, Any]]:
    """The moves of a whole game, up to half a day apart."""
    position, played_at, ply = Position.start(), BEGAN, 0
    while position.outcome() is None:
        move = chance.choice(position.legal_moves)
        position = position.play(move)
        played_at += timedelta(microseconds=chance.randint(10**6, 4 * 10**10))
        yield {"game_id": number, "ply": ply, "move": str(move), "revision": ply, "played_at": played_at}
        ply += 1


async def fill(database: Database) -> int:
    """Store finished games; how many moves they have."""
    chance = random.Random(SEED)
    game = {"channel_id": 5, "white_id": 101, "white_name": "x", "black_id": 102, "black_name": "y"}
    game |= {"ruleset": "pyrga", "language": "en-GB", "status": "finished", "reason": "resignation"}
    game |= {"revision": 4, "created_at": BEGAN, "finished_at": BEGAN}
    rows = [row for number in range(1, GAMES + 1) for row in random_moves(chance, number)]
    async with database.writing() as connection:
        people = [{"id": player, "name": "x", "created_at": BEGAN} for player in (101, 102)]
        await connection.execute(insert(players), people)
        await connection.execute(insert(games), [{**game, "id": number} for number in range(1, GAMES + 1)])
        await connection.execute(insert(moves), rows)
    return len(rows)


async def size(database: Database, address: str) -> int:
    """The bytes of both tables with their indexes, without what has been deleted."""
    if not database.is_shared:
        condition = " OR ".join(
            f"name = '{name}' OR name LIKE 'sqlite_autoindex_{name}_%'" for name in _TABLES
        )
        counted = f"SELECT SUM(pgsize) FROM dbstat WHERE {condition}"  # noqa: S608 - fixed names
    else:
        engine = create_engine(Settings(database_url=address).database(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for name in _TABLES:
                connection.execute(text(f"VACUUM FULL {name}"))
        engine.dispose()
        counted = "SELECT " + " + ".join(f"pg_total_relation_size('{name}')" for name in _TABLES)
    async with database.reading() as reading:
        return int(await reading.scalar(text(counted)) or 0)


async def measure(address: str) -> None:
    """Fill an empty database and print its line."""
    database = Database(Settings(database_url=address).database())
    await database.migrate()
    plies = await fill(database)
    before = await size(database, address)
    begun = process_time()
    for first in range(1, GAMES + 1, GAMES_AT_ONCE):
        async with database.writing() as connection:
            await archive(connection, range(first, first + GAMES_AT_ONCE))
    spent = process_time() - begun
    after = await size(database, address)
    await database.close()
    kind, milliseconds = address.partition(":")[0], 1000 * spent * GAMES_AT_ONCE / GAMES
    print(f"{kind}: {plies / GAMES:.1f} moves, {milliseconds:.0f} ms of CPU per transaction; bytes per game:")
    print(f"  {before / GAMES:.0f} before, {after / GAMES:.0f} archived")


def main() -> None:
    """Print a line for each database."""
    with tempfile.TemporaryDirectory(prefix="pyrga-archive-") as folder:
        asyncio.run(measure(f"sqlite:///{folder}/pyrga.db"))
    found = programs()
    if found is not None:
        with cluster(found) as server:
            asyncio.run(measure(server.address))


if __name__ == "__main__":
    main()
