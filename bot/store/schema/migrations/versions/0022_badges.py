"""Who solved which puzzle of the day, filled from what's known, and badges.

Badges follow from games, reviews and puzzles, and are worked out after the migration. A puzzle that someone
solved on its day counts in a server if they've finished a game there: where they solved it isn't known, and
no server may learn who's in another.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
stop_reason = "an older version doesn't note who solved the puzzle of the day, nor who earned a badge"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_DAYS = sa.text("""
SELECT guild_id, day FROM daily_puzzles WHERE message_id IS NOT NULL ORDER BY guild_id, day
""").columns(guild_id=sa.BigInteger(), day=sa.Date())

_SOLVES = """
SELECT DISTINCT results.player_id, daily.guild_id, daily.day, results.solved_at
FROM daily_puzzles AS daily
JOIN puzzle_results AS results ON results.puzzle = daily.puzzle AND {is_on_its_day}
JOIN (
    SELECT guild_id, white_id AS player_id FROM games WHERE status = 'finished'
    UNION
    SELECT guild_id, black_id FROM games WHERE status = 'finished'
) AS members ON members.guild_id = daily.guild_id AND members.player_id = results.player_id
ORDER BY daily.guild_id, results.player_id, daily.day
"""
_IS_ON_ITS_DAY = {
    "sqlite": "date(results.solved_at) = daily.day",
    "postgresql": "(results.solved_at AT TIME ZONE 'UTC')::date = daily.day",
}


def upgrade() -> None:
    """Apply."""
    solves = op.create_table(
        "daily_solves",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("solved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_daily_solves_player_id"),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_daily_solves_guild_id"),
        sa.PrimaryKeyConstraint("player_id", "guild_id", "day", name="pk_daily_solves"),
    )
    months = op.create_table(
        "puzzle_months",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("reached_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_puzzle_months_guild_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_puzzle_months_player_id"),
        sa.PrimaryKeyConstraint("guild_id", "month", "player_id", name="pk_puzzle_months"),
    )
    op.create_table(
        "badges",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("badge", sa.String(32), nullable=False),
        sa.Column("game_id", _NUMBER),
        sa.Column("earned_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_badges_player_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_badges_game_id"),
        sa.PrimaryKeyConstraint("player_id", "badge", name="pk_badges"),
    )
    _fill(solves, months)
    for name, table, columns in (
        ("order", "daily_solves", ("guild_id", "day", "streak DESC", "solved_at", "player_id")),
        ("order", "puzzle_months", ("guild_id", "month", "solved DESC", "reached_at", "player_id")),
        ("player_id", "puzzle_months", ("player_id",)),
        ("game_id", "badges", ("game_id",)),
    ):
        op.create_index(f"ix_{table}_{name}", table, [sa.text(column) for column in columns])
    op.drop_index("ix_puzzle_results_puzzle_solved_at", "puzzle_results")


def downgrade() -> None:
    """Undo."""
    op.create_index("ix_puzzle_results_puzzle_solved_at", "puzzle_results", ["puzzle", "solved_at"])
    op.drop_table("badges")
    op.drop_table("puzzle_months")
    op.drop_table("daily_solves")


def _fill(solves: sa.Table, months: sa.Table) -> None:
    connection = op.get_bind()
    found = sa.text(_SOLVES.format(is_on_its_day=_IS_ON_ITS_DAY[connection.dialect.name])).columns(
        player_id=sa.BigInteger(),
        guild_id=sa.BigInteger(),
        day=sa.Date(),
        solved_at=sa.DateTime(timezone=True),
    )
    rows = _with_streaks(connection.execute(found).mappings(), _days_before(connection.execute(_DAYS)))
    if not rows:
        return
    connection.execute(sa.insert(solves), rows)
    counts: Counter[tuple[int, date, int]] = Counter()
    reached = {}
    for row in rows:
        key = row["guild_id"], row["day"].replace(day=1), row["player_id"]
        counts[key] += 1
        reached[key] = row["solved_at"]
    names = ("guild_id", "month", "player_id", "solved", "reached_at")
    connection.execute(
        sa.insert(months),
        [dict(zip(names, (*key, solved, reached[key]), strict=True)) for key, solved in counts.items()],
    )


def _days_before(days: Iterable[Any]) -> dict[tuple[int, date], date]:
    """By guild and day, the day of the puzzle before that one."""
    before: dict[tuple[int, date], date] = {}
    last: dict[int, date] = {}
    for guild_id, day in days:
        if guild_id in last:
            before[guild_id, day] = last[guild_id]
        last[guild_id] = day
    return before


def _with_streaks(rows: Iterable[Any], before: dict[tuple[int, date], date]) -> list[dict[str, Any]]:
    """Solves with their streaks; ``rows`` are those of each guild and player in order."""
    streaks: dict[tuple[int, int, date], int] = {}
    found = []
    for row in rows:
        guild_id, player_id, day = row["guild_id"], row["player_id"], row["day"]
        earlier = before.get((guild_id, day))
        streak = 1 if earlier is None else streaks.get((guild_id, player_id, earlier), 0) + 1
        streaks[guild_id, player_id, day] = streak
        found.append({**row, "streak": streak})
    return found
