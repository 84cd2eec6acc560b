"""The daily backups of a running bot."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from bot.jobs.daily import RETRY_AFTER, BackupRounds
from bot.settings import Settings
from bot.store.copies import DailyBackups
from tests.bot.clocks import StandingClock

DAY = timedelta(days=1)


def rounds(settings: Settings, clock: StandingClock, kept: int = 2) -> BackupRounds:
    return BackupRounds(DailyBackups(settings.database(), settings.daily_backup_folder(), kept), clock)


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


async def test_there_is_one_backup_a_day_and_the_oldest_go(settings: Settings, tmp_path: Path) -> None:
    clock, folder = StandingClock(), tmp_path / "backups"
    days = []
    for pause in (0 * DAY, DAY, 3 * DAY):
        clock.move(pause)
        days.append(clock.now().date())
        # As after a restart every time.
        for made in (1, 0):
            with capture_logs() as logged:
                await rounds(settings, clock).back_up()
            assert [entry["event"] for entry in logged] == ["database backed up"] * made
        (folder / "pyrga-daily-2020-01-01.db.mine").touch()
    backups = {f"pyrga-daily-{day}.db" for day in days[1:]}
    assert names(folder) == {"pyrga-daily-2020-01-01.db.mine", *backups}
    modes = [(folder / name).stat().st_mode & 0o777 for name in backups]
    assert (folder.stat().st_mode & 0o777, modes) == (0o700, [0o600, 0o600])


@pytest.mark.parametrize("kept", [0, 2])
async def test_what_a_killed_backup_has_left_is_deleted(
    settings: Settings, tmp_path: Path, kept: int
) -> None:
    folder, clock = tmp_path / "backups", StandingClock()
    for name in ("pyrga-daily-2020-01-01.db.partial-a1", "mine.db.partial-a1"):
        (folder / name).mkdir(parents=True)
        (folder / name / "pyrga-daily-2020-01-01.db").touch()
    await rounds(settings, clock, kept).back_up()
    made = {f"pyrga-daily-{clock.now().date()}.db"} if kept else set()
    assert names(folder) == {"mine.db.partial-a1", *made}


async def test_a_failed_backup_removes_no_others_and_is_retried_in_an_hour(
    settings: Settings, tmp_path: Path
) -> None:
    clock = StandingClock()
    for _ in range(2):
        await rounds(settings, clock).back_up()
        clock.move(DAY)
    database = tmp_path / "pyrga.db"
    database.rename(tmp_path / "elsewhere.db")
    failing = rounds(settings, clock, kept=1)
    for pause, failures in ((timedelta(), 1), (RETRY_AFTER / 2, 0), (RETRY_AFTER, 1)):
        clock.move(pause)
        with capture_logs() as logged:
            await failing.back_up()
        assert [entry["log_level"] for entry in logged] == ["error"] * failures
        assert all("can't be copied" in entry["problem"] for entry in logged)
    assert len(names(tmp_path / "backups")) == 2
    (tmp_path / "elsewhere.db").rename(database)
    clock.move(RETRY_AFTER)
    await failing.back_up()
    assert names(tmp_path / "backups") == {f"pyrga-daily-{clock.now().date()}.db"}


def test_a_bot_that_stops_waits_for_no_backup(settings: Settings, tmp_path: Path) -> None:
    started, ended = Event(), Event()

    class Slow(DailyBackups):
        def make(self, now: datetime) -> None:
            del now
            started.set()
            Event().wait(20)
            ended.set()

    async def stop() -> None:
        task = asyncio.create_task(
            BackupRounds(Slow(settings.database(), tmp_path, 2), StandingClock()).back_up()
        )
        await asyncio.to_thread(started.wait)
        task.cancel()

    asyncio.run(stop())
    assert not ended.is_set()
