"""A PostgreSQL server of the tests' own, if the machine has its programs."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, text

from bot.store.schema.tables import metadata

_OWNER = "postgres"


def programs() -> Path | None:
    """Return the folder of ``initdb`` and ``pg_ctl``, or None if PostgreSQL isn't installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    found = shutil.which("pg_ctl")
    candidates = [*debian, *([Path(found).resolve().parent] if found else [])]
    return next((folder for folder in reversed(candidates) if (folder / "initdb").exists()), None)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running server, whose programs are in ``folder``. ``home`` has its socket, its data and its log.

    Unless it's ``durable``, commits aren't written to disk immediately, which is faster.
    """

    folder: Path
    home: Path
    durable: bool = False

    @property
    def address(self) -> str:
        """Return the address of the server's database."""
        return f"postgresql://{_OWNER}@/{_OWNER}?host={self.home}"

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        sync = "on" if self.durable else "off"
        options = f"-c listen_addresses= -c unix_socket_directories={self.home} -c fsync={sync}"
        self._control("-o", options, "-l", self.home / "log", "-w", "start")

    def stop(self, mode: str) -> None:
        """Stop it: ``fast`` tells everyone who's connected, ``immediate`` is like a crash."""
        self._control("-m", mode, "-w", "stop")

    def _control(self, *arguments: str | Path) -> None:
        _run(self.folder / "pg_ctl", "-D", self.home / "data", *arguments)


@contextmanager
def cluster(folder: Path, *, durable: bool = False) -> Iterator[Cluster]:
    """Run a server that listens on a socket in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="pyrga-pg-") as name:
        home = Path(name)
        if os.geteuid() == 0:
            shutil.chown(home, _OWNER)
        data = home / "data"
        _run(folder / "initdb", "-D", data, "-U", _OWNER, "-A", "trust", "--no-sync", "-E", "UTF8")
        running = Cluster(folder, home, durable)
        running.start()
        try:
            yield running
        finally:
            running.stop("immediate")


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
