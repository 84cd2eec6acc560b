"""The operator's settings."""

import contextlib
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot import environment
from bot.environment import DEFAULT_DATABASE_URL, SettingError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


_OTHER_SECRETS = (
    (re.compile(r"\d{15,21}"), "the id of an application"),
    (re.compile(r"[0-9a-f]{64}"), "an application's public key"),
    (re.compile(r"[\w-]{32}", re.ASCII), "an application's client secret"),
    (re.compile(r"mfa\.[\w-]+", re.ASCII), "a person's token"),
)
"""What else the portal shows, or people copy by mistake."""


class LogLevel(StrEnum):
    """How much is logged, from the most to the least."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """How a log line looks: for a person at a terminal, or one JSON object per line for a collector."""

    CONSOLE = "console"
    JSON = "json"


_PREFIX = "PYRGA_"

# What compose.yaml reads from the same file.
_FOR_COMPOSE = {"PYRGA_IMAGE", "PYRGA_USER"}
_READ = "read"
_Reading = Mapping[str, Callable[[str], Any]]
"""How a setting is read from its text. A ValueError says in a sentence what is wrong with it."""


def _number(least: int, most: int) -> _Reading:

    def read(text: str) -> int:
        with contextlib.suppress(ValueError):
            number = int(text)
            if least <= number <= most:
                return number
        raise ValueError(f"It must be a whole number from {least} to {most}.")

    return {_READ: read}


def _choice(choices: type[StrEnum]) -> _Reading:
    def read(text: str) -> StrEnum:
        with contextlib.suppress(ValueError):
            return choices(text)
        raise ValueError(f"It must be one of these: {', '.join(choices)}.")

    return {_READ: read}


def _variable(setting: str) -> str:
    return "DISCORD_TOKEN" if setting == "discord_token" else f"{_PREFIX}{setting.upper()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one bot. ``.env.example`` explains each for the operator.

    What depends on the database's address raises a SettingError if that's invalid.
    """

    discord_token: str = field(default="", repr=False)
    database_url: str = field(default=DEFAULT_DATABASE_URL, repr=False)
    database_connections: int = field(default=10, metadata=_number(2, 100))
    statement_seconds: int = field(default=10, metadata=_number(1, 600))
    log_level: LogLevel = field(default=LogLevel.INFO, metadata=_choice(LogLevel))
    log_format: LogFormat = field(default=LogFormat.CONSOLE, metadata=_choice(LogFormat))
    backups: int = field(default=0, metadata=_number(0, 1000))
    backup_folder: Path | None = field(default=None, metadata={_READ: Path})
    solver_megabytes: int = field(default=128, metadata=_number(0, 16384))
    host_id: int = field(default=0, metadata=_number(0, 2**63 - 1))
    monitoring_port: int = field(default=0, metadata=_number(0, 65535))
    monitoring_host: str = "127.0.0.1"

    @classmethod
    def load(cls, **given: Any) -> Self:
        """Return the settings from the environment and ``.env``, with those that are ``given`` instead.

        Raises:
            SettingError: a setting has an invalid value.
        """
        found = environment.variables()
        for setting in fields(cls):
            variable = _variable(setting.name)
            if variable in found and setting.name not in given:
                try:
                    given[setting.name] = setting.metadata.get(_READ, str)(found[variable])
                except ValueError as error:
                    remedy = "See .env.example for valid values."
                    raise SettingError(variable, str(error), remedy) from None
        return cls(**given)

    @classmethod
    def unknown(cls) -> list[str]:
        """Return the names that look like settings in the environment and ``.env``, but aren't, in order."""
        known = {_variable(setting.name) for setting in fields(cls)} | _FOR_COMPOSE
        return sorted(
            name for name in environment.variables() if name.startswith(_PREFIX) and name not in known
        )

    def token(self) -> str:
        """Return the bot's token.

        Raises:
            SettingError: there is none, or it can't be one.
        """
        remedy = "Copy your bot's token from the Discord Developer Portal (Bot > Reset Token) to .env."
        token = self.discord_token.strip().removeprefix("Bot ").strip()
        if not token:
            raise SettingError("DISCORD_TOKEN", "No bot token is set.", remedy)
        if not token.isascii() or not token.isprintable() or " " in token:
            raise SettingError("DISCORD_TOKEN", "It contains characters that can't be in a token.", remedy)
        for form, what in _OTHER_SECRETS:
            if form.fullmatch(token):
                raise SettingError("DISCORD_TOKEN", f"This is {what}, not a bot's token.", remedy)
        return token

    def database(self) -> URL:
        """Return the database's address with the asynchronous driver that the bot uses for it.

        Raises:
            SettingError: it isn't a URL, or names a database that the bot can't use.
        """
        remedy = "Use sqlite:///path/to/pyrga.db or postgresql://user:password@host/name."
        try:
            url = make_url(self.database_url)
        except (ArgumentError, ValueError):
            raise SettingError("PYRGA_DATABASE_URL", "It isn't a database URL.", remedy) from None
        driver = _DRIVERS.get(url.drivername)
        if driver is None:
            problem = f"The bot can't use {url.drivername!r} databases."
            raise SettingError("PYRGA_DATABASE_URL", problem, remedy)
        if not url.database:
            raise SettingError("PYRGA_DATABASE_URL", "It doesn't name a database.", remedy)
        # Windows has an event loop for the driver and another for the solver's process, and the bot has one.
        if sys.platform == "win32" and url.get_backend_name() == "postgresql":
            problem = "The bot can't use PostgreSQL on Windows."
            remedy = "Use an SQLite file, or run the bot in a container or in WSL."
            raise SettingError("PYRGA_DATABASE_URL", problem, remedy)
        return url.set(drivername=driver)

    def database_file(self) -> Path | None:
        """Return the file of an SQLite database; None for a server."""
        url = self.database()
        return Path(url.database or "") if url.get_backend_name() == "sqlite" else None

    def solver_folder(self) -> Path:
        """Return the folder for the solver's compiled code, inside the data folder."""
        return self._data_folder() / "solver"

    def daily_backup_folder(self) -> Path:
        """Return the folder for daily backups, which is inside the data folder unless it's set."""
        return self._data_folder() / "backups" if self.backup_folder is None else self.backup_folder

    def migration_backup_folder(self) -> Path:
        """Return the folder for backups before migrations, which is that of an SQLite file."""
        return self.daily_backup_folder() if self.database_file() is None else self._data_folder()

    def prepare_data_folder(self) -> None:
        """Create the folder of an SQLite file if it's missing, and check that it can be written.

        Raises:
            SettingError: it can't be created or written, or the file itself is a folder.
        """
        file = self.database_file()
        if file is None:
            return
        if file.is_dir():
            raise SettingError("PYRGA_DATABASE_URL", f"{file} is a folder.", "Add the name of a file.")
        folder = file.absolute().parent
        probe = folder / ".pyrga-can-write"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise SettingError(
                "PYRGA_DATABASE_URL",
                f"The bot can't write to the data folder {folder} ({error.strerror}).",
                "Make it writable for the user running the bot, or choose another file.",
            ) from None

    def _data_folder(self) -> Path:
        file = self.database_file()
        return (Path("data") if file is None else file.parent).absolute()
