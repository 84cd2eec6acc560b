"""A database in which people have played with version 1.0.0 is migrated, and keeps everything.

Version 1.0.0 itself has made ``first_schema/contents.json``, with games of every kind, cups, leagues, team
matches, and seasons: for each table, the names of columns and then the rows.
"""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Date, LargeBinary, column, insert, table, text

from bot.store.connections.database import Database
from bot.store.schema.indexes import metadata
from bot.store.schema.migration import run_migrations
from bot.store.schema.stored_revision import change_revision
from bot.store.schema.tables import Instant
from bot.use_cases.standings.badges import Badges
from bot.values.badges import CUP_MEDALS, Badge
from bot.values.clocks import NO_CLOCK, TotalTime
from bot.values.players import ChallengePolicy, Controls, NotificationMode, ThemeName
from bot.values.preferences import GuildPreferences, PlayerPreferences
from engine import Ruleset, Start
from tests.bot.clocks import StandingClock
from tests.bot.personal_rows import contents
from tests.bot.store.test_migrations import first_schema
from tests.bot.use_cases.cups.club import CupClub
from tests.bot.use_cases.teams.rivals import Rivals

pytestmark = pytest.mark.thorough

STORED: dict[str, list[list[Any]]] = json.loads(
    (Path(__file__).parent / "first_schema" / "contents.json").read_text(encoding="utf-8")
)
READERS: dict[type, Callable[[Any], Any]] = {
    Instant: datetime.fromisoformat,
    Date: date.fromisoformat,
    LargeBinary: bytes.fromhex,
}

SERVERS = {
    10: GuildPreferences(language="fr", puzzle_channel_id=20),
    11: GuildPreferences(
        theme=ThemeName.BASALT,
        ruleset=Ruleset.PILOTIS,
        move_seconds=NO_CLOCK,
        start=Start.SWAP,
        rated=False,
        thread=True,
        channels=frozenset({21, 22}),
        announcement_channel_id=23,
        monthly_seasons=True,
        puzzle_hour=6,
        events_for_all=True,
        guesses=False,
    ),
    13: GuildPreferences(move_seconds=NO_CLOCK, total=TotalTime(600, 5)),
}
PEOPLE = {
    101: PlayerPreferences(
        theme=ThemeName.LIMESTONE,
        language="pl",
        notifications=NotificationMode.PRIVATE,
        challenge_policy=ChallengePolicy.ACQUAINTANCES,
        controls=Controls(confirm=True, compact=True),
        reminders=frozenset({1, 24}),
        text_leaderboard=True,
        listed=True,
        text_board=True,
        across_servers=True,
    ),
    102: PlayerPreferences(notifications=NotificationMode.NONE, across_servers=True),
    103: PlayerPreferences(reminders=frozenset(), listed=False, guesses=False, rating_roles=False),
}
CHOSEN_ONCE = {
    10: {"language", "puzzle_channel_id", "puzzle_language"},
    13: {"move_seconds", "total_seconds", "increment_seconds"},
}
"""What's stored of two servers, for which version 1.0.0 stored all defaults."""


def restore(connection: Connection) -> None:
    """Make the tables of version 1.0.0, with everything in them."""
    metadata.drop_all(connection)
    for statement in first_schema(connection.dialect.name):
        connection.execute(text(statement))
    for name, (columns, *rows) in STORED.items():
        known = [metadata.tables[name].c.get(each) for each in columns]
        kinds = [None if each is None else each.type for each in known]
        readers = [READERS.get(type(kind), lambda value: value) for kind in kinds]
        source = table(name, *(column(each, kind) for each, kind in zip(columns, kinds, strict=True)))
        values = [
            {
                each: None if value is None else read(value)
                for each, value, read in zip(columns, row, readers, strict=True)
            }
            for row in rows
        ]
        connection.execute(insert(source), values)
    change_revision(connection, "0001")


def numbers(name: str) -> list[int]:
    """Return the key of each row of a table."""
    columns, *rows = STORED[name]
    return [row[columns.index("id")] for row in rows]


@pytest.fixture
async def upgraded(database: Database) -> Database:
    """Return a database of each kind, once the newest version has started with it."""
    async with database.writing() as connection:
        await connection.run_sync(restore)
        await connection.run_sync(run_migrations)
    return database


async def test_every_row_of_1_0_0_is_still_there(upgraded: Database) -> None:
    after = await contents(upgraded)
    (everywhere,) = after.pop("shards")
    small = {(101, Badge.CUP_GOLD), (102, Badge.CUP_SILVER), (103, Badge.CUP_BRONZE)}
    assert {name: len(rows) for name, rows in after.items() if rows} == {
        name: len(rows) - (len(small) if name == "badges" else 0) for name, (_, *rows) in STORED.items()
    }
    assert not small & {(row.player_id, row.badge) for row in after["badges"]}
    # People could last play when the bot was last up, and that time isn't lost.
    assert (everywhere.shard_id, everywhere.shard_count) == (0, 1)
    assert everywhere.answered_at == max(row.beat_at for row in after["heartbeats"])
    chosen = {
        row.id: {name for name, value in row._mapping.items() if value is not None} for row in after["guilds"]
    }
    for guild_id, names in CHOSEN_ONCE.items():
        assert chosen[guild_id] - {"id", "created_at"} == names


async def test_everything_that_people_did_with_1_0_0_can_be_read(upgraded: Database) -> None:
    clock = StandingClock()
    clock.move(timedelta(days=365))
    club, rivals = CupClub(upgraded, clock), Rivals(upgraded, clock)
    games = [await club.games.get(number) for number in numbers("games")]
    assert {len(game.moves) for game in games} >= {0, 3, 4, 11}
    cups = [await club.cups.get(number) for number in numbers("cups")]
    assert [len(cup.entrants) for cup in cups] == [4, 3, 3, 4, 4]
    assert [len((await club.leagues.get(number)).members) for number in numbers("leagues")] == [4]
    assert [len((await rivals.matches.get(number)).games) for number in numbers("team_matches")] == [4, 0]
    preferences = club.clocked.preferences
    assert {each: await preferences.guild(each) for each in SERVERS} == SERVERS
    assert {each: await preferences.player(each) for each in PEOPLE} == PEOPLE


async def test_medals_of_a_cup_of_four_stay_in_its_server(upgraded: Database) -> None:
    club = CupClub(upgraded, StandingClock())
    cup = await club.cups.get(1)
    assert (cup.played, cup.medals) == (4, {101: 1, 102: 2, 103: 3})
    for guild_id, badge, won in ((10, {Badge.CUP_GOLD}, 1), (11, set(), 0), (None, set(), 0)):
        held = await Badges(upgraded, club.clock).badges_of(101, guild_id=guild_id)
        assert {each.badge for each in held} & {*CUP_MEDALS.values()} == badge
        if guild_id != 11:
            profile = await club.clocked.profiles.profile(guild_id, reader_id=101, player_id=101)
            assert profile.cups == won


async def test_a_game_that_began_with_1_0_0_goes_on(upgraded: Database) -> None:
    clock = StandingClock()
    club = CupClub(upgraded, clock)
    (game,) = [
        game
        for number in numbers("games")
        if (game := await club.games.get(number)).ruleset is Ruleset.PILOTIS
    ]
    assert len((await club.clocked.play(game)).moves) == len(game.moves) + 1
