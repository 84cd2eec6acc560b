"""The slash commands, with valid and invalid options."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import simcord
from discord import app_commands
from discord.utils import format_dt

from bot.commands import all_commands
from tests.bot.servers import GALLERY, Server, answer, components, labels, offered, said, texts
from tests.cells import cell, in_cells

pytestmark = pytest.mark.thorough


AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
ROOT = Path(__file__).parents[3]


def written(command: AnyCommand) -> str:
    """Return a command as ``docs/commands.md`` writes it, with its options."""
    if isinstance(command, app_commands.ContextMenu):
        return f"*{command.name}*"
    options = [
        each.display_name if each.required else f"[{each.display_name}]" for each in command.parameters
    ]
    return f"`{' '.join([f'/{command.qualified_name}', *options])}`"


@pytest.mark.default
def test_every_command_has_a_line_in_the_docs_and_a_test() -> None:
    lines = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").splitlines()
    table = "".join(line for line in lines if line.startswith("|"))
    tests = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    commands = [
        command
        for each in all_commands()
        for command in (each.walk_commands() if isinstance(each, app_commands.Group) else (each,))
        if not isinstance(command, app_commands.Group)
    ]
    assert [written(command) for command in commands if written(command) not in table] == []
    options = [each for command in commands for each in getattr(command, "parameters", ())]
    # That's what discord.py says of those that have no description.
    assert [option.name for option in options if str(option.description) == "…"] == []
    names = [command.qualified_name for command in commands]
    assert [name for name in names if f'"{name}"' not in tests] == []


def link(server: Server, message: simcord.ResponseMessage) -> str:
    return f"https://discord.com/channels/{server.guild.id}/{message.channel_id}/{message.id}"


@pytest.mark.default
async def test_games_lists_mine_with_whose_turn_it_is_and_a_link(server: Server) -> None:
    first, second = await server.begin(clock="none"), await server.begin(color="black", clock="2h")
    listed = texts(answer(await server.ada.slash(server.channel, "pyrga games")))[0]
    assert f"**#1** against **Blaise**: your turn · [open the board]({link(server, first)})" in listed
    ends = format_dt(server.clock.now() + timedelta(hours=2), "R")
    assert f"**#2** against **Blaise**: waiting · {ends} · [open the board]({link(server, second)})" in listed
    none = "You have no games in progress here. Start one with /pyrga challenge or /pyrga play."
    assert texts(answer(await server.chiyo.slash(server.channel, "pyrga games"))) == [none]


@pytest.mark.default
async def test_show_reposts_the_board_and_in_another_channel_the_old_one_leads_there(server: Server) -> None:
    old = await server.begin()
    await server.play(old, "Sa1")
    elsewhere = server.guild.create_text_channel("elsewhere")
    new = answer(await server.blaise.slash(elsewhere, "pyrga show"))
    assert not new.ephemeral
    assert "Pyrga #1 · move 1" in texts(new)[0]
    assert texts(old) == [f"Game #1 moved here: [open the board]({link(server, new)})"]
    await server.play(new, "Cb1")
    assert "Pyrga #1 · move 2" in texts(new)[0]


async def test_show_leaves_only_the_newest_board_or_a_link_to_it(server: Server) -> None:
    old = await server.begin()
    await server.blaise.slash(server.channel, "pyrga show")
    newer = answer(await server.blaise.slash(server.channel, "pyrga show"))
    assert [message.id for message in server.channel.history()] == [newer.id] != [old.id]
    assert server.pinged() == []
    server.env.inject_error("DELETE", f"/channels/*/messages/{newer.id}", status=403, code=50013)
    newest = answer(await server.blaise.slash(server.channel, "pyrga show"))
    assert texts(newer) == [f"Game #1 moved here: [open the board]({link(server, newest)})"]


@pytest.mark.parametrize("command", ["pyrga show", "pyrga resign", "pyrga-learn analyze"])
async def test_a_game_is_named_by_its_number_if_one_can_see_it(server: Server, command: str) -> None:
    await server.begin()
    for name in (
        "77",
        "no such game",
        "#",
        "zzzzzzzzzzzzzzzzzzzz",
        "-1",
        "**",
        "\N{ARABIC-INDIC DIGIT ONE}",
        "7" * 5000,
    ):
        assert "There's no game" in said(await server.ada.slash(server.channel, command, game=name)), name
    other = server.env.create_guild("Elsewhere")
    ada_there = other.add_member(server.ada.user)
    result = await ada_there.slash(other.create_text_channel("pyrga"), command, game="1")
    assert said(result) == "There's no game **1** here. Use /pyrga games to see yours."
    for name in ("1", "#1", " 1 "):
        found = answer(await server.ada.slash(server.channel, command, game=name))
        assert "There's no game" not in found.content, name


@pytest.mark.parametrize("command", ["pyrga show", "pyrga resign"])
async def test_without_a_number_ones_only_game_is_meant(server: Server, command: str) -> None:
    none = "You have no games in progress here. Start one with /pyrga challenge or /pyrga play."
    assert said(await server.ada.slash(server.channel, command)) == none
    first = await server.begin()
    foreign = said(await server.chiyo.slash(server.channel, command, game="1"))
    assert foreign == "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."
    second = await server.begin()
    assert said(await server.ada.slash(server.channel, command)) == (
        f"You're playing several games here: [#2]({link(server, second)}), [#1]({link(server, first)}). Add "
        "the one you mean to the command."
    )


@pytest.mark.default
async def test_my_games_are_suggested_while_typing(server: Server) -> None:
    await server.begin()
    await server.begin(color="black")
    offers = await server.ada.autocomplete(server.channel, "pyrga show", "game", "")
    assert [(offer["name"], offer["value"]) for offer in offers] == [
        ("#1 against Blaise, your turn", "1"),
        ("#2 against Blaise, their turn", "2"),
    ]
    assert len(await server.ada.autocomplete(server.channel, "pyrga show", "game", "#1")) == 1
    assert await server.chiyo.autocomplete(server.channel, "pyrga show", "game", "") == []


@pytest.mark.default
async def test_resigning_asks_for_confirmation_in_private_and_then_ends_the_game(server: Server) -> None:
    board = await server.begin()
    panel = answer(await server.blaise.slash(server.channel, "pyrga resign"))
    assert panel.ephemeral
    assert texts(panel) == ["Resign game #1? **Ada** will win. It's too short to count."]
    (forged,) = await server.press_unoffered((server.chiyo, board, "resign:1"))
    assert said(forged) == "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."
    await server.blaise.click(panel, label="Resign")
    assert texts(panel) == ["You resigned game #1."]
    assert "**Ada wins: Blaise resigned**" in texts(board)[-1]
    assert [button["label"] for button in offered(board)] == ["Rematch", "Review", "Replay", "Share", "More…"]
    again = await server.ada.slash(server.channel, "pyrga resign", game="1")
    assert said(again) == "Game **#1** is already over."


async def test_a_player_who_reconsiders_plays_on(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    panel = answer(await server.ada.click(board, label="Resign"))
    await server.ada.click(panel, label="Keep playing")
    assert texts(panel) == ["OK, the game continues."]
    assert "move 2" in texts(board)[0]


@pytest.mark.default
async def test_the_rules_are_pages_with_pictures_and_credit(server: Server) -> None:
    page = answer(await server.ada.slash(server.channel, "pyrga-learn rules"))
    seen = [texts(page)[0]]
    pictures = 0
    while any(button["label"] == "Next" for button in offered(page)):
        pictures += sum(component["type"] == GALLERY for component in components(page))
        await server.ada.click(page, label="Next")
        seen.append(texts(page)[0])
    assert page.ephemeral
    assert len(seen) == len(set(seen)) == 6
    assert pictures == 4
    assert "Mathias Daval" in seen[-1]


@pytest.mark.default
async def test_help_says_what_every_command_does(server: Server) -> None:
    page = answer(await server.ada.slash(server.channel, "pyrga help"))
    assert labels(page) == ["Lesson", "Challenge", "Puzzle", "Next"]
    pages = [texts(page)[0]]
    while any(button["label"] == "Next" for button in offered(page)):
        await server.ada.click(page, label="Next")
        pages.append(texts(page)[0])
    assert "**text mode**" in pages[0]
    lines = dict(re.findall(r"^/(pyrga[a-z-]* [a-z-]+) (\S.+)$", "\n".join(pages), re.MULTILINE))
    assert lines.keys() | {"pyrga help"} == set(server.ada.available_commands(server.channel))
    assert lines["pyrga resign"] == "Resign a game"


async def test_an_answer_links_to_the_command_that_it_mentions(server: Server) -> None:
    refused = await server.ada.slash(server.channel, "pyrga resign")
    assert re.search(r"Start one with </pyrga challenge:\d+> or </pyrga play:\d+>\.", answer(refused).content)
    empty = answer(await server.ada.slash(server.channel, "pyrga leaderboard"))
    assert any("</pyrga challenge:" in str(part.get("content")) for part in components(empty))


@in_cells(
    [
        cell("a permission is missing", "challenge open", lacking, name)
        for lacking, name in (
            ("send_messages", "Send Messages"),
            ("attach_files", "Attach Files"),
            ("view_channel", "View Channel"),
        )
    ],
    "lacking",
    "name",
)
async def test_a_missing_permission_is_mentioned(server: Server, lacking: str, name: str) -> None:
    channel = server.channel_without(lacking)
    result = await server.ada.slash(channel, "pyrga challenge", opponent=server.blaise)
    assert f"**{name}**" in said(result)
    assert "ask a moderator" in said(result)
    await server.begin()
    assert f"**{name}**" in said(await server.ada.slash(channel, "pyrga show"))


def challenge_with(*options: dict[str, Any]) -> dict[str, Any]:
    return {"name": "pyrga", "options": [{"name": "challenge", "type": 1, "options": list(options)}]}


async def test_a_command_of_another_version_is_answered(server: Server) -> None:
    subcommand: dict[str, Any] = {"name": "pyrga", "options": [{"name": "gone", "type": 1}]}
    for data in (subcommand, {"name": "no-longer"}):
        told = said(await server.command(server.ada, data))
        assert told == "This command has just changed. Please try again in a minute."
    assert len(server.env.errors) == 2


async def test_a_value_that_is_not_offered_is_answered(server: Server) -> None:
    data = challenge_with({"name": "opponent", "type": 3, "value": "@everyone"})
    sentence = said(await server.command(server.ada, data))
    assert sentence == r"**\@everyone** isn't in this server. Pick someone who is."
    for option, value in (("ruleset", "chess"), ("color", "red"), ("color", "*" * 5000)):
        data = challenge_with(
            {"name": "opponent", "type": 6, "value": str(server.blaise.id)},
            {"name": option, "type": 3, "value": value},
        )
        sentence = said(await server.command(server.ada, data))
        assert sentence.endswith("isn't one of the choices. Pick one from the list."), option
    assert len(server.env.errors) == 3
    assert server.channel.history(viewer=server.chiyo) == []


@pytest.mark.default
async def test_options_are_named_as_americans_spell_them_and_choices_mean_what_they_say(
    server: Server,
) -> None:
    payload = all_commands()[0].to_dict(server.client.tree)
    assert "colour" not in str(payload)
    options = {command["name"]: command.get("options", []) for command in payload["options"]}
    assert {"color"} <= {option["name"] for option in options["challenge"]}
    (level,) = [option for option in options["play"] if option["name"] == "level"]
    assert [choice["value"] for choice in level["choices"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    names = [choice["name"] for choice in level["choices"]]
    assert names[0] == "1 · Newcomer: Just learned the rules. A good first opponent"
    assert names[-1] == "8 · Perfect: Never gives away a win or a draw"
    (events,) = [each.to_dict(server.client.tree) for each in all_commands() if each.name == "pyrga-event"]
    duel = next(command for command in events["options"] if command["name"] == "duel")
    (window,) = [option for option in duel["options"] if option["name"] == "window"]
    hours = {choice["name"]: choice["value"] / 3600 for choice in window["choices"]}
    assert hours == {"1 hour": 1, "4 hours": 4, "12 hours": 12, "24 hours": 24}
