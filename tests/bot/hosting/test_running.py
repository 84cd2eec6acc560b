"""``pyrga run``, on the stand-in for Discord."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import aiohttp
import psycopg
import pytest
from sqlalchemy import text

import bot.store.connections.database
from bot.environment import SettingError
from bot.hosting.running import PERMISSIONS, run
from bot.settings import LogFormat, LogLevel, Settings
from bot.shards import Shards
from bot.store.clocks.heartbeats import are_others_alive
from bot.store.connections import database
from bot.store.connections.database import Database
from bot.store.schema.revision import newest_revision
from bot.store.schema.stored_revision import stored_revision
from bot.use_cases import processes
from tests.bot.hosting.conftest import PYRGA, TOKEN, settings_with
from tests.bot.later_migrations import add_migration
from tests.bot.postgresql import Cluster
from tests.loopback.messages import PATIENCE
from tests.loopback.people import People
from tests.loopback.places import APPLICATION_ID, Channel, Context, Person
from tests.loopback.server import LoopbackDiscord

pytestmark = pytest.mark.thorough

WAITING = "Discord doesn't let the bot connect yet"

ADA, BLAISE = Person(101, "Ada"), Person(102, "Blaise")
CAFE = Channel(601, Context.GUILD, (ADA, BLAISE), guild_id=500)

HOLDS_THE_FILE = """
import sys

from bot.hosting.maintenance import alone
from bot.settings import Settings

