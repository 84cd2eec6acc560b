"""``pyrga move-database``."""

import asyncio
import os
import re
import signal
import sqlite3
import termios
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Any

import psycopg
import pytest
from sqlalchemy import insert

from bot.clock import SteadyClock, SystemClock
from bot.hosting.locking import alone
from bot.matches.clocks.downtime import Downtime
from bot.matches.standings.leaderboards import Leaderboards
from bot.matches.standings.profiles import Profiles
from bot.matches.standings.seasons import Seasons
from bot.matches.values.standings import LeaderboardChoice
from bot.settings import Settings
from bot.store.clocks import heartbeats
from bot.store.connections.database import Database
from bot.store.moving import paging
from bot.store.moving.checksums import Checksum
from bot.store.moving.errors import MoveError
from bot.store.moving.moving import move
from bot.store.moving.target import alone_on
from bot.store.schema.revision import NewerDatabaseError, newest_revision
from bot.store.schema.tables import metadata, puzzle_ratings
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.hosting.conftest import PYRGA, Pyrga
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, Clocked
from tests.bot.matches.club import QUICK, Club
from tests.bot.matches.rated_games import GUILD, RatedGames
from tests.bot.personal_rows import add_rows, contents

FLOATS = (0.1 + 0.2, 1e-300, -1 / 3, 1.7976931348623157e308, 5e-324, 1500.0)
PATIENCE = 60.0
NARROW = 40
_LOOK = 0.02


class InterruptedMoveError(Exception):
    """Interrupts a move in a test."""


@dataclass
class Interruption:
    """Interrupts a move after this many batches, or when it begins to verify."""

    batches: int = 10**6

    def checking(self, rows: int) -> None:
        """Nothing is interrupted twice."""

    def copying(self, rows: int, done: int) -> None:
        """Nothing is interrupted here."""

    def verifying(self, rows: int) -> None:
        del rows
        raise InterruptedMoveError

    def count(self, rows: int) -> None:
        del rows
        self.batches -= 1
        if self.batches == 0:
            raise InterruptedMoveError

    def compared(self, table: str, source: Checksum, target: Checksum) -> None:
        """Nothing is compared after the interruption."""


@asynccontextmanager
async def opened(address: str | Path) -> AsyncIterator[Database]:
    url = f"sqlite:///{address}" if isinstance(address, Path) else address
    database = Database(Settings(database_url=url).database())
    try:
        yield database
    finally:
        await database.close()


async def interrupted(source: Path, target: str | Path, batches: int = 10**6) -> None:
    """Begin a move, and interrupt it after this many batches, or else before it's verified."""
    async with opened(source) as first, opened(target) as second:
        with pytest.raises(InterruptedMoveError):
            await move(first, second, Interruption(batches))


async def rows_of(address: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of all tables, in an order that doesn't depend on the database."""
    async with opened(address) as database:
        found = await contents(database)
    return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items()}


