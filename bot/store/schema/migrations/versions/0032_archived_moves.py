"""The moves of games that ended long ago, one row for each game.

An older version doesn't find archived moves. It can go on anyway: nothing is archived unless the host wants
it.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None
stop_reason = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "archived_moves",
        sa.Column("game_id", _NUMBER, nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_archived_moves_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_archived_moves"),
    )


def downgrade() -> None:
    """Undo."""
    connection = op.get_bind()
    archived = sa.table("archived_moves", sa.column("game_id"), sa.column("moves"))
    instant = sa.column("played_at", sa.DateTime(timezone=connection.dialect.name == "postgresql"))
    columns: list[sa.ColumnClause[Any]] = [sa.column(name) for name in ("game_id", "ply", "move", "revision")]
    moves = sa.table("moves", *columns, instant)
    for number, text in connection.execute(sa.select(archived.c.game_id, archived.c.moves)).all():
        played_at = datetime(1970, 1, 1, tzinfo=UTC)
        for part in text.split(";"):
            ply, move, before, microseconds = part.split(":")
            played_at += timedelta(microseconds=int(microseconds))
            values = (number, int(ply), move, int(before), played_at)
            connection.execute(moves.insert().values(dict(zip(moves.c.keys(), values, strict=True))))
    op.drop_table("archived_moves")
