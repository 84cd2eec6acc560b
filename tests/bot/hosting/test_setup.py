"""``pyrga setup``, on the stand-in for Discord."""

import asyncio
import io
import os
import pty
import re
import stat
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route

import render
from bot.hosting.running import PERMISSIONS
from bot.ui.message.icons import icon_name
from tests.bot.hosting.conftest import Pyrga
from tests.loopback.kinds import NO_ANSWERS, UNAVAILABLE, UNFIT_BODY
from tests.loopback.messages import PATIENCE
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.a_token-of-somebody-0123456789abcdef"
SETS_UP = """
import sys

from discord.http import Route

from bot.cli import main

Route.BASE = sys.argv[1]
sys.exit(main(["setup"]))
"""

SetUp = Callable[[str], Awaitable[tuple[int, str]]]


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopbackDiscord]:
    """Yield a stand-in for Discord with a new application."""
    async with loopback(TOKEN) as server:
        monkeypatch.setattr(Route, "BASE", str(server.address / "api/v10"))
        yield server
        assert server.violations == []


@pytest.fixture
def set_up(discord: LoopbackDiscord, pyrga: Pyrga, monkeypatch: pytest.MonkeyPatch) -> SetUp:
    """Return what sets the bot up, with what's in a file in place of a terminal; its exit code and output.

    The token is never in what it says.
    """

    async def run(typed: str) -> tuple[int, str]:
        discord.requests.clear()
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code, output, errors = await pyrga("setup")
        assert not any(part and part in output + errors for part in (TOKEN, typed.strip()))
        return code, output + errors

    return run


def changes(discord: LoopbackDiscord) -> list[str]:
    """Return what the last setup has changed."""
    names = [f"{method} {path.rpartition('/')[2]}" for method, path in discord.requests if method != "GET"]
    return [*dict.fromkeys(names)]


@pytest.mark.default
async def test_from_a_token_to_an_application_that_is_ready_and_not_a_second_time(
    discord: LoopbackDiscord, set_up: SetUp, tmp_path: Path
) -> None:
    code, said = await set_up(f"{TOKEN}\n")

    env, application = tmp_path / ".env", discord.application
    assert (code, env.read_text()) == (0, f"DISCORD_TOKEN={TOKEN}\n")
    assert stat.S_IMODE(env.stat().st_mode) == 0o600
    server, account = (
        application["integration_types_config"][context]["oauth2_install_params"] for context in "01"
    )
    assert (set(server["scopes"]), server["permissions"]) == (
        {"bot", "applications.commands"},
        str(PERMISSIONS.value),
    )
    assert account["scopes"] == ["applications.commands"]
    assert application["icon"]
    assert "Pyrga" in application["description"]
    assert {"board game", "jeu de société", "gra planszowa"} <= {*application["tags"]}
    commands = {command["name"]: command for command in discord.commands}
    assert {"pyrga", "pyrga-learn", "pyrga-server"} <= commands.keys()
    named = re.findall(r"/(pyrga[a-z-]*) (\w+)", str(application["description"]))
    for group, name in named:
        assert name in {option["name"] for option in commands[group]["options"]}
    assert named
    assert {emoji["name"] for emoji in discord.emojis} == {icon_name(piece) for piece in render.PIECES}
    assert f"permissions={PERMISSIONS.value}" in said

    assert (await set_up(""))[0] == 0
    assert changes(discord) == []


def without_user_install(discord: LoopbackDiscord) -> None:
    discord.application["integration_types_config"].pop("1")


def with_more_permissions(discord: LoopbackDiscord) -> None:
    discord.application["integration_types_config"]["0"]["oauth2_install_params"]["permissions"] = "8"


def with_another_command(discord: LoopbackDiscord) -> None:
    discord.commands[1] = {**discord.commands[1], "description": "Of an older version"}


def without_an_emoji(discord: LoopbackDiscord) -> None:
    discord.emojis.pop(3)


@pytest.mark.parametrize(
    ("alter", "change"),
    [
        (without_user_install, "PATCH @me"),
        (with_more_permissions, "PATCH @me"),
        (lambda discord: discord.application.update(icon=None), "PATCH @me"),
        (lambda discord: discord.application.update(interactions_endpoint_url="https://a.b"), "PATCH @me"),
        (with_another_command, "PUT commands"),
        (without_an_emoji, "POST emojis"),
    ],
)
async def test_only_what_differs_is_changed(
    alter: Callable[[LoopbackDiscord], Any], change: str, discord: LoopbackDiscord, set_up: SetUp
) -> None:
    await set_up(TOKEN)
    before = deepcopy(discord.application)
    alter(discord)
    assert (await set_up(""))[0] == 0
    assert changes(discord) == [change]
    assert len([request for request in discord.requests if request[0] != "GET"]) == 1
    discord.application["icon"] = before["icon"]
    assert discord.application == before


