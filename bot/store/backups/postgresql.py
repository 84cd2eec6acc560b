"""Backs up and restores a PostgreSQL database with PostgreSQL's own programs."""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from bot.environment import postgresql_environment
from bot.store.backups.contents import OTHER_BACKUP, OTHER_DATABASE, BackupError, Contents, StoppedBackupError
from bot.store.backups.new_file import new_file

_PATIENCE = 10
"""Number of seconds to wait for a connection."""

_PAUSE = 0.1
"""Number of seconds between checks whether a program has ended."""

# In a dump as text, each row is one line.
_BEGINNING_OF_ROWS = re.compile(r"COPY \w+\.(\w+) \(.*\) FROM stdin;$")
_END_OF_ROWS = "\\.\n"

_TABLES = """
    SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
"""


def back_up(url: URL, target: Path, is_stopped: Callable[[], bool]) -> Contents:
    """Dump a database that may be in use to a new file, and verify that the dump has all of its rows.

    Raises:
        BackupError: it can't be dumped. There is no new file then.
    """
    with new_file(target) as file, _connected(url) as connection:
        # The dump is of the state that this transaction sees.
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        contents = _contents(connection)
        contents.check("The database", OTHER_DATABASE)
        (snapshot,) = connection.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
        _run(
            url,
            ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"],
            [f"--file={file}", f"--dbname={_address(url)}"],
            is_stopped,
        )
        if _rows_in(url, file, is_stopped) != contents.rows:
            raise BackupError("The backup lacks rows of the database.", "Check the disk, then try again.")
    return contents


def restore(backup: Path, url: URL) -> Contents:
    """Restore a dump into an empty database, in one transaction; return what's in it.

    Raises:
        BackupError: it isn't a dump of the bot's database, is from a newer version, or the database isn't
            empty.
    """
    tables = dict.fromkeys(_tables_in(url, backup), 0)
    Contents(_revision_in(url, backup), tables).check(str(backup), OTHER_BACKUP)
    with _connected(url) as connection:
        if connection.execute(_TABLES).fetchone() is not None:
            raise BackupError(
                "The database isn't empty.",
                "Create an empty one, set PYRGA_DATABASE_URL to it, then restore again.",
            )
        _run(
            url,
            ["pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"],
            [f"--dbname={_address(url)}", str(backup)],
        )
        return _contents(connection)


def _tables_in(url: URL, backup: Path) -> set[str]:
    listed = _run(url, ["pg_restore", "--list"], [str(backup)])
    return set(re.findall(r"^\d+; \d+ \d+ TABLE DATA \S+ (\S+) ", listed, re.MULTILINE))


def _rows_in(url: URL, backup: Path, is_stopped: Callable[[], bool]) -> dict[str, int]:
    """How many rows of each table a dump has. All of it is read, but only one row at a time."""
    rows: dict[str, int] = {}
    table = None
    with _started(url, ["pg_restore", "--data-only", "--file=-"], [str(backup)]) as process:
        for line in process.stdout or ():
            if is_stopped():
                process.terminate()
                raise StoppedBackupError
            if table is None:
                table = _table_begun_by(line)
                rows |= {} if table is None else {table: 0}
            elif line == _END_OF_ROWS:
                table = None
            else:
                rows[table] += 1
        _, errors = process.communicate()
    _check(process, "pg_restore", errors)
    return rows


def _table_begun_by(line: str) -> str | None:
    found = _BEGINNING_OF_ROWS.match(line)
    return None if found is None else found[1]


def _revision_in(url: URL, backup: Path) -> str | None:
    printed = _run(url, ["pg_restore", "--data-only", "--table=alembic_version", "--file=-"], [str(backup)])
    found = re.search(r"^COPY .*\n(\d+)$", printed, re.MULTILINE)
    return None if found is None else found[1]


def _contents(connection: psycopg.Connection) -> Contents:
    names = [(str(schema), str(table)) for schema, table in connection.execute(_TABLES)]
    rows = {table: _number(connection, schema, table) for schema, table in names}
    if "alembic_version" not in rows:
        return Contents(None, rows)
    (revision,) = connection.execute("SELECT max(version_num) FROM alembic_version").fetchone() or (None,)
    return Contents(revision, rows)


def _number(connection: psycopg.Connection, schema: str, table: str) -> int:
    counting = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, table))
    (number,) = connection.execute(counting).fetchone() or (0,)
    return int(number)


@contextmanager
def _connected(url: URL) -> Iterator[psycopg.Connection]:
    try:
        with psycopg.connect(
            _address(url), password=url.password, connect_timeout=_PATIENCE, autocommit=True
        ) as connection:
            yield connection
    except psycopg.Error as error:
        problem = f"The database can't be used: {str(error).strip().partition(chr(10))[0].rstrip('.')}."
        raise BackupError(problem, "Check PYRGA_DATABASE_URL, and that the server is running.") from None


def _address(url: URL) -> str:
    """The address without the password, for a program's arguments: everyone on the machine can read those."""
    parts = url.set(password=None).translate_connect_args(username="user", database="dbname")
    query = {name: str(value) for name, value in url.query.items() if name != "password"}
    return make_conninfo("", **{**parts, **query})


def _run(
    url: URL, command: list[str], arguments: list[str], is_stopped: Callable[[], bool] = lambda: False
) -> str:
    """Run a program of PostgreSQL; return its output."""
    process = _started(url, command, arguments)
    output, errors = _finish(process, is_stopped)
    if is_stopped():
        raise StoppedBackupError
    _check(process, command[0], errors)
    return output


def _started(url: URL, command: list[str], arguments: list[str]) -> "subprocess.Popen[str]":
    """Start a program of PostgreSQL."""
    program, *options = command
    try:
        return subprocess.Popen(  # noqa: S603 - the programs of this module
            [program, *options, "--no-password", *arguments],
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


def _check(process: "subprocess.Popen[str]", program: str, errors: str) -> None:
    """Check that a program that has ended was successful."""
    if process.returncode:
        said = errors.strip().partition("\n")[0].removeprefix(f"{program}: ").removeprefix("error: ")
        raise BackupError(
            f"{program} failed: {said.rstrip('.')}.", "Check the file, the server and the disk."
        )


def _finish(process: "subprocess.Popen[str]", is_stopped: Callable[[], bool]) -> tuple[str, str]:
    with process:
        while True:
            try:
                return process.communicate(timeout=_PAUSE)
            except subprocess.TimeoutExpired:
                if is_stopped():
                    process.terminate()
