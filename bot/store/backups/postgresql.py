"""Backs up and restores a PostgreSQL database with PostgreSQL's own programs."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from bot.environment import postgresql_environment
from bot.store.backups.files import (
    OTHER_BACKUP,
    OTHER_DATABASE,
    BackupError,
    StoppedBackupError,
    check_revision,
)

_PATIENCE = 10
"""Number of seconds to wait for a connection."""

_PAUSE = 0.1
"""Number of seconds between checks whether a program has ended."""

_PORTABLE = ("--no-owner", "--no-privileges")


def dump(url: URL, file: Path, is_stopped: Callable[[], bool]) -> None:
    """Dump a database that may be in use to a file, and read the dump from beginning to end.

    Raises:
        BackupError: it can't be dumped, or it isn't the bot's.
    """
    check_revision("The database", _revision_on(url), OTHER_DATABASE)
    options = ["--format=custom", *_PORTABLE, f"--file={file}", f"--dbname={_address(url)}"]
    _run(url, "pg_dump", *options, is_stopped=is_stopped)
    _run(url, "pg_restore", f"--file={os.devnull}", str(file), is_stopped=is_stopped)


def restore(backup: Path, url: URL) -> None:
    """Restore a dump into an empty database, in one transaction.

    Raises:
        BackupError: it isn't a dump of the bot's database, is from a newer version, or the database isn't
            empty.
    """
    check_revision(str(backup), _revision_in(url, backup), OTHER_BACKUP)
    if _revision_on(url) is not None:
        raise BackupError(
            "The database isn't empty.",
            "Create an empty one, set PYRGA_DATABASE_URL to it, then restore again.",
        )
    options = ["--single-transaction", "--exit-on-error", *_PORTABLE, f"--dbname={_address(url)}"]
    _run(url, "pg_restore", *options, str(backup))


def _revision_in(url: URL, backup: Path) -> str | None:
    """Return the version of the tables in a dump, or None if it has none of the bot's."""
    printed = _run(url, "pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(backup))
    found = re.search(r"^COPY .*\n(\S+)$", printed, re.MULTILINE)
    return None if found is None else found[1]


def _revision_on(url: URL) -> str | None:
    """Return the version of the tables on a server, or None if it has none of the bot's."""
    try:
        with psycopg.connect(_address(url), password=url.password, connect_timeout=_PATIENCE) as connection:
            if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
                return None
            stored = connection.execute("SELECT version_num FROM alembic_version")
            return next((str(revision) for (revision,) in stored), None)
    except psycopg.Error as error:
        problem = f"The database can't be used: {str(error).strip().partition(chr(10))[0].rstrip('.')}."
        raise BackupError(problem, "Check PYRGA_DATABASE_URL, and that the server is running.") from None


def _address(url: URL) -> str:
    """Return the address without the password: everyone on the machine can read a program's arguments."""
    parts = url.set(password=None).translate_connect_args(username="user", database="dbname")
    query = {name: str(value) for name, value in url.query.items() if name != "password"}
    return make_conninfo("", **{**parts, **query})


def _run(url: URL, program: str, *arguments: str, is_stopped: Callable[[], bool] = lambda: False) -> str:
    """Run a program of PostgreSQL; return its output.

    Raises:
        BackupError: it isn't installed, or it failed.
        StoppedBackupError: the bot is stopping, so it was ended.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - the programs of this module
            [program, "--no-password", *arguments],
            env=postgresql_environment(url.password),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    except FileNotFoundError:
        raise BackupError(
            f"{program} isn't installed.",
            "Install PostgreSQL's client programs, of the server's version or newer.",
        ) from None
    output, errors = _finish(process, is_stopped)
    if is_stopped():
        raise StoppedBackupError
    if process.returncode:
        said = errors.strip().partition("\n")[0].removeprefix(f"{program}: ").removeprefix("error: ")
        raise BackupError(
            f"{program} failed: {said.rstrip('.')}.", "Check the file, the server and the disk."
        )
    return output


def _finish(process: "subprocess.Popen[str]", is_stopped: Callable[[], bool]) -> tuple[str, str]:
    with process:
        while True:
            try:
                return process.communicate(timeout=_PAUSE)
            except subprocess.TimeoutExpired:
                if is_stopped():
                    process.terminate()
