"""Members ask the computer for hints, stage by stage."""

import re
from dataclasses import replace

import pytest
import simcord

from bot.values.game.offers import take_back
from engine import Move, Position
from tests.bot import acts
from tests.bot.servers import NO_LONGER_WORKS, Server, alt_text, answer, labels, offered, said, texts
from tests.bot.whole.scenes import COMPUTER
from tests.cells import cells
from tests.reading import sign_of

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

WARNING = "With a hint, a win won't count as beating level 1."
MOVED_ON = "The game has moved on. Check the board and try again."
UNAVAILABLE = "The computer isn't available on this host. Use /pyrga challenge to play someone here."

LOST = "Sb2 Tb1w Ca1 Ta1e Tc1w Cb1 Sb1 Sa1 Sa2 Sa3 Ca4 Ta4e"
UP_TO_AN_ONLY_MOVE = "Tb2e Tc2s Sc1 Td1n Td3s Sd2 Sd1 Tc1e Cd1 Tc3n Cc4 Tc4s Sc2 Sc3 Cb3"


async def with_computer(server: Server, moves: str = "Sb2 Ta2e") -> simcord.ResponseMessage:
    """Have Ada, White, play against level 1; return the board after these moves."""
    board = answer(await server.ada.slash(server.channel, "pyrga play", level=1, color="white"))
    await go_on(server, moves)
    return board


async def go_on(server: Server, moves: str) -> None:
    """Play moves for both players, and have the board show them."""
    for move in moves.split():
        game = await server.client.services.games.get(1)
        await acts.move(server.client.services.games, game, move)
    await server.env.advance_time(30)


async def ask(server: Server, board: simcord.ResponseMessage) -> simcord.ResponseMessage:
    """Have Ada press *Hint*; return what only she sees."""
    panel = answer(await server.ada.click(board, label="Hint"))
    assert panel.ephemeral
    return panel


async def taken(server: Server, board: simcord.ResponseMessage) -> simcord.ResponseMessage:
    """Have Ada get her first hint in spite of the warning; return its first stage."""
    panel = await ask(server, board)
    await server.ada.click(panel, label="Show hint")
    return panel


def hinted(panel: simcord.ResponseMessage) -> Move:
    """Return the move that a hint is about, from the custom_id of its button."""
    (button,) = offered(panel)
    return Move.parse(button["custom_id"].split(":")[3])


def private_messages(server: Server) -> list[simcord.ResponseMessage]:
    """Return the private messages that haven't been deleted, in order."""
    stored = server.env.backend.messages[server.channel.id]
    messages = [simcord.ResponseMessage(server.env, stored[number]) for number in sorted(stored)]
    return [message for message in messages if message.ephemeral]


async def position(server: Server, number: int = 1) -> Position:
    return (await server.client.services.games.get(number)).position


async def hints_used(server: Server, number: int = 1) -> int:
    return len((await server.client.services.games.get(number)).white_seat.hints)


@cells("ask for a hint", COMPUTER)
async def test_a_hint_reveals_the_space_then_the_piece_then_the_move_across_restarts(server: Server) -> None:
    board = await with_computer(server)
    panel = await ask(server, board)
    assert (texts(panel), labels(panel)) == ([WARNING], ["Show hint", "Cancel"])
    assert await hints_used(server) == 0

    await server.ada.click(panel, label="Show hint")
    move = hinted(panel)
    used = "-# You've used 1 hint in this game. It doesn't count on the ladder."
    assert texts(panel) == [f"### Hint: the space\nPlay on **{move.space}**.\n{used}"]
    assert await hints_used(server) == 1
    solution = await server.client.services.computer.solve(await position(server), 0)
    assert solution.moves[move] is solution.value

    await server.restart()
    await server.ada.click(panel, label="Show piece")
    kind = move.kind.name.capitalize()
    assert texts(panel) == [f"### Hint: the piece\nPlay a {kind} on **{move.space}**.\n{used}"]

    await server.restart()
    await server.ada.click(panel, label="Show move")
    heading, reason, footer = texts(panel)[0].splitlines()
    assert (heading, footer) == (f"### {sign_of(move)}", used)
    assert reason
    assert f"Chosen but not played yet: {kind} on " in alt_text(panel)
    assert labels(panel) == ["Play it"]
    assert hinted(panel) == move
    assert await hints_used(server) == 1
    await server.restart()
    await server.ada.click(panel, label="Play it")
    assert "Pyrga #1 · move 4" in texts(board)[0]


async def test_a_hint_in_a_lost_position_holds_out_and_says_how_long(server: Server) -> None:
    board = await with_computer(server, LOST)
    panel = await taken(server, board)
    while labels(panel) != ["Play it"]:
        await server.ada.click(panel, label=labels(panel)[0])
    reason = texts(panel)[0].splitlines()[1]
    assert re.match(
        r"Every move loses, but this one holds out (longest: |for at least )\d+ more moves\.", reason
    )
    lost = await position(server)
    after = lost.play(hinted(panel))
    outcomes = [after.play(reply).outcome() for reply in after.legal_moves]
    assert all(outcome is None for outcome in outcomes)


