"""``pyrga move-database``."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from shutil import copy
from typing import Any

import psycopg
import pytest
from sqlalchemy import insert

from bot.clock import SteadyClock, SystemClock
from bot.hosting.opening import alone
from bot.matches.clocks.downtime import Downtime
from bot.matches.standings.leaderboards import Leaderboards
from bot.matches.standings.profiles import Profiles
from bot.matches.standings.seasons import Seasons
from bot.matches.values.standings import LeaderboardChoice
from bot.settings import Settings
from bot.store import moving
from bot.store.clocks import heartbeats
from bot.store.connections.database import Database
from bot.store.moving import MoveError, move
from bot.store.schema.revision import NewerDatabaseError, newest_revision
from bot.store.schema.tables import metadata, puzzle_ratings
from engine import Ruleset
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


class InterruptedMoveError(Exception):
    """Interrupts a move in a test."""


@asynccontextmanager
async def opened(address: str | Path) -> AsyncIterator[Database]:
    url = f"sqlite:///{address}" if isinstance(address, Path) else address
    database = Database(Settings(database_url=url).database())
    try:
        yield database
    finally:
        await database.close()


async def interrupted(source: Path, target: str | Path, at: str = "Verifying") -> None:
    """Begin a move, and interrupt it where it begins to do this."""

    def report(doing: str) -> None:
        if doing.startswith(at):
            raise InterruptedMoveError

    async with opened(source) as first, opened(target) as second:
        with pytest.raises(InterruptedMoveError):
            await move(first, second, report)


async def rows_of(address: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of all tables, in an order that doesn't depend on the database."""
    async with opened(address) as database:
        found = await contents(database)
    return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items()}


async def readings(address: str | Path, clock: StandingClock) -> list[object]:
    """What people see of the games."""
    async with opened(address) as database:
        leaderboard = LeaderboardChoice(GUILD, Ruleset.PYRGA)
        return [
            await Leaderboards(database, clock).people(leaderboard, ADA.id, 0),
            await Profiles(database, clock).profile(GUILD, ADA.id, 202),
            await Clocked(database, clock).games.get(3),
            (await Clocked(database, clock).games.get(3)).record,
        ]


async def play_on(address: str | Path, clock: StandingClock) -> int:
    """Begin a game and make a move in it; return its number."""
    async with opened(address) as database:
        clocked = Clocked(database, clock)
        return (await clocked.play(await clocked.begin(None, opponent=CHIYO))).number


