"""Whether a database is up to date is determined without Alembic, and always agrees with Alembic."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.migration import downgrade
from bot.store.schema.revision import MIGRATIONS, newest_revision
from bot.store.schema.stored_revision import stored_revision

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]

NOT_NEEDED = {
    *("alembic", "mako", "numpy", "numba", "simcord", "av", "psycopg", "aiohttp.web"),
    "sqlalchemy.dialects.postgresql",
}

MIGRATED_BY_THE_WHOLE_BOT = """
import asyncio
import sys

from bot.hosting.running import run
from bot.settings import Settings
from bot.store.connections.database import Database

asyncio.run(Database(Settings(database_url=sys.argv[1]).database()).migrate())
print(*sys.modules)
"""


@pytest.mark.default
def test_the_newest_revision_is_the_one_that_alembic_finds() -> None:
    assert newest_revision() == ScriptDirectory(str(MIGRATIONS)).get_current_head()


@pytest.mark.default
async def test_the_revision_of_a_database_is_read(database: Database) -> None:
    async with database.writing() as connection:
        assert await connection.run_sync(stored_revision) == newest_revision()
        await connection.run_sync(downgrade, "0004")
        assert await connection.run_sync(stored_revision) == "0004"
        await connection.run_sync(downgrade, "base")
        assert await connection.run_sync(stored_revision) is None


async def test_a_database_that_was_never_migrated_has_no_revision(tmp_path: Path) -> None:
    database = Database(Settings(database_url=f"sqlite:///{tmp_path / 'new.db'}").database())
    async with database.reading() as connection:
        assert await connection.run_sync(stored_revision) is None
    await database.close()


def test_a_start_with_an_up_to_date_database_loads_only_what_a_bot_needs(settings: Settings) -> None:
    command = [sys.executable, "-c", MIGRATED_BY_THE_WHOLE_BOT, settings.database_url]
    ran = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    loaded = set(ran.stdout.split())
    assert {"bot", "discord", "sqlalchemy"} <= loaded
    assert not loaded & NOT_NEEDED
