"""Transactions that lock several rows do so in key order, so that no two wait for each other."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from sqlalchemy import ColumnElement, Engine, Table, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.settings import Settings
from bot.store import games, privacy, reviews
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.schema import tables
from bot.store.settings.players import remember_player
from bot.use_cases.privacy import Deletions
from bot.use_cases.standings import badges, openings, profiles, ratings
from bot.use_cases.standings.recomputing import recompute_standings
from bot.use_cases.standings.seasons import Seasons
from bot.values.events.cup import Cup
from bot.values.events.event_errors import EventError
from bot.values.game.game import Game
from bot.values.game.game_errors import StaleRevisionError
from bot.values.players import Place
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.statements import heard
from tests.bot.use_cases import clocked
from tests.bot.use_cases.clocked import Clocked
from tests.bot.use_cases.club import Club
from tests.bot.use_cases.cups.club import PEOPLE, CupClub

NOW = StandingClock().now()
FIRST, SECOND = "a", "b"
ADA, BLAISE, CHIYO = 101, 102, 103
GAME = {
    **dict.fromkeys(("white_name", "black_name"), "Someone"),
    **dict.fromkeys(("white_helped", "black_helped", "rated", "hints", "swapped"), False),
    **dict.fromkeys(("dirty", "computer_moves", "stalled"), False),
    "ruleset": "pyrga",
    "start": "plain",
    "status": "finished",
    "reason": "resignation",
    "revision": 9,
    "plies": 8,
    "boards": "[]",
    **dict.fromkeys(("created_at", "finished_at"), NOW),
}
LOCKED = text("""
    SELECT relname FROM pg_locks JOIN pg_class ON pg_class.oid = relation
    WHERE mode = 'ShareRowExclusiveLock' AND pid = pg_backend_pid()