@pytest.mark.default
async def test_the_play_it_button_plays_the_move_once(server: Server) -> None:
    board = await with_computer(server)
    panel = await taken(server, board)
    first, then = [str(each.json) for each in server.env.http_requests if "hint" in str(each.json).lower()][
        -2:
    ]
    assert "Thinking about a hint…" in first, "it's said at once, and edited then"
    assert "Hint: the space" in then
    for label in ("Show piece", "Show move"):
        await server.ada.click(panel, label=label)
    move, before = hinted(panel), await position(server)
    (button,) = offered(panel)
    click = (server.ada, panel, button["custom_id"])
    await server.press(click, click)
    after = await position(server)
    assert after.ply == before.ply + 2
    assert move in after.placed(before.turn)
    assert texts(panel)[0].startswith("You played **")
    assert "Pyrga #1 · move 4" in texts(board)[0]


async def test_a_hint_about_an_earlier_position_says_that_the_game_went_on(server: Server) -> None:
    board = await with_computer(server)
    panel = await taken(server, board)
    await server.play(board, "Tb2n")
    await server.ada.click(panel, label="Show piece")
    assert texts(panel) == [MOVED_ON]
    assert labels(panel) == []


async def test_someone_who_heeds_the_warning_or_leaves_it_open_gets_no_hint(server: Server) -> None:
    board = await with_computer(server)
    heeded = await ask(server, board)
    await server.ada.click(heeded, label="Cancel")
    assert texts(heeded) == ["OK, the game continues."]
    left_open = await ask(server, board)
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    await server.ada.click(left_open, label="Show hint")
    assert texts(left_open) == ["Game **#1** is already over."]
    assert (await server.client.services.games.get(1)).is_unaided


async def test_the_next_hint_is_counted_and_replaces_the_one_before_unless_restarted(server: Server) -> None:
    board = await with_computer(server)
    await taken(server, board)
    await ask(server, board)
    (again,) = private_messages(server)
    assert "You've used 1 hint in this game." in texts(again)[0]
    await go_on(server, "Tb2n Tb3w")
    await ask(server, board)
    (third,) = private_messages(server)
    assert "-# You've used 2 hints in this game. It doesn't count on the ladder." in texts(third)[0]
    await server.restart()
    beside = await ask(server, board)
    assert texts(beside) == texts(third)
    await acts.resign(server.client.services.games, 1, player_id=server.ada.id)
    await server.env.advance_time(30)
    assert "hints used: **Ada**\N{NO-BREAK SPACE}2" in texts(board)[0]


async def test_after_a_takeback_there_is_no_more_warning_about_hints(server: Server) -> None:
    board = await with_computer(server)
    await server.client.services.games.change(
        1, lambda game, now: take_back(game, now, revision=2, player_id=server.ada.id)
    )
    await go_on(server, "Sb2 Ta2e")
    assert "### Hint: the space" in texts(await ask(server, board))[0]


async def test_people_get_a_hint_without_a_warning_if_the_challenge_allowed_it(server: Server) -> None:
    plain, with_hints = await server.begin(), await server.begin(hints=True)
    # Or else a hint in the other game would help in this one.
    await server.play(plain, "Sb2 Ta2e")
    assert "Hint" not in labels(plain)
    assert labels(with_hints) == ["Hint", "Cancel game", "More…"]
    hers = await ask(server, with_hints)
    lines = texts(hers)[0].splitlines()
    assert lines[0] == "### Hint: the space"
    assert lines[-1] == "-# You've used 1 hint in this game."
    assert said(await server.blaise.click(with_hints, label="Hint")) == (
        "It's **Ada**'s turn. Please wait for yours."
    )
    assert (await server.forge(server.ada, plain, "hint:1")).startswith("This game has no hints.")
    await server.play(with_hints, "Sb2")
    his = answer(await server.blaise.click(with_hints, label="Hint"))
    assert {hers.id, his.id} <= {message.id for message in private_messages(server)}


async def test_other_people_get_no_hints(server: Server) -> None:
    board = await with_computer(server, "")
    refused = "This is **Ada**'s game. Start your own with /pyrga play."
    assert said(await server.blaise.click(board, label="Hint")) == refused
    panel = await taken(server, board)
    (button,) = offered(panel)
    assert await server.forge(server.blaise, panel, button["custom_id"]) == refused


async def test_no_forged_stage_of_a_hint_is_shown(server: Server) -> None:
    panel = await ask(server, await with_computer(server))
    for uncounted in ("1:2:Tb2n:space", "1:2:Tb2n:piece", "1:2:Tb2n:move"):
        assert await server.forge(server.ada, panel, f"hint-stage:{uncounted}") == NO_LONGER_WORKS
    assert await hints_used(server) == 0
    await server.ada.click(panel, label="Show hint")
    for forged in ("1:2:Sd9:move", "1:2:hm:move", "1:x:Sb2:move", "1:2:Sb2:all"):
        assert await server.forge(server.ada, panel, f"hint-stage:{forged}") == NO_LONGER_WORKS, forged


async def test_an_only_move_is_shown_immediately_and_costs_nothing(server: Server) -> None:
    await server.begin(hints=True)
    await go_on(server, UP_TO_AN_ONLY_MOVE)
    panel = answer(await server.blaise.click(await server.board(), label="Hint"))
    assert texts(panel)[0].startswith("### ■\N{NO-BREAK SPACE}b3\nIt's your only move.")
    assert labels(panel) == ["Play it"]
    assert (await server.client.services.games.get(1)).black_seat.hints == ()


async def test_without_a_computer_there_is_no_warning_either(server: Server) -> None:
    board = await with_computer(server)
    server.settings = replace(server.settings, solver_megabytes=0)
    await server.restart()
    assert said(await server.ada.click(board, label="Hint")) == UNAVAILABLE
    assert (await server.client.services.games.get(1)).is_unaided
