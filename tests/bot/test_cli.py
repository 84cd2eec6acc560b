"""The command ``pyrga`` as an operator sees it."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr
from sqlalchemy import insert, text

import bot.store.connections.database
from bot.cli import main
from bot.clock import SystemClock
from bot.matches.standings.badges import give
from bot.matches.values.badges import Badge
from bot.running import PERMISSIONS, run
from bot.settings import SettingError, Settings
from bot.store.clocks.heartbeats import beat
from bot.store.connections.database import Database
from bot.store.schema.revision import newest_revision
from bot.store.schema.tables import ladder_rungs, ratings
from bot.store.settings.players import remember_player
from bot.store.standings import openings
from bot.store.standings.openings import OpeningRow
from bot.store.standings.ratings import RatingRow
from engine.interruption import INTERRUPTED
from tests.bot.clocks import StandingClock
from tests.loopback.places import APPLICATION_ID
from tests.loopback.server import LoopbackDiscord, loopback

PYRGA = Path(sys.executable).with_name("pyrga")
WITHOUT_COMPUTER = {"PYRGA_SOLVER_MEGABYTES": "0"}
"""A command with a computer would compile it."""

TOKEN = "MTIz.a-token.of-somebody"


async def pyrga(*arguments: str, folder: Path, **environment: str) -> tuple[int, str, str]:
    """Run the command in ``folder``; its exit code, its output and its errors."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYRGA", "DISCORD"))}
    process = await asyncio.create_subprocess_exec(
        PYRGA,
        *arguments,
        cwd=folder,
        env=bare | environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    return process.returncode or 0, output.decode(), errors.decode()


async def test_it_tells_its_version(tmp_path: Path) -> None:
    assert await pyrga("--version", folder=tmp_path) == (0, f"pyrga {version('pyrga')}\n", "")


@pytest.mark.parametrize(
    ("environment", "setting"),
    [
        ({}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": TOKEN, "PYRGA_DATABASE_URL": "nonsense"}, "PYRGA_DATABASE_URL"),
        ({"DISCORD_TOKEN": TOKEN, "PYRGA_DATABASE_URL": "sqlite:////dev/null/x/y.db"}, "PYRGA_DATABASE_URL"),
        ({"DISCORD_TOKEN": TOKEN, "PYRGA_LOG_FORMAT": "runes"}, "PYRGA_LOG_FORMAT"),
    ],
)
def test_a_wrong_setting_is_one_sentence_with_its_name(
    environment: dict[str, str],
    setting: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("PYRGA", "DISCORD"))]:
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["run"]) != 0
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith(f"{setting}: ")
    assert len(written.err.splitlines()) == 1
    assert TOKEN not in written.err


async def health(settings: Settings, folder: Path) -> tuple[int, str, str]:
    return await pyrga("health", folder=folder, PYRGA_DATABASE_URL=settings.database_url)


async def execute(settings: Settings, statement: str, **values: object) -> None:
    """Change the database as something other than the bot would."""
    database = Database(settings.database())
    async with database.writing() as connection:
        await connection.execute(text(statement), values)
    await database.close()


async def test_health_says_that_the_database_is_missing_and_makes_none(tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    said = f"There's no database at {file}. The bot makes it when it first starts; if it's somewhere else, "
    ended = await pyrga("health", folder=tmp_path, PYRGA_DATABASE_URL=f"sqlite:///{file}")
    assert ended == (1, "", f"{said}set PYRGA_DATABASE_URL.\n")
    assert not file.exists()


async def test_health_says_what_keeps_it_from_reading_the_database(tmp_path: Path) -> None:
    file = tmp_path / "broken.db"
    file.write_text("not a database at all, but long enough to be taken for one" * 10)
    ended = await pyrga("health", folder=tmp_path, PYRGA_DATABASE_URL=f"sqlite:///{file}")
    assert ended == (1, "", "The database can't be read: file is not a database.\n")


async def test_health_says_that_there_are_no_tables(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    ended = await pyrga("health", folder=tmp_path, PYRGA_DATABASE_URL=f"sqlite:///{tmp_path / 'empty.db'}")
    said = "The database has no tables yet. The bot makes them when it starts: pyrga run.\n"
    assert ended == (1, "", said)


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("0003", "The database has version 0003 of the tables, and this version of the bot needs "),
        ("9999", "The database has version 9999 of the tables, and this version of the bot only knows "),
    ],
)
async def test_health_says_that_the_tables_are_of_another_version(
    revision: str, said: str, settings: Settings, tmp_path: Path
) -> None:
    await execute(settings, "UPDATE alembic_version SET version_num = :revision", revision=revision)
    code, output, errors = await health(settings, tmp_path)
    assert (code, output, errors.count("\n")) == (1, "", 1)
    assert errors.startswith(said + newest_revision())


