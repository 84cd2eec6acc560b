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


async def test_only_the_player_to_move_may_choose_a_kind(server: Server) -> None:
    board = await server.begin()
    told = said(await server.blaise.click(board, custom_id="choose:1:0:T:"))
    assert told == "It's **Ada**'s turn. Please wait for yours."
    panel = answer(await server.chiyo.click(board, custom_id="choose:1:0:T:"))
    assert texts(panel)[0].startswith("### Guess **Ada**'s move in #1")
    assert "a1" in [button.get("label") for button in offered(board)]


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


async def test_a_click_on_a_board_that_was_just_posted_counts_before_that_is_stored(server: Server) -> None:
    board, games = await server.begin(), server.client.services.games

    def before(game: Game, now: datetime) -> Game:
        return put(game, game.place, now, game.revision, message_id=board.id - 1)

    await games.update(1, before)
    await server.play(board, "Sb2")
    assert await stored_moves(server) == 1
    assert (await games.get(1)).message_id == board.id


async def test_a_triangle_from_the_grid_takes_its_direction_in_a_second_click(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, custom_id="choose:1:0:T:")
    await server.ada.click(board, label="c2")
    assert [b["label"] for b in offered(board)][:5] == ["c2", "c2", "c2", "c2", "Back"]
    assert [b["custom_id"][-1] for b in offered(board)][:4] == ["n", "e", "s", "w"]
    start = Position.start(Ruleset.PYRGA)
    marked = render.board(render.Scene(start, "Ada", "Blaise", aimed=Space.C2))
    assert await server.picture(board) == marked
    assert "Chosen for a Triangle, without a direction yet: c2." in alt_text(board)
    await server.ada.click(board, label="Back")
    assert await server.picture(board) == render.board(render.Scene(start, "Ada", "Blaise"))
    await server.ada.click(board, label="c2")
    await server.ada.click(board, custom_id="play:1:0:Tc2n")
    assert "After a Triangle on **c2** pointing up: play on **c3** or **c4**." in texts(board)[-1]


@pytest.mark.thorough
async def test_a_half_entered_choice_survives_a_restart(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, custom_id="choose:1:0:T:")
    await server.restart()
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


async def test_the_only_legal_move_is_one_green_button(server: Server) -> None:
    board = await server.begin()
    await server.play(board, ONE_LEGAL_MOVE)
    (button,) = [b for b in offered(board) if b["custom_id"].startswith("play:")]
    assert button["style"] == 3
