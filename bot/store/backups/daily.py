"""The backup of each day, and which ones are kept."""

import re
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from sqlalchemy import URL

from bot.store.backups.backups import back_up, suffix_for
from bot.store.backups.contents import BackupError, Contents


class DailyBackups:
    """The daily backups of one database in a folder. The newest ``kept`` stay.

    The names of the files say which days have one, so a restart neither makes a second one nor forgets one.
    Other files are left alone.
    """

    def __init__(self, url: URL, folder: Path, kept: int) -> None:
        self._url = url
        self._kept = kept
        self.folder = folder
        name = Path(url.database or "").stem
        self._prefix = f"{name}-daily-"
        self._suffix = suffix_for(url)
        self._pattern = re.compile(rf"{re.escape(self._prefix)}(\d{{4}}-\d\d-\d\d){re.escape(self._suffix)}")

    def is_due(self, now: datetime) -> bool:
        """Whether backups are wanted and today's hasn't been made yet."""
        return self._kept > 0 and not self._file(now.date()).exists()

    def make(self, now: datetime, is_stopped: Callable[[], bool]) -> tuple[Path, Contents]:
        """Make today's backup and verify it; then delete the oldest ones beyond the number to keep.

        Raises:
            BackupError: it can't be made. Nothing is deleted then.
        """
        file = self._file(now.date())
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            problem = f"The folder {self.folder} can't be created ({error.strerror})."
            raise BackupError(
                problem, "Set PYRGA_BACKUP_FOLDER to a folder that the bot can write to."
            ) from None
        contents = back_up(self._url, file, is_stopped)
        for old in self.stored()[: -self._kept]:
            old.unlink(missing_ok=True)
        return file, contents

    def stored(self) -> list[Path]:
        """The daily backups in the folder, the oldest first."""
        if not self.folder.is_dir():
            return []
        return sorted(
            file for file in self.folder.iterdir() if self._pattern.fullmatch(file.name) and file.is_file()
        )

    def _file(self, day: date) -> Path:
        return self.folder / f"{self._prefix}{day}{self._suffix}"
