"""Whether a database is up to date is determined without Alembic, and always agrees with Alembic."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.revision import MIGRATIONS, newest_revision
from bot.store.schema.stored_revision import change_revision, stored_revision

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
        await connection.run_sync(change_revision, "0000")
        assert await connection.run_sync(stored_revision) == "0000"


async def test_a_database_that_was_never_migrated_has_no_revision(tmp_path: Path) -> None:
    database = Database(Settings(database_url=f"sqlite:///{tmp_path / 'new.db'}").database())
    async with database.reading() as connection:
        assert await connection.run_sync(stored_revision) is None
    await database.close()


def test_a_start_with_an_up_to_date_database_loads_only_what_a_bot_needs(settings: Settings) -> None:
    loaded = loaded_by_a_start(settings.database_url)
    assert {"bot", "discord", "sqlalchemy"} <= loaded
    assert not loaded & NOT_NEEDED


def test_the_first_start_does_not_load_alembic(tmp_path: Path) -> None:
    assert loaded_by_a_start(f"sqlite:///{tmp_path / 'new.db'}") & NOT_NEEDED == {
        "sqlalchemy.dialects.postgresql"
    }


def loaded_by_a_start(database_url: str) -> set[str]:
    command = [sys.executable, "-c", MIGRATED_BY_THE_WHOLE_BOT, database_url]
    ran = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    return set(ran.stdout.split())
