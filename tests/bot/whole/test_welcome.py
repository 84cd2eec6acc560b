"""The welcome message in a channel, and what its buttons do."""

import pytest
import simcord

from bot.locale import words_for
from bot.ui.guide.help import welcome
from tests.bot.servers import Server, alt_text, answer, components, labels, offered, said, texts
from tests.bot.ui.discord_limits import USER_SELECT

pytestmark = [pytest.mark.thorough, pytest.mark.computer]


async def greet(server: Server, *, computer: bool = True) -> simcord.ResponseMessage:
    content = await welcome(words_for("en-US"), computer=computer)
    channel = server.client.get_partial_messageable(server.channel.id)
    await channel.send(view=content.view, files=content.files())
    return server.newest()


@pytest.mark.default
async def test_it_shows_a_board_and_names_commands_and_opens_the_lesson_in_private(server: Server) -> None:
    message = await greet(server)
    before = texts(message)
    assert "Towers" in alt_text(message)
    for command in ("find", "settings", "help"):
        assert f"/pyrga {command}" in before[1]
    assert labels(message) == ["Lesson", "Play", "Challenge", "Today's game", "Puzzle"]
    lesson = answer(await server.ada.click(message, label="Lesson"))
    assert lesson.ephemeral
    assert texts(lesson)[0].startswith("### 1 of 8")
    assert "text mode in " in texts(lesson)[1]
    assert texts(message) == before


async def test_it_promises_no_computer_where_there_is_none(server: Server) -> None:
    message = await greet(server, computer=False)
    assert labels(message) == ["Lesson", "Challenge", "Puzzle"]


async def test_its_puzzle_is_private_and_a_challenge_goes_to_someone_or_to_anyone(server: Server) -> None:
    message = await greet(server)
    assert answer(await server.ada.click(message, label="Puzzle")).ephemeral
    panel = answer(await server.ada.click(message, label="Challenge"))
    assert panel.ephemeral
    assert [part["type"] for part in components(panel)].count(USER_SELECT) == 1
    card = answer(await server.ada.click(panel, label="Let anyone join"))
    assert "**Ada** is looking for an opponent." in texts(card)[0]


async def test_a_double_click_starts_one_game_with_the_computer_for_each_person(server: Server) -> None:
    message = await greet(server)
    play = next(button["custom_id"] for button in offered(message) if button["label"] == "Play")
    first, second = await server.press((server.ada, message, play), (server.ada, message, play))
    board, refused = (first, second) if first.response and not first.response.ephemeral else (second, first)
    assert "Pyrga #1" in texts(answer(board))[0]
    assert said(refused).startswith("You're already playing the computer: [game **#1**](https://discord.com/")
    others = answer(await server.blaise.click(message, label="Play"))
    assert "Pyrga #2" in texts(others)[0]
