"""No matter what someone sends, the bot can read it or says that it can't."""

from typing import Any

import pytest
import simcord
from structlog.testing import capture_logs

from bot.values.base36 import format_number
from tests.bot.servers import BUTTON, NO_LONGER_WORKS, SELECT, Server, answer, said

pytestmark = pytest.mark.thorough

TOO_LARGE = 2**63
ROLE_SELECT = 6
NUL, HALF_A_PAIR = "\0", "\ud83d"


def option(kind: int, name: str, value: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "value": value}


def command(name: str, *options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a command such as ``pyrga show`` as Discord sends it."""
    group, name = name.split()
    return {"name": group, "options": [{"type": 1, "name": name, "options": [*options]}], **more}


TEXTS = (
    ("pyrga show", "game"),
    ("pyrga join", "code"),
    ("pyrga-learn puzzle", "code"),
    ("pyrga-learn analyze", "position"),
    ("pyrga challenge", "clock"),
)
"""Options that people type text in."""


async def test_a_text_that_cannot_be_stored_is_answered(server: Server) -> None:
    for text in (NUL, f"3k9x{NUL}", HALF_A_PAIR, "z" * 6001):
        for name, asked in TEXTS:
            result = await server.command(server.ada, command(name, option(3, asked, text)))
            assert result.acknowledged, (name, text)
            assert "Something went wrong" not in said(result), (name, text)


async def test_characters_that_a_note_cannot_hold_are_left_out(server: Server) -> None:
    await server.begin()
    panel = answer(await server.ada.click(server.newest(), label="More…"))
    form = await server.ada.click(panel, label="Private note")
    await server.ada.submit_modal(form, {"text": f"mind{NUL} c2{HALF_A_PAIR}"})
    assert await server.client.services.notes.read(1, player_id=server.ada.id) == "mind c2"


BUTTONS = (
    f"profile:{format_number(TOO_LARGE)}:pyrga",
    f"unblock:{format_number(TOO_LARGE)}",
    "history:zzzzzzzzzzzzz::::0",
    f"vacation:{'9' * 32}",
    f"play:1:{'9' * 32}:Sa1",
    f"plan:1:{'9' * 32}::",
    "analyze-move:p::0:\0",
    f"train-move:1:p::0:{HALF_A_PAIR}",
    "play:1:0:Sa1\0",
)


async def test_a_button_with_an_impossible_number_or_text_is_answered(server: Server) -> None:
    board = await server.begin()
    with capture_logs() as logged:
        for custom_id in BUTTONS:
            (result,) = await server.press_unoffered((server.ada, board, custom_id))
            assert result.acknowledged
    assert [line for line in logged if line["log_level"] == "error"] == []


MENUS: tuple[tuple[int, str, list[str]], ...] = (
    (ROLE_SELECT, "play:1:0:Sb2", ["1"]),
    (SELECT, "rules:0", ["1"]),
    (BUTTON, "menu:1", []),
    (SELECT, "opponent", ["play:1:0:Sb2"]),
    (SELECT, "menu:1", []),
    (SELECT, "menu:1", ["play:1:0:Sb2", "play:1:0:Sa1"]),
)
"""Components that no message has: with the custom_id of another kind, or with too many values."""


async def test_a_component_that_is_not_what_its_custom_id_says_is_refused(server: Server) -> None:
    board = await server.begin()
    for kind, custom_id, values in MENUS:
        result = await server.use_unoffered(server.ada, board, kind, custom_id, values)
        assert said(result) == NO_LONGER_WORKS, custom_id
    assert (await server.client.services.games.get(1)).position.ply == 0


async def test_a_person_whose_id_and_a_number_that_are_too_large_are_refused(server: Server) -> None:
    user = {"id": str(TOO_LARGE), "username": "Eve", "discriminator": "0", "avatar": None}
    resolved = {"users": {str(TOO_LARGE): user}}
    for name, asked in (("pyrga challenge", "opponent"), ("pyrga profile", "player")):
        sent = command(name, option(6, asked, str(TOO_LARGE)), resolved=resolved)
        result = await server.command(server.ada, sent)
        assert "isn't one of the choices" in said(result)
    result = await server.command(server.ada, command("pyrga play", option(4, "level", 10**30)))
    assert "isn't one of the choices" in said(result)


async def test_a_file_that_is_not_described_is_refused(server: Server) -> None:
    for named in ("5", str(TOO_LARGE), "file"):
        result = await server.command(server.ada, command("pyrga-learn review", option(11, "file", named)))
        assert "isn't one of the choices" in said(result), named


async def test_nothing_fails_no_matter_what_someone_types(server: Server) -> None:
    await server.begin()
    with capture_logs() as logged:
        for typed in (NUL, HALF_A_PAIR, "z" * 6001):
            for name, asked in (
                ("pyrga show", "game"),
                ("pyrga-learn puzzle", "code"),
                ("pyrga challenge", "clock"),
            ):
                await server.ada.autocomplete(server.channel, name, asked, typed)
    assert logged == []


async def test_a_completion_is_answered_without_permission(
    server: Server, manager: simcord.MemberActor, caplog: pytest.LogCaptureFixture
) -> None:
    await server.begin()
    commands = await server.client.tree.fetch_commands()
    shared = next(command for command in commands if command.name == "pyrga-server")
    server.guild.set_command_permissions(shared, {server.ada: True})
    assert await server.ada.autocomplete(server.channel, "pyrga-server annul", "game", "") == []
    assert caplog.records == []
    assert len(await manager.autocomplete(server.channel, "pyrga-server annul", "game", "")) == 1


async def test_a_completion_that_comes_too_late_is_not_an_error(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await server.begin()
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    assert await server.ada.autocomplete(server.channel, "pyrga show", "game", "") == []
    assert caplog.records == []


async def test_a_verbosely_typed_time_is_completed_to_a_short_one(server: Server) -> None:
    offered = await server.ada.autocomplete(server.channel, "pyrga challenge", "clock", "1m " * 60)
    assert offered[0]["value"] == "60m"
