"""Players who want to confirm their moves or choose them in one menu."""

from datetime import timedelta
from typing import Any

import pytest
import simcord

import render
from bot.jobs.rounds import repair_boards
from bot.values.players import Controls
from engine import Move, Position
from tests.bot.servers import (
    SELECT,
    Server,
    alt_text,
    answer,
    choices,
    components,
    labels,
    offered,
    said,
    texts,
)
from tests.bot.whole.scenes import live

pytestmark = pytest.mark.thorough


async def want(server: Server, member: simcord.MemberActor, *chosen: str) -> None:
    await server.change_setting(member, "setting:mine:moves", *chosen)


def menus(board: simcord.ResponseMessage) -> list[dict[str, Any]]:
    return [component for component in components(board) if component["type"] == SELECT]


def board_of(moves: str, chosen: str = "") -> bytes:
    position = Position.replay("pyrga", moves.split())
    move = Move.parse(chosen) if chosen else None
    return render.board(render.Scene(position, "Ada", "Blaise", chosen=move))


async def plies(server: Server) -> int:
    return (await server.client.services.games.get(1)).position.ply


async def test_both_can_be_chosen_in_the_settings_and_are_kept(server: Server) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga settings"))
    (usual,) = [menu for menu in menus(panel) if menu["custom_id"] == "setting:mine:moves"]
    assert usual["placeholder"] == "Buttons, played immediately"
    await server.ada.select(panel, ["confirm", "compact"], custom_id="setting:mine:moves")
    await server.restart()
    preferences = server.client.services.preferences
    assert (await preferences.player(server.ada.id)).controls == Controls(confirm=True, compact=True)
    await server.ada.select(panel, [], custom_id="setting:mine:moves")
    assert (await preferences.player(server.ada.id)).controls == Controls()


async def ask(server: Server, board: simcord.ResponseMessage, move: str) -> simcord.ResponseMessage:
    """Return the private panel on which Blaise is asked about a move."""
    (wanted,) = [each for each in choices(board) if each["custom_id"].endswith(f":{move}")]
    panel = answer(await server.blaise.click(board, custom_id=wanted["custom_id"]))
    assert panel.ephemeral
    return panel


@pytest.mark.default
async def test_a_move_is_confirmed_in_private_even_after_a_restart(server: Server) -> None:
    await want(server, server.blaise, "confirm")
    board = await server.begin()
    await server.play(board, "Tb2w")
    before = texts(board), labels(board)
    panel = await ask(server, board, "Ta2e")
    assert texts(panel) == ["Play **►\N{NO-BREAK SPACE}a2**?"]
    assert "Chosen but not played yet: Triangle on a2, pointing right." in alt_text(panel)
    assert await server.picture(panel) == board_of("Tb2w", chosen="Ta2e")
    assert labels(panel) == ["Play", "Cancel"]
    assert (texts(board), labels(board)) == before
    assert await server.picture(board) == board_of("Tb2w")

    await server.restart()
    await server.blaise.click(panel, label="Cancel")
    assert texts(panel) == ["OK, nothing was played. It's still your turn."]
    assert await plies(server) == 1
    again = await ask(server, board, "Ta2e")
    play = offered(again)[0]["custom_id"]
    await server.press((server.blaise, again, play), (server.blaise, again, play))
    assert texts(again) == ["You played **►\N{NO-BREAK SPACE}a2**."]
    assert await plies(server) == 2
    assert "move 2" in texts(board)[0]
    # Ada didn't choose this, so she isn't asked.
    await server.ada.click(board, custom_id=choices(board)[0]["custom_id"])
    assert await plies(server) == 3


async def test_a_move_that_is_confirmed_too_late_plays_nothing(server: Server) -> None:
    await want(server, server.blaise, "confirm")
    board = await server.begin(clock="5m")
    await server.play(board, "Tb2w")
    panel, other = await ask(server, board, "Ta2e"), await ask(server, board, "Ca2")
    await server.blaise.click(other, label="Play")
    await server.blaise.click(panel, label="Play")
    assert texts(panel) == ["The game has moved on. Check the board and try again."]
    assert await plies(server) == 2

    await server.play(board, "Ta2e")
    panel = await ask(server, board, "Cb2")
    await live(server, timedelta(minutes=4))
    await live(server, timedelta(seconds=30))
    server.clock.move(timedelta(seconds=30))
    await server.blaise.click(panel, label="Play")
    assert texts(panel) == ["Game **#1** is already over."]
    assert "**Ada wins: Blaise ran out of time**" in texts(await server.board())[-1]


