"""Moves the database to another one, from SQLite to PostgreSQL, for example."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from bot.environment import SettingError
from bot.hosting.opening import alone
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.moving import GO_ON, SOURCE, TARGET, MoveError, move


def move_database(source: str, target: str) -> int:
    """Copy everything from one database to an empty one, verify the copy, and return the exit code.

    Each is an address as in ``PYRGA_DATABASE_URL``, or the path of an SQLite file. Passwords aren't printed.

    Raises:
        SettingError: an address is invalid, a file can't be used, or the bot is running with it.
        KeyboardInterrupt: Ctrl-C interrupted it, after what to do was printed.
    """
    with _named(SOURCE):
        from_ = _settings(source)
        _check_existing(from_)
    with _named(TARGET):
        to = _settings(target)
        _check_different(from_, to)
        to.prepare_data_folder()
    try:
        with _named(SOURCE), alone(from_), _named(TARGET), alone(to):
            asyncio.run(_move(from_, to))
    except MoveError as error:
        print(error, file=sys.stderr)  # noqa: T201 - for the terminal
        return 1
    except KeyboardInterrupt:
        print(f"Interrupted. {GO_ON}", file=sys.stderr)  # noqa: T201 - for the terminal
        raise
    print("Everything is copied and verified. Set PYRGA_DATABASE_URL to TO's address, then start the bot.")  # noqa: T201 - for the terminal
    return 0


async def _move(source: Settings, target: Settings) -> None:
    databases = Database(source.database()), Database(target.database())
    try:
        await move(*databases, lambda doing: print(doing, flush=True))  # noqa: T201 - for the terminal
    finally:
        for database in databases:
            await database.close()


def _settings(address: str) -> Settings:
    settings = Settings(database_url=address if "://" in address else f"sqlite:///{address}")
    if settings.database_file() is None and find_spec("psycopg") is None:
        raise SettingError("PYRGA_DATABASE_URL", "PostgreSQL needs the extra `postgresql`.", "Install it.")
    return settings


def _check_existing(source: Settings) -> None:
    file = source.database_file()
    if file is not None and not file.is_file():
        raise SettingError(SOURCE, f"There's no database at {file}.", "Check its path.")


def _check_different(source: Settings, target: Settings) -> None:
    files = source.database_file(), target.database_file()
    if source.database() == target.database() or (
        files[0] is not None and files[1] is not None and files[0].resolve() == files[1].resolve()
    ):
        raise SettingError(TARGET, "It's the same database as FROM.", "Choose an empty one.")


@contextmanager
def _named(side: str) -> Iterator[None]:
    """Say of what's wrong with an address on which side of the command it is."""
    try:
        yield
    except SettingError as error:
        if error.setting != "PYRGA_DATABASE_URL":
            raise
        raise SettingError(side, error.problem, error.remedy) from None
