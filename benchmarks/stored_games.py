"""Fills a database with any number of games for `benchmarks/queries.py`.

One guild has two fifths of the games, and a few people have very many of them, as in real life. A tenth are
games with the computer. In addition to the finished games, a tenth as many are still running. Everyone has
solved the last puzzle of the day in that guild.
"""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from string import Template

from sqlalchemy import URL, create_engine, text

from benchmarks.stored_standings import without_indexes
from engine import Move, Position, Review, ReviewedMove, Value, print_review, puzzles

BIG_GUILD = 1
"""The guild with the most games."""

HEAVY_PLAYER = 1000
"""The player with the most games, about one in twenty. Other players have the ids that follow."""

NEW_PLAYER = 10_000_000
"""No player has this id or a higher one."""

START = 1_767_225_600
"""When the first game began, in seconds since 1970. The others follow, one a minute."""

_PUZZLES = 10

# Who plays each game, where and when. With the cube of a random number, a few people play many games.
_SEATS = Template("""
CREATE TEMPORARY TABLE seats AS
WITH RECURSIVE numbers(i) AS (
    SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < $last
), lots AS (
    SELECT i, i * 7919 % 100003 AS one, i * 31337 % 100003 AS other, i * 48271 % 100 AS place FROM numbers
), players AS (
    SELECT i, place,
        1000 + CASE WHEN i > $games THEN one ELSE one * one / 100003 * one / 100003 END AS one,
        1000 + CASE WHEN i > $games THEN other ELSE other * other / 100003 * other / 100003 END AS other
    FROM lots
)
SELECT i, one AS white,
    CASE WHEN i % 10 = 0 THEN i / 10 % 8 + 1 WHEN one = other THEN one + 1 ELSE other END AS black,
    CASE WHEN place < 40 THEN 1 WHEN place < 98 THEN one * 7 % 2000 + 1 END AS guild,
    $instant_of $start + 60 * i $as_instant AS begun,
    $instant_of $start + 60 * i + 30 $as_instant AS ended,
    $instant_of $present - 4 * ($last - i) $as_instant AS lately,
    $instant_of $present + 86400 + i $as_instant AS due
FROM players;
""")

_ROWS = Template("""
INSERT INTO guilds (id, created_at)
SELECT guild, MIN(begun) FROM seats WHERE guild IS NOT NULL GROUP BY guild;

INSERT INTO players (id, name, created_at)
SELECT id, 'member', MIN(begun)
FROM (SELECT white AS id, begun FROM seats UNION ALL SELECT black, begun FROM seats) AS seated GROUP BY id;

INSERT INTO challenges (id, guild_id, channel_id, message_id, challenger_id, opponent_id, ruleset, color,
    language, status, created_at, closed_at, expires_at)
SELECT i, guild, 5, i, white, black, 'pyrga', 'white', 'en-GB',
    CASE i % 50 WHEN 3 THEN 'declined' WHEN 13 THEN 'expired' ELSE 'accepted' END, begun, begun, begun
FROM seats WHERE black > 8;

INSERT INTO games (id, challenge_id, guild_id, channel_id, message_id, white_id, white_name, black_id,
    black_name, ruleset, language, status, revision, winner, reason, created_at, finished_at, rated, hints)
SELECT i, CASE WHEN black > 8 THEN i END, guild, 5, i, white, 'white', black, 'black', 'pyrga', 'en-GB',
    CASE WHEN i <= $games THEN 'finished' ELSE 'active' END, 4,
    CASE WHEN i <= $games AND i % 100 <> 99 AND i % 7 <> 0
        THEN CASE i * 17 % 3 WHEN 0 THEN 'black' ELSE 'white' END END,
    CASE WHEN i > $games THEN NULL WHEN i % 100 = 99 THEN 'annulled' WHEN i % 7 = 0 THEN 'agreement'
        ELSE 'resignation' END,
    begun, CASE WHEN i <= $games THEN ended END, i % 4 = 1 AND black > 8, black <= 8
FROM seats;

INSERT INTO moves (game_id, ply, move, revision, played_at)
SELECT i, ply, move, ply, begun FROM seats CROSS JOIN ($moves) AS line;

INSERT INTO presences (game_id, player_id, seen_at) SELECT i, white, ended FROM seats;

INSERT INTO due_times (kind, at, game_id, player_id)
SELECT 'deadline', due, i, white FROM seats WHERE i > $games;

INSERT INTO hints (game_id, ply, player_id, given_at)
SELECT i, 0, white, begun FROM seats WHERE black <= 8 AND i % 30 = 0;

INSERT INTO rematches (game_id, challenge_id) SELECT i, i + 1 FROM seats WHERE i < $last AND i % 10 = 5;

INSERT INTO rating_events (ruleset, game_id)
SELECT 'pyrga', i FROM seats WHERE i <= $games AND i % 4 = 1 AND i % 100 <> 99 AND black > 8 ORDER BY i;

INSERT INTO reviews (game_id, review, made_at)
SELECT i, '$review', ended FROM seats WHERE i <= $games AND i % 10 = 1;

INSERT INTO moderation_acts (guild_id, moderator_id, kind, game_id, proposed_at, done_at)
SELECT guild, 1000, 'annul', i, ended, ended FROM seats
WHERE i <= $games AND i % 100 = 99 AND guild IS NOT NULL;

INSERT INTO puzzle_results (player_id, puzzle, tries, solved_at)
SELECT white, name, 1, MIN(begun)
FROM (SELECT white, CASE i % $puzzles $names END AS name, begun FROM seats) AS solved GROUP BY white, name;

INSERT INTO puzzle_solvers (player_id, rating, deviation, volatility, streak, best_streak, rated_at)
SELECT player_id, 1500, 80, 0.06, 1, 5, MAX(solved_at) FROM puzzle_results GROUP BY player_id;

INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, attempts)
SELECT puzzle, 1500, 60, 0.06, COUNT(*) FROM puzzle_results GROUP BY puzzle;

INSERT INTO vacations (player_id, starts_at, ends_at) SELECT white, begun, ended FROM seats WHERE i % 10 = 0;

INSERT INTO seen_interactions (id, seen_at) SELECT i, lately FROM seats WHERE i > $last - 1000;

INSERT INTO daily_puzzles (guild_id, day, puzzle, channel_id, message_id)
SELECT id, '2026-01-01', 'e1', 5, 5 FROM guilds;

INSERT INTO daily_solves (player_id, guild_id, day, streak, solved_at)
SELECT id, 1, '$today', 1 + id % 31, created_at FROM players WHERE id > 8;

INSERT INTO puzzle_months (guild_id, month, player_id, solved, reached_at)
SELECT 1, '$month', id, 1 + id * 7919 % 31, created_at FROM players WHERE id > 8;

INSERT INTO badges (player_id, badge, game_id, earned_at)
SELECT white, 'first-win', MIN(i), MIN(begun) FROM seats WHERE white > 8 GROUP BY white;

INSERT INTO shared_positions (position, channel_id, shared_at)
SELECT 'p', i, lately FROM seats WHERE i > $last - 1000;

INSERT INTO training (player_id, ruleset, run, longest, wins, trained_at)
SELECT white, 'pyrga', 3, MIN(i) % 14, MIN(i) % 3, MIN(begun) FROM seats WHERE white > 8 GROUP BY white;

UPDATE games SET announcement_channel_id = 5 WHERE id > $games - 5 AND id <= $games;
UPDATE games SET dirty = true WHERE id > $last - 5;
UPDATE games SET white_id = black_id, black_id = white_id, computer_moves = true
WHERE id > $last - 50 AND id % 10 = 0;
DROP TABLE seats;
""")


