"""The daily backups of a running bot."""

import asyncio
import signal
import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord.ext import tasks
from structlog.testing import capture_logs

from bot.environment import SettingError
from bot.jobs.backups import RETRY_AFTER, backups_job
from bot.matches.processes.leadership import Leadership
from bot.settings import Settings
from bot.store.backups.backups import DailyBackups
from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock

DAY = timedelta(days=1)

MANY_ROWS = """
CREATE TABLE numbers AS
WITH RECURSIVE counted(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 50000)
SELECT number FROM counted;
"""

DIES = """
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.settings import Settings
from bot.store.backups.backups import DailyBackups

url, folder = Settings(database_url=sys.argv[1]).database(), Path(sys.argv[2])
day = datetime(2020, 1, 1, tzinfo=UTC)
DailyBackups(url, folder, 2).make(day, lambda: os.kill(os.getpid(), signal.SIGKILL))
"""


def job_of(settings: Settings, clock: StandingClock, kept: int = 2) -> tasks.Loop[Any]:
    daily = DailyBackups(settings.database(), settings.daily_backup_folder(), kept)
    return backups_job(Leadership(Database(settings.database())), daily, clock)


async def test_there_is_one_backup_a_day_and_the_oldest_go(settings: Settings, tmp_path: Path) -> None:
    clock = StandingClock()
    foreign = tmp_path / "backups" / "pyrga-daily-2020-01-01.db.mine"
    days = []
    for pause in (0 * DAY, DAY, 3 * DAY):
        clock.move(pause)
        days.append(clock.now().date())
        # A new job every time, as after a restart.
        for made in (1, 0):
            with capture_logs() as logged:
                await job_of(settings, clock)()
            assert [entry["event"] for entry in logged] == ["database backed up"] * made
        foreign.touch()
    assert {file.name for file in (tmp_path / "backups").iterdir()} == {
        foreign.name,
        *(f"pyrga-daily-{day}.db" for day in days[1:]),
    }


@pytest.mark.parametrize("kept", [0, 2])
async def test_what_a_killed_backup_has_left_is_deleted_after_the_next_start(
    settings: Settings, tmp_path: Path, kept: int
) -> None:
    folder, clock = tmp_path / "backups", StandingClock()
    with closing(sqlite3.connect(tmp_path / "pyrga.db")) as database:
        # The process looks whether to go on only after a hundred thousand of SQLite's steps.
        database.executescript(MANY_ROWS)
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", DIES, settings.database_url, folder)
    assert await killed.wait() == -signal.SIGKILL
    (left,) = folder.glob("pyrga-daily-2020-01-01.db-*.partial")
    # What a killed process had left before the database was moved to PostgreSQL, and back.
    (folder / "pyrga-daily-2020-01-01.dump-a1b2.partial").touch()
    (folder / "mine.db-a1b2.partial").touch()
    await job_of(settings, clock, kept)()
    assert not left.exists()
    made = {f"pyrga-daily-{clock.now().date()}.db"} if kept else set()
    assert {file.name for file in folder.iterdir()} == {"mine.db-a1b2.partial", *made}


async def test_a_failed_backup_removes_no_others_and_is_retried_in_an_hour(
    settings: Settings, tmp_path: Path
) -> None:
    clock = StandingClock()
    for _ in range(2):
        await job_of(settings, clock)()
        clock.move(DAY)
    database = tmp_path / "pyrga.db"
    database.rename(tmp_path / "elsewhere.db")
    job = job_of(settings, clock, kept=1)
    for pause, failures in ((timedelta(), 1), (RETRY_AFTER / 2, 0), (RETRY_AFTER, 1)):
        clock.move(pause)
        with capture_logs() as logged:
            await job()
        assert [entry["log_level"] for entry in logged] == ["error"] * failures
        assert all("PYRGA_DATABASE_URL" in entry["remedy"] for entry in logged)
    assert len(list((tmp_path / "backups").iterdir())) == 2
    (tmp_path / "elsewhere.db").rename(database)
    clock.move(RETRY_AFTER)
    await job()
    assert [file.name for file in (tmp_path / "backups").iterdir()] == [
        f"pyrga-daily-{clock.now().date()}.db"
    ]


@pytest.mark.parametrize("backups", ["-1", "many", "1001"])
def test_an_invalid_number_of_backups_is_named(backups: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRGA_BACKUPS", backups)
    with pytest.raises(SettingError, match="PYRGA_BACKUPS: "):
        Settings.load()


async def test_without_the_setting_there_are_no_backups(settings: Settings, tmp_path: Path) -> None:
    await job_of(settings, StandingClock(), kept=0)()
    assert not (tmp_path / "backups").exists()
