"""Moves the database to another one, from SQLite to PostgreSQL, for example."""

import sys
from contextlib import ExitStack
from importlib.util import find_spec

from sqlalchemy import URL

from bot.environment import SettingError
from bot.hosting.opening import alone
from bot.settings import Settings
from bot.store.copies.moving import GO_ON, move


def move_database(source: str, *, target: str) -> int:
    """Copy everything from one database to an empty one, verify the copy, and return the exit code.

    Each is an address as in ``PYRGA_DATABASE_URL``, or the path of an SQLite file. Passwords aren't printed.
    """
    urls: list[URL] = []
    with ExitStack() as stack:
        for side, address in (("FROM", source), ("TO", target)):
            try:
                settings = _settings(address, is_source=side == "FROM")
                stack.enter_context(alone(settings))
            except SettingError as error:
                raise SettingError(side, error.problem, error.remedy) from None
            urls.append(settings.database())
        try:
            move(urls[0], urls[1], lambda doing: print(doing, flush=True))  # noqa: T201 - for the terminal
        except KeyboardInterrupt:
            print(f"Interrupted. {GO_ON}", file=sys.stderr)  # noqa: T201 - for the terminal
            raise
    print("Everything is copied and verified. Set PYRGA_DATABASE_URL to TO's address, then start the bot.")  # noqa: T201 - for the terminal
    return 0


def _settings(address: str, *, is_source: bool) -> Settings:
    settings = Settings(database_url=address if "://" in address else f"sqlite:///{address}")
    file = settings.database_file()
    if file is None and find_spec("psycopg") is None:
        raise SettingError("PYRGA_DATABASE_URL", "PostgreSQL needs the extra `postgresql`.", "Install it.")
    if is_source and file is not None and not file.is_file():
        raise SettingError("PYRGA_DATABASE_URL", f"There's no database at {file}.", "Check its path.")
    settings.prepare_data_folder()
    return settings