with alone(Settings(database_url=sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


LIVES = """
import asyncio
import sys

from bot.clock import SteadyClock, SystemClock
from bot.use_cases.clocks.downtime import Downtime
from bot.settings import Settings
from bot.store.clocks.heartbeats import are_others_alive
from bot.store.connections.database import Database


async def live():
    database = Database(Settings(database_url=sys.argv[1]).database())
    downtime = Downtime(database, SteadyClock(SystemClock()))
    await downtime.beat()
    print("alive", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await downtime.stop()
    await database.close()


asyncio.run(live())
"""


async def execute(settings: Settings, statement: str, **values: object) -> None:
    """Change the database behind the bot's back."""
    database = Database(settings.database())
    async with database.writing() as connection:
        await connection.execute(text(statement), values)
    await database.close()


async def until_waiting(capsys: pytest.CaptureFixture[str]) -> str:
    """Wait until the bot says that Discord doesn't let it connect, and return its log."""
    log = ""
    async with asyncio.timeout(PATIENCE):
        while WAITING not in log:
            await asyncio.sleep(0.05)
            log += capsys.readouterr().err
    return log


@pytest.mark.default
async def test_the_bot_runs_with_an_invite_until_it_is_told_to_stop(
    discord: LoopbackDiscord, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    running = asyncio.create_task(run(settings_with(TOKEN, settings)))
    await discord.identified.wait()
    health = await asyncio.create_subprocess_exec(
        *(PYRGA, "health"),
        env={**os.environ, "PYRGA_DATABASE_URL": settings.database_url},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await health.communicate()

    os.kill(os.getpid(), signal.SIGTERM)

    assert await running == 0
    assert health.returncode == 0
    assert re.fullmatch(rb"The bot is running\. Its last heartbeat was \d+ seconds? ago\.\n", said)
    names = {command["name"] for command in discord.commands}
    assert {"pyrga", "pyrga-server", "pyrga-event", "Challenge to Pyrga", "Replay this game"} <= names
    written = capsys.readouterr()
    assert f"client_id={APPLICATION_ID}" in written.out
    assert f"permissions={PERMISSIONS.value}" in written.out
    assert TOKEN not in written.out + written.err


@pytest.mark.default
async def test_the_bot_serves_its_health_if_the_settings_want_it(
    discord: LoopbackDiscord, settings: Settings
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port: int = listening.getsockname()[1]
    watched = replace(settings, monitoring_port=port)
    running = asyncio.create_task(run(settings_with(TOKEN, watched)))
    await discord.identified.wait()
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/health") as served,
    ):
        assert (served.status, (await served.text())[:19]) == (200, "The bot is running.")
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0


@pytest.mark.parametrize(("form", "field"), [(LogFormat.CONSOLE, "{}={}"), (LogFormat.JSON, '"{}": {}')])
async def test_the_log_at_debug_says_what_a_click_is_about_and_never_the_token(
    discord: LoopbackDiscord,
    settings: Settings,
    form: LogFormat,
    field: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    loud = replace(settings, log_level=LogLevel.DEBUG, log_format=form)
    running = asyncio.create_task(run(settings_with(TOKEN, loud)))
    await discord.identified.wait()
    people = People(discord)
    discord.people |= {person.id: person for person in CAFE.people}
    sent = await people.slash(ADA, CAFE, "challenge", rated=False, opponent=BLAISE, color="white")
    board = sent.message
    await people.click(BLAISE, board, "Accept")
    clicked = await people.click(ADA, board, ":Sb2")
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0
    written = capsys.readouterr().err
    ids = [field.format(*each) for each in (("game", 1), ("guild", 500), ("interaction", clicked.id))]
    assert [line for line in written.splitlines() if all(each in line for each in ids)]
    assert field.format("interaction", sent.id) in written
    assert TOKEN not in written


async def test_a_second_bot_on_the_same_file_is_refused_until_the_first_is_killed(
    discord: LoopbackDiscord, settings: Settings, tmp_path: Path
) -> None:
    first = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDS_THE_FILE, settings.database_url),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert first.stdout is not None
    await first.stdout.readline()
    with pytest.raises(SettingError, match=rf"Another process of the bot is using {tmp_path}/pyrga\.db\."):
        await run(settings_with(TOKEN, settings))
    first.kill()
    await first.wait()
    again = asyncio.create_task(run(settings_with(TOKEN, settings)))
    await discord.identified.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    assert await again == 0


async def test_a_token_that_discord_refuses_is_named_and_not_shown(
    discord: LoopbackDiscord, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = "MTIz.another-token.of-somebody"
    with pytest.raises(SettingError) as raised:
        await run(settings_with(wrong, settings))
    assert not discord.identified.is_set()
    assert raised.value.setting == "DISCORD_TOKEN"
    assert "doesn't accept" in raised.value.problem
    written = capsys.readouterr()
    assert wrong not in f"{raised.value} {written.out} {written.err}"


CLOSES = [
    (4004, "no longer accepts this token"),
    (4010, "for good (code 4010)"),
    (4011, "for good (code 4011)"),
    (4012, "for good (code 4012)"),
    (4013, "intents"),
    (4014, "intents"),
]


@pytest.mark.parametrize(("code", "said"), CLOSES)
async def test_what_the_gateway_refuses_for_good_is_one_sentence(
    code: int, said: str, discord: LoopbackDiscord, settings: Settings
) -> None:
    discord.gateway.refusal = code
    with pytest.raises(SettingError) as raised:
        await run(settings_with(TOKEN, settings))
    assert raised.value.setting == "DISCORD_TOKEN"
    assert said in raised.value.problem


@pytest.mark.parametrize(("code", "said"), CLOSES)
async def test_a_connection_that_discord_ends_for_good_ends_the_bot_with_that_sentence(
    code: int, said: str, discord: LoopbackDiscord, settings: Settings
) -> None:
    running = asyncio.create_task(run(settings_with(TOKEN, settings)))
    await discord.identified.wait()
    await discord.gateway.disconnect(code)
    with pytest.raises(SettingError) as raised:
        await running
    assert raised.value.setting == "DISCORD_TOKEN"
    assert said in raised.value.problem


async def test_a_refusal_of_the_first_shard_ends_the_bot_while_others_are_still_waiting(
    discord: LoopbackDiscord, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "INTERVAL", timedelta(hours=1))
    discord.gateway.recommended = 3
    discord.gateway.refusal = 4004
    with pytest.raises(SettingError, match="no longer accepts this token"):
        await run(settings_with(TOKEN, settings))


async def test_a_bot_that_was_started_too_often_waits_until_discord_lets_it_connect(
    discord: LoopbackDiscord, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    discord.gateway.recommended, discord.gateway.max_concurrency = 3, 3
    discord.gateway.remaining, discord.gateway.reset_after = 2, 2.0
    running = asyncio.create_task(run(settings_with(TOKEN, settings)))
    log = await until_waiting(capsys)
    assert "only 2 of 3 shards may connect for now" in log
    assert discord.gateway.identifies == []
    discord.gateway.remaining = 3
    await discord.identified.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0


async def test_sessions_that_keep_ending_do_not_use_up_those_that_discord_allows(
    discord: LoopbackDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(processes, "INTERVAL", timedelta())
    discord.gateway.pause, discord.gateway.remaining, discord.gateway.reset_after = 0, 5, 2.0
    running = asyncio.create_task(run(settings_with(TOKEN, settings)))
    for _ in range(5):
        await discord.identified.wait()
        await discord.gateway.invalidate()
    assert "only 0 of 1 shards may connect for now" in await until_waiting(capsys)
    assert len(discord.gateway.identifies) == 5
    discord.gateway.remaining = 1000
    await discord.identified.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0
    assert discord.violations == []


async def test_serving_only_some_shards_needs_a_shared_database(settings: Settings) -> None:
    with pytest.raises(SettingError, match="this one would only run the shards 0-1 of 4"):
        await run(settings_with(TOKEN, settings), Shards((0, 1), 4))


async def test_connections_that_break_immediately_are_opened_again(
    discord: LoopbackDiscord, settings: Settings
) -> None:
    discord.gateway.broken = 1
    running = asyncio.create_task(run(settings_with(TOKEN, settings)))
    await discord.identified.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0
    assert len(discord.gateway.identifies) == 1


@pytest.mark.default
async def test_a_database_of_a_newer_version_is_reported_plainly(
    discord: LoopbackDiscord, settings: Settings
) -> None:
    await execute(settings, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SettingError) as raised:
        await run(settings_with(TOKEN, settings))
    assert not discord.identified.is_set()
    assert raised.value.setting == "PYRGA_DATABASE_URL"
    assert "version 9999" in raised.value.problem


@pytest.mark.usefixtures("later_migrations")
async def test_a_start_is_refused_until_processes_that_could_not_go_on_have_stopped(
    discord: LoopbackDiscord, postgresql: str, settings: Settings, tmp_path: Path
) -> None:
    shared = settings_with(TOKEN, replace(settings, database_url=postgresql, backup_folder=tmp_path))
    older = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", LIVES, postgresql),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert older.stdout is not None
    await older.stdout.readline()
    database = Database(shared.database())
    new = add_migration("an older version gets wet")
    with pytest.raises(SettingError, match=rf"\({new}: an older version .*\. Stop them all"):
        await run(shared)
    assert not discord.identified.is_set()
    await older.communicate(b"")

    started = asyncio.create_task(run(shared))
    await discord.identified.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    assert await started == 0
    async with database.reading() as connection:
        assert await connection.run_sync(stored_revision) == newest_revision()
        # The next process to start needn't wait for it, either.
        assert not await are_others_alive(connection)
    await database.close()


async def test_a_server_that_does_not_let_the_bot_in_is_not_waited_for(
    discord: LoopbackDiscord, restartable: Cluster, settings: Settings
) -> None:
    with psycopg.connect(restartable.address, autocommit=True) as connection:
        connection.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        rules = restartable.home / "data" / "pg_hba.conf"
        before = rules.read_text()
        rules.write_text(f"local all guarded scram-sha-256\n{before}")
        connection.execute("SELECT pg_reload_conf()")
        try:
            for user, database, said in (
                ("guarded:wrong@", "postgres", "password authentication failed"),
                ("guarded@", "postgres", "no password supplied"),
                ("postgres@", "none", 'database "none" does not exist'),
                ("nobody@", "postgres", 'role "nobody" does not exist'),
            ):
                address = f"postgresql://{user}/{database}?host={restartable.home}"
                refused = replace(settings, database_url=address)
                with pytest.raises(SettingError, match=said):
                    await run(settings_with(TOKEN, refused))
        finally:
            rules.write_text(before)
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("DROP ROLE guarded")
    assert not discord.identified.is_set()


async def test_a_server_that_stays_away_is_reported_after_a_few_minutes(
    discord: LoopbackDiscord,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(database, "SERVER_PATIENCE", 1.0)
    monkeypatch.setattr(database, "REMINDER", 0.1)
    address = f"postgresql://postgres@/postgres?host={tmp_path}"
    with pytest.raises(SettingError, match="No such file or directory"):
        await run(settings_with(TOKEN, replace(settings, database_url=address)))
    written = capsys.readouterr()
    assert "still waiting for the database server" in written.out + written.err
    assert not discord.identified.is_set()


@pytest.mark.default
async def test_a_damaged_database_is_reported_plainly(
    discord: LoopbackDiscord, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "pyrga.db").write_text("not a database at all, but long enough to be taken for one" * 10)
    with pytest.raises(SettingError) as raised:
        await run(settings_with(TOKEN, settings))
    assert not discord.identified.is_set()
    assert raised.value.setting == "PYRGA_DATABASE_URL"
    assert "damaged" in raised.value.problem


@pytest.mark.default
@pytest.mark.parametrize("is_moved_there", [False, True])
async def test_a_disk_without_a_write_ahead_log_is_refused_plainly(
    discord: LoopbackDiscord,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_moved_there: bool,
) -> None:
    monkeypatch.chdir(tmp_path)
    if is_moved_there:
        database = Database(settings.database())
        await database.migrate()
        await database.close()
    # Like a network disk, this way to lock files has no memory that processes share.
    address = f"sqlite:///file:{tmp_path / 'pyrga.db'}?uri=true&vfs=unix-dotfile"
    with pytest.raises(SettingError) as raised:
        await run(settings_with(TOKEN, replace(settings, database_url=address)))
    assert not discord.identified.is_set()
    assert raised.value.setting == "PYRGA_DATABASE_URL"
    assert f"{tmp_path / 'pyrga.db'}, as on a network disk" in raised.value.problem


async def test_a_bot_that_cannot_reach_discord_waits_for_it(
    discord: LoopbackDiscord, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with discord.away():
        running = asyncio.create_task(run(settings_with(TOKEN, settings)))
        await until_waiting(capsys)
    await discord.identified.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0


async def test_a_database_that_someone_keeps_locked_is_reported_plainly(
    discord: LoopbackDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.store.connections.database, "MIGRATION_PATIENCE", 0.0)
    other = sqlite3.connect(tmp_path / "pyrga.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    settings = Settings(discord_token=TOKEN, database_url=f"sqlite:///{tmp_path / 'pyrga.db'}")
    with pytest.raises(SettingError) as raised:
        await run(settings)
    assert not discord.identified.is_set()
    assert raised.value.setting == "PYRGA_DATABASE_URL"
    assert "keeping the database locked" in raised.value.problem
    other.close()


def test_the_invite_asks_for_what_a_board_needs() -> None:
    assert PERMISSIONS.value == 309237763072
