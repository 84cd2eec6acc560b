"""Files that are either complete or not there at all, and why a backup can't be made or restored."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store.schema.revision import newest_revision, remedy_for, too_new

PARTIAL = ".partial"
"""How the name of a file ends that isn't complete yet. A process that's killed leaves it behind."""

OTHER_BACKUP = "Choose another backup."
OTHER_DATABASE = (
    "Set PYRGA_DATABASE_URL to the bot's database. If that's damaged, stop the bot and restore the newest "
    "backup that isn't: pyrga restore FILE."
)


class BackupError(Exception):
    """A backup can't be written or restored. ``problem`` and ``remedy`` are whole sentences."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} {remedy}")
        self.problem = problem
        self.remedy = remedy


class StoppedBackupError(BackupError):
    """The bot is stopping, so the backup was given up."""

    def __init__(self) -> None:
        super().__init__("The bot is stopping.", "It makes the backup after it starts again.")


def check_revision(name: str, revision: str | None, remedy: str) -> None:
    """Check that what's called ``name`` has tables of the bot, and that this version can use them.

    Raises:
        BackupError: it doesn't. The error says ``remedy`` if they aren't the bot's.
    """
    if revision is None:
        raise BackupError(f"{name} isn't a database of the bot.", remedy)
    if revision > newest_revision():
        raise BackupError(too_new(name, revision), remedy_for(revision))


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Give a partial file, which becomes ``target`` and is on disk if the block succeeds.

    Raises:
        BackupError: ``target`` exists, or the file can't be written.
    """
    _refuse_existing(target)
    with partial_file(target) as file:
        yield file
        _refuse_existing(target)
        replace(file, target)


@contextmanager
def partial_file(target: Path) -> Iterator[Path]:
    """Give a file beside ``target``, which is deleted at the end unless it has been renamed.

    Only its owner can read it.

    Raises:
        BackupError: it can't be written.
    """
    try:
        folder = target.absolute().parent
        handle, name = tempfile.mkstemp(prefix=f"{target.name}-", suffix=PARTIAL, dir=folder)
        os.close(handle)
        try:
            yield Path(name)
        finally:
            for suffix in ("", "-journal"):
                Path(f"{name}{suffix}").unlink(missing_ok=True)
    except OSError as error:
        problem = f"{target} can't be written ({error.strerror})."
        raise BackupError(
            problem, "Free up some space, make its folder writable, or choose another file."
        ) from None


def replace(file: Path, target: Path) -> None:
    """Rename a file to ``target``, once it's on disk, and wait until the name is, too."""
    _sync(file)
    file.replace(target)
    # Windows can't do this with a folder.
    if os.name == "posix":
        _sync(target.absolute().parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _refuse_existing(target: Path) -> None:
    if os.path.lexists(target):
        raise BackupError(f"{target} already exists.", "Choose another name, or move it out of the way.")
