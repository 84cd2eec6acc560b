"""Types the host's commands."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import psycopg
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli import main
from bot.settings import Settings
from tests.loopback import answers
from tests.loopback.messages import PATIENCE
from tests.loopback.server import LoopbackDiscord, loopback

TOKEN = "MTIz.a-token.of-somebody"

PYRGA = Path(sys.executable).with_name("pyrga")
"""The installed command."""


class Pyrga(Protocol):
    """Types a command with these variables in its environment; its exit code, its output and its errors."""

    async def __call__(self, *arguments: str, **environment: str) -> tuple[int, str, str]: ...


@pytest.fixture(autouse=True)
def own_logs(logging_as_it_was: None) -> None:
    """Keep the logs of one test's bot out of the next test."""


@pytest.fixture
def bare_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no settings except the address of the database, in the test's own folder."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("PYRGA", "DISCORD"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYRGA_DATABASE_URL", f"sqlite:///{tmp_path / 'pyrga.db'}")


@pytest.fixture
def pyrga(
    bare_environment: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Pyrga:
    """Return the command, run in this process: a new one would take seconds to load everything."""
    del bare_environment

    async def typed(*arguments: str, **environment: str) -> tuple[int, str, str]:
        capsys.readouterr()
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            # The commands have an event loop of their own.
            code = await asyncio.to_thread(main, arguments)
        return code, *capsys.readouterr()

    return typed


@pytest.fixture
def empty_server(postgresql: str) -> Iterator[str]:
    """Yield the address of a PostgreSQL database without tables."""
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty")
        yield postgresql.replace("@/postgres?", "@/empty?")
        connection.execute("DROP DATABASE empty WITH (FORCE)")


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopbackDiscord]:
    """Yield a server in place of Discord that only accepts ``TOKEN``."""
    async with loopback(TOKEN) as server:
        monkeypatch.setattr(Route, "BASE", str(server.address / "api/v10"))
        gateway = server.address.with_scheme("ws") / "gateway"
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        monkeypatch.setattr(answers, "LONGEST_SILENCE", PATIENCE)
        yield server


def settings_with(token: str, settings: Settings) -> Settings:
    return replace(settings, discord_token=token)
