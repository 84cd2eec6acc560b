"""The commands and the icons: what Discord has of them, and what hosts have beside them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import render
from bot.jobs import application
from bot.ui.message.icons import icon_name
from tests.bot.wire.conftest import ADA, Wire
from tests.bot.wire.test_leader import have_commands_of_another_version, requests
from tests.loopback.kinds import (
    BAD_GATEWAY,
    BLOCKED,
    CLOSED,
    KEEP_ENTRY_POINT,
    LIMITED_LONG,
    NONSENSE,
    UNAVAILABLE,
    UNFIT_BODY,
    Kind,
)
from tests.loopback.messages import PATIENCE
from tests.loopback.places import APPLICATION_ID, BOT
from tests.loopback.server import ENTRY_POINT

pytestmark = pytest.mark.thorough

EMPTY_OBJECT = next(kind for kind in NONSENSE if kind.body == b"{}")
NAMES = {icon_name(piece) for piece in render.PIECES}
HOST = {**BOT, "id": "77", "username": "Hana"}
LAUNCH = {
    "id": str(APPLICATION_ID + 900),
    "application_id": str(APPLICATION_ID),
    "version": "1",
    "default_member_permissions": None,
    "type": ENTRY_POINT,
    "name": "launch",
    "name_localizations": {"fr": "lancer"},
    "description": "",
    "handler": 2,
    "contexts": [0, 1],
    "integration_types": [0],
}
HOSTS_OWN = {
    "id": str(APPLICATION_ID + 901),
    "application_id": str(APPLICATION_ID),
    "version": "1",
    "default_member_permissions": None,
    "type": 1,
    "name": "pyrga-news",
    "description": "What's new here",
}


@pytest.fixture(autouse=True)
def quick_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the jobs look again soon."""
    monkeypatch.setattr(application, "INTERVAL", 0.05)


async def until(condition: Callable[[], Any]) -> None:
    """Wait until a job has made something true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - its job does it
            await asyncio.sleep(0.05)


def own_emojis(wire: Wire) -> dict[str, str]:
    """Return the ids of the emojis that the bot has made, by their names."""
    return {emoji["name"]: emoji["id"] for emoji in wire.discord.emojis if emoji["user"] == BOT}


@pytest.mark.default
async def test_commands_are_sent_only_when_they_have_changed_or_discord_has_none(
    wire: Wire,
) -> None:
    known = wire.client.commands
    assert known.ids
    async with wire.another_process() as again:
        assert again.commands == known
    assert requests(wire, "PUT", "commands") == 1
    await have_commands_of_another_version(wire)
    async with wire.another_process() as again:
        assert again.commands == known
    assert requests(wire, "PUT", "commands") == 2
    wire.discord.commands = []
    async with wire.another_process() as again:
        assert again.commands == known
    assert requests(wire, "PUT", "commands") == 3


async def test_commands_that_the_bot_has_not_made_stay_as_they_are(wire: Wire) -> None:
    wire.discord.commands += [LAUNCH, HOSTS_OWN]
    await have_commands_of_another_version(wire)
    async with wire.another_process() as later:
        assert later.commands.ids.keys() >= {"pyrga help"}
    assert requests(wire, "PUT", "commands") == 2
    assert wire.discord.commands[-2:] == [LAUNCH, HOSTS_OWN]


NOT_NOW = (UNAVAILABLE, BAD_GATEWAY, CLOSED, UNFIT_BODY, KEEP_ENTRY_POINT, EMPTY_OBJECT)
LIMITING = (BLOCKED, LIMITED_LONG)


@pytest.mark.parametrize("kind", [*NOT_NOW, *LIMITING], ids=lambda kind: kind.name)
async def test_a_bot_whose_commands_and_icons_discord_does_not_take_answers_clicks_and_tries_again(
    wire: Wire, kind: Kind, capsys: pytest.CaptureFixture[str]
) -> None:
    await until(lambda: wire.client.icons)
    await wire.client.stop_jobs()
    wire.discord.commands, wire.discord.emojis = [], []
    for method in ("GET", "PUT", "POST"):
        wire.discord.weather.block(kind, method, "applications/*")
    async with wire.another_process() as later:
        assert (await wire.people.slash(ADA, wire.private(ADA), "help")).message.text
        wire.discord.weather.clear()
        if kind in NOT_NOW:
            await until(lambda: wire.discord.commands and later.commands.ids and later.icons)
            assert own_emojis(wire).keys() == NAMES
    log = "".join(capsys.readouterr())
    assert log.count("Discord doesn't take the commands") == 1
    assert log.count("Discord doesn't take the icons") <= 1
    assert "Traceback" not in log


async def test_emojis_that_the_bot_has_not_made_stay_as_they_are_even_under_its_names(wire: Wire) -> None:
    await until(lambda: wire.client.icons)
    square, cylinder = "pyrga_white_square", "pyrga_black_cylinder"
    own = ("white_square_button", "drawing_board", "pyrga_logo", square, f"{square}_")
    older = ("white_square", "white_square_old", "drawing_a1b2c3")
    before = [
        *({"id": str(index), "name": name, "user": HOST} for index, name in enumerate(own, 1)),
        *({"id": str(index), "name": name, "user": BOT} for index, name in enumerate(older, 10)),
    ]
    wire.discord.emojis = [*before, *(each for each in wire.discord.emojis if each["name"] == cylinder)]
    kept = {emoji["id"] for emoji in wire.discord.emojis}
    for _ in range(2):
        async with wire.another_process() as later:
            await until(lambda: later.icons)
            icons = {icon.name: str(icon.id) for icon in later.icons.values()}
            assert icons.keys() == NAMES - {square} | {f"{square}__"}
            assert icons == {name: own_emojis(wire)[name] for name in icons}
            assert icons[cylinder] in kept
        assert wire.discord.emojis[: len(before)] == before
        assert len(wire.discord.emojis) == len(before) + len(NAMES)


async def test_icons_that_were_uploaded_before_discord_stopped_taking_them_are_kept(wire: Wire) -> None:
    await until(lambda: wire.client.icons)
    del wire.discord.emojis[5:]
    first = {emoji["id"] for emoji in wire.discord.emojis}
    wire.discord.weather.block(UNAVAILABLE, "POST", "applications/*/emojis", times=2)
    async with wire.another_process() as later:
        await until(lambda: later.icons)
    assert own_emojis(wire).keys() == NAMES
    assert first <= {str(icon.id) for icon in later.icons.values()}
