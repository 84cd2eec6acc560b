"""People who watch guess the next move: with the buttons of the board, in private, and for a leaderboard."""

from random import Random

import pytest
import simcord

from bot.values.players import Controls
from tests.bot.servers import Server, alt_text, answer, labels, offered, read, said, texts
from tests.bot.statements import counted

pytestmark = pytest.mark.thorough

NOT_YOURS = "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."


async def begin(server: Server) -> simcord.ResponseMessage:
    """Return a game after White's first move."""
    board = await server.begin(start="plain")
    await server.play(board, "Sb2")
    return board


def button(board: simcord.ResponseMessage, move: str) -> str:
    return next(str(one["custom_id"]) for one in offered(board) if one["custom_id"].endswith(f":{move}"))


async def guess(
    server: Server, who: simcord.MemberActor, board: simcord.ResponseMessage, move: str
) -> simcord.InteractionResult:
    if any(one["custom_id"].startswith("choose:") for one in offered(board)):
        board = answer(await who.click(board, custom_id=button(board, f":{move[1:3]}")))
    (result,) = await server.press((who, board, button(board, move)))
    return result


@pytest.mark.default
async def test_a_guess_is_private_and_the_board_tells_how_many_were_right(server: Server) -> None:
    board = await begin(server)
    before = texts(board)
    panel = answer(await guess(server, server.chiyo, board, "Ca2"))
    assert panel.ephemeral
    assert read(panel) == (
        "Your guess: ●\N{NO-BREAK SPACE}a2. You can change it until **Blaise** moves. "
        "Then the board says how many were right."
    )
    assert texts(board) == before
    await server.play(board, "Ca2")
    assert "-# 1 of 1 guessed ●\N{NO-BREAK SPACE}a2." in texts(board)[1].splitlines()
    assert server.pinged() == []
    await server.play_on(board, Random(1), 1)
    assert "guessed" not in texts(board)[1]


async def test_a_guess_of_several_clicks_is_made_in_private_and_survives_a_restart(server: Server) -> None:
    board = await server.begin(start="plain")
    before = offered(board)
    panel = answer(await server.chiyo.click(board, custom_id=button(board, ":c2")))
    assert panel.ephemeral
    assert texts(panel)[0].startswith("### Guess **Ada**'s move in #1\n")
    await server.chiyo.click(panel, label="Back")
    await server.chiyo.click(panel, custom_id=button(panel, ":c2"))
    await server.chiyo.click(panel, custom_id=button(panel, "Tc2n"))
    assert texts(panel)[0].startswith("Your guess: ▲\N{NO-BREAK SPACE}c2.")
    assert offered(board) == before
    await server.restart()
    unfinished = answer(await server.chiyo.click(board, custom_id=button(board, ":c2")))
    await server.play(board, "Tc2n")
    assert "-# 1 of 1 guessed ▲\N{NO-BREAK SPACE}c2." in texts(board)[1].splitlines()
    await server.restart()
    await server.ada.slash(server.channel, "pyrga show")
    assert "-# 1 of 1 guessed ▲\N{NO-BREAK SPACE}c2." in texts(server.newest())[1].splitlines()
    late = await server.chiyo.click(unfinished, custom_id=button(unfinished, "Sc2"))
    assert said(late) == "The game has moved on. Check the board and try again."


async def test_someone_who_confirms_or_compacts_their_moves_can_be_guessed(server: Server) -> None:
    await begin(server)
    await server.configure_for(server.blaise, controls=Controls(confirm=True))
    await server.ada.slash(server.channel, "pyrga show")
    assert read(answer(await guess(server, server.chiyo, server.newest(), "Ca2"))).startswith("Your guess: ")
    await server.configure_for(server.blaise, controls=Controls(compact=True))
    await server.ada.slash(server.channel, "pyrga show")
    chosen = await server.choose(server.chiyo, server.newest(), "play:1:1:Ta2e")
    assert read(answer(chosen)).startswith("Your guess: ")


@pytest.mark.parametrize("setting", ["setting:mine:guesses", "setting:server:guesses"])
async def test_guesses_are_switched_off_in_the_settings(
    server: Server, manager: simcord.MemberActor, setting: str
) -> None:
    board = await begin(server)
    who, value = (server.blaise, "off") if "mine" in setting else (manager, "no")
    panel = await server.open_setting(who, setting)
    await server.choose(who, panel, value, setting)
    for step in ("play:1:1:Ca2", "choose:1:1::a2"):
        (refused,) = await server.press_unoffered((server.chiyo, board, step))
        assert said(refused) == NOT_YOURS
    await server.play(board, "Ca2")
    assert "guessed" not in texts(board)[1]


@pytest.mark.default
async def test_the_leaderboard_has_the_best_guessers_of_the_month(server: Server) -> None:
    board = await begin(server)
    panel = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    await server.chiyo.click(panel, label="Guesses")
    assert texts(panel)[0].startswith("### Guess the move\nNo one here has guessed a move this month.")
    await guess(server, server.chiyo, board, "Ca2")
    await server.play(board, "Ca2")
    panel = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
    await server.chiyo.click(panel, label="Guesses")
    assert alt_text(panel).startswith("Guess the move (this month); 1. Chiyo · 1 of 1 right")
    assert labels(panel) == ["Share", "People", "Computer"]


async def test_a_guess_takes_few_statements(server: Server) -> None:
    board = await begin(server)
    await server.client.services.preferences.remembered(server.chiyo.id)
    with counted() as traffic:
        await server.press_unoffered((server.chiyo, board, "play:1:1:Ca2"))
    assert len(traffic.statements) <= 10, traffic.statements
