"""``pyrga backup`` and ``pyrga restore``."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.clock import SystemClock
from bot.hosting.maintenance import alone, opened
from bot.settings import Settings
from bot.store.settings.players import remember_player
from tests.bot.hosting.conftest import Pyrga


async def remember(settings: Settings, player: int) -> None:
    async with opened(settings) as database, database.writing() as connection:
        await remember_player(connection, player, "Ada", SystemClock().now())


def execute(file: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(statement).fetchall()


def files(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


async def test_a_backup_made_while_the_bot_writes_is_restored_once_it_has_stopped(
    settings: Settings, pyrga: Pyrga, tmp_path: Path
) -> None:
    await remember(settings, 107)
    with alone(settings):
        async with opened(settings) as database, database.writing() as connection:
            await remember_player(connection, 108, "Blaise", SystemClock().now())
            code, said, errors = await pyrga("backup", "a.db")
        assert (code, errors) == (0, "")
        assert re.fullmatch(r"Backed up the database to a\.db \(\d+\.\d MB\)\.\n", said)
        assert (tmp_path / "a.db").stat().st_mode & 0o777 == 0o600
        code, _, errors = await pyrga("restore", "a.db")
        assert (code, "Another process of the bot is using" in errors) == (2, True)

    code, said, _ = await pyrga("restore", "a.db")
    assert (code, said.splitlines()[0]) == (0, "Restored the database from a.db.")
    assert execute(tmp_path / "pyrga.db", "SELECT id FROM players") == [(107,)]
    (kept,) = files(tmp_path, "pyrga.db.before-restore-*")
    assert str(kept) in said
    assert execute(kept, "SELECT id FROM players") == [(107,), (108,)]
    assert not files(tmp_path, "*.partial*")


async def test_a_backup_can_be_on_a_network_disk(
    settings: Settings, pyrga: Pyrga, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await remember(settings, 107)
    connect = sqlite3.connect

    def connect_to_disk(file: str | Path, **options: Any) -> sqlite3.Connection:
        address = str(file)
        if "away.db" in address:
            # Like a network disk, this way to lock files has no memory that processes share.
            address = f"file:{address.partition('?')[0].removeprefix('file:')}?vfs=unix-dotfile"
        opened: sqlite3.Connection = connect(address, **{**options, "uri": True})
        return opened

    monkeypatch.setattr(sqlite3, "connect", connect_to_disk)
    for command in ("backup", "restore"):
        code, _, errors = await pyrga(command, "away.db")
        assert (code, errors) == (0, "")
    monkeypatch.undo()
    assert execute(tmp_path / "pyrga.db", "SELECT id FROM players") == [(107,)]


def nonsense(folder: Path, what: str) -> Path:
    """Return a file that can't be restored as a backup."""
    file = folder / what
    if what == "another program's":
        execute(file, "CREATE TABLE games (id)")
    elif what != "missing":
        shutil.copy(folder / "pyrga.db", file)
    if what == "newer":
        execute(file, "UPDATE alembic_version SET version_num = '9999'")
    elif what == "unsound":
        execute(file, "INSERT INTO nicknames (guild_id, player_id, name) VALUES (1, 2, 'Ada')")
    elif what == "damaged":
        with file.open("r+b") as damaged:
            damaged.seek(20_000)
            damaged.write(b"\xff" * 20_000)
    return file


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("missing", "can't be copied: unable to open"),
        ("another program's", "isn't a database of the bot"),
        ("newer", "has version 9999 of the tables, and this version of the bot knows only"),
        ("unsound", "can't be copied: it's damaged"),
        ("damaged", "can't be copied"),
    ],
)
async def test_files_that_are_not_backups_are_not_restored(
    what: str, said: str, settings: Settings, pyrga: Pyrga, tmp_path: Path
) -> None:
    await remember(settings, 107)
    code, output, errors = await pyrga("restore", str(nonsense(tmp_path, what)))
    assert (code, output, errors.count("\n")) == (1, "", 1)
    assert said in errors
    assert execute(tmp_path / "pyrga.db", "SELECT id FROM players") == [(107,)]
    assert not files(tmp_path, "*before-restore*") + files(tmp_path, "*.partial*")


@pytest.mark.usefixtures("settings")
async def test_a_backup_that_can_not_be_made_changes_nothing(pyrga: Pyrga, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    said = "mine already exists. Choose another name, or move it out of the way.\n"
    assert await pyrga("backup", "mine") == (1, "", said)
    said = "mine/a.db can't be written (Not a directory). Choose another folder.\n"
    assert await pyrga("backup", "mine/a.db") == (1, "", said)
    assert (tmp_path / "mine").read_text() == "precious"

    nonsense(tmp_path, "damaged").replace(tmp_path / "pyrga.db")
    code, _, errors = await pyrga("backup", "a.db")
    assert (code, "restore a backup of it" in errors) == (1, True)
    assert not files(tmp_path, "a.db*")


async def test_a_server_is_backed_up_and_restored_into_an_empty_database(
    postgresql: str, empty_server: str, pyrga: Pyrga, tmp_path: Path
) -> None:
    await remember(Settings(database_url=postgresql), 107)
    code, said, errors = await pyrga("backup", "a.dump", PYRGA_DATABASE_URL=postgresql)
    assert (code, said.partition(" (")[0], errors) == (0, "Backed up the database to a.dump", "")
    assert (tmp_path / "a.dump").stat().st_mode & 0o777 == 0o600
    code, _, errors = await pyrga("restore", "a.dump", PYRGA_DATABASE_URL=postgresql)
    assert (code, errors.partition(":")[0]) == (1, "pg_restore failed")
    code, _, errors = await pyrga("backup", "b.dump", PYRGA_DATABASE_URL=postgresql, PATH=str(tmp_path))
    assert (code, errors.partition(".")[0]) == (1, "pg_dump isn't installed")

    said = "Restored the database from a.dump.\n"
    assert await pyrga("restore", "a.dump", PYRGA_DATABASE_URL=empty_server) == (0, said, "")
    with psycopg.connect(empty_server) as connection:
        assert connection.execute("SELECT id FROM players").fetchall() == [(107,)]
