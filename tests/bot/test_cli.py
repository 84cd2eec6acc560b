"""The command ``pyrga`` as an operator meets it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path

import pytest
import yarl
from aiohttp import web
from discord.http import Route

from bot.running import PERMISSIONS, run
from bot.settings import SettingError, Settings

PYRGA = Path(sys.executable).with_name("pyrga")
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
async def test_a_wrong_setting_is_one_sentence_with_its_name(
    tmp_path: Path, environment: dict[str, str], setting: str
) -> None:
    code, output, errors = await pyrga("run", folder=tmp_path, **environment)
    assert code != 0
    assert output == ""
    assert errors.startswith(f"{setting}: ")
    assert len(errors.splitlines()) == 1
    assert TOKEN not in errors


async def test_health_is_bad_where_no_bot_runs(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'none.db'}"
    assert await pyrga("health", folder=tmp_path, PYRGA_DATABASE_URL=url) == (1, "", "")


@pytest.fixture
async def discord_that_refuses(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A server in Discord's place that accepts no token."""

    async def refuse(request: web.Request) -> web.Response:
        del request
        body = b'{"message": "401: Unauthorized", "code": 0}'
        return web.Response(status=401, body=body, content_type="application/json")

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    monkeypatch.setattr(Route, "BASE", str(yarl.URL(site.name) / "api/v10"))
    yield
    await runner.cleanup()


async def test_a_token_that_discord_refuses_is_named_and_not_shown(
    discord_that_refuses: None, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    del discord_that_refuses
    with pytest.raises(SettingError) as raised:
        await run(Settings(discord_token=TOKEN, database_url=settings.database_url))  # type: ignore[arg-type]
    assert raised.value.setting == "DISCORD_TOKEN"
    assert "does not accept" in raised.value.problem
    written = capsys.readouterr()
    assert TOKEN not in f"{raised.value} {written.out} {written.err}"


async def test_discord_out_of_reach_is_said_plainly(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9/api/v10")
    with pytest.raises(SettingError) as raised:
        await run(Settings(discord_token=TOKEN, database_url=settings.database_url))  # type: ignore[arg-type]
    assert "cannot be reached" in raised.value.problem


def test_the_invite_asks_for_what_a_board_needs() -> None:
    assert PERMISSIONS.value == 309237763072
