"""What's on this machine: room for the data, and backups of it."""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.settings import Settings
from bot.store.copies import DailyBackups

_MEGABYTE: Final = 1_000_000
_LEAST: Final = 100 * _MEGABYTE
_COMFORTABLE: Final = 1_000 * _MEGABYTE


@dataclass(frozen=True, slots=True)
class Room:
    """The free bytes in a folder, and those that an SQLite database there takes; 0 without one."""

    folder: Path
    free: int
    taken: int

    @property
    def is_short(self) -> bool:
        """Return whether the disk will soon be full."""
        return self.free < _LEAST

    @property
    def is_tight(self) -> bool:
        """Return whether the database can't grow much, or there's no room for a copy of it."""
        return self.free < max(_COMFORTABLE, 2 * self.taken)

    def __str__(self) -> str:
        return f"{self.free // _MEGABYTE:,} MB are free in {self.folder}"


def room_of(settings: Settings) -> Room:
    """Return the room where the database is, or else where backups are kept."""
    file = settings.database_file()
    folder = existing(settings.daily_backup_folder() if file is None else file.absolute().parent)
    taken = file.stat().st_size if file is not None and file.exists() else 0
    return Room(folder, shutil.disk_usage(folder).free, taken)


@dataclass(frozen=True, slots=True)
class Machine:
    """What's on this machine: the room on its disk, and the newest daily backup, if there is one."""

    room: Room
    backup: Path | None
    backed_up_at: datetime | None


def look_at_machine(settings: Settings) -> Machine:
    """Return what's on this machine."""
    stored = DailyBackups(settings.database(), settings.daily_backup_folder(), settings.backups).stored()
    backup = stored[-1] if stored else None
    made = None if backup is None else datetime.fromtimestamp(backup.stat().st_mtime, UTC)
    return Machine(room_of(settings), backup, made)


def existing(path: Path) -> Path:
    """Return the path, or else the nearest folder above it that exists."""
    absolute = path.absolute()
    return next(found for found in (absolute, *absolute.parents) if found.exists())
