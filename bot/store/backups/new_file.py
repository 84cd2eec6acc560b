"""Writes a file that is either complete or not there at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from time import time

from bot.store.backups.contents import BackupError

_SUFFIX = ".partial"
_STALE = 3600.0
"""A file that hasn't been written to for this many seconds was left behind by a process that was killed."""


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Give a temporary file beside ``target``, which gets that name if the block succeeds.

    Only its owner can read it, and it's on disk when this ends.

    Raises:
        BackupError: ``target`` exists, or the file can't be written.
    """
    _refuse_existing(target)
    with temporary_file(target) as file:
        yield file
        sync(file)
        _refuse_existing(target)
        file.rename(target)
        sync_folder(target)


@contextmanager
def temporary_file(target: Path) -> Iterator[Path]:
    """Give a temporary file beside ``target``, which is deleted at the end unless it has been renamed.

    Raises:
        BackupError: it can't be written.
    """
    try:
        _remove_stale(target)
        handle, name = tempfile.mkstemp(prefix=_prefix(target), suffix=_SUFFIX, dir=target.absolute().parent)
        os.close(handle)
        try:
            yield Path(name)
        finally:
            for suffix in ("", "-journal", "-wal", "-shm"):
                Path(f"{name}{suffix}").unlink(missing_ok=True)
    except OSError as error:
        problem = f"{target} can't be written ({error.strerror})."
        raise BackupError(
            problem, "Free up some space, make its folder writable, or choose another file."
        ) from None


def sync(file: Path) -> None:
    """Wait until a file is on disk."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(file: Path) -> None:
    """Wait until the names of the files in a folder are on disk."""
    # Windows can't do this.
    if os.name == "posix":
        sync(file.absolute().parent)


def _refuse_existing(target: Path) -> None:
    if os.path.lexists(target):
        raise BackupError(f"{target} already exists.", "Choose another name, or move it out of the way.")


def _prefix(target: Path) -> str:
    return f".{target.name}-"


def _remove_stale(target: Path) -> None:
    for left in target.absolute().parent.glob(f"{escape(_prefix(target))}*{_SUFFIX}*"):
        if time() - left.stat().st_mtime > _STALE:
            left.unlink(missing_ok=True)
