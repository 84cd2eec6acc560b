"""Settings have the same name in code and in columns, and what a server never chose isn't stored.

A later migration is made like this one: a function for each subject, statements that both databases know, and
in ``tests/bot/store/test_migrations.py`` a database of the version before it, with everything in it.
"""

from alembic import op
from sqlalchemy import text

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
stop_reason = "an older version looks for the settings of players and servers under their old names"

_NAMES = {
    "players": {"notices": "notifications", "welcome": "challenge_policy", "guessable": "guesses"},
    "guilds": {"guessing": "guesses"},
}

_DEFAULTS = {
    "theme": "'aegean'",
    "ruleset": "'pyrga'",
    "move_seconds": "259200",
    "rated": "true",
    "thread": "false",
    "monthly_seasons": "false",
    "puzzle_hour": "0",
    "across_servers": "true",
    "events_for_all": "false",
    "guesses": "true",
}


def upgrade() -> None:
    """Rename the columns, then leave open what servers never chose."""
    _rename_settings()
    _forget_defaults_of_servers()


def _rename_settings() -> None:
    for table, names in _NAMES.items():
        for old, new in names.items():
            op.execute(text(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}"))


def _forget_defaults_of_servers() -> None:
    """Leave open whatever is the default: version 1.0.0 stored all of them when a server chose anything.

    No one can tell which of them were chosen. A server is shown the same as before, and one that has changed
    a setting and changed it back follows the default, should it ever be another one.
    """
    for column, default in _DEFAULTS.items():
        op.execute(text(f"UPDATE guilds SET {column} = NULL WHERE {column} = {default}"))  # noqa: S608 - constants
