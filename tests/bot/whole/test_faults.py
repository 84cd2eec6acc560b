"""Discord says no, the message is gone, the bot dies: nothing is lost and everybody is answered."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import discord
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import create_client
from bot.jobs.repair import repair_boards
from bot.matches import game_loading, games
from bot.matches.values import Game
from bot.settings import Settings
from bot.ui.responder import GRACE
from tests.bot.servers import Server, answer, choices, said, texts


@pytest.mark.behaviour("a restart", "challenge open", "before both moved")
async def test_every_button_of_every_running_game_works_after_a_restart(server: Server) -> None:
    boards = [await server.begin() for _ in range(3)]
    await server.play(boards[1], "Sa1")
    await server.play(boards[2], "Sa1 Cb1")
    card = await server.challenge()

    await server.restart()

    for board in boards:
        before = texts(board)[0]
        await server.to_move(board).click(board, custom_id=choices(board)[-1]["custom_id"])
        assert texts(board)[0] != before
    await server.blaise.click(card, label="Accept")
    assert "Pyrga #4 · move 1" in texts(card)[0]


@pytest.mark.behaviour("the answer comes too late", "a running game")
async def test_a_move_whose_answer_fails_is_kept_and_its_board_repaired(server: Server) -> None:
    board = await server.begin()
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    await server.press((server.ada, board, "g1:1:0:m:Sa1"))
    server.env.backend.faults.clear()
    assert "move 1" in texts(board)[0]
    game = await server.client.services.games.get(1)
    assert (game.position.ply, game.shown) == (1, False)

    await server.env.advance_time(31)

    assert "move 2" in texts(board)[0]
    assert (await server.client.services.games.get(1)).shown


@pytest.mark.behaviour("the answer comes too late", "a running game")
async def test_a_second_click_after_a_failed_answer_shows_the_move(server: Server) -> None:
    board = await server.begin()
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    click = (server.ada, board, "g1:1:0:m:Sa1")
    await server.press(click)
    server.env.backend.faults.clear()
    (result,) = await server.press(click)
    assert result.acknowledged
    assert "move 2" in texts(board)[0]


@pytest.mark.behaviour("the answer comes too late", "challenge open")
async def test_an_accepted_challenge_whose_answer_fails_becomes_a_board_later(server: Server) -> None:
    card = await server.challenge()
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    await server.press((server.blaise, card, "c1:1:accept"))
    server.env.backend.faults.clear()
    await server.env.advance_time(31)
    assert "Pyrga #1 · move 1" in texts(card)[0]


@pytest.mark.behaviour("the message is deleted", "a running game")
async def test_a_board_that_a_moderator_deleted_is_posted_again_by_show(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sa1")
    server.env.backend.delete_message(board.channel_id, board.id)
    new = answer(await server.ada.slash(server.channel, "pyrga show"))
    await server.play(new, "Cb1")
    assert "Pyrga #1 · move 3" in texts(new)[0]


@pytest.mark.behaviour("the message is deleted", "a running game")
async def test_resigning_a_game_whose_board_is_gone_posts_its_end(server: Server) -> None:
    board = await server.begin()
    panel = answer(await server.ada.click(board, label="Resign"))
    server.env.backend.delete_message(board.channel_id, board.id)
    await server.ada.click(panel, label="Resign")
    assert texts(panel) == ["You resigned game #1."]
    assert "**Ada** resigned. **Blaise** wins." in texts(await server.board())[0]
    leaders = texts(answer(await server.ada.slash(server.channel, "pyrga leaderboard")))[0]
    assert "**Blaise** · 1 win" in leaders


async def test_a_lost_board_is_listed_as_lost(server: Server) -> None:
    board = await server.begin()
    server.env.backend.delete_message(board.channel_id, board.id)
    game = await server.client.services.games.get(1)
    await server.client.services.games.place(game, game.place, None)
    listed = texts(answer(await server.ada.slash(server.channel, "pyrga games")))[0]
    assert "its board is gone, /pyrga show posts it again" in listed


@pytest.mark.behaviour("the channel is gone", "a running game")
async def test_a_game_goes_on_elsewhere_when_its_channel_is_deleted(server: Server) -> None:
    doomed = server.guild.create_text_channel("doomed")
    card = answer(await server.ada.slash(doomed, "pyrga challenge", opponent=server.blaise, colour="white"))
    await server.blaise.click(card, label="Accept")
    server.env.backend.delete_channel(doomed.id)
    board = answer(await server.ada.slash(server.channel, "pyrga show"))
    await server.play(board, "Sa1")
    assert "Pyrga #1 · move 2" in texts(board)[0]


async def test_a_board_out_of_reach_is_not_tried_for_ever(server: Server) -> None:
    board = await server.begin()
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    panel = answer(await server.ada.click(board, label="Resign"))
    await server.ada.click(panel, label="Resign")
    assert await server.client.services.games.unshown(10) == []


@pytest.mark.behaviour("Discord has errors", "a running game")
async def test_a_board_that_could_not_be_edited_for_a_while_is_repaired(server: Server) -> None:
    board = await server.begin()
    panel = answer(await server.ada.click(board, label="Resign"))
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, times=1)
    await server.ada.click(panel, label="Resign")
    assert "move 1" in texts(board)[0]
    await repair_boards(server.client)
    assert "**Ada** resigned." in texts(board)[0]


async def test_a_challenge_that_cannot_be_posted_does_not_stay_open(server: Server) -> None:
    server.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, times=1)
    result = await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise)
    assert "Something went wrong here. Nothing of your game is lost." in said(result)
    (stale,) = await server.press((server.blaise, await server.begin(), "c1:1:accept"))
    assert stale.acknowledged
    assert await server.client.services.lists.running(server.guild.id, server.ada.id, limit=10) != []


@pytest.fixture
def slow_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a game takes longer than a person is left without an answer."""

    async def load_slowly(connection: AsyncConnection, number: int) -> Game:
        await asyncio.sleep(GRACE + 0.2)
        return await game_loading.load(connection, number)

    monkeypatch.setattr(games, "load", load_slowly)


