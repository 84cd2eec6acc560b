"""Migrations after the newest, for tests of what happens while some are pending."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from bot.store.schema import revision
from bot.store.schema.indexes import metadata
from bot.store.schema.stored_revision import REVISION_TABLE, change_revision, stored_revision

_TEXT = '''"""A table that only tests have."""

import sqlalchemy as sa
from alembic import op

revision = "{new}"
down_revision = "{old}"
branch_labels = None
depends_on = None
stop_reason = {stop_reason!r}


def upgrade() -> None:
    """Apply."""
    op.create_table("later_{new}", sa.Column("id", sa.Integer(), primary_key=True))
'''

NEWEST = revision.newest_revision()
"""The revision of a new database without them."""


@contextmanager
def room_for_more(folder: Path) -> Iterator[Path]:
    """Let this process use a copy of the migrations in a new folder there, to which a test can add."""
    before = revision.MIGRATIONS
    copied = folder / "migrations"
    shutil.copytree(before, copied)
    use(copied)
    yield copied
    use(before)


def use(folder: Path) -> None:
    """Let this process find its migrations in this folder."""
    revision.MIGRATIONS = folder


def add_migration(stop_reason: str | None = None) -> str:
    """Add a migration to those that this process uses; return its revision."""
    old = revision.newest_revision()
    new = f"{int(old) + 1:04}"
    file = revision.MIGRATIONS / "versions" / f"{new}_later.py"
    file.write_text(_TEXT.format(new=new, old=old, stop_reason=stop_reason), encoding="utf-8")
    return new


def undo(connection: Connection) -> None:
    """Undo those that a test has added, if the database has had any."""
    if stored_revision(connection) == NEWEST:
        return
    for table in {*inspect(connection).get_table_names()} - {*metadata.tables, REVISION_TABLE}:
        connection.execute(text(f"DROP TABLE {table}"))
    change_revision(connection, NEWEST)
