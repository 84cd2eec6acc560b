"""A PostgreSQL server of the tests' own, if the machine has its programs."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

from bot.store.schema.tables import metadata

_OWNER = "postgres"


def programs() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``, or None if PostgreSQL isn't installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    found = shutil.which("pg_ctl")
    candidates = [*debian, *([Path(found).resolve().parent] if found else [])]
    return next((folder for folder in reversed(candidates) if (folder / "initdb").exists()), None)


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Run a server that listens on a socket in a temporary folder; yield the address of its own database."""
    with tempfile.TemporaryDirectory(prefix="pyrga-pg-") as name:
        home = Path(name)
        if os.geteuid() == 0:
            shutil.chown(home, _OWNER)
        data = home / "data"
        _run(folder / "initdb", "-D", data, "-U", _OWNER, "-A", "trust", "--no-sync", "-E", "UTF8")
        options = f"-c listen_addresses= -c unix_socket_directories={home} -c fsync=off"
        _run(folder / "pg_ctl", "-D", data, "-o", options, "-l", home / "log", "-w", "start")
        try:
            yield f"postgresql://{_OWNER}@/{_OWNER}?host={home}"
        finally:
            _run(folder / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def empty(connection: Connection) -> None:
    """Delete every row, and restart the numbering at 1."""
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())
    connection.execute(
        text(
            "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)"
            " FROM pg_sequences"
        )
    )


def _run(*command: str | Path) -> None:
    # The server refuses to run as root.
    prefix = ["runuser", "-u", _OWNER, "--"] if os.geteuid() == 0 else []
    subprocess.run([*prefix, *map(str, command)], check=True, capture_output=True, cwd="/")  # noqa: S603 - fixed programs
