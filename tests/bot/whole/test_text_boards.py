"""People read boards in words: those of their games, and those that only they see."""

import re

import pytest
import simcord

from tests.bot.servers import Server, alt_text, answer, labels, offered, read, texts
from tests.bot.text_boards import row_pieces

pytestmark = pytest.mark.thorough

SETTING = "setting:mine:text-mode"
MOVE = "(?:Square|Cylinder) on [a-d][1-4]|Triangle on [a-d][1-4], pointing (?:up|right|down|left)"


def has_text(message: simcord.ResponseMessage) -> bool:
    return "Row 4: " in read(message)


async def agree(server: Server, board: simcord.ResponseMessage, answered: str = "Accept") -> None:
    """Have Ada ask for text mode, and Blaise answer."""
    panel = answer(await server.ada.click(board, label="More…"))
    await server.ada.click(panel, label="Text mode")
    assert "Text mode requested." in texts(panel)[0]
    assert not has_text(board)
    await server.blaise.click(board, label=answered)


@pytest.mark.default
async def test_a_board_in_words_is_read_from_the_last_move_to_the_hands(server: Server) -> None:
    board = await server.begin()
    await agree(server, board)
    await server.play(board, "Sb3 Tb2e")
    heard = [
        "last move: Triangle on b2, pointing right",
        "(White) to play",
        "play on **c2** or **d2**",
        "Row 4: empty.",
        "Row 1: empty.",
        "White: Towers 0; in hand: ",
        "Black: Towers 0; in hand: ",
    ]
    told = read(board)
    assert [told.index(part) for part in heard] == sorted(told.index(part) for part in heard)
    assert row_pieces(told) == {("white", "Sb3"), ("black", "Tb2e")}
    assert alt_text(board) == "Pyrga board after move 2, White to play."
    theirs = answer(await server.blaise.click(board, label="More…"))
    await server.blaise.click(theirs, label="Exit text mode")
    assert not has_text(board)


async def test_a_choice_changes_the_shared_board_only_if_the_other_made_it_too(server: Server) -> None:
    await server.configure_for(server.blaise, text_board=True)
    board = await server.begin()
    await server.play(board, "Sb3")
    assert not has_text(board)
    await server.change_setting(server.ada, SETTING, "on")
    assert not (await server.client.services.games.get(1)).shown
    await server.play(board, "Tb2e")
    assert has_text(board)


async def test_the_other_player_can_decline(server: Server) -> None:
    board = await server.begin()
    await agree(server, board, "Decline")
    assert not has_text(board)
    assert "**Blaise** declined text mode." in texts(board)[-1]


async def test_no_one_takes_text_mode_from_someone_who_chose_it_or_has_to_agree(server: Server) -> None:
    await server.configure_for(server.chiyo, text_board=True)
    board = await server.begin()
    assert "Text mode" not in labels(answer(await server.chiyo.click(board, label="More…")))
    await agree(server, board)
    await server.configure_for(server.ada, text_board=True)
    theirs = answer(await server.blaise.click(board, label="More…"))
    assert "Exit text mode" not in labels(theirs)
    assert (
        await server.forge(server.blaise, theirs, "hide-text:1")
        == "**Ada** uses text mode, so this board stays in words."
    )
    assert has_text(board)


async def test_only_those_who_want_text_get_it_in_private(server: Server) -> None:
    await server.configure_for(server.ada, text_board=True)
    hers = answer(await server.ada.slash(server.channel, "pyrga-learn puzzle", code="e66p4"))
    his = answer(await server.blaise.slash(server.channel, "pyrga-learn puzzle", code="e66p4"))
    assert has_text(hers)
    assert not has_text(his)
    moves = [button["label"] for button in offered(hers) if button["custom_id"].startswith("play:")]
    assert all(re.fullmatch(MOVE, label) for label in moves)
