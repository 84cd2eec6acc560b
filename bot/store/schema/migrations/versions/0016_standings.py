"""Standings and the computer's ladder as rows, filled from the finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't count the games that end in it"

_COUNT_STANDINGS = """
INSERT INTO standings (guild_id, player_id, wins, draws, losses)
SELECT
    guild_id,
    player_id,
    SUM(CASE WHEN winner = colour THEN 1 ELSE 0 END),
    SUM(CASE WHEN winner IS NULL THEN 1 ELSE 0 END),
    SUM(CASE WHEN winner <> colour THEN 1 ELSE 0 END)
FROM (
    SELECT guild_id, white_id AS player_id, black_id AS opponent_id, 'white' AS colour, winner, reason
    FROM games
    UNION ALL
    SELECT guild_id, black_id, white_id, 'black', winner, reason
    FROM games
) AS sides
WHERE
    guild_id IS NOT NULL
    AND reason IS NOT NULL
    AND reason NOT IN ('aborted', 'annulled')
    AND player_id NOT BETWEEN 1 AND 8
    AND opponent_id NOT BETWEEN 1 AND 8
GROUP BY guild_id, player_id
"""

_COUNT_RUNGS = """
INSERT INTO ladder_rungs (pool, player_id, level, wins, first_won_at)
SELECT pool, player_id, level, wins, first_won_at
FROM (
    SELECT
        pool,
        player_id,
        level,
        COUNT(*) AS wins,
        MIN(finished_at) AS first_won_at,
        MAX(level) OVER (PARTITION BY pool, player_id) AS highest
    FROM (
        SELECT id, COALESCE(guild_id, 0) AS pool, white_id AS player_id, black_id AS level, finished_at
        FROM games WHERE winner = 'white'
        UNION ALL
        SELECT id, COALESCE(guild_id, 0), black_id, white_id, finished_at
        FROM games WHERE winner = 'black'
    ) AS won
    WHERE
        player_id NOT BETWEEN 1 AND 8
        AND level BETWEEN 1 AND 8
        AND NOT EXISTS (SELECT 1 FROM hints WHERE hints.game_id = won.id AND hints.player_id = won.player_id)
        AND NOT EXISTS (SELECT 1 FROM taken_back_moves WHERE taken_back_moves.game_id = won.id)
    GROUP BY pool, player_id, level
) AS levels
WHERE level = highest
"""


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_standings_guild_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standings_player_id"),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name="pk_standings"),
    )
    op.create_table(
        "ladder_rungs",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("first_won_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ladder_rungs_player_id"),
        sa.PrimaryKeyConstraint("pool", "player_id", name="pk_ladder_rungs"),
    )
    op.execute(_COUNT_STANDINGS)
    op.execute(_COUNT_RUNGS)
    for table, columns in (
        ("standings", ("guild_id", "wins DESC", "losses", "draws DESC", "player_id")),
        ("ladder_rungs", ("pool", "level DESC", "wins DESC", "first_won_at", "player_id")),
    ):
        op.create_index(f"ix_{table}_order", table, [sa.text(column) for column in columns])


def downgrade() -> None:
    """Undo."""
    op.drop_table("ladder_rungs")
    op.drop_table("standings")
