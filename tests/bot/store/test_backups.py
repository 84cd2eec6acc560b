"""Backups of a file: they can be given up, and only their owner reads them."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.settings import Settings
from bot.store.backups import sqlite
from bot.store.backups.backups import DailyBackups, back_up, restore
from bot.store.backups.files import BackupError, StoppedBackupError
from tests.bot.clocks import StandingClock

pytestmark = pytest.mark.quick

NOW = StandingClock().now()


@pytest.fixture
def url(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> URL:
    """The address of a database whose copies can be given up at any time, even if they're short."""
    monkeypatch.setattr(sqlite, "_STEPS", 1)
    return settings.database()


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_backup_that_is_given_up_leaves_nothing_behind(url: URL, tmp_path: Path) -> None:
    before = names(tmp_path)
    with pytest.raises(StoppedBackupError):
        back_up(url, tmp_path / "a.db", lambda: True)
    assert names(tmp_path) == before


def test_nothing_gives_up_what_is_restored(url: URL, tmp_path: Path) -> None:
    back_up(url, tmp_path / "a.db")
    kept = restore(tmp_path / "a.db", url, NOW)
    assert kept == tmp_path / "pyrga.db.before-restore-20260301T120000"
    assert kept.exists()


def test_the_database_itself_is_not_restored(url: URL, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"is the bot's database itself\. Choose a backup of it\."):
        restore(tmp_path / "pyrga.db", url, NOW)


def test_a_row_that_refers_to_nothing_makes_a_backup_unsound(url: URL, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pyrga.db")) as connection, connection:
        connection.execute("INSERT INTO nicknames (guild_id, player_id, name) VALUES (1, 2, 'Ada')")
    with pytest.raises(BackupError, match="can't be copied: a row refers to another one that isn't there"):
        back_up(url, tmp_path / "a.db")


def test_only_the_owner_reads_the_folder_and_its_backups(url: URL, tmp_path: Path) -> None:
    daily = DailyBackups(url, tmp_path / "some" / "folder", 1)
    assert daily.stored() == []
    made = daily.make(NOW, lambda: False)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (daily.folder, made)] == [0o700, 0o600]
    assert daily.stored() == [made]
    assert [DailyBackups(url, daily.folder, kept).is_due(NOW) for kept in (0, 1)] == [False, False]
    assert daily.is_due(NOW.replace(day=2))


def test_a_folder_that_cannot_be_written_is_named(url: URL, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    daily = DailyBackups(url, tmp_path / "file" / "folder", 1)
    with pytest.raises(BackupError, match=r"folder can't be written \(Not a directory\)\. Set PYRGA_BACKUP"):
        daily.make(NOW, lambda: False)
    with pytest.raises(BackupError, match=r"a\.db can't be written \(Not a directory\)\. Free up some space"):
        back_up(url, tmp_path / "file" / "a.db")