""")
WAITING = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


@pytest.fixture
async def database(postgresql: str) -> AsyncIterator[Database]:
    """Yield a database where transactions can wait for each other."""
    opened = Database(Settings(database_url=postgresql).database())
    yield opened
    await opened.close()


async def free_while_locked(
    database: Database,
    table: Table,
    held: ColumnElement[bool],
    act: Callable[[AsyncConnection], Awaitable[object]],
) -> list[Any]:
    """Let ``act`` wait for a row that someone else has locked; return the keys still free, in order."""

    async def acting() -> None:
        async with database.writing() as connection:
            await act(connection)

    return await free_while_waiting(database, table, held, acting)


async def free_while_waiting(
    database: Database,
    table: Table,
    held: ColumnElement[bool],
    act: Callable[[], Coroutine[Any, Any, object]],
    others: Table | None = None,
) -> list[Any]:
    """Do what ``free_while_locked`` does, with transactions that ``act`` begins itself.

    The keys are those of the ``others``, if these aren't in the same table as what's held.
    """
    key = tuple((table if others is None else others).primary_key)
    async with database.writing() as connection:
        await connection.execute(select(*table.primary_key).where(held).with_for_update())
        waiting = asyncio.create_task(act())
        async with database.reading_once() as looking:
            while not (waiting.done() or await looking.scalar(WAITING)):  # noqa: ASYNC110 - the server has no event for it
                await asyncio.sleep(0.01)
        async with database.writing() as other:
            free = (await other.execute(select(*key).with_for_update(skip_locked=True))).scalars().all()
    await waiting
    return sorted(free)


async def annul(club: CupClub, cup: Cup) -> None:
    game = cup.games[0].number
    assert game is not None
    await club.cups.annul(cup.number, game=game, moderator=PEOPLE[5])


async def delete_host(club: CupClub, cup: Cup) -> None:
    await Deletions(club.database, club.clock, club.games, Random(1)).delete(cup.card.host_id)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "change",
    [
        lambda club, cup: club.cups.join(cup, clocked.ADA),
        lambda club, cup: club.cups.remove(cup.number, clocked.ADA, guild_id=10, player_id=clocked.CHIYO.id),
        lambda club, cup: club.cups.begin_next(cup.number),
        annul,
        delete_host,
    ],
)
async def test_a_cup_is_held_before_its_people_and_games(
    database: Database, change: Callable[[CupClub, Cup], Coroutine[Any, Any, object]]
) -> None:
    club = CupClub(database, StandingClock())
    cup = await club.begin(PEOPLE[1:5])
    await club.play_opening(cup)
    await acts.resign(club.games, cup.games[0].number or 0, player_id=cup.games[0].white)

    async def changing() -> None:
        with contextlib.suppress(EventError):
            await change(club, cup)

    held = tables.cups.c.id == cup.number
    free = await free_while_waiting(database, tables.cups, held, changing, tables.players)
    assert free == [player.id for player in PEOPLE[:5]]


@pytest.mark.thorough
async def test_a_game_is_held_before_the_results_that_a_cup_takes(database: Database) -> None:
    club = CupClub(database, StandingClock())
    cup = await club.begin()
    await club.play_opening(cup)
    await acts.resign(club.games, cup.games[0].number or 0, player_id=cup.games[0].white)
    async with database.reading() as connection:
        due = sorted(await connection.scalars(select(tables.due_times.c.id)))
    held, annulling = tables.games.c.id == cup.games[0].number, partial(annul, club, cup)
    assert await free_while_waiting(database, tables.games, held, annulling, tables.due_times) == due


async def test_old_shares_are_deleted_in_key_order(database: Database) -> None:
    # Without an order, the one that was stored first is locked first.
    for position in (SECOND, FIRST):
        async with database.writing() as connection:
            await reviews.claim(connection, position, 1, NOW)
    held = tables.shares.c.subject == SECOND
    later = NOW + timedelta(seconds=1)
    forget = partial(reviews.forget, before=later)
    assert await free_while_locked(database, tables.shares, held, forget) == []


async def test_a_servers_data_is_deleted_in_key_order(database: Database) -> None:
    async with database.writing() as connection:
        for guild_id in (2, 1):
            await connection.execute(insert(tables.guilds).values(id=guild_id, created_at=NOW))
            channel = {"guild_id": guild_id, "channel_id": guild_id}
            await connection.execute(insert(tables.allowed_channels).values(channel))
    channels, forget = tables.allowed_channels, partial(privacy.forget_guilds, guild_ids=[2, 1])
    assert await free_while_locked(database, channels, channels.c.guild_id == 2, forget) == []


async def test_a_players_due_times_are_deleted_in_key_order(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(insert(tables.players).values(id=ADA, name="Ada", created_at=NOW))
        for number in (2, 1):
            row = {"id": number, "at": NOW, "kind": "vacation", "player_id": ADA}
            await connection.execute(insert(tables.due_times).values(row))
    drop = partial(due_times.drop_of_player, player_id=ADA, kind="vacation")
    assert await free_while_locked(database, tables.due_times, tables.due_times.c.id == 2, drop) == []


async def test_a_deleted_players_games_are_changed_in_key_order(
    database: Database,
) -> None:
    async with database.writing() as connection:
        for player_id in (ADA, BLAISE):
            await remember_player(connection, player_id, "Someone", NOW)
        for number, white, black in ((1, ADA, BLAISE), (2, BLAISE, ADA), (3, ADA, BLAISE)):
            seats = {"id": number, "white_id": white, "black_id": black}
            await connection.execute(insert(tables.games).values({**GAME, **seats}))

    lock = partial(privacy.lock_games, player_id=ADA)
    assert await free_while_locked(database, tables.games, tables.games.c.id == 2, lock) == [3]


async def test_what_boards_show_is_noted_beside_others_without_holding_more_matches(
    database: Database,
) -> None:
    club = Club(Clocked(database, StandingClock()))
    first, second = await club.start(), await club.start()
    # Another process has posted the first game's board again.
    await club.players.have_board(first.number, Place(10, 30), 7)

    async def note() -> None:
        await asyncio.gather(*map(club.players.see_all_boards, (first, second)))

    held = tables.games.c.id == first.number
    assert await free_while_waiting(database, tables.games, held, note) == [second.number]
    assert [(await club.games.get(game.number)).shown for game in (first, second)] == [False, True]


async def test_of_two_who_act_on_a_game_at_once_the_second_knows_what_the_first_did(
    database: Database,
) -> None:
    club = Club(Clocked(database, StandingClock()))
    game, results = await club.start(), list[object]()

    async def act() -> None:
        moves = (acts.move(club.games, game, text) for text in ("Sa1", "Sb2"))
        results.extend(await asyncio.gather(*moves, return_exceptions=True))

    await free_while_waiting(database, tables.games, tables.games.c.id == game.number, act)
    assert {*map(type, results)} == {Game, StaleRevisionError}


@pytest.mark.parametrize(
    ("lock", "held"),
    [
        (partial(games.lock, number=2), {2}),
        (partial(games.lock_clocked_of, player_id=ADA), {1}),
        (partial(games.lock_running, player_id=ADA), {1, 2}),
        (partial(privacy.lock_games, player_id=ADA), {1, 2, 3}),
    ],
)
async def test_no_one_changes_the_games_that_are_locked(
    database: Database, lock: Callable[[AsyncConnection], Awaitable[object]], held: set[int]
) -> None:
    running: dict[str, object] = {"status": "active", "reason": None, "finished_at": None}
    games = [{**running, "move_seconds": 300}, running, {}, running]
    async with database.writing() as connection:
        for player_id in (ADA, BLAISE, CHIYO):
            await connection.execute(insert(tables.players).values(id=player_id, name="", created_at=NOW))
        for number, game in enumerate(games, start=1):
            white = BLAISE if number == len(games) else ADA
            row = {**GAME, **game, "id": number, "white_id": white, "black_id": CHIYO}
            await connection.execute(insert(tables.games).values(row))
    async with database.writing() as connection, database.writing() as other:
        await lock(connection)
        free = await other.scalars(select(tables.games.c.id).with_for_update(skip_locked=True))
        assert {*free} == {1, 2, 3, 4} - held


@pytest.mark.thorough
async def test_only_the_cups_of_someone_who_is_deleted_are_locked(database: Database) -> None:
    club = CupClub(database, StandingClock())
    _, other = await club.open(PEOPLE[1:3]), await club.open(PEOPLE[2:4])
    async with database.writing() as connection, database.writing() as looking:
        await privacy.lock(connection, PEOPLE[1].id)
        free = await looking.scalars(select(tables.cups.c.id).with_for_update(skip_locked=True))
        assert [*free] == [other.number]


Recompute = Callable[[AsyncConnection], Awaitable[object]]
RATINGS = {"ratings", "rating_events", "rating_changes"}


async def locked(database: Database, work: Recompute) -> set[str]:
    """Return the tables to which no one else can write while this is being done."""
    async with database.writing() as connection:
        await work(connection)
        return {*await connection.scalars(LOCKED)}


@pytest.mark.parametrize(
    ("work", "tables"),
    [
        (recompute_standings, {"records", "ladder_rungs"}),
        (profiles.recompute, {"accuracies"}),
        (openings.recompute, {"opening_moves"}),
        (partial(badges.recompute, every_puzzle=()), {"badges"}),
        (ratings.recompute, RATINGS),
        (ratings.rerate_some, RATINGS),
    ],
)
async def test_no_one_writes_to_what_is_being_recomputed(
    database: Database, work: Recompute, tables: set[str]
) -> None:
    assert await locked(database, work) == tables


async def test_no_one_is_rated_or_gets_a_badge_while_a_game_is_taken_back(database: Database) -> None:
    club = Club(Clocked(database, StandingClock()))
    game = await club.resigned(await club.start(), clocked.BLAISE)
    assert await locked(database, partial(badges.revoke, game=game)) == {"badges"}
    assert await locked(database, partial(ratings.revert, game=game)) == RATINGS


async def test_no_one_is_rated_while_a_season_begins_or_ends(database: Database) -> None:
    seasons = Seasons(database, StandingClock())
    for step in (seasons.start, seasons.end, seasons.roll_over):
        with heard(Engine) as statements:
            await step(10)
        named = [one.split()[2:-5] for one in statements if one.startswith("LOCK TABLE")]
        assert [{name.strip(",") for name in names} for names in named] == [RATINGS]
