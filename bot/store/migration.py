"""Brings a database to the newest form of the tables."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

_SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run every migration up to ``revision`` that ``connection``'s database has not had."""
    command.upgrade(_configuration(connection), revision)


def downgrade(connection: Connection, revision: str) -> None:
    """Undo every migration after ``revision``; ``base`` undoes all."""
    command.downgrade(_configuration(connection), revision)


def _configuration(connection: Connection) -> Config:
    configuration = Config(attributes={"connection": connection})
    configuration.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    configuration.set_main_option("path_separator", "os")
    return configuration
