"""Results are announced in the channel chosen by the server."""

import pytest
import simcord

from bot.jobs.rounds import announce_results
from bot.ui.context.looks import APART
from tests.bot.servers import Server
from tests.bot.whole.cups import play_short
from tests.reading import as_read

pytestmark = pytest.mark.thorough


@pytest.fixture
async def news(server: Server, manager: simcord.MemberActor) -> simcord.ChannelHandle:
    """Return the channel for results."""
    channel = server.guild.create_text_channel("results")
    await server.change_setting(manager, "setting:server:announcements", channel)
    return channel


async def resign(server: Server) -> simcord.ResponseMessage:
    """Have Ada resign a new game after four moves; return its board."""
    board = await server.begin()
    await play_short(server, 1, server.ada.id)
    return board


@pytest.mark.default
async def test_a_result_is_announced_once_with_a_link_and_without_a_ping(
    server: Server, news: simcord.ChannelHandle
) -> None:
    board = await resign(server)
    for _ in range(2):
        await server.restart()
        await announce_results(server.client)
    (posted,) = news.history()
    link = f"https://discord.com/channels/{server.guild.id}/{board.channel_id}/{board.id}"
    assert as_read(posted.content) == (
        f"**Ada** (White) against **Blaise** (Black) · **Blaise** wins: **Ada** resigned. [#1]({link})"
    )
    assert server.pinged() == []


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003), (400, 50035)])
async def test_a_channel_that_does_not_accept_messages_is_not_tried_a_third_time(
    server: Server, news: simcord.ChannelHandle, status: int, code: int
) -> None:
    await resign(server)
    server.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
    await announce_results(server.client)
    server.clock.move(APART)
    await announce_results(server.client)
    server.env.backend.faults.clear()
    await announce_results(server.client)
    assert news.history() == []


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003)])
async def test_a_result_is_announced_once_its_channel_is_there_again(
    server: Server, news: simcord.ChannelHandle, status: int, code: int
) -> None:
    await resign(server)
    server.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=1)
    for _ in range(2):
        await announce_results(server.client)
    assert len(news.history()) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003), (404, 10004)])
async def test_a_result_waits_for_another_look_at_where_it_was_played(
    server: Server, news: simcord.ChannelHandle, status: int, code: int
) -> None:
    await resign(server)
    server.env.inject_error("GET", "/guilds/*", status=status, code=code, times=1)
    for announced in (0, 1):
        await announce_results(server.client)
        assert len(news.history()) == announced


async def test_the_result_waits_if_discord_cannot_be_reached(
    server: Server, news: simcord.ChannelHandle
) -> None:
    await resign(server)
    server.env.inject_error("POST", "/channels/*/messages", status=500, code=0, times=1)
    await announce_results(server.client)
    assert news.history() == []
    await announce_results(server.client)
    assert len(news.history()) == 1
