"""Analysis boards: playing both sides, the values of all moves, and sharing a position."""

import re
from random import Random

import pytest
import simcord

from bot.values.lines import Line
from engine import Position
from tests.bot.servers import Server, alt_text, answer, offered, said, texts

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

MINUS = "\N{MINUS SIGN}"
DEMAND = "After a Triangle on **c2** pointing right: play on **d2**."
MIDDLE = "pyrga white Tc2e Tc1w,Td1w,Sc1 Tb1e,Cc1,Tc2e"
"""Four of White's five moves win here, and the fifth is a draw."""

VALUES = ["d2 +20", "d2 +13", "d2 +19", "d2 +7\N{FIGURE SPACE}", "d2 =\N{FIGURE SPACE}\N{FIGURE SPACE}"]
WIDE = "pyrga black Cc2 Sd1,Sc2,Ta1e,Tb1e,Td1w,Tc2n,Tc3s,Cc2 Sb1,Sd2,Sc4,Tc1n,Td2s,Cb1,Cd1"
"""Black can play any piece on any empty space here."""


async def analyze(
    server: Server, channel: simcord.ChannelHandle | None = None, **options: object
) -> simcord.ResponseMessage:
    """Return the board that Chiyo opened."""
    board = answer(await server.chiyo.slash(channel or server.channel, "pyrga-learn analyze", **options))
    assert board.ephemeral
    return board


def ids(board: simcord.ResponseMessage, kind: str = "move", end: str = "") -> list[str]:
    """Return the custom_ids of the buttons of a kind that end so, in order."""
    found = [str(one["custom_id"]) for one in offered(board)]
    return [each for each in found if each.startswith(f"analyze-{kind}:") and each.endswith(end)]


def moves(board: simcord.ResponseMessage) -> list[str]:
    """Return the labels of the buttons that play a move, in order."""
    return [str(one["label"]) for one in offered(board) if one["custom_id"].startswith("analyze-move:")]


def controls(board: simcord.ResponseMessage) -> list[str]:
    """Return the labels of the other buttons that can be pressed."""
    return [
        str(one["label"])
        for one in offered(board)
        if not re.match(r"analyze-(move|choose):", str(one["custom_id"]))
    ]


async def test_every_move_has_its_value_and_the_best_line_is_shown(server: Server) -> None:
    board = await analyze(server, position=MIDDLE)
    assert moves(board) == VALUES
    styles = [one["style"] for one in offered(board) if one["custom_id"].startswith("analyze-move:")]
    assert styles == [3, 3, 3, 3, 2]
    assert texts(board)[0] == "### Analysis · Pyrga · after move 6, White to play"
    winner, line, signs = texts(board)[1].splitlines()
    assert winner == "White wins in 7 moves with best play."
    assert signs == f"-# + wins, = draws, {MINUS} loses; the number says in how many moves"
    assert re.fullmatch(r"Best play: \S\xa0d2(, \S\xa0..){4}, …", line)
    assert (
        "Pyrga board after move 6, White to play. Best moves: d2 wins in 7. Play on: d2. Row 4: "
        in alt_text(board)
    )
    assert controls(board) == ["Share"]


async def test_a_person_plays_both_sides_and_steps_back_and_forward_across_a_restart(server: Server) -> None:
    board = await analyze(server, position=MIDDLE)
    await server.chiyo.click(board, custom_id=ids(board, end=":Td2w")[0])
    assert texts(board)[0] == "### Analysis · Pyrga · after move 7, Black to play"
    assert "draw" in texts(board)[1]
    assert controls(board) == ["|◄", "◄", "Share"]
    await server.chiyo.click(board, custom_id=ids(board)[0])
    assert texts(board)[0] == "### Analysis · Pyrga · after move 8, White to play"

    await server.restart()
    await server.chiyo.click(board, label="|◄")
    assert moves(board) == VALUES
    assert controls(board) == ["►", "►|", "Share"]
    await server.chiyo.click(board, label="►|")
    assert "move 8" in texts(board)[0]
    await server.chiyo.click(board, label="◄")
    await server.chiyo.click(board, label="◄")
    await server.chiyo.click(board, label="►")
    assert "move 7" in texts(board)[0]
    await server.chiyo.click(board, label="|◄")
    await server.chiyo.click(board, custom_id=ids(board, end=":Cd2")[0])
    assert controls(board) == ["|◄", "◄", "Share"]