async def test_slow_work_on_a_click_is_covered_by_a_promise(server: Server, slow_games: None) -> None:
    del slow_games
    board = await server.begin()
    await server.ada.click(board, label="■ a1")
    assert callbacks(server)[-1]["type"] == discord.InteractionResponseType.deferred_message_update.value
    assert "move 2" in texts(board)[0]


async def test_slow_work_on_a_command_is_promised_in_private_and_posted_in_public(
    server: Server, slow_games: None
) -> None:
    del slow_games
    await server.begin()
    result = await server.ada.slash(server.channel, "pyrga show")
    assert callbacks(server)[-1]["type"] == discord.InteractionResponseType.deferred_channel_message.value
    assert said(result) == "Posted."
    shown = await server.client.services.games.get(1)
    posted = server.channel.history(viewer=server.chiyo)[-1]
    assert shown.message_id == posted.id


async def test_a_refusal_after_slow_work_is_still_private(server: Server, slow_games: None) -> None:
    del slow_games
    board = await server.begin()
    result = await server.chiyo.click(board, label="■ a1")
    assert said(result) == "Only **Ada** and **Blaise** can play, show or resign this game."


def callbacks(server: Server) -> list[dict[str, Any]]:
    return [
        request.json
        for request in server.env.http_requests
        if request.path.endswith("/callback") and isinstance(request.json, dict)
    ]


async def test_an_unforeseen_error_is_answered_with_its_number(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await server.begin()

    async def fail(*_: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr(type(server.client.services.games), "play", fail)
    result = await server.ada.click(board, label="■ a1")
    assert said(result).startswith("Something went wrong here. Nothing of your game is lost. (Error ")


def test_moves_that_were_answered_survive_a_kill(tmp_path: Path) -> None:
    asyncio.run(play_until_killed(tmp_path))


async def play_until_killed(folder: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{folder / 'pyrga.db'}")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.whole.endless", settings.database_url, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    answered: list[str] = []
    while len(answered) < 40:
        answered.append((await process.stdout.readline()).decode().strip())
    os.kill(process.pid, signal.SIGKILL)
    answered += (await process.stdout.read()).decode().split("\n")[:-1]
    await process.wait()

    client = create_client(settings)
    stored: dict[int, int] = {}
    for line in answered:
        number, ply = json.loads(line)
        stored[number] = ply
    for number, ply in stored.items():
        game = await client.services.games.get(number)
        assert game.position.ply >= ply
    await client.close()