async def test_what_the_host_has_written_stays(
    discord: LoopbackDiscord, set_up: SetUp, tmp_path: Path
) -> None:
    env = tmp_path / ".env"
    env.write_text(f"# Ours\nPYRGA_BACKUPS=7\nDISCORD_TOKEN='Bot {TOKEN}'\nPYRGA_LOG_LEVEL=error\n")
    env.chmod(0o644)
    own = {"description": "Our club's bot", "tags": ["club"], "icon": "1234"}
    discord.application.update(own)
    assert (await set_up(""))[0] == 0
    assert own.items() <= discord.application.items()
    assert env.read_text().splitlines() == [
        "# Ours",
        "PYRGA_BACKUPS=7",
        f"DISCORD_TOKEN={TOKEN}",
        "PYRGA_LOG_LEVEL=error",
    ]
    assert stat.S_IMODE(env.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "No bot token is set."),
        (TOKEN.replace(".", ".\n", 1), "It contains characters that can't be in a token."),
        ("0123456789abcdefghijklmnopqrstuv", "This is an application's client secret, not a bot's token."),
        ("mfa.0123456789abcdefghijklmnopqrstuv", "This is a person's token, not a bot's token."),
        ("123456789012345678", "This is the id of an application, not a bot's token."),
        ("MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.of-a-person-or-revoked", "Discord doesn't accept this token."),
    ],
)
async def test_a_token_that_will_not_do_is_refused_in_a_sentence_and_changes_nothing(
    typed: str, sentence: str, discord: LoopbackDiscord, set_up: SetUp, tmp_path: Path
) -> None:
    code, said = await set_up(typed)
    assert code == 2
    assert said.startswith(f"DISCORD_TOKEN: {sentence}")
    assert len(said.splitlines()) == 1
    assert changes(discord) == []
    assert not (tmp_path / ".env").exists()


async def test_what_discord_refuses_is_left_to_click_and_all_else_is_done(
    discord: LoopbackDiscord, set_up: SetUp
) -> None:
    discord.application |= {"bot_require_code_grant": True, "description": "Ours"}
    discord.weather.block(UNFIT_BODY, "PATCH", "applications/@me", times=2)
    code, said = await set_up(TOKEN)
    assert code == 0
    assert discord.application["integration_types_config"] == {"0": {}, "1": {}}
    assert discord.application["icon"]
    left = said.partition("Left to click")[2]
    assert "- Installation > allow Guild Install and User Install\n" in left
    assert "- Bot > turn Requires OAuth2 Code Grant off" in left
    assert "App Icon" not in left


@pytest.mark.parametrize("kind", [UNAVAILABLE, *NO_ANSWERS[:1]], ids=lambda kind: kind.name)
async def test_what_was_not_done_is_done_when_it_is_run_again(
    kind: Any, discord: LoopbackDiscord, set_up: SetUp
) -> None:
    discord.weather.block(kind, "PUT", "applications/*/commands")
    code, said = await set_up(TOKEN)
    assert code == 1
    assert "Run pyrga setup again." in said
    discord.weather.clear()
    assert (await set_up(""))[0] == 0
    assert changes(discord) == ["PUT commands", "POST emojis"]


async def test_at_a_terminal_a_revoked_token_is_replaced_by_one_that_is_typed_unseen(
    discord: LoopbackDiscord, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=a-revoked.token.of-somebody\n")
    seen, terminal = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SETS_UP, str(discord.address / "api/v10")),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        cwd=tmp_path,
        env={
            **{name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"},
            "PYTHONPATH": str(Path.cwd()),
        },
    )
    os.close(terminal)
    screen = await asyncio.to_thread(read_until, seen, "isn't shown): ")
    os.write(seen, f"{TOKEN}\n".encode())
    screen += await asyncio.to_thread(read_until, seen, "pyrga run")
    async with asyncio.timeout(PATIENCE):
        assert await process.wait() == 0
    os.close(seen)
    assert "Discord doesn't accept this token." in screen
    assert TOKEN not in screen
    assert (tmp_path / ".env").read_text() == f"DISCORD_TOKEN={TOKEN}\n"


def read_until(seen: int, sought: str) -> str:
    """Return what's on a terminal once it says something, or once the program has ended."""
    screen = ""
    while sought not in screen:
        try:
            screen += os.read(seen, 4096).decode()
        except OSError:
            break
    return screen
