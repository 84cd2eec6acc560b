"""``pyrga move-database``."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from shutil import copy
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, insert

from bot.clock import SteadyClock, SystemClock
from bot.hosting.opening import alone
from bot.matches.clocks.downtime import Downtime
from bot.matches.standings.seasons import Seasons
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.copies import moving
from bot.store.copies.moving import MoveError, move
from bot.store.schema.revision import NewerDatabaseError
from bot.store.schema.tables import metadata, puzzle_ratings
from tests.bot.clocks import StandingClock
from tests.bot.hosting.conftest import PYRGA, Pyrga
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, Clocked
from tests.bot.matches.club import QUICK, Club
from tests.bot.matches.rated_games import GUILD, RatedGames
from tests.bot.personal_rows import add_rows, contents

pytestmark = pytest.mark.thorough

FLOATS = (0.1 + 0.2, 1e-300, -1 / 3, 1.7976931348623157e308, 5e-324, 1500.0)
PATIENCE = 60.0
_LOOK = 0.02
TABLES = [table.name for table in metadata.sorted_tables]
START_OVER = "Start over with an empty TO.\n"
VERSION = "UPDATE alembic_version SET version_num ="


class InterruptedMoveError(Exception):
    """Interrupts a move in a test."""


@asynccontextmanager
async def opened(address: str | Path) -> AsyncIterator[Database]:
    database = Database(url_of(address))
    try:
        yield database
    finally:
        await database.close()


def url_of(address: str | Path) -> URL:
    url = f"sqlite:///{address}" if isinstance(address, Path) else address
    return Settings(database_url=url).database()


def interrupted(source: Path, target: str | Path, at: str = "Verifying") -> None:
    """Begin a move, and interrupt it where it begins to do this."""

    def report(doing: str) -> None:
        if doing.startswith(at):
            raise InterruptedMoveError

    with pytest.raises(InterruptedMoveError):
        move(url_of(source), url_of(target), report)


async def rows_of(address: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of all tables, in an order that doesn't depend on the database."""
    async with opened(address) as database:
        found = await contents(database)
    return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items()}


async def play_on(address: str | Path, clock: StandingClock) -> int:
    """Begin a game and make a move in it; return its number."""
    async with opened(address) as database:
        clocked = Clocked(database, clock)
        return (await clocked.play(await clocked.begin(None, opponent=CHIYO))).number


