"""Backs up the database, and restores it."""

import sys
from pathlib import Path

from bot.clock import SystemClock
from bot.hosting.opening import alone
from bot.settings import Settings
from bot.store.backups.backups import back_up, restore
from bot.store.backups.files import BackupError


def back_up_to(file: Path) -> int:
    """Copy the database to a new file and say how large it is; return the exit code. The bot may be running.

    Raises:
        SettingError: the database's address is invalid.
    """
    settings = Settings.load()
    try:
        back_up(settings.database(), file)
    except BackupError as error:
        return _failed(error)
    print(f"Backed up the database to {file} ({file.stat().st_size / 1_000_000:,.1f} MB).")  # noqa: T201 - for the terminal
    return 0


def restore_from(file: Path) -> int:
    """Put a backup in the place of the database; return the exit code.

    Raises:
        SettingError: the database's address is invalid, its folder can't be written, or the bot is running.
    """
    settings = Settings.load()
    settings.prepare_data_folder()
    try:
        with alone(settings):
            kept = restore(file, settings.database(), SystemClock().now())
    except BackupError as error:
        return _failed(error)
    print(f"Restored the database from {file}.")  # noqa: T201 - for the terminal
    if kept is not None:
        print(f"The previous database is now {kept}. Delete it once everything works.")  # noqa: T201 - as above
    return 0


def _failed(error: BackupError) -> int:
    print(error, file=sys.stderr)  # noqa: T201 - for the terminal
    return 1