async def readings(address: str | Path, clock: StandingClock) -> list[object]:
    """What people see of the games."""
    async with opened(address) as database:
        leaderboard = LeaderboardChoice(GUILD, Ruleset.PYRGA, provisional=True)
        return [
            await Leaderboards(database, clock).people(leaderboard, ADA.id, 0),
            await Profiles(database, clock).profile(GUILD, ADA.id, 202),
            await Clocked(database, clock).games.get(3),
            await Clocked(database, clock).games.record(3),
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
    monkeypatch.setattr(paging, "ROWS", 3)


@pytest.mark.usefixtures("small_batches")
async def test_a_database_moves_to_a_server_and_back(
    rich: Path, server: str, pyrga: Pyrga, tmp_path: Path, clock: StandingClock
) -> None:
    back = tmp_path / "back.db"
    before, seen = await rows_of(rich), await readings(rich, clock)
    for source, target in ((str(rich), server), (server, f"sqlite:///{back}")):
        code, said, errors = await pyrga("move-database", source, target)
        assert (code, errors) == (0, "")
        assert "DIFFERENT" not in said
        for name, rows in before.items():
            assert f"{name}: {len(rows)} rows, checksum " in said
    for moved in (server, back):
        assert await rows_of(moved) == before
        assert await readings(moved, clock) == seen
        assert await play_on(moved, clock) == max(row[0] for row in before["games"]) + 1
    assert [row[1] for row in before["puzzle_ratings"] if row[0][0] == "x"] == [*FLOATS]
    assert back.stat().st_mode & 0o777 == 0o600


async def test_a_number_that_a_server_has_used_is_never_used_again(
    rich: Path, server: str, postgresql: str, pyrga: Pyrga, clock: StandingClock
) -> None:
    assert (await pyrga("move-database", str(rich), postgresql))[0] == 0
    execute(postgresql, "SELECT setval('games_id_seq', 50)")
    assert (await pyrga("move-database", postgresql, server))[0] == 0
    assert await play_on(server, clock) == 51


def shown_on(terminal: int) -> str:
    """Everything that's written to a terminal until no one has it open any more."""
    shown = b""
    # At the end, Linux reports an error, and other systems that there's nothing.
    with open(terminal, "rb", buffering=0) as screen, suppress(OSError):
        while read := screen.read(1000):
            shown += read
    return shown.decode()


async def test_a_narrow_terminal_shows_how_long_each_part_takes(rich: Path, tmp_path: Path) -> None:
    await interrupted(rich, tmp_path / "target.db", 5)
    terminal, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, NARROW))
    process = await asyncio.create_subprocess_exec(
        PYRGA, "move-database", str(rich), str(tmp_path / "target.db"), stdout=-3, stderr=theirs
    )
    os.close(theirs)
    async with asyncio.timeout(PATIENCE):
        shown = await asyncio.to_thread(shown_on, terminal)
        assert await process.wait() == 0
    lines = [line.rstrip() for line in re.split(r"[\r\n]+", shown)]
    assert max(map(len, lines)) <= NARROW
    for part in ("Checking what's there", "Copying", "Verifying FROM and TO"):
        assert any(re.match(rf"{part}: 100%, \d\d:\d\d left", line) for line in lines), shown


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("batches", [1, 9, 40])
async def test_an_interrupted_move_can_be_resumed(
    batches: int, rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target, batches)
    with closing(sqlite3.connect(target)) as connection:
        (copied,) = connection.execute("SELECT sum(rows) FROM moved_tables").fetchone()
    code, said, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors) == (0, "")
    total = sum(map(len, (await rows_of(rich)).values()))
    assert said.startswith(f"Checking what's there: {copied:,} rows\nCopying: {total - copied:,} rows\n")
    assert f"\nVerifying FROM and TO: {2 * total:,} rows\n" in said
    assert await rows_of(target) == await rows_of(rich)
    with closing(sqlite3.connect(target)) as connection:
        assert not connection.execute("SELECT * FROM sqlite_master WHERE name = 'moved_tables'").fetchall()


async def test_no_bot_runs_with_only_part_of_the_games(rich: Path, pyrga: Pyrga, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target, 5)
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
    await interrupted(rich, target, 5)
    execute(target, "UPDATE alembic_version SET version_num = 'moving-0001'")
    said = "Another version of the bot started moving a database to TO. Start over with an empty TO.\n"
    assert await pyrga("move-database", str(rich), str(target)) == (1, "", said)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE players SET name = 'Someone' WHERE id = 101",
        "INSERT INTO players (id, name, created_at) VALUES (-7, 'New', '2026-01-01 00:00:00')",
        "DELETE FROM allowed_channels",
    ],
)
async def test_a_move_is_not_resumed_if_the_source_has_changed(
    change: str, rich: Path, pyrga: Pyrga, tmp_path: Path
) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target)
    execute(rich, change)
    code, _, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors.partition(":")[0]) == (
        1,
        "FROM has changed since the move began, or it's a different database",
    )
    assert "Start over with an empty TO." in errors


async def test_a_move_is_not_resumed_from_another_source(
    rich: Path, pyrga: Pyrga, tmp_path: Path, migrated: Path
) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target, 5)
    code, _, errors = await pyrga("move-database", str(migrated), str(target))
    assert (code, "or it's a different database" in errors) == (1, True)


