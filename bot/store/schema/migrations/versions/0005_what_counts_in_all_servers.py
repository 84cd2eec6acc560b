"""What someone who manages a server can bring about or take away counts there, not in all servers."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
stop_reason = "an older version would rate annulled games as draws"

_PEOPLE = """
    SELECT count(DISTINCT CASE WHEN sides.side = 0 THEN games.white_id ELSE games.black_id END)
    FROM games CROSS JOIN (SELECT 0 AS side UNION ALL SELECT 1) AS sides
    WHERE games.event_id = cups.id AND games.status = 'finished' AND games.plies >= 4
    AND games.reason NOT IN ('aborted', 'abandoned', 'annulled')
"""
_COUNTING = """
    SELECT 1 FROM cup_entrants JOIN cups ON cups.id = cup_entrants.cup_id
    WHERE cup_entrants.player_id = badges.player_id AND cups.played >= 5 AND cups.league_id IS NULL
    AND cup_entrants.medal = CASE badges.badge WHEN 'cup-gold' THEN 1 WHEN 'cup-silver' THEN 2 ELSE 3 END
"""


def upgrade() -> None:
    """Note who had won annulled games from now on, and leave the medals of small cups to their servers."""
    op.add_column("games", sa.Column("annulled_winner", sa.String(8)))
    op.add_column("cups", sa.Column("played", sa.Integer))
    op.execute(sa.text(f"UPDATE cups SET played = ({_PEOPLE}) WHERE status = 'over'"))  # noqa: S608 - constants
    medals = "badge IN ('cup-gold', 'cup-silver', 'cup-bronze')"
    op.execute(sa.text(f"DELETE FROM badges WHERE {medals} AND NOT EXISTS ({_COUNTING})"))  # noqa: S608 - constants
