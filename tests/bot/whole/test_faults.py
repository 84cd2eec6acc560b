"""Discord refuses, the message is gone, the bot dies: nothing is lost and everyone gets an answer."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import discord
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.jobs import rounds
from bot.ui.board.display import show
from bot.ui.context.context import GRACE
from bot.use_cases.games import games, storing
from bot.use_cases.games.notes import LONGEST
from bot.use_cases.games.queries import GameQueries, Reader
from bot.values.game.boards import doubt
from bot.values.game.game import Game
from tests.bot import acts
from tests.bot.damage import damage
from tests.bot.displays import lose_board
from tests.bot.servers import Server, answer, said, texts

pytestmark = pytest.mark.thorough


@pytest.mark.default
async def test_a_lost_board_is_listed_as_lost(server: Server) -> None:
    board = await server.begin()
    server.env.backend.delete_message(board.channel_id, board.id)
    await lose_board(server.client, 1)
    listed = texts(answer(await server.ada.slash(server.channel, "pyrga games")))[0]
    assert "board deleted: use /pyrga show to repost it" in listed


async def test_all_boards_that_a_crash_left_behind_are_repaired_in_one_round(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that there are more boards than are read at a time.
    monkeypatch.setattr(rounds, "_BATCH", 2)
    services = server.client.services
    for number in range(1, 6):
        await server.begin()
        await acts.play(services.games, number, revision=0, text="Sa1", player_id=server.ada.id)
    assert len(await services.games.unshown(9)) == 5
    await rounds.repair_boards(server.client)
    assert await services.games.unshown(9) == []
    for number in range(1, 6):
        assert "move 1" in texts(await server.board(number))[0]


@pytest.fixture
def slow_games(hurry: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reading a game take longer than a person may wait for an answer."""
    hurry()

    async def load_slowly(connection: AsyncConnection, number: int) -> Game:
        await asyncio.sleep(GRACE + 0.2)
        return await storing.load_to_change(connection, number)

    monkeypatch.setattr(games, "load", load_slowly)
    monkeypatch.setattr(games, "load_to_change", load_slowly)
    find = GameQueries.find

    async def find_slowly(queries: GameQueries, reader: Reader, text: str | None) -> Game:
        await asyncio.sleep(GRACE + 0.2)
        return await find(queries, reader, text)

    monkeypatch.setattr(GameQueries, "find", find_slowly)


async def test_what_the_log_says_of_a_board_names_its_game(server: Server) -> None:
    await server.begin()
    game = await server.client.services.games.update(1, lambda game, _: doubt(game))
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    with capture_logs(processors=[merge_contextvars]) as logged:
        await show(server.client, game)
    assert [line["game"] for line in logged if line["event"] == "board not edited"] == [1]


@pytest.mark.usefixtures("slow_games")
async def test_slow_work_on_a_click_is_deferred(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, label="a1")
    await server.ada.click(board, custom_id="play:1:0:Sa1")
    assert server.answers()[-1]["type"] == discord.InteractionResponseType.deferred_message_update.value
    assert "move 1" in texts(board)[0]
    # A refusal is still private.
    result = await server.chiyo.click(board, label="Cancel game")
    assert said(result) == "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."


@pytest.mark.usefixtures("slow_games")
async def test_slow_work_on_a_command_is_deferred_in_private_and_posted_in_public(server: Server) -> None:
    await server.begin()
    result = await server.ada.slash(server.channel, "pyrga show")
    assert server.answers()[-1]["type"] == discord.InteractionResponseType.deferred_channel_message.value
    assert said(result) == "Posted."
    shown = await server.client.services.games.get(1)
    posted = server.channel.history(viewer=server.chiyo)[-1]
    assert shown.message_id == posted.id


@pytest.mark.default
async def test_an_unexpected_error_is_answered_with_its_number(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await server.begin()
    await server.ada.click(board, label="a1")

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr(type(server.client.services.games), "change", fail)
    result = await server.ada.click(board, custom_id="play:1:0:Sa1")
    assert said(result).startswith("Something went wrong. Your game is safe. (Error ")


async def test_no_move_is_acknowledged_once_the_database_file_is_deleted(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, label="a1")
    delete_database(server)
    for _ in range(2):
        result = await server.ada.click(board, custom_id="play:1:0:Sa1")
        assert "My database is missing, so I can't save anything." in said(result)
    assert "· start" in texts(board)[0]


async def test_no_game_is_called_safe_once_the_database_is_damaged(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, label="a1")
    damage(Path(server.settings.database().database or ""))
    for result in (
        await server.ada.click(board, custom_id="play:1:0:Sa1"),
        # Not even this person's language is known.
        await server.chiyo.slash(server.channel, "pyrga games"),
    ):
        assert "My database is damaged, so I can't save anything." in said(result)
    assert "· start" in texts(board)[0]


async def test_no_move_is_acknowledged_while_the_database_is_read_only(server: Server) -> None:
    board = await server.begin()
    await server.ada.click(board, label="a1")
    await restrict_writing(server, "PRAGMA query_only = ON")
    with capture_logs() as logged:
        result = await server.ada.click(board, custom_id="play:1:0:Sa1")
    assert "I can't save anything right now, so that didn't count." in said(result)
    assert reasons(logged) == ["attempt to write a readonly database"]
    assert "· start" in texts(board)[0]


async def test_no_move_is_acknowledged_if_the_disk_is_full(server: Server) -> None:
    await server.begin()
    # SQLite itself says that the disk is full if the file isn't allowed to grow.
    await restrict_writing(server, "PRAGMA max_page_count = 1")
    panel = answer(await server.ada.click(server.newest(), label="More…"))
    form = await server.ada.click(panel, label="Private note")
    notes = server.client.services.notes
    await notes.write(1, "🏰" * LONGEST, player_id=server.blaise.id)
    with capture_logs() as logged:
        result = await server.ada.submit_modal(form, {"text": "🏰" * LONGEST})
    assert "I can't save anything right now, so that didn't count." in said(result)
    assert reasons(logged) == ["database or disk is full"]
    assert await notes.read(1, player_id=server.ada.id) == ""


async def restrict_writing(server: Server, pragma: str) -> None:
    """Make SQLite refuse what the bot writes, as if the disk or the file didn't allow it."""
    async with server.client._database.writing() as connection:
        await connection.exec_driver_sql(pragma)


def reasons(logged: Sequence[EventDict]) -> list[str]:
    """Return what the database said each time it refused to write."""
    return [line["error"] for line in logged if line["log_level"] == "critical"]


def delete_database(server: Server) -> None:
    Path(server.settings.database().database or "").unlink()