async def test_a_row_that_differs_in_the_copy_is_noticed(rich: Path, pyrga: Pyrga, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    await interrupted(rich, target)
    execute(target, "UPDATE moves SET move = 'Sa1' WHERE game_id = 1 AND ply = 4")
    execute(target, "DELETE FROM badges")
    code, said, errors = await pyrga("move-database", str(rich), str(target))
    assert (code, errors) == (1, "TO differs from FROM in badges, moves. Start over with an empty TO.\n")
    assert [line.partition(":")[0] for line in said.splitlines() if "DIFFERENT" in line] == [
        "badges",
        "moves",
    ]
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

    class Start(Interruption):
        def verifying(self, rows: int) -> None:
            del rows
            execute(postgresql, "UPDATE heartbeats SET beat_at = now()")

    async with opened(postgresql) as source, opened(tmp_path / "target.db") as target:
        with pytest.raises(MoveError, match="The bot was started on FROM in the meantime"):
            await move(source, target, Start())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            "UPDATE alembic_version SET version_num = '0001'",
            f"FROM has version 0001 of the tables, and this version of the bot needs {newest_revision()}.",
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
    assert (code, errors.startswith("A row of players can't be read: ")) == (1, True)


async def test_only_one_of_two_simultaneous_moves_to_a_server_continues(
    rich: Path, server: str, pyrga: Pyrga
) -> None:
    async with opened(rich) as source, opened(server) as target:

        class Meanwhile(Interruption):
            def copying(self, rows: int, done: int) -> None:
                del rows, done
                raise InterruptedMoveError

        async with alone_on(target):
            code, _, errors = await pyrga("move-database", str(rich), server)
            assert (code, errors.startswith("Another process is moving a database to TO.")) == (1, True)
        with pytest.raises(InterruptedMoveError):
            await move(source, target, Meanwhile())
    assert (await pyrga("move-database", str(rich), server))[0] == 0


async def test_a_text_that_a_server_can_not_store_is_named(rich: Path, pyrga: Pyrga, server: str) -> None:
    execute(rich, "UPDATE players SET name = 'A' || char(0) || 'da' WHERE id = 101")
    code, _, errors = await pyrga("move-database", str(rich), server)
    told = "The column name of players, row id 101, contains a NUL character, which PostgreSQL can't store. "
    assert (code, errors.startswith(told)) == (1, True)
    execute(rich, "UPDATE players SET name = printf('%.*c', 101, 'a') WHERE id = 101")
    code, _, errors = await pyrga("move-database", str(rich), server)
    assert (code, "row id 101, is longer than 100 characters" in errors) == (1, True)
    execute(rich, "UPDATE players SET name = 'Ada' WHERE id = 101")
    execute(rich, "UPDATE games SET move_seconds = 3000000000 WHERE id = 1")
    code, _, errors = await pyrga("move-database", str(rich), server)
    assert (code, errors.startswith("TO rejected a row of games from id 1 to id ")) == (1, True)
    execute(rich, "UPDATE games SET move_seconds = NULL WHERE id = 1")
    assert (await pyrga("move-database", str(rich), server))[0] == 0


@contextmanager
def held_up(server: str) -> Iterator[psycopg.Connection]:
    """Keep everyone from writing moves to a server until the block ends."""
    with psycopg.connect(server) as connection, psycopg.connect(server, autocommit=True) as watching:
        connection.execute("LOCK TABLE moves IN SHARE MODE")
        # A transaction would keep seeing the same activity.
        yield watching


_WAITING = (
    "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO moves%'"
)


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
            assert errors.decode().startswith("TO can't be used: ")
            assert errors.decode().endswith(go_on)
    code, said, errors_after = await pyrga("move-database", str(rich), postgresql)
    assert (code, errors_after, said.startswith("Checking what's there: ")) == (0, "", True)
    assert await rows_of(postgresql) == await rows_of(rich)


def test_no_row_refers_to_another_row_of_its_table() -> None:
    assert not [
        key for table in metadata.sorted_tables for key in table.foreign_keys if key.column.table is table
    ]
