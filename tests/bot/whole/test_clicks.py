"""Clicks that are early, late, double, foreign or forged."""

import pytest
import simcord

from tests.bot.servers import Server, alt_text, answer, offered, said, texts

ONE_LEGAL_MOVE = "Tc1w Sb1 Cc1"
"""After these, White must complete c1 with a Square."""


def move_buttons(board: simcord.ResponseMessage) -> list[str]:
    return [b["custom_id"] for b in offered(board) if ":m:" in b["custom_id"]]


async def stored_moves(server: Server, number: int = 1) -> int:
    return (await server.client.services.games.get(number)).position.ply


@pytest.mark.behaviour("a stranger clicks", "before both moved")
async def test_a_spectator_is_told_whose_game_it_is(server: Server) -> None:
    board = await server.begin()
    before = texts(board)
    result = await server.chiyo.click(board, custom_id=move_buttons(board)[0])
    assert said(result) == "Only **Ada** and **Blaise** can play, show or resign this game."
    assert texts(board) == before


@pytest.mark.behaviour("a move by who waits", "before both moved")
async def test_the_player_not_to_move_is_told_to_wait(server: Server) -> None:
    board = await server.begin()
    result = await server.blaise.click(board, custom_id=move_buttons(board)[0])
    assert said(result) == "It is **Ada**'s turn. Please wait for yours."
    assert await stored_moves(server) == 0


async def test_only_the_player_to_move_may_choose_a_kind(server: Server) -> None:
    board = await server.begin()
    for member in (server.blaise, server.chiyo):
        result = await member.click(board, label="Triangle")
        assert answer(result) if not result.followups else result.followups[0].ephemeral
    assert "■ a1" in [button["label"] for button in offered(board)]


@pytest.mark.behaviour("a double click", "before both moved")
async def test_a_double_click_plays_once(server: Server) -> None:
    board = await server.begin()
    click = (server.ada, board, "g1:1:0:m:Sa1")
    results = await server.press(click, click)
    assert all(result.acknowledged for result in results)
    assert await stored_moves(server) == 1
    assert "move 2" in texts(board)[0]


@pytest.mark.behaviour("two devices at once", "before both moved")
async def test_two_devices_that_play_different_moves_at_once_play_one(server: Server) -> None:
    board = await server.begin()
    results = await server.press((server.ada, board, "g1:1:0:m:Sa1"), (server.ada, board, "g1:1:0:m:Cb2"))
    assert all(result.acknowledged for result in results)
    assert await stored_moves(server) == 1


@pytest.mark.behaviour("both players at once", "before both moved")
async def test_both_players_at_once_play_one_move_and_the_other_is_answered(server: Server) -> None:
    board = await server.begin()
    results = await server.press((server.blaise, board, "g1:1:0:m:Sa1"), (server.ada, board, "g1:1:0:m:Cb2"))
    assert all(result.acknowledged for result in results)
    assert await stored_moves(server) == 1
    assert (await server.client.services.games.get(1)).position.last_move is not None


@pytest.mark.behaviour("an old button", "before both moved")
async def test_a_stale_click_redraws_the_board(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sa1")
    outdated = [{"type": 10, "content": "an outdated board"}]
    server.env.backend.edit_message(board.channel_id, board.id, {"components": outdated})
    (result,) = await server.press((server.blaise, board, "g1:1:0:m:Cb2"))
    assert result.acknowledged
    assert "Pyrga #1 · move 2" in texts(board)[0]
    assert await stored_moves(server) == 1


@pytest.mark.behaviour("a move by who is to move", "finished")
async def test_a_click_on_a_finished_game_shows_its_end(server: Server) -> None:
    board = await server.begin()
    panel = answer(await server.ada.click(board, label="Resign"))
    await server.ada.click(panel, label="Resign")
    (result,) = await server.press((server.blaise, board, "g1:1:0:m:Cb2"))
    assert result.acknowledged
    assert "finished" in texts(board)[0]


async def test_a_forged_move_is_refused_and_the_board_redrawn(server: Server) -> None:
    board = await server.begin()
    for forged in ("g1:1:0:m:Tc2", "g1:1:0:m:Zz9", "g1:1:0:m:Td4n", "g1:1:0:k:Q", "g1:1:0:s:z9", "g1:1:0:m"):
        (result,) = await server.press((server.ada, board, forged))
        assert result.acknowledged, forged
    assert await stored_moves(server) == 0
    assert "Pyrga #1 · move 1" in texts(board)[0]


async def test_a_button_of_an_unknown_game_or_form_gets_a_sentence(server: Server) -> None:
    board = await server.begin()
    unknown, obsolete, foreign, forged_page = await server.press(
        (server.ada, board, "g1:zzz:0:m:Sa1"),
        (server.ada, board, "g1:1:0:obsolete"),
        (server.ada, board, "somebody else's button"),
        (server.ada, board, "p1:rules:page:99"),
    )
    assert said(unknown) == "There is no game **zzz** here. /pyrga games lists yours."
    for result in (obsolete, foreign, forged_page):
        assert said(result) == "This button is not in use any more. /pyrga help tells what is."


async def test_a_triangle_from_the_grid_takes_its_direction_in_a_second_click(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, label="Triangle")
    await server.ada.click(board, label="▲ c2")
    assert [b["label"] for b in offered(board)][:5] == ["▲c2↑", "▲c2→", "▲c2↓", "▲c2←", "Back"]
    await server.ada.click(board, label="Back")
    await server.ada.click(board, label="▲ c2")
    await server.ada.click(board, label="▲c2↑")
    assert "After a Triangle on **c2** pointing up: play on **c3** or **c4**." in texts(board)[0]


async def test_a_half_entered_choice_survives_a_restart(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, label="Triangle")
    await server.restart()
    await server.ada.click(board, label="▲ c2")
    await server.restart()
    await server.ada.click(board, label="▲c2←")
    assert await stored_moves(server) == 1


async def test_a_board_has_its_position_in_words(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    words = alt_text(board)
    assert words.startswith("Pyrga board, move 3, White to play.")
    assert "a2: black Triangle right; b2: white Square." in words
    assert "Play on: b2, c2, d2." in words


async def test_help_on_the_board_begins_with_what_may_be_played(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Cb2")
    panel = answer(await server.chiyo.click(board, label="More…"))
    result = await server.chiyo.click(panel, label="Help")
    assert answer(result).ephemeral
    assert texts(answer(result))[0].startswith("After a Cylinder on **b2**: play on **b2**.")


async def test_the_only_legal_move_is_one_green_button(server: Server) -> None:
    board = await server.begin()
    await server.play(board, ONE_LEGAL_MOVE)
    (only,) = move_buttons(board)
    (button,) = [b for b in offered(board) if b["custom_id"] == only]
    assert button["style"] == 3
