"""Challenges and games outside servers, and in channels where the bot can only answer."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
stop_reason = "an older version can't read games outside servers"

_TABLES = ("challenges", "games")


def upgrade() -> None:
    """Apply."""
    put_aside = _put_aside()
    for name in _TABLES:
        with op.batch_alter_table(name) as table:
            table.alter_column("guild_id", existing_type=sa.BigInteger(), nullable=True)
            table.add_column(sa.Column("reachable", sa.Boolean(), nullable=False, server_default=sa.true()))
    _put_back(put_aside)


def downgrade() -> None:
    """Undo. Anything outside servers doesn't fit into the old tables and is deleted."""
    for name in reversed(_TABLES):
        _delete_outside_servers(name)
    put_aside = _put_aside()
    for name in _TABLES:
        with op.batch_alter_table(name) as table:
            table.drop_column("reachable")
            table.alter_column("guild_id", existing_type=sa.BigInteger(), nullable=False)
    _put_back(put_aside)


def _delete_outside_servers(name: str) -> None:
    table = sa.table(name, sa.column("id"), sa.column("guild_id"))
    doomed = sa.select(table.c.id).where(table.c.guild_id.is_(None))
    for referring, column in _references(name):
        op.execute(sa.delete(sa.table(referring)).where(sa.column(column).in_(doomed)))
    op.execute(table.delete().where(table.c.guild_id.is_(None)))


def _references(referred: str) -> list[tuple[str, str]]:
    """The tables and columns that point to ``referred``."""
    inspector = sa.inspect(op.get_bind())
    return [
        (table, key["constrained_columns"][0])
        for table in inspector.get_table_names()
        for key in inspector.get_foreign_keys(table)
        if key["referred_table"] == referred
    ]


# SQLite alters a table by rebuilding it, and doesn't drop a table that rows of another one point to. So all
# such rows are put aside meanwhile, and then the games, which point to challenges.


def _put_aside() -> list[tuple[str, str]]:
    """Empty the games and everything that points to them or to challenges; return the emptied tables."""
    if op.get_bind().dialect.name != "sqlite":
        return []
    names = {table for name in _TABLES for table, _ in _references(name)} - {"games"}
    inspector = sa.inspect(op.get_bind())
    put_aside = []
    for name in (*sorted(names), "games"):
        columns = ", ".join(f'"{column["name"]}"' for column in inspector.get_columns(name))
        op.execute(f"CREATE TEMPORARY TABLE aside_{name} AS SELECT * FROM {name}")  # noqa: S608 - our own names
        op.execute(f"DELETE FROM {name}")  # noqa: S608 - our own names
        put_aside.append((name, columns))
    return put_aside


def _put_back(put_aside: list[tuple[str, str]]) -> None:
    for name, columns in reversed(put_aside):
        kept = _kept(name, columns)
        op.execute(f"INSERT INTO {name} ({kept}) SELECT {kept} FROM aside_{name}")  # noqa: S608 - our own names
        op.execute(f"DROP TABLE aside_{name}")


def _kept(name: str, columns: str) -> str:
    present = {f'"{column["name"]}"' for column in sa.inspect(op.get_bind()).get_columns(name)}
    return ", ".join(column for column in columns.split(", ") if column in present)
