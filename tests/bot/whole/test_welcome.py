"""The welcome message in a channel, and what its buttons do."""

import pytest
import simcord

from bot.locale import words_for
from bot.settings import Settings
from bot.ui.guide.help_page import welcome
from tests.bot.servers import Server, answer, offered, said, texts

pytestmark = pytest.mark.thorough


@pytest.fixture
def settings(settings_with_computer: Settings) -> Settings:
    return settings_with_computer


async def greet(server: Server) -> simcord.ResponseMessage:
    content = welcome(words_for("en-US"), computer=True)
    await server.client.get_partial_messageable(server.channel.id).send(view=content.view)
    return server.newest()


@pytest.mark.default
async def test_it_says_what_to_type_and_opens_the_lesson_and_the_rules_in_private(server: Server) -> None:
    message = await greet(server)
    before = texts(message)
    assert "`/pyrga challenge`" in before[1]
    assert "text mode in `/pyrga settings`" in before[1]
    lesson = answer(await server.ada.click(message, label="Lesson"))
    assert lesson.ephemeral
    assert texts(lesson)[0].startswith("### 1 of 8")
    assert "text mode in " in texts(lesson)[1]
    rules = answer(await server.ada.click(message, label="Rules"))
    assert rules.ephemeral
    assert texts(rules)[0].startswith("### The goal")
    await server.ada.click(rules, label="Next")
    assert texts(rules)[0].startswith("### Your turn")
    assert texts(message) == before


async def test_a_double_click_starts_one_game_with_the_computer_and_others_get_their_own(
    server: Server,
) -> None:
    message = await greet(server)
    play = next(button["custom_id"] for button in offered(message) if button["label"] == "Play the computer")
    first, second = await server.press((server.ada, message, play), (server.ada, message, play))
    board, refused = (first, second) if first.response and not first.response.ephemeral else (second, first)
    assert "Pyrga #1" in texts(answer(board))[0]
    assert said(refused).startswith("You're already playing the computer: [game #1](https://discord.com/")
    others = answer(await server.blaise.click(message, label="Play the computer"))
    assert "Pyrga #2" in texts(others)[0]
