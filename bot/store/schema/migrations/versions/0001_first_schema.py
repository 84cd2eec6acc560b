"""The first schema, which every database has had from its start: it's made from the tables themselves."""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
stop_reason = None


def upgrade() -> None:
    """Do nothing: there's nothing older to begin with."""