async def test_a_finished_game_opens_at_its_end_with_all_its_moves(server: Server) -> None:
    board = await server.begin()
    played = await server.play_on(board, Random(1))
    shown = await analyze(server, game="#1")
    assert texts(shown)[0] == "### Analysis · Pyrga · end"
    assert texts(shown)[1] in {"White wins.", "Black wins.", "That's a draw."}
    assert controls(shown) == ["|◄", "◄", "Share"]
    await server.chiyo.click(shown, label="◄")
    assert f"move {len(played) - 1}, " in texts(shown)[0]
    assert controls(shown)[:4] == ["|◄", "◄", "►", "►|"]
    # A move other than the one played begins a new line.
    if other := [one for one in ids(shown) if not one.endswith(f":{played[-1]}")]:
        await server.chiyo.click(shown, custom_id=other[0])
        assert controls(shown)[:2] == ["|◄", "◄"]


async def test_a_wide_turn_has_its_spaces_and_their_values_in_the_picture(server: Server) -> None:
    board = await analyze(server, position=WIDE)
    assert len(ids(board, "choose")) > 5
    values = alt_text(board)
    assert re.search(r"b2 wins in \d+", values)
    assert re.search(r"a2 wins in \d+", values)
    before = await server.picture(board)
    await server.chiyo.click(board, custom_id=ids(board, "choose", end=":a2")[0])
    assert await server.picture(board) != before
    assert texts(board)[1].splitlines()[-1] == "Which piece goes on **a2**?"
    assert "a2 +7\N{FIGURE SPACE}" in moves(board)
    await server.chiyo.click(board, label="Back")
    assert await server.picture(board) == before


async def test_the_start_has_its_values_from_the_book(server: Server) -> None:
    board = await analyze(server, ruleset="classic")
    assert texts(board)[0] == "### Analysis · Pyrga classic · start, White to play"
    assert "b1 wins" in alt_text(board)
    assert not {"Share", "►"} & {*controls(board)}


async def test_an_invalid_position_is_refused_with_an_example(server: Server) -> None:
    for text in ("pyrga", "pyrga black Ta1w Ta1w -", "**@everyone** white Cb2 Sb3 Cb2"):
        answered = said(await server.chiyo.slash(server.channel, "pyrga-learn analyze", position=text))
        assert "isn't a valid position. A position has five parts: the ruleset, " in answered, text
        assert answered.endswith("Example: `pyrga white Cb2 Sb3 Cb2`"), text
    both = said(await server.chiyo.slash(server.channel, "pyrga-learn analyze", game="1", position=MIDDLE))
    assert both == "Use only one of these options at a time."


@pytest.mark.default
async def test_a_position_is_shared_once_and_opens_for_everyone(server: Server) -> None:
    board = await analyze(server, position=MIDDLE)
    (share,) = ids(board, "share")
    await server.press((server.chiyo, board, share), (server.chiyo, board, share))
    assert controls(board) == []
    post = server.newest()
    assert texts(post) == [
        "### A position · Pyrga · after move 6, White to play",
        f"{DEMAND}\n`{Position.parse(MIDDLE)}`\n-# Shared by **Chiyo**",
    ]
    assert len(server.channel.history()) == 1
    assert server.pinged() == []
    opened = answer(await server.blaise.click(post, label="Analyze"))
    assert opened.ephemeral
    assert moves(opened) == moves(board)
    assert controls(opened) == []
    text = texts(post)[1].split("`")[1]
    again = await analyze(server, server.guild.create_text_channel("elsewhere"), position=f"`{text}`")
    assert controls(again) == ["Share"]


async def test_a_position_that_could_not_be_posted_can_be_shared_again(server: Server) -> None:
    board = await analyze(server, server.channel_without("attach_files"), position=MIDDLE)
    assert "Attach Files" in said(await server.chiyo.click(board, label="Share"))
    assert controls(board) == ["Share"]

    board = await analyze(server, position=MIDDLE)
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await server.chiyo.click(board, label="Share")
    assert server.channel.history() == []
    await server.chiyo.click(board, label="Share")
    assert len(server.channel.history()) == 1


async def test_anything_a_board_does_not_offer_is_refused(server: Server) -> None:
    board = await analyze(server, position=MIDDLE)
    for forged in ("a1:m:p:::Sb9", "a1:m:p::0:Sb9", "a1:m:p:j+:1:Ca1", "a1:k:p::0:X"):
        (result,) = await server.press_unoffered((server.chiyo, board, forged))
        assert said(result) == "This button no longer works. See /pyrga help.", forged


def test_the_longest_line_fits_into_a_button() -> None:
    position = Position.parse(MIDDLE)
    moves = []
    while position.legal_moves:
        moves.append(position.legal_moves[-1])
        position = position.play(moves[-1])
    assert len(Line(Position.parse(MIDDLE), tuple(moves), len(moves)).packed()) <= 38
