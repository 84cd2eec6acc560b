"""Analysis boards: playing both sides, the values of all moves, and sharing a position."""

import re
from random import Random

import discord
import pytest
import simcord

from bot.matches.values.lines import Line
from engine import Position
from tests.bot.servers import Server, alt_text, answer, offered, said, texts

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

MINUS = "\N{MINUS SIGN}"
DEMAND = "After a Triangle on **c2** pointing right: play on **d2**."
MIDDLE = "pyrga white Tc2e Tc1w,Td1w,Sc1 Tb1e,Cc1,Tc2e"
"""Four of White's five moves win here, and the fifth is a draw."""

VALUES = ["d2 +20", "d2 +19", "d2 +7\N{FIGURE SPACE}", "d2 =\N{FIGURE SPACE}\N{FIGURE SPACE}", "d2 +13"]
WIDE = "pyrga black Cc2 Sd1,Sc2,Ta1e,Tb1e,Td1w,Tc2n,Tc3s,Cc2 Sb1,Sd2,Sc4,Tc1n,Td2s,Cb1,Cd1"
"""Black can play any piece on any empty space here."""


async def analyze(
    server: Server, channel: simcord.ChannelHandle | None = None, **options: object
) -> simcord.ResponseMessage:
    """Return the board that Chiyo opened."""
    board = answer(await server.chiyo.slash(channel or server.channel, "pyrga analyze", **options))
    assert board.ephemeral
    return board


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
    assert styles == [3, 3, 3, 2, 3]
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
    await server.chiyo.click(board, custom_id=move_button(board, "Td2w"))
    assert texts(board)[0] == "### Analysis · Pyrga · after move 7, Black to play"
    assert "draw" in texts(board)[1]
    assert controls(board) == ["|◄", "◄", "Share"]
    reply = next(
        str(one["custom_id"]) for one in offered(board) if one["custom_id"].startswith("analyze-move:")
    )
    await server.chiyo.click(board, custom_id=reply)
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
    await server.chiyo.click(board, custom_id=move_button(board, "Cd2"))
    assert controls(board) == ["|◄", "◄", "Share"]


async def test_a_finished_game_opens_at_its_end_with_all_its_moves(server: Server) -> None:
    board = await server.begin()
    played = await server.play_on(board, Random(1))
    shown = await analyze(server, game="#1")
    assert texts(shown)[0] == "### Analysis · Pyrga · end"
    assert controls(shown) == ["|◄", "◄", "Share"]
    await server.chiyo.click(shown, label="◄")
    assert f"move {len(played) - 1}, " in texts(shown)[0]
    assert controls(shown)[:4] == ["|◄", "◄", "►", "►|"]
    # A move other than the one played begins a new line.
    other = [
        one for one in ids(shown) if one.startswith("analyze-move:") and not one.endswith(f":{played[-1]}")
    ]
    if other:
        await server.chiyo.click(shown, custom_id=other[0])
        assert controls(shown)[:2] == ["|◄", "◄"]


@pytest.mark.parametrize("options", [{}, {"rated": True, "start": "plain"}, {"hints": True}])
async def test_a_running_game_cannot_be_analyzed(server: Server, options: dict[str, object]) -> None:
    await server.begin(**options)
    for member in server.members:
        result = await member.slash(server.channel, "pyrga analyze", game="1")
        assert said(result) == "Game **#1** isn't over yet. You can review and analyze it once it is."


async def test_a_game_of_another_server_seems_not_to_exist(server: Server) -> None:
    await server.begin()
    await server.client.services.games.resign(1, player_id=server.ada.id)
    guild = server.env.create_guild("Elsewhere")
    dora = guild.add_member(server.env.create_user("dora"))
    typed = await dora.slash(guild.create_text_channel("there"), "pyrga analyze", game="1")
    assert said(typed) == "There's no game **1** here. Use /pyrga games to see yours."


