"""Which roles people have from the bot is stored before Discord gives them, until it has taken them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Add whether a role was given, and the roles that have to be taken from people who were deleted."""
    op.add_column("role_holders", sa.Column("given", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "role_removals",
        sa.Column(
            "guild_id", sa.BigInteger, sa.ForeignKey("guilds.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("role_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    for column in ("due_at", "user_id"):
        op.create_index(f"ix_role_removals_{column}", "role_removals", [column])
