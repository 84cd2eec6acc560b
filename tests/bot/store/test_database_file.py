"""The file of an SQLite database: if it's gone, nothing written to it counts as saved."""

import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.connections.errors import DamagedDatabaseError, LostDatabaseError
from bot.store.connections.sqlite import DatabaseFile
from bot.store.schema.tables import players
from bot.store.settings.players import remember_player
from tests.bot.clocks import StandingClock
from tests.bot.damage import damage


@pytest.fixture
def file(settings: Settings) -> Path:
    return Path(settings.database().database or "")


@pytest.fixture
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """Yield a database with a player that has been read and written."""
    database = Database(settings.database())
    await remember(database)
    async with database.reading() as connection:
        await connection.execute(select(players))
    yield database
    await database.close()


async def remember(database: Database) -> None:
    async with database.writing() as connection:
        await remember_player(connection, 101, "Ada", StandingClock().now())


def delete(file: Path) -> None:
    file.unlink()


def move(file: Path) -> None:
    file.rename(file.with_suffix(".old"))


def put_back(file: Path) -> None:
    file.with_suffix(".old").rename(file)


def replace(file: Path) -> None:
    move(file)
    file.touch()


def delete_the_log(file: Path) -> None:
    Path(f"{file}-wal").unlink()


@pytest.mark.parametrize("lose", [delete, move, replace, delete_the_log])
async def test_nothing_counts_as_written_once_the_file_is_gone(
    opened: Database, file: Path, lose: Callable[[Path], None]
) -> None:
    lose(file)
    with capture_logs() as logged:
        for _ in range(2):
            with pytest.raises(LostDatabaseError):
                await remember(opened)
    assert [line["log_level"] for line in logged] == ["critical"]


async def test_nothing_counts_as_written_if_the_file_disappears_halfway(opened: Database, file: Path) -> None:
    with pytest.raises(LostDatabaseError):  # noqa: PT012 - the end of the transaction raises
        async with opened.writing() as connection:
            await connection.execute(update(players).values(name="Blaise"))
            delete(file)


async def test_reading_notices_that_the_file_is_gone_and_does_not_create_another(
    opened: Database, file: Path
) -> None:
    delete(file)
    for way in (opened.reading, opened.reading_once):
        with pytest.raises(LostDatabaseError):
            async with way():
                pass
    assert file.name not in modes(file.parent)


async def test_a_file_that_is_put_back_is_used_again(opened: Database, file: Path) -> None:
    move(file)
    with pytest.raises(LostDatabaseError):
        await remember(opened)
    put_back(file)
    await remember(opened)


async def test_nothing_counts_as_read_or_written_if_the_file_is_damaged(opened: Database, file: Path) -> None:
    damage(file)
    with capture_logs() as logged:
        for way in (opened.reading, opened.reading_once, opened.writing):
            with pytest.raises(DamagedDatabaseError):
                async with way() as connection:
                    await connection.execute(select(players))
    assert [line["log_level"] for line in logged] == ["critical"]


async def test_only_the_owner_may_read_a_new_database(tmp_path: Path) -> None:
    database = Database(Settings(database_url=f"sqlite:///{tmp_path / 'new.db'}").database())
    await database.migrate()
    assert modes(tmp_path) == {"new.db": 0o600, "new.db-wal": 0o600, "new.db-shm": 0o600}
    await database.close()


async def test_a_new_database_was_never_open_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DatabaseFile, "protect", lambda _: None)
    await test_only_the_owner_may_read_a_new_database(tmp_path)


async def test_only_the_owner_may_read_a_database_of_an_earlier_version(
    opened: Database, settings: Settings, file: Path
) -> None:
    for each in file.parent.iterdir():
        each.chmod(0o644)
    again = Database(settings.database())
    await remember(again)
    assert set(modes(file.parent).values()) == {0o600}
    await again.close()
    await remember(opened)


@pytest.mark.parametrize("is_folder", [True, False])
async def test_a_file_that_is_not_a_database_keeps_its_permissions(
    tmp_path: Path, *, is_folder: bool
) -> None:
    path = tmp_path / "shared"
    if is_folder:
        path.mkdir()
    else:
        path.write_text("A text that several people read.", encoding="ascii")
    path.chmod(0o755)
    database = Database(Settings(database_url=f"sqlite:///{path}").database())
    with pytest.raises((DamagedDatabaseError, OperationalError)):
        await remember(database)
    await database.close()
    assert modes(tmp_path) == {"shared": 0o755}


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