async def test_a_wide_turn_has_a_grid_and_its_values_in_the_picture(server: Server) -> None:
    board = await analyze(server, position=WIDE)
    assert {"b2", "a3", "a4"} <= set(moves(board))
    values = alt_text(board)
    assert "b2 wins in 7" in values
    assert "a3 wins in 15" in values
    assert re.search(r"a2 loses in \d+", values)
    before = await server.picture(board)
    triangle = next(one for one in ids(board) if re.fullmatch("analyze-choose:.*:T:", one))
    await server.chiyo.click(board, custom_id=triangle)
    assert await server.picture(board) != before
    assert "a2 wins in 7" in alt_text(board)
    await server.chiyo.click(board, label="a2")
    assert texts(board)[1].splitlines()[-1] == "Which way should the Triangle on **a2** point?"
    assert moves(board)[:2] == ["a2 +15", "a2 +7\N{FIGURE SPACE}"]
    assert re.match(rf"a2 {MINUS}\d+", moves(board)[2])
    await server.chiyo.click(
        board, custom_id=next(one for one in ids(board) if one.startswith("analyze-choose:"))
    )
    assert "a2" in [one.get("label") for one in offered(board)]


async def test_the_start_has_its_values_from_the_book(server: Server) -> None:
    board = await analyze(server, ruleset="classic")
    assert texts(board)[0] == "### Analysis · Pyrga classic · start, White to play"
    assert "b1 wins" in alt_text(board)
    assert "b2 draw" in alt_text(board)
    assert not {"Share", "►"} & {*controls(board)}


async def test_a_board_without_moves_left_shows_the_end(server: Server) -> None:
    board = await analyze(server, position=MIDDLE)
    for _ in range(30):
        buttons = [one for one in ids(board) if one.startswith("analyze-move:")]
        if not buttons:
            break
        await server.chiyo.click(board, custom_id=buttons[0])
    assert texts(board)[0] == "### Analysis · Pyrga · end"
    assert texts(board)[1] in {"White wins.", "Black wins.", "That's a draw."}
    assert controls(board) == ["|◄", "◄", "Share"]


@pytest.mark.parametrize("text", ["pyrga", "pyrga black Ta1w Ta1w -", "**@everyone** white Cb2 Sb3 Cb2"])
async def test_an_invalid_position_is_refused_with_an_example(server: Server, text: str) -> None:
    answered = said(await server.chiyo.slash(server.channel, "pyrga analyze", position=text))
    assert "isn't a valid position. A position has five parts: the ruleset, " in answered
    assert answered.endswith("Example: `pyrga white Cb2 Sb3 Cb2`")


async def test_a_game_together_with_a_position_is_refused(server: Server) -> None:
    await server.begin()
    typed = await server.ada.slash(server.channel, "pyrga analyze", game="1", position=MIDDLE)
    assert said(typed) == "Name either a game or a position, not both."


@pytest.mark.default
async def test_a_position_is_shared_once_and_opens_for_everyone(server: Server) -> None:
    board = await analyze(server, position=MIDDLE)
    share = next(one for one in ids(board) if one.startswith("analyze-share:"))
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


async def test_without_permission_to_post_nothing_is_shared(server: Server) -> None:
    denied = discord.PermissionOverwrite(attach_files=False)
    silent = server.guild.create_text_channel("silent", overwrites={server.guild.default_role: denied})
    board = await analyze(server, silent, position=MIDDLE)
    assert "Attach Files" in said(await server.chiyo.click(board, label="Share"))
    assert controls(board) == ["Share"]


async def test_a_position_that_could_not_be_posted_can_be_shared_again(server: Server) -> None:
    board = await analyze(server, position=MIDDLE)
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await server.chiyo.click(board, label="Share")
    assert server.channel.history() == []
    await server.chiyo.click(board, label="Share")
    assert len(server.channel.history()) == 1


@pytest.mark.parametrize("forged", ["a1:m:p:::Sb9", "a1:m:p::0:Sb9", "a1:m:p:j+:1:Ca1", "a1:k:p::0:X"])
async def test_anything_a_board_does_not_offer_is_refused(server: Server, forged: str) -> None:
    board = await analyze(server, position=MIDDLE)
    (result,) = await server.press_unoffered((server.chiyo, board, forged))
    assert said(result) == "This button no longer works. See /pyrga help."


def test_the_longest_line_fits_into_a_button() -> None:
    position = Position.parse(MIDDLE)
    moves = []
    while position.legal_moves:
        moves.append(position.legal_moves[-1])
        position = position.play(moves[-1])
    assert len(Line(Position.parse(MIDDLE), tuple(moves), len(moves)).packed()) <= 38


def ids(board: simcord.ResponseMessage) -> list[str]:
    return [str(one["custom_id"]) for one in offered(board)]


def move_button(board: simcord.ResponseMessage, move: str) -> str:
    """Return the button that plays a move."""
    return next(one for one in ids(board) if one.startswith("analyze-move:") and one.endswith(f":{move}"))