@pytest.fixture(scope="module")
def filled(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database with whole games, a season, and at least one row in every table."""
    file = tmp_path_factory.mktemp("filled") / "pyrga.db"
    copy(migrated, file)
    asyncio.run(fill(file))
    return file


@pytest.fixture
def rich(filled: Path, tmp_path: Path) -> Path:
    """A copy of that database."""
    return Path(copy(filled, tmp_path))


async def fill(file: Path) -> None:
    clock = StandingClock()
    async with opened(file) as database:
        club = Club(Clocked(database, clock))
        won = await club.move(await club.start(), QUICK)
        await club.move(await club.start(), "Sb2 Ta2e")
        await Seasons(database, clock).start(GUILD)
        rated = RatedGames(database, clock)
        await rated.win(201, 202)
        await rated.win(202, 203, times=3)
        async with database.writing() as connection:
            await heartbeats.beat(connection, "bot", clock.now())
            for number, each in enumerate(FLOATS):
                row = {"puzzle": f"x{number}", "rating": each, "deviation": each, "volatility": each}
                await connection.execute(insert(puzzle_ratings).values(row | {"attempts": 1}))
        known = {"players": (ADA.id, BLAISE.id), "games": won.number}
        await add_rows(database, known, "of Ada, é 🗼", metadata.sorted_tables)
    assert all((await rows_of(file)).values())


@pytest.fixture
def server(postgresql: str) -> Iterator[str]:
    """The address of a PostgreSQL database without tables."""
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
    before, seen = await rows_of(rich), await readings(rich, clock)
    for source, target in ((str(rich), server), (server, f"sqlite:///{back}")):
        code, said, errors = await pyrga("move-database", source, target)
        assert (code, errors) == (0, "")
        for name, rows in before.items():
            assert f"Copying {name}: {len(rows)} rows\n" in said
            assert f"Verifying {name}\n" in said
    for moved in (server, back):
        assert await rows_of(moved) == before
        assert await readings(moved, clock) == seen
        assert await play_on(moved, clock) == max(row[0] for row in before["games"]) + 1
    assert [row[1] for row in before["puzzle_ratings"] if row[0][0] == "x"] == [*FLOATS]
    assert back.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "tables", [0, 1, pytest.param(len(TABLES) // 2, marks=pytest.mark.default), len(TABLES)]
)
async def test_an_interrupted_move_can_be_resumed(
    tables: int, rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target, f"Copying {TABLES[tables]}:" if tables < len(TABLES) else "Verifying")
    code, said, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors) == (0, "")
    copied = [line.partition(":")[0] for line in said.splitlines() if line.startswith("Copying")]
    assert copied == [f"Copying {name}" for name in TABLES[tables:]]
    assert await rows_of(target) == await rows_of(rich)


async def test_no_bot_runs_with_only_part_of_the_games(rich: Path, pyrga: Pyrga, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target)
    async with opened(target) as database:
        with pytest.raises(NewerDatabaseError):
            await database.migrate()
    told = "has only a part of the games: pyrga move-database hasn't finished filling it. Run that command"
    for command in ("health", "check"):
        code, *said = await pyrga(command, PYRGA_DATABASE_URL=f"sqlite:///{target}")
        assert (code != 0, told in "".join(said)) == (True, True)
    code, _, errors = await pyrga("move-database", str(target), "other.db")
    assert (code, told in errors) == (1, True)


async def test_another_version_of_the_bot_does_not_resume_the_move(
    rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target)
    execute(target, "UPDATE alembic_version SET version_num = 'moving-0000'")
    said = "Another version of the bot started moving a database to TO. Start over with an empty TO.\n"
    assert await pyrga("move-database", str(rich), str(target)) == (1, "", said)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE players SET name = 'Someone' WHERE id = 101",
        "INSERT INTO players (id, name, created_at) VALUES (-7, 'New', '2026-01-01 00:00:00')",
        "DELETE FROM players WHERE id = -6",
    ],
)
@pytest.mark.parametrize("changed", ["FROM", "TO"])
async def test_a_copy_that_differs_is_not_accepted(
    changed: str, change: str, rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    execute(rich, "INSERT INTO players (id, name, created_at) VALUES (-6, 'Old', '2026-01-01 00:00:00')")
    target = tmp_path / "target.db"
    await interrupted(rich, target)
    execute(rich if changed == "FROM" else target, change)
    code, _, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors) == (1, "TO differs from FROM in players. Start over with an empty TO.\n")
    async with opened(target) as database:
        with pytest.raises(NewerDatabaseError):
            await database.migrate()


async def test_a_target_with_rows_is_refused(rich: Path, pyrga: Pyrga, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    assert (await pyrga("move-database", str(rich), str(target)))[0] == 0
    before = await rows_of(target)
    code, _, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors.startswith("TO isn't empty: it has ")) == (1, True)
    assert await rows_of(target) == before


async def test_a_target_with_other_tables_is_refused(rich: Path, pyrga: Pyrga, server: str) -> None:
    execute(server, "CREATE TABLE accounts (id integer)")
    said = "TO isn't empty: it has accounts. Choose an empty database.\n"
    assert await pyrga("move-database", str(rich), server) == (1, "", said)


async def test_a_migrated_database_without_rows_is_empty(rich: Path, pyrga: Pyrga, postgresql: str) -> None:
    assert (await pyrga("move-database", str(rich), postgresql))[0] == 0
    assert await rows_of(postgresql) == await rows_of(rich)


@pytest.mark.default
async def test_nothing_moves_while_the_bot_runs_on_a_file(rich: Path, pyrga: Pyrga, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    for side, running in (("FROM", rich), ("TO", target)):
        with alone(Settings(database_url=f"sqlite:///{running}")):
            code, _, errors = await pyrga("move-database", str(rich), str(target))
        told = f"{side}: Another process of the bot is using {running}."
        assert (code, errors.startswith(told)) == (2, True)


async def test_nothing_moves_while_the_bot_runs_on_a_server(
    pyrga: Pyrga, postgresql: str, tmp_path: Path
) -> None:
    async with opened(postgresql) as database, database.writing() as connection:
        await heartbeats.beat(connection, "bot", SystemClock().now())
    code, _, errors = await pyrga("move-database", postgresql, str(tmp_path / "target.db"))
    assert (code, errors) == (1, "The bot is running on FROM. Stop it; after a crash, wait 60 seconds.\n")


async def test_it_moves_as_soon_as_the_bot_on_a_server_has_stopped(
    pyrga: Pyrga, postgresql: str, tmp_path: Path
) -> None:
    async with opened(postgresql) as database:
        downtime = Downtime(database, SteadyClock(SystemClock()))
        await downtime.beat()
        await downtime.stop()
    assert (await pyrga("move-database", postgresql, str(tmp_path / "target.db")))[0] == 0


async def test_a_bot_that_is_started_meanwhile_is_noticed(
    rich: Path, postgresql: str, pyrga: Pyrga, tmp_path: Path
) -> None:
    assert (await pyrga("move-database", str(rich), postgresql))[0] == 0

    def start(doing: str) -> None:
        if doing.startswith("Verifying"):
            execute(postgresql, "UPDATE heartbeats SET beat_at = now()")

    async with opened(postgresql) as source, opened(tmp_path / "target.db") as target:
        with pytest.raises(MoveError, match="The bot is running on FROM"):
            await move(source, target, start)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            "UPDATE alembic_version SET version_num = '0000'",
            f"FROM has version 0000 of the tables, and this version of the bot needs {newest_revision()}.",
        ),
        (
            "UPDATE alembic_version SET version_num = '9999'",
            "FROM has version 9999 of the tables, and this version of the bot knows only up to",
        ),
    ],
)
async def test_the_source_must_have_this_version(
    change: str, told: str, rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    execute(rich, change)
    code, _, errors = await pyrga("move-database", str(rich), str(tmp_path / "target.db"))
    assert (code, errors.startswith(told)) == (1, True)


@pytest.mark.default
@pytest.mark.parametrize(
    ("source", "target", "code", "told"),
    [
        ("missing.db", "new.db", 2, "FROM: There's no database at missing.db."),
        ("pyrga.db", "./pyrga.db", 2, "TO: It's the same database as FROM."),
        ("pyrga.db", ".", 2, "TO: . is a folder. Add the name of a file."),
        (
            "pyrga.db",
            "text.txt",
            1,
            "TO can't be used: the file is damaged, or it isn't a database. Choose another",
        ),
        ("pyrga.db", "mysql://ada:secret@host/name", 2, "TO: The bot can't use 'mysql' databases."),
        ("postgresql://ada:secret@host:port/name", "new.db", 2, "FROM: It isn't a database URL."),
        ("pyrga.db", "postgresql://ada:secret@localhost:1/name", 1, "TO can't be used: connection"),
        ("postgresql://ada:secret@localhost:1/name", "new.db", 1, "FROM can't be used: connection"),
    ],
)
@pytest.mark.usefixtures("settings")
async def test_the_error_about_an_address_does_not_show_its_password(
    source: str, target: str, code: int, told: str, *, pyrga: Pyrga, tmp_path: Path
) -> None:
    (tmp_path / "text.txt").write_text("Not a database.", encoding="ascii")
    found, said, errors = await pyrga("move-database", source, target)
    assert (found, errors.startswith(told)) == (code, True), errors
    assert "secret" not in said + errors


async def test_a_text_that_is_not_a_date_is_named(rich: Path, pyrga: Pyrga, tmp_path: Path) -> None:
    execute(rich, "UPDATE players SET created_at = 'yesterday' WHERE id = 101")
    code, _, errors = await pyrga("move-database", str(rich), str(tmp_path / "target.db"))
    assert (code, errors.startswith("A row of players in FROM can't be read: ")) == (1, True)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE players SET name = 'A' || char(0) || 'da' WHERE id = 101",
        "UPDATE players SET name = printf('%.*c', 101, 'a') WHERE id = 101",
    ],
)
async def test_a_row_that_a_server_can_not_store_is_named(
    change: str, rich: Path, pyrga: Pyrga, server: str
) -> None:
    execute(rich, change)
    code, _, errors = await pyrga("move-database", str(rich), server)
    assert (code, errors.startswith("TO rejected a row of players from ")) == (1, True)
    execute(rich, "UPDATE players SET name = 'Ada' WHERE id = 101")
    assert (await pyrga("move-database", str(rich), server))[0] == 0


@contextmanager
def held_up(server: str) -> Iterator[psycopg.Connection]:
    """Keep everyone from writing the last table to a server until the block ends."""
    with psycopg.connect(server) as connection, psycopg.connect(server, autocommit=True) as watching:
        connection.execute(f"LOCK TABLE {TABLES[-1]} IN SHARE MODE")
        # A transaction would keep seeing the same activity.
        yield watching


_WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO %'"


@pytest.mark.parametrize("end", ["kill", "Ctrl-C", "lost server"])
async def test_a_command_that_ended_early_can_be_resumed(
    end: str, rich: Path, postgresql: str, pyrga: Pyrga
) -> None:
    with held_up(postgresql) as connection:
        process = await asyncio.create_subprocess_exec(
            PYRGA, "move-database", str(rich), postgresql, stderr=-1, stdout=-1
        )
        async with asyncio.timeout(PATIENCE):
            while (row := connection.execute(_WAITING).fetchone()) is None:
                assert process.returncode is None
                await asyncio.sleep(_LOOK)
        if end == "lost server":
            connection.execute("SELECT pg_terminate_backend(%s)", row)
        else:
            process.send_signal(signal.SIGKILL if end == "kill" else signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            _, errors = await process.communicate()
    go_on = "Nothing is lost: run the same command again to continue.\n"
    match end:
        case "kill":
            assert process.returncode == -signal.SIGKILL
        case "Ctrl-C":
            assert (process.returncode, errors.decode()) == (130, f"Interrupted. {go_on}")
        case _:
            assert process.returncode == 1
            # The driver may log that the connection broke.
            told = errors.decode().splitlines(keepends=True)[-1]
            assert (told.partition(":")[0], told.endswith(go_on)) == ("TO can't be used", True)
    code, said, errors_after = await pyrga("move-database", str(rich), postgresql)
    assert (code, errors_after, said.partition(":")[0]) == (0, "", f"Copying {TABLES[-1]}")
    assert await rows_of(postgresql) == await rows_of(rich)


@pytest.mark.default
def test_no_row_refers_to_another_row_of_its_table() -> None:
    assert not [
        key for table in metadata.sorted_tables for key in table.foreign_keys if key.column.table is table
    ]