async def test_health_says_that_there_was_no_heartbeat_yet(settings: Settings, tmp_path: Path) -> None:
    said = "There's no heartbeat yet: the bot has never run with this database. Start it with pyrga run.\n"
    assert await health(settings, tmp_path) == (1, "", said)


async def test_health_says_how_old_the_last_heartbeat_is(settings: Settings, tmp_path: Path) -> None:
    database = Database(settings.database())
    then = SystemClock().now() - timedelta(hours=3, minutes=10)
    async with database.writing() as connection:
        await beat(connection, "first", then)
    await database.close()
    said = (
        "The bot isn't running, or it's stuck: its last heartbeat was 3 hours ago "
        f"({then:%Y-%m-%d %H:%M:%S} UTC), and there should be one every 15 seconds. Its log says why.\n"
    )
    assert await health(settings, tmp_path) == (1, "", said)


async def test_ctrl_c_ends_a_command_without_a_word(tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def keep_waiting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(keep_waiting, "127.0.0.1", 0) as silent:
        host, port = silent.sockets[0].getsockname()
        process = await asyncio.create_subprocess_exec(
            *(PYRGA, "health"),
            cwd=tmp_path,
            env={**os.environ, "PYRGA_DATABASE_URL": f"postgresql://pyrga@{host}:{port}/pyrga"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        await asked.wait()
        process.send_signal(signal.SIGINT)
        assert await process.communicate() == (b"", b"")
    assert process.returncode == INTERRUPTED


@pytest.mark.parametrize("command", ["run", "demo", "health", "standings recompute", "privacy export"])
def test_the_help_of_a_command_says_what_it_does(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    _usage, summary, *_ = capsys.readouterr().out.split("\n\n")
    assert len(summary.split()) > 2


async def test_standings_are_recomputed_from_the_games(settings: Settings, tmp_path: Path) -> None:
    database = Database(settings.database())
    async with database.writing() as connection:
        wrong = {"pool": 10, "player_id": 7, "level": 8, "wins": 1, "first_won_at": StandingClock().now()}
        await remember_player(connection, 7, "Ada", StandingClock().now())
        await connection.execute(insert(ladder_rungs).values(wrong))
    await database.close()
    for wrong_rungs in (1, 0):
        said = f"rows corrected: 0 in the records, {wrong_rungs} in the ladder\n"
        command = await pyrga(
            "standings", "recompute", folder=tmp_path, PYRGA_DATABASE_URL=settings.database_url
        )
        assert command == (0, said, "")


async def test_badges_are_recomputed_from_games_reviews_and_puzzles(
    settings: Settings, tmp_path: Path
) -> None:
    database = Database(settings.database())
    async with database.writing() as connection:
        now = StandingClock().now()
        await remember_player(connection, 107, "Ada", now)
        await give(connection, 107, {Badge.PUZZLE_WEEK, Badge.LESSON}, now)
    await database.close()
    for wrong in (1, 0):
        command = await pyrga(
            "badges", "recompute", folder=tmp_path, PYRGA_DATABASE_URL=settings.database_url
        )
        assert command == (0, f"rows corrected: {wrong}\n", "")


async def test_ratings_are_recomputed_from_the_games(settings: Settings, tmp_path: Path) -> None:
    database = Database(settings.database())
    async with database.writing() as connection:
        now = StandingClock().now()
        await remember_player(connection, 107, "Ada", now)
        extra = RatingRow(0, "pyrga", 107, 1600.0, 100.0, 0.09, 1, 1, now, now)
        await connection.execute(insert(ratings).values(asdict(extra)))
    await database.close()
    for wrong in (1, 0):
        command = await pyrga(
            "ratings", "recompute", folder=tmp_path, PYRGA_DATABASE_URL=settings.database_url
        )
        assert command == (0, f"rows corrected: {wrong}\n", "")


async def test_opening_moves_are_recounted_from_the_games(settings: Settings, tmp_path: Path) -> None:
    database = Database(settings.database())
    async with database.writing() as connection:
        await openings.add(connection, [OpeningRow(0, "p", "a", 1, 1, 0)])
    await database.close()
    for wrong in (1, 0):
        command = await pyrga(
            "openings", "recompute", folder=tmp_path, PYRGA_DATABASE_URL=settings.database_url
        )
        assert command == (0, f"rows corrected: {wrong}\n", "")


async def test_the_host_exports_and_deletes_someone_who_asks(settings: Settings, tmp_path: Path) -> None:
    database = Database(settings.database())
    async with database.writing() as connection:
        await remember_player(connection, 107, "Ада", StandingClock().now())

    async def privacy(command: str) -> tuple[int, str, str]:
        return await pyrga(
            "privacy", command, "107", folder=tmp_path, PYRGA_DATABASE_URL=settings.database_url
        )

    code, exported, errors = await privacy("export")
    assert (code, errors) == (0, "")
    assert [row["name"] for row in json.loads(exported)["players"]] == ["Ада"]
    assert await privacy("delete") == (0, "deleted; games resigned: 0, challenges closed: 0\n", "")
    for command in ("export", "delete"):
        assert await privacy(command) == (1, "", "Nothing is stored about 107.\n")
    await database.close()


@pytest.mark.parametrize("what", ["standings", "ratings", "openings"])
async def test_nothing_is_recomputed_without_a_database(tmp_path: Path, what: str) -> None:
    url = f"sqlite:///{tmp_path / 'none.db'}"
    code, output, errors = await pyrga(what, "recompute", folder=tmp_path, PYRGA_DATABASE_URL=url)
    assert (code, output) == (2, "")
    assert errors.startswith("PYRGA_DATABASE_URL: The bot can't use the database")


async def test_an_impatient_ctrl_c_ends_the_demo_cleanly(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(PYRGA, "demo", "--port", "0", "--data", tmp_path),
        env=os.environ | WITHOUT_COMPUTER,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async for line in process.stdout:
        if b"Ctrl-C" in line:
            break
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    output, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert b"The demo has ended." in output


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_port_that_cannot_be_one_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["demo", f"--port={port}"])
    assert f"'{port}' isn't a port: use a number from 0 to 65535" in capsys.readouterr().err


def test_a_language_of_the_demo_that_does_not_exist_is_refused_with_those_that_do(
    french: None, capsys: pytest.CaptureFixture[str]
) -> None:
    del french
    with pytest.raises(SystemExit, match="2"):
        main(["demo", "--language=xx"])
    assert "there is no language 'xx': use en, fr\n" in capsys.readouterr().err


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopbackDiscord]:
    """A server in place of Discord that only accepts ``TOKEN``."""
    async with loopback(TOKEN) as server:
        monkeypatch.setattr(Route, "BASE", str(server.address / "api/v10"))
        gateway = server.address.with_scheme("ws") / "gateway"
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield server


def settings_with(token: str, settings: Settings) -> Settings:
    return settings.model_copy(update={"discord_token": SecretStr(token)})


async def test_the_bot_runs_with_an_invite_until_it_is_told_to_stop(
    discord: LoopbackDiscord, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = asyncio.create_task(run(settings_with(TOKEN, settings)))
    await discord.identified.wait()
    code, said, errors = await health(settings, tmp_path)

    os.kill(os.getpid(), signal.SIGTERM)

    assert await running == 0
    assert (code, errors) == (0, "")
    assert re.fullmatch(r"The bot is running\. Its last heartbeat was \d+ seconds? ago\.\n", said)
    names = {command["name"] for command in discord.commands}
    assert names == {"pyrga", "pyrga-server", "Challenge to Pyrga"}
    written = capsys.readouterr()
    assert f"client_id={APPLICATION_ID}" in written.out
    assert f"permissions={PERMISSIONS.value}" in written.out
    assert TOKEN not in written.out + written.err


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


@pytest.mark.parametrize(
    ("code", "said"),
    [(4004, "no longer accepts this token"), (4014, "intents"), (4011, "for good (code 4011)")],
)
async def test_what_the_gateway_refuses_for_good_is_one_sentence(
    code: int, said: str, discord: LoopbackDiscord, settings: Settings
) -> None:
    discord.gateway.refusal = code
    with pytest.raises(SettingError) as raised:
        await run(settings_with(TOKEN, settings))
    assert raised.value.setting == "DISCORD_TOKEN"
    assert said in raised.value.problem


async def test_a_database_of_a_newer_version_is_reported_plainly(
    discord: LoopbackDiscord, settings: Settings
) -> None:
    await execute(settings, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SettingError) as raised:
        await run(settings_with(TOKEN, settings))
    assert not discord.identified.is_set()
    assert raised.value.setting == "PYRGA_DATABASE_URL"
    assert "version 9999" in raised.value.problem


async def test_discord_out_of_reach_is_reported_plainly(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9/api/v10")
    with pytest.raises(SettingError) as raised:
        await run(settings_with(TOKEN, settings))
    assert "can't reach Discord" in raised.value.problem


async def test_a_database_that_someone_keeps_locked_is_reported_plainly(
    discord: LoopbackDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.store.connections.database, "MIGRATION_PATIENCE", 0.0)
    other = sqlite3.connect(tmp_path / "pyrga.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    settings = Settings(discord_token=SecretStr(TOKEN), database_url=f"sqlite:///{tmp_path / 'pyrga.db'}")
    with pytest.raises(SettingError) as raised:
        await run(settings)
    assert not discord.identified.is_set()
    assert raised.value.setting == "PYRGA_DATABASE_URL"
    assert "keeping the database locked" in raised.value.problem
    other.close()


def test_the_invite_asks_for_what_a_board_needs() -> None:
    assert PERMISSIONS.value == 309237763072
