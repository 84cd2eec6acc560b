"""Forged clicks, and moves that take several clicks. Clicks by other people are in ``cells``."""

from datetime import datetime

import pytest

import render
from bot.values.game.boards import put
from bot.values.game.game import Game
from engine import Position, Ruleset, Space
from tests.bot.servers import Server, alt_text, answer, offered, said, texts

ONE_LEGAL_MOVE = "Tc1w Sb1 Cc1"
"""After these moves, White must complete c1 with a Square."""


async def stored_moves(server: Server, number: int = 1) -> int:
    return (await server.client.services.games.get(number)).position.ply


async def test_only_the_player_to_move_may_choose_a_space(server: Server) -> None:
    board = await server.begin()
    told = said(await server.blaise.click(board, custom_id="choose:1:0::c2"))
    assert told == "It's **Ada**'s turn. Please wait for yours."
    panel = answer(await server.chiyo.click(board, custom_id="choose:1:0::c2"))
    assert texts(panel)[0].startswith("### Guess **Ada**'s move in #1")
    assert "c2" in [button.get("label") for button in offered(board)]


async def test_a_forged_move_is_refused_and_the_board_redrawn(server: Server) -> None:
    board = await server.begin()
    forged = ["play:1:0:Tc2", "play:1:0:Zz9", "play:1:0:Td4n", "choose:1:0:Q:", "choose:1:0:T:z9", "play:1:0"]
    results = await server.press_unoffered(*((server.ada, board, custom_id) for custom_id in forged))
    assert all(result.acknowledged for result in results)
    assert await stored_moves(server) == 0
    assert "Pyrga #1 · start" in texts(board)[0]
    (unknown,) = await server.press_unoffered((server.ada, board, "play:zzz:0:Sa1"))
    assert said(unknown) == "There's no game **46655** here. Use /pyrga games to see yours."
    for custom_id in ("obsolete:1:0", "somebody else's button", "rules:99"):
        (result,) = await server.press_unoffered((server.ada, board, custom_id))
        assert said(result) == "This button no longer works. See /pyrga help."


@pytest.mark.thorough
async def test_a_click_on_a_board_that_was_just_posted_counts_before_that_is_stored(server: Server) -> None:
    board, games = await server.begin(), server.client.services.games

    def before(game: Game, now: datetime) -> Game:
        return put(game, game.place, now, game.revision, message_id=board.id - 1)

    await games.update(1, before)
    await server.play(board, "Sb2")
    assert await stored_moves(server) == 1
    assert (await games.get(1)).message_id == board.id


async def test_with_too_many_moves_a_space_is_chosen_first_and_then_a_piece(server: Server) -> None:
    board = await server.begin()
    assert [b["label"] for b in offered(board)][:5] == ["a4", "b4", "c4", "d4", "a3"]
    await server.ada.click(board, label="a1")
    assert [b.get("label") for b in offered(board)][:5] == ["a1", "a1", "a1", None, "Back"]
    assert [b["custom_id"][9:] for b in offered(board)][:4] == ["Sa1", "Ca1", "Ta1n", "Ta1e"]
    assert texts(board)[-1].endswith("Which piece goes on **a1**?")
    start = Position.start(Ruleset.PYRGA)
    marked = render.board(render.Scene(start, "Ada", "Blaise", aimed=Space.A1))
    assert await server.picture(board) == marked
    assert "Chosen, without a piece yet: a1." in alt_text(board)
    await server.ada.click(board, label="Back")
    assert await server.picture(board) == render.board(render.Scene(start, "Ada", "Blaise"))
    await server.ada.click(board, label="a1")
    await server.ada.click(board, custom_id="play:1:0:Ta1n")
    assert "After a Triangle on **a1** pointing up: play on **a4**, **a3** or **a2**." in texts(board)[-1]


@pytest.mark.thorough
async def test_a_kind_chosen_on_a_board_of_the_first_version_narrows_down_moves(
    server: Server,
) -> None:
    board = await server.begin()
    await server.press_unoffered((server.ada, board, "choose:1:0:C:"))
    assert [b["label"] for b in offered(board)][:2] == ["a4", "b4"]
    await server.press_unoffered((server.ada, board, "choose:1:0:T:c2"))
    assert [b["custom_id"][9:] for b in offered(board)][:4] == ["Tc2n", "Tc2e", "Tc2s", "Tc2w"]
    await server.ada.click(board, custom_id="play:1:0:Tc2n")
    assert await stored_moves(server) == 1


@pytest.mark.thorough
async def test_a_half_entered_choice_survives_a_restart(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, label="c2")
    await server.restart()
    await server.ada.click(board, custom_id="play:1:0:Tc2w")
    assert await stored_moves(server) == 1


async def test_a_board_is_described_in_words_and_help_says_what_can_be_played(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    words = alt_text(board)
    assert words.startswith(
        "Last move: Triangle on a2, pointing right. Pyrga board after move 2, White to play."
    )
    assert "Row 2: a2 black Triangle right; b2 white Square." in words
    assert "Play on: b2, c2, d2." in words
    panel = answer(await server.chiyo.click(board, label="More…"))
    helped = answer(await server.chiyo.click(panel, label="Help"))
    assert helped.ephemeral
    assert texts(helped)[0].startswith("After a Triangle on **a2** pointing right: play on **b2**")


@pytest.mark.thorough
async def test_the_only_legal_move_is_one_green_button(server: Server) -> None:
    board = await server.begin()
    await server.play(board, ONE_LEGAL_MOVE)
    (button,) = [b for b in offered(board) if b["custom_id"].startswith("play:")]
    assert button["style"] == 3
