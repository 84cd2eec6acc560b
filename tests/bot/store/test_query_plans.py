"""No query reads all of a growing table, on either database."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import (
    ColumnElement,
    Connection,
    Index,
    PrimaryKeyConstraint,
    UniqueConstraint,
    event,
    literal,
    select,
    text,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.games import count_running, running_of
from bot.store.schema.conditions import RUNNING
from bot.store.schema.indexes import metadata
from bot.store.schema.tables import games, rating_changes
from bot.store.standings import profiles, ranked_lists
from tests.bot.store.sample_calls import GUILD, NOW, PLAYER, RANKINGS, Call, calls, fill

RATING = (GUILD, "pyrga", PLAYER)
RUNNING_ANYWHERE = partial(running_of, guild_id=None, player_id=PLAYER, limit=10)

SMALL_TABLES = {
    "codes",
    "heartbeats",
    "leases",
    "outdated_ratings",
    "puzzle_ratings",
    "searches",
    "secret_keys",
    "shards",
    "synced_commands",
}
"""These have one row for each process, shard, ruleset, puzzle, recent code, or current search, or one."""

SHORT_INDEXES = {
    "ix_games_unshown",
    "ix_games_running_of_crowds",
    "ix_games_waiting_for_computer",
    "ix_games_to_announce",
    "ix_daily_puzzles_outdated",
    "ix_daily_cards_outdated",
    "ix_daily_games_to_judge",
    "ix_guilds_removed",
    "ix_guilds_with_lobby",
    "ix_guilds_with_puzzle",
    "ix_guilds_with_monthly_seasons",
    "ix_players_hearing",
    "ix_players_listed",
    "ix_players_to_notice",
    "ix_seasons_to_announce",
}
"""These only have the rows that queries look for, so they may be read completely."""

READ_EVERYTHING = {
    *("records.recompute", "leaderboards.recompute_ladder"),
    # For the host's `pyrga verify`.
    *("events.stored", "leagues.numbers"),
    *("ratings.correct", "ratings.remove_other_changes", "ratings.keep_others_out"),
    "privacy.removal_times",
    # At startup, after a clock has jumped, and after a time in which no one could play.
    *("due_times.cut", "due_times.give_back"),
    # In an index, until the first that doesn't wait.
    "due_times.first",
    "badges.keep_others_out",
    "profiles.clear_accuracy",
    *("openings.keep_others_out", "openings.every"),
    # For the host, and never more than a limit.
    "moderation.newest",
    # Every running game, in an index of only those.
    "games.count_running",
    # The newest game in an index of only those that came from searches.
    "searches.last_found",
}
"""These are meant to read everything, or to keep others from changing it."""

RUN_WHAT_THEY_ARE_GIVEN = {
    *("statements.lock_in_key_order", "statements.update_rows", "statements.delete_rows"),
    *("transactions.check_fence_in", "migration.migrate_outdated"),
}
"""These have no statements of their own, or only for the leader or an outdated database."""

NOTHING_ON_SQLITE = {
    *("challenges.lock", "challenges.lock_people", "cups.lock", "leagues.lock", "team_matches.lock"),
    "nights.lock",
    *("games.lock", "games.lock_clocked_of", "guilds.lock", "players.lock"),
    "heartbeats.database_time",
}
"""On SQLite, a writing transaction holds everything, and the database has no clock."""

SORT_A_FEW = {
    # Everything that belongs to one game.
    *("due_times.drop_of_game", "due_times.replace", "leaderboards.count_win", "records.count"),
    *("badges.played", "records.uncount", "votes.counts", "votes.scores"),
    "events.count_people",
    # Games in which a person votes, and in which a few people voted well.
    *("votes.running_of", "votes.scores_of"),
    "ratings.lock",
    # A player's wins over the computer, when one of them was annulled.
    "leaderboards.recount_wins",
    # The processes of one day.
    "heartbeats.running",
    # The newest challenges, games, and cups of a guild, and its best players, each found by an index.
    "lobbies.lines",
    # The seasons of some guilds.
    "ratings.restarts",
    # A player's running games, or what will come due in them.
    *("due_times.of_players", "games.running_of", "games.running_without_hints", "games.events_of"),
    "games.next_of",
    # A person's open challenges, up to five per server, and the two games of one for both colors.
    *("challenges.open_of", "games.of_challenges"),
    # Those who look for an opponent, what they did lately, and whom a few of them have met.
    *("searches.of_player", "searches.waiting", "searches.stranded", "searches.started", "searches.have_met"),
    *("searches.games_as_white", "searches.count_people"),
    # Searches that others are told of now, and those who want to hear of them, in an index of only those.
    *("searches.to_tell", "searches.hearers"),
    # The people in a few cups, and the cups of a person that aren't over.
    *("cups.fetch", "cups.current_of", "leagues.fetch", "leagues.current_in"),
    # The people in a few game nights, and where a person is being paired.
    *("nights.fetch", "nights.current_of"),
    # The people in a few team matches, and the team matches of a server or person that go on.
    *("team_matches.fetch", "team_matches.current_in", "team_matches.current_of"),
    # Everything that belongs to one person.
    *("privacy.read", "privacy.open_challenges"),
    # Two players, the guilds of one, and everyone in a guild, when its roles change or its season ends.
    *("rating_roles.note_players", "rating_roles.note_player", "rating_roles.note_everyone"),
    # The servers where a player has solved a puzzle of the day.
    "daily_puzzles.unsolved",
    # Games that are over and wait to be judged, the days of a few players, and what's shared of a day.
    *("daily_games.to_judge", "daily_games.days_of", "daily_games.judged_by", "daily_games.shared_in"),
    # A player's vacations since the year began.
    "vacations.since",
    # The games of a few hundred players at a time.
    "badges.reviews_of",
    # The games of two players against each other.
    *("records.meetings", "records.results_between"),
    # One page, found by an index, and the guesses in a guild this month.
    *("ranked_lists.page", "ranked_lists.line_of", "ranked_lists.count_before"),
    # One page as White and one as Black.
    *("games.finished_of", "reviews.finished", "moderation.done_in"),
    *("games.dirty", "games.fetch_several", "games.running_in", "games.running_with_computer"),
    # As many as channels of a server can play.
    "games.running_of_crowds",
    *("games.to_announce", "games.waiting_for_computer", "games.running_between_others"),
}
"""These sort a number of rows that does not grow with the table."""

INDEXES_OF_LISTS = tuple(
    zip(
        RANKINGS,
        (
            *("ix_ratings_established", "ix_ratings_established", "ix_ladder_rungs_order"),
            *("ix_puzzle_months_order", "ix_daily_solves_order", "ix_guesses_guild_id_guessed_at"),
        ),
        strict=True,
    )
)
"""Each list of players with the index that has its order, or its rows."""

SCANS = ("seqscan", "bitmapscan", "hashjoin", "mergejoin")
SORTS = ("sort", "incremental_sort")

LEADING_COLUMNS = {
    str(index.name): index.columns[0].name
    for table in metadata.tables.values()
    for index in (*table.indexes, *table.constraints)
    if isinstance(index, Index | PrimaryKeyConstraint | UniqueConstraint)
}
"""The first column of each index. If a search only uses the others, the whole index is read."""


@pytest.fixture
async def filled(database: Database) -> Database:
    """Return a database with enough games to make their indexes matter."""
    async with database.writing() as connection:
        await fill(connection)
    return database


async def test_no_query_scans_a_growing_table_or_sorts_much_of_it(filled: Database) -> None:
    scans: dict[str, list[str]] = {}
    sorting = set()
    for name, several in calls(left_out=READ_EVERYTHING | RUN_WHAT_THEY_ARE_GIVEN).items():
        for call in several:
            plans = await plans_of(filled, call)
            assert plans or name in NOTHING_ON_SQLITE, f"{name} runs no statement"
            for part in (part for plan in plans for part in plan):
                if (scan := scan_of(part)) is not None:
                    scans.setdefault(name, []).append(scan)
                if isinstance(part, str) and "TEMP B-TREE" in part:
                    sorting.add(name)
    assert scans == {}
    assert sorting <= SORT_A_FEW


@pytest.mark.thorough
async def test_a_query_without_an_index_would_be_noticed(filled: Database) -> None:
    # The third is in an index, but not first; the last is a whole index.
    later = rating_changes.c.rated_at > NOW
    for condition in (games.c.ruleset == "xx", games.c.id + 0 == 1, later, RUNNING):

        async def search(connection: AsyncConnection, condition: ColumnElement[bool] = condition) -> None:
            await connection.execute(select(literal(1)).where(condition).limit(1))

        (plan,) = await plans_of(filled, search)
        assert any(scan_of(part) is not None for part in plan)


async def plans_of(database: Database, call: Call, avoided: Sequence[str] = SCANS) -> list[list[Any]]:
    """Return how the database would run each statement of a call. The call is rolled back.

    PostgreSQL only does what's ``avoided`` if there's no other way. Otherwise it would prefer to read small
    tables completely, and its preferences would depend on the statistics that it happens to have.
    """
    statements: list[tuple[str, Any]] = []

    def note(
        _connection: Connection, _cursor: object, statement: str, given: Any, _context: object, many: Any
    ) -> None:
        statements.append((statement, given[0] if many else given))

    async with database.writing() as connection, connection.begin_nested() as savepoint:
        sync = connection.sync_connection
        assert sync is not None
        if connection.dialect.name == "postgresql":
            for way in avoided:
                await connection.execute(text(f"SET LOCAL enable_{way} = off"))
            # Avoided plans get such a high cost that compiling would seem worthwhile.
            await connection.execute(text("SET LOCAL jit = off"))
        event.listen(sync, "before_cursor_execute", note)
        await call(connection)
        event.remove(sync, "before_cursor_execute", note)
        plans = [await plan_of(connection, *statement) for statement in statements]
        await savepoint.rollback()
    return plans


async def plan_of(connection: AsyncConnection, statement: str, parameters: Any) -> list[Any]:
    """Return the lines of SQLite's plan, or the nodes of PostgreSQL's."""
    if connection.dialect.name == "sqlite":
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [row.detail for row in rows]
    explained = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
    return list(nodes_of(explained.scalar_one()[0]["Plan"]))


def nodes_of(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a node of a plan and all below it."""
    yield node
    for below in node.get("Plans", ()):
        yield from nodes_of(below)


