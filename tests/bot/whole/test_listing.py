"""The leaderboards of all servers only have people who want that, and they're asked once, in private."""

from datetime import timedelta
from random import Random

import pytest
import simcord

from bot.values.game.game import FEWEST_COUNTED_PLIES
from tests.bot.servers import Server, alt_text, answer, delete_data, labels, read, said
from tests.bot.whole.scenes import live

pytestmark = pytest.mark.thorough

SETTING = "setting:mine:leaderboard"
QUESTION = "Do you want to be on the leaderboards of all servers?"


async def play(server: Server) -> None:
    """Have Ada and Blaise play a rated game, which Ada resigns, and do what comes due."""
    board = await server.begin(rated=True)
    await server.play_on(board, Random(1), moves=FEWEST_COUNTED_PLIES)
    await server.resign(server.ada)
    await live(server, timedelta(hours=1))


async def open_all_servers(server: Server, who: simcord.MemberActor) -> simcord.ResponseMessage:
    page = answer(await who.slash(server.channel, "pyrga leaderboard"))
    await who.click(page, label="All servers")
    return page


def is_asked(page: simcord.ResponseMessage) -> bool:
    return QUESTION in read(page) and "List me" in labels(page)


async def listed(server: Server, who: simcord.MemberActor) -> list[str]:
    """Return the people on the leaderboard of all servers."""
    page = await open_all_servers(server, who)
    return (
        [line.split(" · ")[0] for line in alt_text(page).split("; ")[1:]] if "Share" in labels(page) else []
    )


@pytest.mark.default
async def test_someone_is_asked_in_private_when_they_first_open_a_list_of_all_servers(server: Server) -> None:
    await play(server)
    assert not any("all servers" in read(message) for message in server.posted())
    page = await open_all_servers(server, server.blaise)
    assert page.ephemeral
    assert is_asked(page)
    assert said(await server.blaise.click(page, label="List me")) == (
        "You're on the leaderboards of all servers, as **Blaise**. To change this, use /pyrga settings."
    )
    page = await open_all_servers(server, server.ada)
    assert is_asked(page)
    assert said(await server.ada.click(page, label="Don't list me")) == (
        "OK, you aren't on the leaderboards of all servers. To change this, use /pyrga settings."
    )
    assert await listed(server, server.ada) == ["Blaise"]
    for member in (server.ada, server.blaise):
        assert not is_asked(await open_all_servers(server, member))


async def test_who_does_not_answer_is_neither_listed_nor_asked_again(server: Server) -> None:
    await play(server)
    assert is_asked(await open_all_servers(server, server.ada))
    assert not is_asked(await open_all_servers(server, server.ada))
    assert await listed(server, server.chiyo) == []


async def test_who_has_never_done_anything_or_has_chosen_in_the_settings_is_not_asked(server: Server) -> None:
    assert not is_asked(await open_all_servers(server, server.chiyo))
    await server.change_setting(server.ada, SETTING, "text", "listed")
    await play(server)
    assert not is_asked(await open_all_servers(server, server.ada))
    await server.change_setting(server.ada, SETTING)
    assert await listed(server, server.chiyo) == []


async def test_someone_who_deletes_their_data_and_returns_is_asked_anew(server: Server) -> None:
    await play(server)
    await server.ada.click(await open_all_servers(server, server.ada), label="List me")
    await delete_data(server.ada)
    assert await listed(server, server.chiyo) == []
    card = answer(await server.blaise.slash(server.channel, "pyrga challenge", opponent=server.ada))
    await server.ada.click(card, label="Accept")
    assert is_asked(await open_all_servers(server, server.ada))


async def test_a_question_that_an_older_version_posted_can_still_be_answered(server: Server) -> None:
    await play(server)
    board = await server.board()
    told = await server.forge(server.chiyo, board, "listing:1::1")
    assert told == "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."
    await server.forge(server.ada, board, "listing:1::1")
    assert await listed(server, server.chiyo) == ["Ada"]
