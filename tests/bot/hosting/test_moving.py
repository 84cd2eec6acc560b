"""``pyrga move-database``."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, text

from bot.environment import CommandError
from bot.hosting.maintenance import opened
from bot.settings import Settings
from bot.store import copies
from bot.store.copies import move
from bot.store.schema.revision import NewerDatabaseError
from bot.store.schema.tables import metadata
from bot.use_cases.standings.seasons import Seasons
from tests.bot.clocks import StandingClock
from tests.bot.hosting.conftest import PYRGA, Pyrga
from tests.bot.personal_rows import add_rows, contents
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, Clocked
from tests.bot.use_cases.club import QUICK, Club
from tests.bot.use_cases.rated_games import GUILD, RatedGames

pytestmark = pytest.mark.thorough

PATIENCE = 60.0
_LOOK = 0.02
TABLES = [table.name for table in metadata.sorted_tables]
MIDDLE = len(TABLES) // 2
VERSION = "UPDATE alembic_version SET version_num ="


def url_of(address: str) -> URL:
    return Settings(database_url=address).database()


async def rows_of(address: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of all tables, in an order that doesn't depend on the database."""
    async with opened(Settings(database_url=address)) as database:
        found = await contents(database)
    return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items()}


def execute(address: str, statement: str) -> None:
    """Change a database behind the bot's back."""
    engine = copies._engine(url_of(address))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
