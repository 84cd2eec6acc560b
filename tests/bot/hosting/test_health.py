"""What ``pyrga health`` says."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import make_url, text

from bot.clock import SystemClock
from bot.environment import database_file, database_server
from bot.settings import Settings
from bot.shards import Shard
from bot.store.clocks.heartbeats import beat
from bot.store.connections.database import Database
from bot.store.connections.process_name import machine_name
from bot.store.schema.revision import newest_revision
from bot.use_cases.clocks.downtime import Downtime
from tests.bot.hosting.conftest import Pyrga


async def execute(settings: Settings, statement: str, **values: object) -> None:
    """Change the database behind the bot's back."""
    database = Database(settings.database())
    async with database.writing() as connection:
        await connection.execute(text(statement), values)
    await database.close()


LOADED_BY_HEALTH = """
import sys

before = set(sys.modules)
from bot.cli import main

assert main(["health"]) == 1
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


async def test_health_says_that_the_database_is_missing_and_does_not_create_it(
    pyrga: Pyrga, tmp_path: Path
) -> None:
    file = tmp_path / "none.db"
    said = f"There's no database at {file}. The bot creates it when it first starts; if it's somewhere else, "
    ended = await pyrga("health", PYRGA_DATABASE_URL=f"sqlite:///{file}")
    assert ended == (1, "", f"{said}set PYRGA_DATABASE_URL.\n")
    assert not file.exists()


async def test_health_says_what_keeps_it_from_reading_the_database(pyrga: Pyrga, tmp_path: Path) -> None:
    file = tmp_path / "broken.db"
    file.write_text("not a database at all, but long enough to be taken for one" * 10)
    ended = await pyrga("health", PYRGA_DATABASE_URL=f"sqlite:///{file}")
    assert ended == (1, "", "The database can't be read: file is not a database.\n")


async def test_health_says_that_there_are_no_tables(pyrga: Pyrga, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    ended = await pyrga("health", PYRGA_DATABASE_URL=f"sqlite:///{tmp_path / 'empty.db'}")
    said = "The database has no tables yet. The bot creates them when it starts: pyrga run.\n"
    assert ended == (1, "", said)


@pytest.mark.parametrize(
    ("revision", "verb"),
    [("0000", "needs "), ("9999", "knows only up to ")],
)
async def test_health_says_that_the_tables_are_of_another_version(
    revision: str, verb: str, settings: Settings, pyrga: Pyrga
) -> None:
    await execute(settings, "UPDATE alembic_version SET version_num = :revision", revision=revision)
    code, output, errors = await pyrga("health")
    assert (code, output, errors.count("\n")) == (1, "", 1)
    said = f"The database has version {revision} of the tables, and this version of the bot {verb}"
    assert errors.startswith(said + newest_revision())


async def test_health_says_that_there_has_been_no_heartbeat_yet(settings: Settings, pyrga: Pyrga) -> None:
    del settings
    said = "There's no heartbeat yet: the bot has never run with this database. Start it with pyrga run.\n"
    assert await pyrga("health") == (1, "", said)


async def test_health_says_how_old_the_last_heartbeat_is(settings: Settings, pyrga: Pyrga) -> None:
    database = Database(settings.database())
    then = SystemClock().now() - timedelta(hours=3, minutes=10)
    async with database.writing() as connection:
        await beat(connection, "first", then)
    await database.close()
    said = (
        "The bot isn't running, or it's stuck: its last heartbeat was 3 hours ago "
        f"({then:%Y-%m-%d %H:%M:%S} UTC), and there should be one every 15 seconds. Its log says why.\n"
    )
    assert await pyrga("health") == (1, "", said)


def test_health_loads_nothing_slow(settings: Settings) -> None:
    command = [sys.executable, "-c", LOADED_BY_HEALTH]
    environment = {**os.environ, "PYRGA_DATABASE_URL": settings.database_url}
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    loaded = set(ran.stdout.split())
    assert loaded - sys.stdlib_module_names == {"bot"}
    # From Python 3.14 on, argparse loads these to color its help.
    for_color = {"dataclasses", "inspect"} if sys.version_info >= (3, 14) else set()
    assert not loaded & ({"asyncio", "dataclasses", "inspect", "logging", "tempfile"} - for_color)


def test_for_a_server_it_loads_nothing_slow_except_the_driver(postgresql: str) -> None:
    command = [sys.executable, "-c", LOADED_BY_HEALTH]
    environment = {**os.environ, "PYRGA_DATABASE_URL": postgresql}
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    assert "There's no heartbeat yet" in ran.stderr
    loaded = set(ran.stdout.split()) - sys.stdlib_module_names
    assert {"bot", "psycopg"} <= loaded
    assert not loaded & {"alembic", "discord", "greenlet", "sqlalchemy", "structlog"}


USUAL = [
    "postgresql://pyrga:a%40b%2Fc%3Ad@database:5433/games",
    "postgresql+psycopg://pyrga@127.0.0.1/games?sslmode=require",
    "postgresql://postgres@/postgres?host=/run/postgresql",
    "postgresql://pyrga@database/games?options=-c%20lock_timeout%3D2s&sslmode=require",
]


@pytest.mark.parametrize("address", USUAL)
def test_health_reads_the_address_of_a_server_as_the_bot_does(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRGA_DATABASE_URL", address)
    url = Settings(database_url=address).database()
    taken = url.get_dialect()().create_connect_args(url)[1]
    read = conninfo_to_dict(database_server() or "")
    assert {name: str(value) for name, value in taken.items()} == read


@pytest.mark.parametrize(
    "address", ["postgresql://a:b@c@d/e", "postgresql://a:b/c@d/e", "mysql://a/b", "sqlite:///x"]
)
def test_addresses_that_libraries_read_differently_are_left_to_the_settings(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRGA_DATABASE_URL", address)
    assert database_server() is None


@pytest.mark.parametrize("path", ["/data/pyrga.db", "./data/pyrga.db", "a b@c%20d.db", "x.db?timeout=5", ""])
def test_health_reads_the_address_as_the_bot_does(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRGA_DATABASE_URL", f"sqlite:///{path}")
    assert database_file() in {None, Path(make_url(f"sqlite:///{path}").database or "")}


async def test_health_reads_an_unusual_address(pyrga: Pyrga) -> None:
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL="sqlite+aiosqlite:///none.db?timeout=5")
    assert (code, errors.partition(".")[0]) == (1, "There's no database at none")
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL="nonsense")
    assert (code, errors.partition(".")[0]) == (2, "PYRGA_DATABASE_URL: It isn't a database URL")


async def test_health_asks_a_server(postgresql: str, pyrga: Pyrga) -> None:
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL=postgresql)
    assert (code, errors.partition(":")[0]) == (1, "There's no heartbeat yet")
    database = Database(Settings(database_url=postgresql).database())
    await Downtime(database, SystemClock()).beat()
    await database.close()
    for address in (postgresql, postgresql.replace("postgres@", "%70ostgres:a@b@")):
        code, output, _ = await pyrga("health", PYRGA_DATABASE_URL=address)
        assert (code, output.partition(".")[0]) == (0, "The bot is running")


async def test_health_is_about_the_processes_of_its_own_machine(postgresql: str, pyrga: Pyrga) -> None:
    database = Database(Settings(database_url=postgresql).database())
    now = SystemClock().now()
    async with database.writing() as connection:
        await beat(connection, database.process, now - timedelta(minutes=5))
        await beat(connection, f"another-{machine_name()}.1a2b3c4d", now)
    await database.close()
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL=postgresql)
    assert code == 1
    assert re.fullmatch(
        r"The bot isn't running on this machine, or it's stuck\. "
        r"On another machine, its last heartbeat was \d+ seconds? ago\.\n",
        errors,
    )


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_health_says_since_when_a_bot_has_been_cut_off_from_discord(
    kind: str, settings: Settings, pyrga: Pyrga, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    database = Database(Settings(database_url=url).database())
    silence = 110.0
    downtime = Downtime(database, SystemClock(), lambda: {Shard(0, 2): silence, Shard(1, 2): 4000.0})
    await downtime.beat()
    assert (await pyrga("health", PYRGA_DATABASE_URL=url))[0] == 0
    silence = 3600.0
    await downtime.beat()
    await database.close()
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL=url)
    said = re.fullmatch(
        r"The bot can use its database, but it hasn't been able to reach Discord since "
        r"([0-9: -]{19}) UTC\. Its log says why\.\n",
        errors,
    )
    assert code == 1
    assert said is not None
    ago = SystemClock().now() - datetime.fromisoformat(said[1]).replace(tzinfo=UTC)
    assert timedelta(hours=1) <= ago < timedelta(hours=1, minutes=5)


async def test_health_reads_the_tables_of_version_1_0_0(pyrga: Pyrga, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.executescript(
            "CREATE TABLE alembic_version (version_num);"
            "INSERT INTO alembic_version VALUES ('0001');"
            "CREATE TABLE heartbeats (process, beat_at);"
            "INSERT INTO heartbeats VALUES ('bot', '2026-03-12 17:04:00');"
        )
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL=f"sqlite:///{tmp_path / 'old.db'}")
    assert (code, errors.partition(",")[0]) == (1, "The database has version 0001 of the tables")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_bot_counts_as_stopped_immediately(
    kind: str, settings: Settings, pyrga: Pyrga, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    database = Database(Settings(database_url=url).database())
    downtime = Downtime(database, SystemClock())
    await downtime.beat()
    assert (await pyrga("health", PYRGA_DATABASE_URL=url))[0] == 0
    await downtime.stop()
    await database.close()
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL=url)
    assert code == 1
    assert re.fullmatch(r"The bot isn't running: it was stopped \d+ seconds? ago\.\n", errors)


async def test_health_says_why_it_cant_ask_a_server(pyrga: Pyrga, tmp_path: Path) -> None:
    code, _, errors = await pyrga("health", PYRGA_DATABASE_URL=f"postgresql://a@/a?host={tmp_path}")
    assert (code, errors.partition(":")[0]) == (1, "The database can't be read")
    assert "No such file or directory" in errors
