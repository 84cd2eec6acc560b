"""The bot on a host that has no computer."""

import pytest

from tests.bot.servers import Server, answer, said, texts

pytestmark = pytest.mark.thorough

UNAVAILABLE = "The computer isn't available on this host. Use /pyrga challenge to play someone here."


@pytest.mark.default
async def test_play_says_that_there_is_no_computer(server: Server) -> None:
    assert said(await server.ada.slash(server.channel, "pyrga play")) == UNAVAILABLE


async def test_the_ladder_of_a_new_server_invites_people_to_play(server: Server) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga leaderboard"))
    await server.ada.click(panel, label="Computer")
    assert texts(panel)[0].splitlines() == [
        "### Against the computer",
        "No one here has beaten the computer without hints or takebacks yet. Start a game with /pyrga play.",
    ]
