"""People can have quiet hours, in their own time zone."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add the choices of players."""
    op.add_column("players", sa.Column("time_zone", sa.String(32)))
    for name in ("quiet_from", "quiet_until"):
        op.add_column("players", sa.Column(name, sa.Integer))
