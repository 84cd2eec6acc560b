"""Backs up the database, and restores it."""

from pathlib import Path

from bot.clock import SystemClock
from bot.hosting.opening import alone
from bot.settings import Settings
from bot.store.copies.backups import back_up, restore


def back_up_to(file: Path) -> int:
    """Copy the database to a new file, and return the exit code. The bot may be running."""
    back_up(Settings.load().database(), file)
    print(f"Backed up the database to {file} ({file.stat().st_size / 1_000_000:,.1f} MB).")  # noqa: T201 - for the terminal
    return 0


def restore_from(file: Path) -> int:
    """Put a backup in the place of the database; return the exit code."""
    settings = Settings.load()
    settings.prepare_data_folder()
    with alone(settings):
        kept = restore(file, settings.database(), SystemClock().now())
    print(f"Restored the database from {file}.")  # noqa: T201 - for the terminal
    if kept is not None:
        print(f"The previous database is now {kept}. Delete it once everything works.")  # noqa: T201 - as above
    return 0
