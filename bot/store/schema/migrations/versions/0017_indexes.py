"""An index for every query, and a mark on the games that wait for the computer."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't note that the computer is to move"

_RUNNING, _FINISHED, _OPEN, _DECLINED = (
    sa.column("status") == sa.literal_column(f"'{status}'")
    for status in ("active", "finished", "open", "declined")
)
_DIRTY, _REACHABLE, _COMPUTER_MOVES = (
    sa.column(name, sa.Boolean()).is_(sa.true()) for name in ("dirty", "reachable", "computer_moves")
)
_TO_ANNOUNCE, _WITH_PUZZLE = (
    sa.column(name).is_not(None) for name in ("announcement_channel_id", "puzzle_channel_id")
)

# The name, table, columns and condition of each.
_NEW = (
    ("ix_games_white_id_black_id", "games", ("white_id", "black_id"), None),
    ("ix_games_running_of_white", "games", ("white_id", "guild_id", "id"), _RUNNING),
    ("ix_games_running_of_black", "games", ("black_id", "guild_id", "id"), _RUNNING),
    ("ix_games_finished_of_white", "games", ("white_id", "finished_at", "id"), _FINISHED),
    ("ix_games_finished_of_black", "games", ("black_id", "finished_at", "id"), _FINISHED),
    (
        "ix_games_finished_in_guild_of_white",
        "games",
        ("white_id", "guild_id", "finished_at", "id"),
        _FINISHED,
    ),
    (
        "ix_games_finished_in_guild_of_black",
        "games",
        ("black_id", "guild_id", "finished_at", "id"),
        _FINISHED,
    ),
    ("ix_games_running_in_guild", "games", ("guild_id", "id"), _RUNNING),
    ("ix_games_unshown", "games", ("id",), sa.and_(_DIRTY, _REACHABLE)),
    ("ix_games_waiting_for_computer", "games", ("id",), _COMPUTER_MOVES),
    ("ix_games_to_announce", "games", ("id",), _TO_ANNOUNCE),
    ("ix_challenges_challenger_id_created_at", "challenges", ("challenger_id", "created_at"), None),
    ("ix_challenges_open", "challenges", ("challenger_id", "opponent_id"), _OPEN),
    (
        "ix_challenges_declined",
        "challenges",
        ("challenger_id", "opponent_id", "closed_at"),
        _DECLINED,
    ),
    ("ix_guilds_with_puzzle", "guilds", ("id",), _WITH_PUZZLE),
    ("ix_blocks_order", "blocks", ("player_id", "created_at DESC", "blocked_id"), None),
    ("ix_rematches_challenge_id", "rematches", ("challenge_id",), None),
    ("ix_rematches_next_game_id", "rematches", ("next_game_id",), None),
    ("ix_seen_interactions_seen_at", "seen_interactions", ("seen_at",), None),
    ("ix_puzzle_results_puzzle_solved_at", "puzzle_results", ("puzzle", "solved_at"), None),
    ("ix_moderation_acts_guild_id_done_at_id", "moderation_acts", ("guild_id", "done_at", "id"), None),
    ("ix_moderation_acts_game_id", "moderation_acts", ("game_id",), None),
)
_OLD = (
    ("ix_games_guild_id_status", "games", ("guild_id", "status")),
    ("ix_games_white_id_status", "games", ("white_id", "status")),
    ("ix_games_black_id_status", "games", ("black_id", "status")),
    ("ix_games_dirty", "games", ("dirty",)),
    ("ix_games_announcement_channel_id", "games", ("announcement_channel_id",)),
    ("ix_challenges_challenger_id", "challenges", ("challenger_id",)),
    ("ix_moderation_acts_guild_id_done_at", "moderation_acts", ("guild_id", "done_at")),
)

_NOTE_WHO_WAITS = """
UPDATE games SET computer_moves = true
WHERE status = 'active' AND (
    (white_id BETWEEN 1 AND 8 AND (SELECT COUNT(*) FROM moves WHERE game_id = games.id) % 2 = 0)
    OR (black_id BETWEEN 1 AND 8 AND (SELECT COUNT(*) FROM moves WHERE game_id = games.id) % 2 = 1)
)
"""


def upgrade() -> None:
    """Apply."""
    op.add_column(
        "games", sa.Column("computer_moves", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute(_NOTE_WHO_WAITS)
    for name, table, _ in _OLD:
        op.drop_index(name, table)
    for name, table, columns, condition in _NEW:
        expressions = [sa.text(column) for column in columns]
        op.create_index(name, table, expressions, sqlite_where=condition, postgresql_where=condition)


def downgrade() -> None:
    """Undo."""
    for name, table, _, _ in _NEW:
        op.drop_index(name, table)
    for name, table, columns in _OLD:
        op.create_index(name, table, list(columns))
    op.drop_column("games", "computer_moves")
