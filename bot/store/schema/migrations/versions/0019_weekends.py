"""The clocks of a game can rest on weekends."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
stop_reason = "an older version would let time run out on weekends"


def upgrade() -> None:
    """Add the columns. Until now, clocks ran on."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("weekends_off", sa.Boolean, nullable=False, server_default=sa.false()))
