"""A bot is killed while it backs its database up and migrates it, and the next start goes on by itself."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from bot.settings import Settings
from bot.store.schema.migration import upgrade
from bot.store.schema.revision import newest_revision
from bot.store.schema.stored_revision import stored_revision
from tests.bot.kills.lives import LONGEST_START, Lives, Nursery, is_there, nursery
from tests.bot.kills.nursery import TOKEN
from tests.bot.store.test_upgrading import restore
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

GAMES = "SELECT id, revision, white_id, black_id, winner, reason, moves, boards FROM games ORDER BY id"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_the_start_after_kills_in_a_backup_and_a_migration_goes_on(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    address, backup = f"sqlite:///{tmp_path}/pyrga.db", tmp_path / "pyrga-before-migration-from-0001.db"
    if kind == "postgresql":
        address = request.getfixturevalue("restartable").address
        backup = tmp_path / "data" / "backups" / "postgres-before-migration-from-0001.dump"
    engine = create_engine(Settings(database_url=address).database().set(drivername=DRIVERS[kind]))
    with engine.begin() as connection:
        upgrade(connection)
        restore(connection)
    before = games_in(engine)
    async with loopback(TOKEN, checked=False) as discord, nursery(discord, address, tmp_path) as place:
        await killed_when(lambda: bool(partial(backup)), place, discord)
        await killed_when(backup.exists, place, discord)
        assert games_in(engine) == before
        bot = Lives(place, discord)
        await bot.begin()
        await bot.end(signal.SIGTERM)
    with engine.connect() as connection:
        assert stored_revision(connection) == newest_revision()
    assert (games_in(engine), partial(backup)) == (before, [])
    engine.dispose()
    if kind == "sqlite":
        with closing(sqlite3.connect(backup)) as copy:
            assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
            assert copy.execute(GAMES).fetchall() == before


DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}


def games_in(engine: Engine) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(GAMES))]


def partial(backup: Path) -> list[Path]:
    """Return what's there of a backup that isn't complete."""
    return [*backup.parent.glob(f"{backup.name}.partial-*")]


async def killed_when(happens: Callable[[], bool], place: Nursery, discord: LoopbackDiscord) -> None:
    """Start a bot, and kill it as soon as this happens, or when it's ready."""
    bot, begun = await place.fork([]), discord.gateway.sessions_begun(0)
    async with asyncio.timeout(LONGEST_START):
        while not happens() and discord.gateway.sessions_begun(0) == begun:  # noqa: ASYNC110 - files have no events
            await asyncio.sleep(0.001)
        os.kill(bot, signal.SIGKILL)
        while is_there(bot):  # noqa: ASYNC110 - it isn't a child of this process
            await asyncio.sleep(0.01)