@pytest.fixture(scope="module")
def filled(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite database with whole games, a season, and at least one row in every table."""
    file = Path(copy(migrated, tmp_path_factory.mktemp("filled") / "pyrga.db"))
    asyncio.run(fill(file))
    return file


@pytest.fixture
def rich(filled: Path, tmp_path: Path) -> Path:
    """Return a copy of that database."""
    return Path(copy(filled, tmp_path))


async def fill(file: Path) -> None:
    clock = StandingClock()
    async with opened(file) as database:
        club = Club(Clocked(database, clock))
        won = await club.move(await club.start(), QUICK)
        await Seasons(database, clock).start(GUILD)
        await RatedGames(database, clock).win(201, 202)
        async with database.writing() as connection:
            for number, each in enumerate(FLOATS):
                row = {"puzzle": f"x{number}", "rating": each, "deviation": each, "volatility": each}
                await connection.execute(insert(puzzle_ratings).values(row | {"attempts": 1}))
        known = {"players": (ADA.id, BLAISE.id), "games": won.number}
        await add_rows(database, known, "of Ada, é 🗼", metadata.sorted_tables)
    assert all((await rows_of(file)).values())


@pytest.fixture
def server(postgresql: str) -> Iterator[str]:
    """Yield the address of a PostgreSQL database without tables."""
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute("CREATE DATABASE moved")
    yield postgresql.replace("@/postgres?", "@/moved?")
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute("DROP DATABASE moved WITH (FORCE)")


def execute(address: str | Path, statement: str) -> None:
    """Change a database of either kind behind the bot's back."""
    if isinstance(address, Path):
        with closing(sqlite3.connect(address)) as connection, connection:
            connection.execute(statement)
    else:
        with psycopg.connect(address) as session:
            session.execute(statement)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make batches so small that a few rows are several batches."""
    monkeypatch.setattr(moving, "_ROWS", 3)


@pytest.mark.usefixtures("small_batches")
async def test_a_database_moves_to_a_server_and_back(
    rich: Path, server: str, pyrga: Pyrga, tmp_path: Path, clock: StandingClock
) -> None:
    back = tmp_path / "back.db"
    before = await rows_of(rich)
    for source, target in ((str(rich), server), (server, f"sqlite:///{back}")):
        code, said, errors = await pyrga("move-database", source, target)
        assert (code, errors) == (0, "")
        for name, rows in before.items():
            assert f"Copying {name}: {len(rows)} rows\n" in said
            assert f"Verifying {name}\n" in said
    for moved in (server, back):
        assert await rows_of(moved) == before
        assert await play_on(moved, clock) == max(row[0] for row in before["games"]) + 1
    assert [row[1] for row in before["puzzle_ratings"] if row[0][0] == "x"] == [*FLOATS]
    assert back.stat().st_mode & 0o777 == 0o600


@pytest.mark.default
async def test_an_interrupted_move_can_be_resumed_and_until_then_no_bot_runs(
    rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    target, middle = tmp_path / "target.db", len(TABLES) // 2
    interrupted(rich, target, f"Copying {TABLES[middle]}:")
    async with opened(target) as database:
        with pytest.raises(NewerDatabaseError):
            await database.migrate()
    told = "has only a part of the games: pyrga move-database hasn't finished filling it. Run that command"
    for command in (["health"], ["check"], ["move-database", str(target), "other.db"]):
        code, *both = await pyrga(*command, PYRGA_DATABASE_URL=f"sqlite:///{target}")
        assert (code != 0, told in "".join(both)) == (True, True)
    code, said, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors) == (0, "")
    copied = [line.partition(":")[0] for line in said.splitlines() if line.startswith("Copying")]
    assert copied == [f"Copying {name}" for name in TABLES[middle:]]
    assert await rows_of(target) == await rows_of(rich)
    execute(target, "UPDATE alembic_version SET version_num = 'moving-0000'")
    problem = "Another version of the bot started moving a database to TO."
    assert await pyrga("move-database", str(rich), str(target)) == (1, "", f"{problem} {START_OVER}")


@pytest.mark.parametrize(
    ("changed", "change"),
    [
        ("TO", "UPDATE players SET name = 'Someone' WHERE id = 101"),
        ("FROM", "INSERT INTO players (id, name, created_at) VALUES (-7, 'New', '2026-01-01 00:00:00')"),
    ],
)
async def test_a_copy_that_differs_is_not_accepted(
    changed: str, change: str, rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    target = tmp_path / "target.db"
    interrupted(rich, target)
    execute(rich if changed == "FROM" else target, change)
    code, _, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors) == (1, f"TO differs from FROM in players. {START_OVER}")


async def test_only_an_empty_target_is_accepted(rich: Path, pyrga: Pyrga, server: str) -> None:
    execute(server, "CREATE TABLE accounts (id integer)")
    said = "TO isn't empty: it has accounts. Choose an empty database.\n"
    assert await pyrga("move-database", str(rich), server) == (1, "", said)
    other = Path(copy(rich, rich.with_name("other.db")))
    before = await rows_of(other)
    code, _, errors = await pyrga("move-database", str(rich), str(other))
    assert (code, errors.startswith("TO isn't empty: it has ")) == (1, True)
    assert await rows_of(other) == before


@pytest.mark.default
async def test_nothing_moves_while_the_bot_runs_on_a_file(rich: Path, pyrga: Pyrga, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    for side, running in (("FROM", rich), ("TO", target)):
        with alone(Settings(database_url=f"sqlite:///{running}")):
            code, _, errors = await pyrga("move-database", str(rich), str(target))
        told = f"{side}: Another process of the bot is using {running}."
        assert (code, errors.startswith(told)) == (2, True)


async def test_nothing_moves_while_the_bot_runs_on_a_server(
    rich: Path, postgresql: str, pyrga: Pyrga, tmp_path: Path
) -> None:
    target, running = (
        tmp_path / "target.db",
        "The bot is running on FROM. Stop it; after a crash, wait 60 seconds.",
    )
    # An empty database can have tables.
    assert (await pyrga("move-database", str(rich), postgresql))[0] == 0
    async with opened(postgresql) as database:
        downtime = Downtime(database, SteadyClock(SystemClock()))
        await downtime.beat()
        assert await pyrga("move-database", postgresql, str(target)) == (1, "", f"{running}\n")
        await downtime.stop()

    def start(doing: str) -> None:
        if doing.startswith("Verifying"):
            execute(postgresql, "UPDATE heartbeats SET beat_at = now(), process = 'bot'")

    with pytest.raises(MoveError, match="The bot is running on FROM"):
        move(url_of(postgresql), url_of(target), start)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (f"{VERSION} '0000'", "FROM has version 0000 of the tables, and this version needs "),
        (f"{VERSION} '9999'", "FROM has version 9999 of the tables, and this version of the bot knows only "),
        ("UPDATE players SET name = 'A' || char(0) || 'da' WHERE id = 101", "Copying players: "),
    ],
)
async def test_what_can_not_be_moved_is_named(
    change: str, told: str, rich: Path, pyrga: Pyrga, server: str
) -> None:
    execute(rich, change)
    code, _, errors = await pyrga("move-database", str(rich), server)
    assert (code, errors.startswith(told)) == (1, True), errors


@pytest.mark.default
@pytest.mark.parametrize(
    ("source", "target", "code", "told"),
    [
        ("missing.db", "new.db", 2, "FROM: There's no database at missing.db."),
        ("pyrga.db", "./pyrga.db", 2, "TO: Another process of the bot is using pyrga.db."),
        ("pyrga.db", "mysql://ada:secret@host/name", 2, "TO: The bot can't use 'mysql' databases."),
        ("pyrga.db", "postgresql://ada:secret@localhost:1/name", 1, "Connecting failed: connection"),
    ],
)
@pytest.mark.usefixtures("settings")
async def test_the_error_about_an_address_does_not_show_its_password(
    source: str, target: str, code: int, told: str, *, pyrga: Pyrga
) -> None:
    found, said, errors = await pyrga("move-database", source, target)
    assert (found, errors.startswith(told)) == (code, True), errors
    assert "secret" not in said + errors


_WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO %'"


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
async def test_a_command_that_ended_early_can_be_resumed(
    end: signal.Signals, rich: Path, postgresql: str, pyrga: Pyrga
) -> None:
    with psycopg.connect(postgresql) as holding, psycopg.connect(postgresql, autocommit=True) as watching:
        holding.execute(f"LOCK TABLE {TABLES[-1]} IN SHARE MODE")
        process = await asyncio.create_subprocess_exec(
            PYRGA, "move-database", str(rich), postgresql, stderr=-1, stdout=-1
        )
        async with asyncio.timeout(PATIENCE):
            while watching.execute(_WAITING).fetchone() is None:
                assert process.returncode is None
                await asyncio.sleep(_LOOK)
            process.send_signal(end)
            _, errors = await process.communicate()
    if end is signal.SIGINT:
        told = "Interrupted. Nothing is lost: run the same command again to continue.\n"
        assert (process.returncode, errors.decode()) == (130, told)
    code, said, after = await pyrga("move-database", str(rich), postgresql)
    assert (code, after, said.partition(":")[0]) == (0, "", f"Copying {TABLES[-1]}")
    assert await rows_of(postgresql) == await rows_of(rich)


@pytest.mark.default
def test_no_row_refers_to_another_row_of_its_table() -> None:
    assert not [
        key for table in metadata.sorted_tables for key in table.foreign_keys if key.column.table is table
    ]
