"""Makes up the standings of games that `benchmarks/stored_games.py` stored on PostgreSQL, in SQL.

Computing the ratings of millions of games would take longer than the queries. There are as many rows as the
bot itself would keep, with the same keys; only the figures in them are made up. Records and the computer's
ladder are counted just as the bot does it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, create_engine, text

_ROWS = """
INSERT INTO rating_changes (pool, ruleset, player_id, event_id, game_id, opponent_id, opponent_rating, score,
    before, after, deviation, volatility, games, streak, rated_at)
SELECT pool, 'pyrga', player, event, game, opponent, 1200 + opponent % 600, score, 1200 + player % 600,
    1200 + player % 600 + score, 60, 0.06, ROW_NUMBER() OVER (PARTITION BY pool, player ORDER BY event),
    CASE WHEN score = 1 THEN 1 + event % 7 ELSE 0 END, at
FROM (
    SELECT pools.pool, e.id AS event, g.id AS game, sides.player, sides.opponent, g.finished_at AS at,
        CASE WHEN g.winner IS NULL THEN 0.5 WHEN g.winner = sides.color THEN 1.0 ELSE 0.0 END AS score
    FROM rating_events AS e JOIN games AS g ON g.id = e.game_id
    CROSS JOIN LATERAL (
        VALUES ('white', g.white_id, g.black_id), ('black', g.black_id, g.white_id)
    ) AS sides(color, player, opponent)
    CROSS JOIN LATERAL (SELECT 0 AS pool UNION ALL SELECT g.guild_id WHERE g.guild_id IS NOT NULL) AS pools
) AS rated;

INSERT INTO ratings (pool, ruleset, player_id, rating, deviation, volatility, games, streak, rated_at,
    established_until)
SELECT DISTINCT ON (pool, player_id) pool, ruleset, player_id, after, deviation, volatility, games, streak,
    rated_at, CASE WHEN games >= 5 THEN rated_at + INTERVAL '10 years' END
FROM rating_changes ORDER BY pool, player_id, event_id DESC;

INSERT INTO accuracies (game_id, player_id, pool, ruleset, kept, decisions)
SELECT g.id, sides.player, pools.pool, g.ruleset, 1, 2
FROM reviews JOIN games AS g ON g.id = reviews.game_id AND g.black_id > 8
CROSS JOIN LATERAL (VALUES (g.white_id), (g.black_id)) AS sides(player)
CROSS JOIN LATERAL (SELECT 0 AS pool UNION ALL SELECT g.guild_id WHERE g.guild_id IS NOT NULL) AS pools;

INSERT INTO opening_moves (pool, position, move, games, wins, draws)
SELECT id % 2000, 'p' || id / 2000, 'm', 3, 1, 1 FROM GENERATE_SERIES(0, 999999) AS id
"""


def make_up_standings(url: URL) -> None:
    """Store ratings with their history, accuracies, and a million counts of opening moves."""
    engine = create_engine(url)
    with engine.begin() as connection, without_indexes(connection):
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        for statement in _ROWS.split(";"):
            connection.exec_driver_sql(statement.replace("%", "%%"))
    engine.dispose()


@contextmanager
def without_indexes(connection: Connection) -> Iterator[None]:
    """Only build the indexes of empty tables after the block, which fills them: that's several times faster.

    Those of primary keys stay.
    """
    connection.execute(text("SET LOCAL work_mem = '256MB'"))
    connection.execute(text("SET LOCAL maintenance_work_mem = '1GB'"))
    empty = """
        SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
        FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
        WHERE t.relnamespace = 'public'::regnamespace AND NOT i.indisunique AND pg_relation_size(t.oid) = 0
    """
    found = connection.execute(text(empty)).all()
    for name, _ in found:
        connection.exec_driver_sql(f"DROP INDEX {name}")
    yield
    for _, definition in found:
        connection.exec_driver_sql(definition)