async def rich(settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of an SQLite database with whole games and at least one row in every table.

    Two rows are two batches.
    """
    monkeypatch.setattr(copies, "_ROWS", 1)
    async with opened(settings) as database:
        club = Club(Clocked(database, clock))
        won = await club.move(await club.start(), QUICK)
        await Seasons(database, clock).start(GUILD)
        await RatedGames(database, clock).win(201, 202)
        known = {"players": (ADA.id, BLAISE.id), "games": won.number}
        await add_rows(database, known, "of Ada, é 🗼", metadata.sorted_tables)
    return settings.database_url


@pytest.fixture
def target(tmp_path: Path) -> str:
    """Return the address of an SQLite file that isn't there yet."""
    return f"sqlite:///{tmp_path / 'target.db'}"


async def test_a_database_moves_to_a_server_and_back(
    rich: str, empty_server: str, target: str, pyrga: Pyrga, tmp_path: Path
) -> None:
    before = await rows_of(rich)
    assert all(before.values())
    for source, to in ((rich, empty_server), (empty_server, target)):
        code, said, errors = await pyrga("move-database", source, to)
        assert (code, errors) == (0, "")
        for name, rows in before.items():
            assert f"Copying {name}: {len(rows)} rows\nVerifying {name}\n" in said
    for moved in (empty_server, target):
        assert await rows_of(moved) == before
        async with opened(Settings(database_url=moved)) as database:
            game = await Clocked(database, StandingClock()).begin(None, opponent=CHIYO)
        assert game.number == max(row[0] for row in before["games"]) + 1
    assert (tmp_path / "target.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.default
async def test_an_interrupted_move_can_be_resumed_and_until_then_no_bot_runs(
    rich: str, target: str, pyrga: Pyrga
) -> None:
    def interrupt(doing: str) -> None:
        if doing.startswith(f"Copying {TABLES[MIDDLE]}:"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(url_of(rich), url_of(target), interrupt)
    async with opened(Settings(database_url=target)) as database:
        with pytest.raises(NewerDatabaseError):
            await database.migrate()
    told = "has only a part of the games: pyrga move-database hasn't finished filling it. Run that command"
    for command in (["health"], ["check"], ["move-database", target, "other.db"]):
        code, *both = await pyrga(*command, PYRGA_DATABASE_URL=target)
        assert (code != 0, told in "".join(both)) == (True, True)
    code, said, errors = await pyrga("move-database", rich, target)
    assert (code, errors, said.count("Verifying")) == (0, "", len(TABLES))
    copied = [line.partition(":")[0] for line in said.splitlines() if line.startswith("Copying")]
    assert copied == [f"Copying {name}" for name in TABLES[MIDDLE:]]

    code, _, errors = await pyrga("move-database", rich, target)
    assert (code, errors.startswith("TO isn't empty: it has ")) == (1, True)
    assert await rows_of(target) == await rows_of(rich)


@pytest.mark.parametrize("changed", ["FROM", "TO"])
async def test_a_copy_that_differs_is_not_accepted(changed: str, rich: str, target: str) -> None:
    def change(doing: str) -> None:
        if doing == "Verifying players":
            execute(rich if changed == "FROM" else target, "UPDATE players SET name = 'X' WHERE id = 101")

    with pytest.raises(CommandError, match="TO differs from FROM in players"):
        move(url_of(rich), url_of(target), change)


async def test_nothing_moves_while_the_bot_runs_on_a_server(
    rich: str, postgresql: str, target: str, pyrga: Pyrga
) -> None:
    # An empty database can have tables.
    assert (await pyrga("move-database", rich, postgresql))[0] == 0
    execute(postgresql, "UPDATE heartbeats SET beat_at = now(), process = 'stopped'")
    reported = []

    def start(doing: str) -> None:
        reported.append(doing)
        if doing == f"Verifying {TABLES[-1]}":
            execute(postgresql, "UPDATE heartbeats SET process = 'bot'")

    # It's started meanwhile, and then it's running already.
    for _ in range(2):
        with pytest.raises(CommandError, match="The bot is running on FROM"):
            move(url_of(postgresql), url_of(target), start)
    assert len(reported) == 2 * len(TABLES)


@pytest.mark.parametrize(
    ("changed", "change", "told"),
    [
        ("FROM", f"{VERSION} '0000'", "FROM has version 0000 of the tables, and this version "),
        (
            "FROM",
            f"{VERSION} '9999'",
            "FROM has version 9999 of the tables, and this version of the bot ",
        ),
        ("FROM", "UPDATE players SET name = 'A' || char(0) WHERE id = 101", "Moving failed: "),
        ("TO", "CREATE TABLE accounts (id integer)", "TO isn't empty: it has accounts. Choose an empty "),
        (
            "TO",
            "CREATE TABLE alembic_version AS SELECT 'moving-0000' AS version_num",
            "TO has only a part of the games: pyrga move-database hasn't finished filling it. Start over ",
        ),
    ],
)
async def test_what_can_not_be_moved_is_named(
    changed: str, change: str, told: str, *, rich: str, pyrga: Pyrga, empty_server: str
) -> None:
    execute(rich if changed == "FROM" else empty_server, change)
    code, _, errors = await pyrga("move-database", rich, empty_server)
    assert (code, errors.startswith(told)) == (1, True), errors


@pytest.mark.default
@pytest.mark.parametrize(
    ("source", "target", "code", "told"),
    [
        ("missing.db", "new.db", 2, "FROM: There's no database at missing.db."),
        ("pyrga.db", "./pyrga.db", 2, "TO: Another process of the bot is using pyrga.db."),
        ("pyrga.db", "mysql://ada:secret@host/name", 2, "TO: The bot can't use 'mysql' databases."),
        ("pyrga.db", "postgresql://ada:secret@localhost:1/name", 1, "Moving failed: connection"),
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
    end: signal.Signals, rich: str, postgresql: str, pyrga: Pyrga
) -> None:
    with psycopg.connect(postgresql) as holding, psycopg.connect(postgresql, autocommit=True) as watching:
        holding.execute(f"LOCK TABLE {TABLES[-1]} IN SHARE MODE")
        process = await asyncio.create_subprocess_exec(
            PYRGA, "move-database", rich, postgresql, stderr=-1, stdout=-1
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
    code, said, after = await pyrga("move-database", rich, postgresql)
    assert (code, after, said.count("Copying")) == (0, "", 1)
    assert await rows_of(postgresql) == await rows_of(rich)


@pytest.mark.default
def test_no_row_refers_to_another_row_of_its_table() -> None:
    assert not [
        key for table in metadata.sorted_tables for key in table.foreign_keys if key.column.table is table
    ]