def last_game(games: int) -> int:
    """The number of the last game, which is still running, if this many are finished."""
    return games + games // 10


def present(games: int) -> int:
    """When the last of this many games began, in seconds since 1970."""
    return START + 60 * last_game(games)


def fill(url: URL, games: int) -> None:
    """Store this many finished games, and everything about them except standings, in an empty database.

    Five games each wait for the computer, for their board to be redrawn, and for their result to be
    announced.
    """
    if url.get_backend_name() == "sqlite":
        _fill_sqlite(str(url.database), games)
    else:
        _fill_postgresql(url, games)


def settle(url: URL) -> None:
    """Have PostgreSQL analyze its tables, which it would otherwise do automatically after a while."""
    if url.get_backend_name() == "postgresql":
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text("VACUUM ANALYZE"))
        engine.dispose()


def _fill_sqlite(file: str, games: int) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN")
    for statement in _statements(games, "strftime('%Y-%m-%d %H:%M:%S.000000', ", ", 'unixepoch')"):
        connection.execute(statement)
    connection.execute("COMMIT")
    connection.close()


def _fill_postgresql(url: URL, games: int) -> None:
    engine = create_engine(url)
    with engine.begin() as connection, without_indexes(connection):
        # Foreign keys don't need to be checked.
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        for statement in _statements(games, "to_timestamp(", ")"):
            connection.exec_driver_sql(statement.replace("%", "%%"))
        for table in ("challenges", "games"):
            # The sequence doesn't know about the ids that were inserted.
            connection.execute(
                text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"),
                {"name": table, "last": last_game(games)},
            )
    engine.dispose()


def _statements(games: int, instant_of: str, as_instant: str) -> Iterator[str]:
    names = (f"WHEN {number} THEN '{puzzle.number}'" for number, puzzle in enumerate(puzzles()[:_PUZZLES]))
    today = datetime.fromtimestamp(present(games), UTC).date()
    values = {
        "today": today,
        "month": today.replace(day=1),
        "games": games,
        "last": last_game(games),
        "start": START,
        "present": present(games),
        "instant_of": instant_of,
        "as_instant": as_instant,
        "moves": " UNION ALL ".join(f"SELECT {ply} AS ply, '{move}' AS move" for ply, move in _moves()),
        "puzzles": _PUZZLES,
        "names": " ".join(names),
        "review": print_review(Review(tuple(_reviewed_moves()))),
    }
    for script in (_SEATS, _ROWS):
        yield from (one for one in script.substitute(values).split(";") if one.strip())


def _reviewed_moves() -> Iterator[ReviewedMove]:
    """What a review says about the four moves: both players have kept the value once."""
    values = (Value.WIN, Value.WIN, Value.DRAW, Value.DRAW)
    for (_, move), after in zip(_moves(), values, strict=True):
        yield ReviewedMove(Move.parse(move), Value.WIN, after, decision=True)


def _moves() -> Iterator[tuple[int, str]]:
    """Four moves, after which White is to move."""
    position = Position.start()
    for ply in range(4):
        move = str(position.legal_moves[0])
        yield ply, move
        position = position.play(position.legal_moves[0])
