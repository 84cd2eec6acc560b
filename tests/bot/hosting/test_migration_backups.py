"""The backup that ``pyrga run`` makes before a migration, and the way back."""

import asyncio
import os
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.environment import CommandError, SettingError
from bot.hosting.maintenance import opened
from bot.hosting.running import run
from bot.settings import Settings
from bot.store.schema import revision
from bot.store.schema.stored_revision import stored_revision
from bot.store.settings.players import remember_player
from tests.bot.hosting.conftest import TOKEN, Pyrga, settings_with
from tests.bot.later_migrations import NEWEST, add_migration
from tests.bot.personal_rows import contents
from tests.loopback.server import LoopbackDiscord

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("later_migrations")]

ROOM = 100_000
"""Bytes, fewer than a backup takes."""


@pytest.fixture(params=["sqlite", "postgresql"])
async def outdated(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path) -> Settings:
    """Return the settings of a bot with a database of each kind, in which Ada is, with older tables."""
    made = settings_with(TOKEN, replace(settings, backup_folder=tmp_path / "backups"))
    if request.param == "postgresql":
        made = replace(made, database_url=request.getfixturevalue("postgresql"))
    async with opened(made) as database, database.writing() as connection:
        await remember_player(connection, 107, "Ada", SystemClock().now())
    add_migration()
    return made


def backup_of(settings: Settings, version: str = NEWEST) -> Path:
    """Return the file for a database with this version of the tables."""
    is_file = settings.database_file() is not None
    name, suffix = ("pyrga", "db") if is_file else ("postgres", "dump")
    return settings.migration_backup_folder() / f"{name}-before-migration-from-{version}.{suffix}"


def leftovers(settings: Settings) -> list[Path]:
    return [*settings.migration_backup_folder().glob("*.partial-*")]


async def state(settings: Settings) -> tuple[str | None, list[int]]:
    """Return the version of a database's tables, and who is in it."""
    async with opened(settings) as database:
        async with database.reading() as connection:
            found = await connection.run_sync(stored_revision)
        return found, [row.id for row in (await contents(database))["players"]]


async def start_and_stop(discord: LoopbackDiscord, settings: Settings, *, backed_up: bool = False) -> None:
    running = asyncio.create_task(run(settings, backed_up=backed_up))
    connected = asyncio.create_task(discord.identified.wait())
    await asyncio.wait([running, connected], return_when=asyncio.FIRST_COMPLETED)
    if not running.done():
        os.kill(os.getpid(), signal.SIGTERM)
    await running
    discord.identified.clear()


@pytest.mark.parametrize("outdated", ["sqlite"], indirect=True)
async def test_an_older_version_goes_back_to_the_backup_that_its_refusal_names(
    outdated: Settings, discord: LoopbackDiscord, pyrga: Pyrga, capsys: pytest.CaptureFixture[str]
) -> None:
    new, backup = revision.newest_revision(), backup_of(outdated)
    await start_and_stop(discord, outdated)
    assert await state(outdated) == (new, [107])
    lines = capsys.readouterr().err.splitlines()
    begun, made = [
        line for line in lines if "migrating the database" in line or "before its migration" in line
    ]
    assert "which can take minutes" in begun
    assert made.endswith(f"file={backup}")
    assert backup.stat().st_mode & 0o777 == 0o600

    revision.migration_files()[-1].unlink()
    with pytest.raises(SettingError) as refused:
        await run(outdated)
    assert refused.value.remedy.endswith(f": pyrga restore {backup}")
    code, _, _ = await pyrga("restore", str(backup), PYRGA_DATABASE_URL=outdated.database_url)
    assert code == 0
    await start_and_stop(discord, outdated)
    assert await state(outdated) == (NEWEST, [107])


@pytest.mark.parametrize("outdated", ["postgresql"], indirect=True)
async def test_a_dump_from_before_a_migration_is_restored_into_an_empty_database(
    outdated: Settings, discord: LoopbackDiscord, pyrga: Pyrga, empty_server: str
) -> None:
    await start_and_stop(discord, outdated)
    assert await state(outdated) == (revision.newest_revision(), [107])
    code, _, errors = await pyrga("restore", str(backup_of(outdated)), PYRGA_DATABASE_URL=empty_server)
    assert (code, errors) == (0, "")
    assert await state(replace(outdated, database_url=empty_server)) == (NEWEST, [107])


@pytest.mark.parametrize("outdated", ["postgresql"], indirect=True)
async def test_a_server_without_a_dump_is_migrated_once_the_host_says_that_it_is_backed_up(
    outdated: Settings, discord: LoopbackDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match=r"pg_dump isn't installed\..* pyrga run --backed-up\.$"):
        await run(outdated)
    assert await state(outdated) == (NEWEST, [107])
    await start_and_stop(discord, outdated, backed_up=True)
    assert await state(outdated) == (revision.newest_revision(), [107])
    assert not backup_of(outdated).exists()


@pytest.mark.parametrize(
    ("outdated", "fills", "said"),
    [
        ("sqlite", "before", "There's no room for"),
        ("sqlite", "meanwhile", "can't be copied"),
        ("postgresql", "meanwhile", "pg_dump failed"),
    ],
    indirect=["outdated"],
)
async def test_nothing_changes_if_there_is_no_room_for_a_backup(
    fills: str, said: str, outdated: Settings, discord: LoopbackDiscord
) -> None:
    earlier = backup_of(outdated)
    earlier.parent.mkdir(exist_ok=True)
    earlier.write_text("of an upgrade that was interrupted")
    with (
        no_room_beside(outdated.database_file()) if fills == "before" else no_room_for_all(),
        pytest.raises(CommandError, match=rf"{said}.* disk|{said}.* Free up some space\.") as refused,
    ):
        await run(outdated)
    assert "pyrga run --backed-up" in str(refused.value)
    assert not discord.identified.is_set()
    assert (await state(outdated), leftovers(outdated)) == ((NEWEST, [107]), [])
    assert earlier.read_text() == "of an upgrade that was interrupted"

    await start_and_stop(discord, outdated)
    assert await state(outdated) == (revision.newest_revision(), [107])
    assert earlier.stat().st_size > ROOM


@contextmanager
def no_room_beside(file: Path | None) -> Iterator[None]:
    """Let a file be larger than what's free on its disk, of which it takes nothing."""
    assert file is not None
    size = file.stat().st_size
    os.truncate(file, shutil.disk_usage(file.parent).total)
    yield
    os.truncate(file, size)


@contextmanager
def no_room_for_all() -> Iterator[None]:
    """Let no file have room for all of a backup."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
