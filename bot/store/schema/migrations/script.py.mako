"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None
stop_reason = ...


def upgrade() -> None:
    """Apply."""
    ${upgrades if upgrades else "pass"}
