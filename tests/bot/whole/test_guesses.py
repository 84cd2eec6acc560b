"""People who watch guess the next move: with the buttons of the board, in private, and for a leaderboard."""

from dataclasses import replace
from random import Random

import pytest
import simcord

from tests.bot.servers import Server, alt_text, answer, labels, offered, said, texts
from tests.bot.statements import counted

pytestmark = pytest.mark.thorough

NOT_YOURS = "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."


async def begin(server: Server) -> simcord.ResponseMessage:
    """Return a game after White's first move."""
    board = await server.begin(start="plain")
    await server.play(board, "Sb2")
    return board


def button(board: simcord.ResponseMessage, move: str) -> str:
    """Return the custom_id of the button for a move."""
    return next(str(one["custom_id"]) for one in offered(board) if one["custom_id"].endswith(f":{move}"))


async def guess(
    server: Server, who: simcord.MemberActor, board: simcord.ResponseMessage, move: str
) -> simcord.InteractionResult:
    (result,) = await server.press((who, board, button(board, move)))
    return result


def told(result: simcord.InteractionResult) -> str:
    """Return what a private panel says."""
    shown = answer(result)
    assert shown.ephemeral
    return "\n".join(texts(shown))


@pytest.mark.default
async def test_a_guess_is_private_and_the_board_tells_how_many_were_right(server: Server) -> None:
    board = await begin(server)
    before = texts(board)
    guessed = told(await guess(server, server.chiyo, board, "Ca2"))
    assert guessed == (
        "Your guess: ●\N{NO-BREAK SPACE}a2. You can change it until **Blaise** moves. "
        "Then the board says how many were right."
    )
    assert texts(board) == before
    await server.play(board, "Ca2")
    assert "-# 1 of 1 guessed ●\N{NO-BREAK SPACE}a2." in texts(board)[1].splitlines()
    assert server.pinged() == []
    await server.play_on(board, Random(1), 1)
    assert "guessed" not in texts(board)[1]


async def test_a_move_that_takes_several_clicks_is_chosen_in_private(server: Server) -> None:
    board = await server.begin(start="plain")
    before = offered(board)
    panel = answer(await guess(server, server.chiyo, board, "T:"))
    assert panel.ephemeral
    assert texts(panel)[0].startswith("### Guess **Ada**'s move in #1\n")
    await server.chiyo.click(panel, custom_id=button(panel, "T:c2"))
    await server.chiyo.click(panel, label="Back")
    await server.chiyo.click(panel, custom_id=button(panel, "T:c2"))
    await server.chiyo.click(panel, custom_id=button(panel, "Tc2n"))
    assert texts(panel)[0].startswith("Your guess: ▲\N{NO-BREAK SPACE}c2.")
    assert offered(board) == before
    await server.play(board, "Tc2n")
    assert "-# 1 of 1 guessed ▲\N{NO-BREAK SPACE}c2." in texts(board)[1].splitlines()


async def test_a_guess_survives_a_restart_and_a_redrawn_board(server: Server) -> None:
    board = await begin(server)
    await guess(server, server.chiyo, board, "Sa2")
    await server.restart()
    await server.play(board, "Ca2")
    await server.restart()
    await server.ada.slash(server.channel, "pyrga show")
    assert "-# 0 of 1 guessed ●\N{NO-BREAK SPACE}a2." in texts(server.newest())[1].splitlines()


async def test_a_panel_of_a_move_that_was_played_says_so(server: Server) -> None:
    board = await server.begin(start="plain")
    panel = answer(await guess(server, server.chiyo, board, "T:"))
    await server.play(board, "Sb2")
    late = await server.chiyo.click(panel, custom_id=button(panel, "T:c2"))
    assert said(late) == "The game has moved on. Check the board and try again."


async def test_someone_who_confirms_or_compacts_their_moves_can_be_guessed(server: Server) -> None:
    preferences = server.client.services.preferences
    await begin(server)

    async def control(**chosen: bool) -> None:
        await preferences.change_player(
            (await server.client.services.games.get(1)).black,
            lambda old: replace(old, controls=replace(old.controls, **chosen)),
        )
        await server.ada.slash(server.channel, "pyrga show")

    await control(confirm=True)
    assert told(await guess(server, server.chiyo, server.newest(), "Ca2")).startswith("Your guess: ")
    await control(confirm=False, compact=True)
    chosen = await server.choose(server.chiyo, server.newest(), "play:1:1:Ta2e")
    assert told(chosen).startswith("Your guess: ")


async def test_without_guesses_a_click_is_answered_as_before(server: Server) -> None:
    board = await begin(server)
    preferences = server.client.services.preferences
    await preferences.change_guild(server.guild.id, lambda old: replace(old, guessing=False))
    for step in ("Ca2", "T:a2"):
        assert said(await guess(server, server.chiyo, board, step)) == NOT_YOURS
    await server.play(board, "Ca2")
    assert "guessed" not in texts(board)[1]


@pytest.mark.parametrize("setting", ["setting:mine:guesses", "setting:server:guesses"])
async def test_guesses_are_switched_off_in_the_settings(
    server: Server, manager: simcord.MemberActor, setting: str
) -> None:
    board = await begin(server)
    who, value = (server.blaise, "off") if "mine" in setting else (manager, "no")
    panel = await server.open_setting(who, setting)
    await server.choose(who, panel, value, setting)
    assert said(await guess(server, server.chiyo, board, "Ca2")) == NOT_YOURS


@pytest.mark.default
async def test_the_leaderboard_has_the_best_guessers_of_the_month(server: Server) -> None:
    board = await begin(server)
    await guess(server, server.chiyo, board, "Ca2")
    await server.play(board, "Ca2")
    panel = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    await server.chiyo.click(panel, label="Guesses")
    assert alt_text(panel).startswith("Guess the move (this month); 1. Chiyo · 1 of 1 right")
    assert labels(panel) == ["Share", "People", "Computer"]


async def test_a_leaderboard_without_guesses_says_how_to_guess(server: Server) -> None:
    panel = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    await server.chiyo.click(panel, label="Guesses")
    assert texts(panel)[0].startswith("### Guess the move\nNo one here has guessed a move this month.")


async def test_a_guess_takes_few_statements(server: Server) -> None:
    board = await begin(server)
    await server.client.services.preferences.remembered(server.chiyo.id)
    with counted() as traffic:
        await guess(server, server.chiyo, board, "Ca2")
    assert len(traffic.statements) <= 10, traffic.statements