async def test_whoever_takes_a_move_back_is_told_about_the_setting_unless_it_is_on(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    for member, tip in ((server.ada, True), (server.blaise, False)):
        await want(server, server.blaise, "confirm")
        panel = answer(await member.click(board, label="More…"))
        await member.click(panel, label="Take back")
        assert "Takeback requested." in texts(panel)[0]
        assert ("Tip: to confirm your moves before they're played" in texts(panel)[0]) is tip
        other = server.blaise if member is server.ada else server.ada
        await other.click(board, label="Decline")


async def test_a_move_after_its_space_is_confirmed_but_not_on_an_older_public_board(
    server: Server,
) -> None:
    await want(server, server.ada, "confirm")
    board = await server.begin()
    await server.ada.click(board, label="c2")
    panel = answer(await server.ada.click(board, custom_id="ask:1:0:Cc2"))
    assert texts(panel) == ["Play **●\N{NO-BREAK SPACE}c2**?"]
    await server.ada.click(panel, label="Cancel")
    panel = answer(await server.ada.click(board, custom_id="ask:1:0:Tc2n"))
    assert texts(panel) == ["Play **▲\N{NO-BREAK SPACE}c2**?"]
    assert await plies(server) == 0
    await server.press_unoffered((server.ada, board, "play:1:0:Tc2n"))
    assert await plies(server) == 1


async def test_compact_controls_are_one_menu_if_possible(server: Server) -> None:
    await want(server, server.ada, "compact")
    await want(server, server.blaise, "compact")
    board = await server.begin()
    assert menus(board) == []
    await server.play(board, "Cb2")
    (menu,) = menus(board)
    assert choices(board) == []
    assert [option["label"] for option in menu["options"]] == [
        "■ b2 (Square)",
        "▲ b2 (Triangle)",
        "► b2 (Triangle)",
        "▼ b2 (Triangle)",
        "◄ b2 (Triangle)",
    ]
    await server.restart()
    wrong = await server.choose(server.ada, board, "play:1:1:Sb2")
    assert said(wrong) == "It's **Blaise**'s turn. Please wait for yours."
    await server.choose(server.blaise, board, "play:1:1:Sb2")
    assert await plies(server) == 2
    assert labels(board) == ["Draw", "Resign", "More…"]

    # A menu from an earlier turn plays nothing, and neither does what none offers.
    for value in ("play:1:1:Tb2n", "play:1:2:Sd4", "x", "", "play:1:2:Tb2", "menu:1", "setting:mine:theme"):
        await server.choose_unoffered(server.ada, board, str(menu["custom_id"]), value)
    assert await plies(server) == 2


async def test_a_choice_during_a_turn_changes_the_board_soon(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Tc1w Sb1 Cc1")
    old = choices(board)[0]["custom_id"]
    await want(server, server.blaise, "compact")
    await repair_boards(server.client)
    (menu,) = menus(board)
    assert [option["value"] for option in menu["options"]] == ["play:1:3:Sc1"]
    assert "completes a Tower" in menu["options"][0]["description"]
    # A button that someone still sees works just like the menu.
    await server.press_unoffered((server.blaise, board, old))
    assert await plies(server) == 4


async def test_a_move_from_the_menu_is_confirmed_if_that_is_chosen_too(server: Server) -> None:
    await want(server, server.blaise, "confirm", "compact")
    board = await server.begin()
    await server.play(board, "Cb2")
    for button in ("Cancel", "Play"):
        # The board is edited, too: until then, its menu wouldn't accept the same move again.
        result = await server.choose(server.blaise, board, "ask:1:1:Sb2")
        (panel,) = result.followups
        assert panel.ephemeral
        assert texts(panel) == ["Play **■\N{NO-BREAK SPACE}b2**?"]
        assert len(menus(board)) == 1
        await server.blaise.click(panel, label=button)
    assert await plies(server) == 2
