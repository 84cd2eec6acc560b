"""How the bot is doing, in one screen, or as JSON for those who watch it."""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from bot.clock import SystemClock
from bot.environment import SettingError
from bot.hosting.health import ago, read_health
from bot.hosting.maintenance import opened
from bot.machine import Machine, look_at_machine
from bot.settings import Settings
from bot.store.clocks.heartbeats import Heartbeat
from bot.store.schema.revision import newest_revision
from bot.use_cases.status import Status, Statuses


def report_status() -> int:
    """Print whether the bot is running, and how it's doing; return the exit code of ``pyrga health``."""
    health = read_health()
    print(health.sentence)  # noqa: T201 - for the terminal
    settings = Settings.load()
    try:
        status = asyncio.run(_read(settings))
    except SettingError:
        # The sentence has said what's wrong with the database.
        return 1
    for line in _lines(status, look_at_machine(settings)):
        print(line)  # noqa: T201 - as above
    return 0 if health.running else 1


async def _read(settings: Settings) -> Status:
    async with opened(settings) as database:
        return await Statuses(database, SystemClock()).read()


def _lines(status: Status, machine: Machine) -> Iterator[str]:
    for heartbeat in status.heartbeats:
        yield from _process_lines(heartbeat, status.at)
    yield _line("games", f"{status.running_games:,} running, {status.boards_to_redraw:,} boards to redraw")
    yield _line("last move", _since(status.moved_at, status.at))
    yield _line("last backup", f"{_since(machine.backed_up_at, status.at)}{_name(machine.backup)}")
    yield _line("disk", str(machine.room))
    yield _line("tables", f"version {newest_revision()}")


def _process_lines(heartbeat: Heartbeat, now: datetime) -> Iterator[str]:
    told = heartbeat.status
    yield f"\nProcess {heartbeat.process}, last heartbeat {ago(now - heartbeat.beat_at)}"
    if told is None:
        return
    yield _line("versions", f"pyrga {told.version}, Python {told.python}")
    yield _line("started", _since(told.began_at, now))
    yield _line("connected", _since(told.connected_at, now))
    yield _line("servers", "not known yet" if told.guilds is None else f"{told.guilds:,}")
    yield _line("last click", _since(told.clicked_at, now))
    yield _line("in 24 hours", f"{told.late:,} answers too late, {told.failed:,} failed")
    yield _line("waiting", f"{told.waiting:,} requests for something slow")
    if told.backup_problem is not None:
        yield _line("backup", told.backup_problem)


def _line(name: str, told: str) -> str:
    return f"  {name:12} {told}"


def _name(file: Path | None) -> str:
    return "" if file is None else f", {file}"


def _since(at: datetime | None, now: datetime) -> str:
    return "none" if at is None else f"{at:%Y-%m-%d %H:%M:%S} UTC, {ago(now - at)}"