def scan_of(part: Any) -> str | None:
    """Return the table or index that this part of a plan reads completely, if any."""
    if isinstance(part, str):
        scan = re.match(r"SCAN (?P<table>[a-z]\w*)(?: USING (?:COVERING )?INDEX (?P<index>\w+))?", part)
        if (
            scan is None
            or scan["table"] in {*SMALL_TABLES, "chosen", "guessers"}
            or scan["table"].startswith("anon_")
        ):
            return None
        return None if scan["index"] in SHORT_INDEXES else part
    if part["Node Type"] == "Seq Scan":
        return None if part["Relation Name"] in SMALL_TABLES else f"Seq Scan of {part['Relation Name']}"
    index = part.get("Index Name")
    if index is None or index in SHORT_INDEXES or part.get("Relation Name") in SMALL_TABLES:
        return None
    is_searched = re.search(rf"\b{LEADING_COLUMNS[index]}\b", part.get("Index Cond", "")) is not None
    return None if is_searched else f"{part['Node Type']} of {index}"


@pytest.mark.thorough
async def test_running_games_are_counted_in_an_index_of_only_those(filled: Database) -> None:
    (plan,) = await plans_of(filled, count_running)
    assert "ix_games_running" in str(plan)


@pytest.mark.thorough
async def test_a_page_of_the_leaderboard_is_read_in_the_order_of_its_index(filled: Database) -> None:
    for ranking, index in INDEXES_OF_LISTS:
        page = partial(ranked_lists.page, ranking=ranking, offset=0, limit=10)
        plan, *_ = await plans_of(filled, page, [*SCANS, *SORTS])
        assert any(index in str(part) for part in plan), plan


@pytest.mark.thorough
async def test_even_for_someone_with_very_many_games_only_those_shown_are_read(filled: Database) -> None:
    for read, *indexes in (
        (RUNNING_ANYWHERE, "ix_games_running_anywhere_of_white", "ix_games_running_anywhere_of_black"),
        (partial(profiles.fetch, key=RATING), "ix_rating_changes_streak"),
        (partial(profiles.best_win, key=RATING), "ix_rating_changes_won"),
        (partial(profiles.history, key=RATING, numbers=[1, 2]), "ix_rating_changes_games"),
    ):
        (plan,) = await plans_of(filled, read)
        assert all(index in str(plan) for index in indexes), plan
