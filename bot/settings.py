"""The operator's settings."""

from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot import environment
from bot.environment import DEFAULT_DATABASE_URL, SettingError

DEFAULT_SOLVER_MEGABYTES = 128
DEFAULT_DATABASE_CONNECTIONS = 10
DEFAULT_STATEMENT_SECONDS = 10
DEFAULT_MONITORING_HOST = "127.0.0.1"
LARGEST_PORT = 65535
MOST_SOLVER_MEGABYTES = 16384
MOST_BACKUPS = 1000
FEWEST_DATABASE_CONNECTIONS = 2
MOST_DATABASE_CONNECTIONS = 100
MOST_STATEMENT_SECONDS = 600
MOST_ARCHIVE_DAYS = 36500

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


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


class Settings(BaseModel):
    """The settings of one bot. ``.env.example`` explains each for the operator."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    discord_token: SecretStr | None = None
    database_url: str = DEFAULT_DATABASE_URL
    database_connections: int = Field(
        default=DEFAULT_DATABASE_CONNECTIONS, ge=FEWEST_DATABASE_CONNECTIONS, le=MOST_DATABASE_CONNECTIONS
    )
    statement_seconds: int = Field(default=DEFAULT_STATEMENT_SECONDS, ge=1, le=MOST_STATEMENT_SECONDS)
    log_level: LogLevel = LogLevel.INFO
    log_format: LogFormat = LogFormat.CONSOLE
    backups: int = Field(default=0, ge=0, le=MOST_BACKUPS)
    backup_folder: Path | None = None
    archive_after_days: int = Field(default=0, ge=0, le=MOST_ARCHIVE_DAYS)
    solver_megabytes: int = Field(default=DEFAULT_SOLVER_MEGABYTES, ge=0, le=MOST_SOLVER_MEGABYTES)
    monitoring_port: int = Field(default=0, ge=0, le=LARGEST_PORT)
    monitoring_host: str = DEFAULT_MONITORING_HOST

    @classmethod
    def load(cls, **given: Any) -> Self:
        """Return the settings from the environment and ``.env``, with those that are ``given`` instead.

        Raises:
            SettingError: a setting has an invalid value.
        """
        found = environment.variables()
        values = {field: found[_variable(field)] for field in cls.model_fields if _variable(field) in found}
        try:
            return cls(**{**values, **given})
        except ValidationError as error:
            problem = error.errors()[0]
            setting = _variable(str(problem["loc"][0]))
            raise SettingError(setting, f"{problem['msg']}.", "See .env.example for valid values.") from None

    def token(self) -> str:
        """Return the bot's token.

        Raises:
            SettingError: there is none, or it can't be one.
        """
        remedy = "Copy your bot's token from the Discord Developer Portal to .env."
        token = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not token:
            raise SettingError("DISCORD_TOKEN", "No bot token is set.", remedy)
        if not token.isascii() or not token.isprintable() or " " in token:
            raise SettingError("DISCORD_TOKEN", "It contains characters that can't be in a token.", remedy)
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
        return url.set(drivername=driver)

    def database_file(self) -> Path | None:
        """Return the file of an SQLite database; None for a server.

        Raises:
            SettingError: the database's address is invalid.
        """
        url = self.database()
        return Path(url.database or "") if url.get_backend_name() == "sqlite" else None

    def solver_folder(self) -> Path:
        """Return the folder for the solver's compiled code, inside the data folder.

        Raises:
            SettingError: the database's address is invalid.
        """
        return self._data_folder() / "solver"

    def daily_backup_folder(self) -> Path:
        """Return the folder for daily backups, which is inside the data folder unless it's set.

        Raises:
            SettingError: the database's address is invalid.
        """
        return self._data_folder() / "backups" if self.backup_folder is None else self.backup_folder

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


def _variable(field: str) -> str:
    """Return the name in the environment of a field of the settings."""
    return "DISCORD_TOKEN" if field == "discord_token" else f"PYRGA_{field.upper()}"
