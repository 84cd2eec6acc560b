"""Games that people watch in another channel, on a board that follows the game."""

from dataclasses import replace

import discord
import pytest
import simcord

from bot.jobs.rounds import repair_boards
from bot.ui.context.looks import APART
from engine import Color
from tests.bot.servers import Server, answer, labels, said, texts
from tests.bot.two_places import begin_in_two_places
from tests.bot.whole.scenes import live
from tests.cells import cell, cells, in_cells

pytestmark = pytest.mark.thorough

WATCHED = "watched"

UNSEEN = discord.PermissionOverwrite(view_channel=False)
SEEN = discord.PermissionOverwrite(view_channel=True)

HIDDEN = "Not everyone here can see the channel of game **#1**, so it can't be shown here."


async def watch(server: Server, channel: simcord.ChannelHandle) -> simcord.InteractionResult:
    """Have Chiyo find the newest game in a list that they open in a channel, and watch it there."""
    listed = answer(await server.chiyo.slash(channel, "pyrga games"))
    await server.chiyo.click(listed, label="Games to watch")
    return await server.chiyo.click(listed, label="Watch")


@pytest.fixture
def lounge(server: Server) -> simcord.ChannelHandle:
    return server.guild.create_text_channel("lounge")


@in_cells([cell("a watched game goes on", WATCHED), cell("a restart while a game is watched", WATCHED)])
@pytest.mark.default
async def test_a_game_is_watched_in_another_channel_until_its_end(
    server: Server, lounge: simcord.ChannelHandle
) -> None:
    board = await server.begin(start="plain")
    assert str(board.id) in said(await watch(server, server.channel))
    told = said(await watch(server, lounge))
    watched = server.newest(lounge)
    opened = f"[open the board](https://discord.com/channels/{server.guild.id}/{lounge.id}/{watched.id})"
    assert told == f"Game #1 is shown in this channel: {opened}"
    assert opened in said(await watch(server, lounge))
    assert server.newest(lounge).id == watched.id
    assert "· start" in texts(watched)[0]
    await server.restart()
    await server.play(board, "Sb2 Ta2e")
    assert "move 2" in texts(watched)[0]
    assert labels(watched) == ["Replay"]
    hall = server.guild.create_text_channel("hall")
    listed = answer(await server.chiyo.slash(hall, "pyrga games"))
    await server.chiyo.click(listed, label="Games to watch")
    await server.resign(server.ada)
    assert "finished" in texts(watched)[0]
    assert labels(watched) == ["Review", "Replay"]
    assert server.pinged() == []
    assert "already over" in said(await server.chiyo.click(listed, label="Watch"))


async def test_a_game_in_two_places_is_watched_in_the_servers_of_both(
    server: Server, lounge: simcord.ChannelHandle
) -> None:
    two = await begin_in_two_places(server)
    told = said(await watch(server, lounge))
    watched = server.newest(lounge)
    assert str(watched.id) in told
    assert f"<@{server.ada.id}> (White) to play" in texts(watched)[-1]
    for custom_id in ("choose:1:0::b2", "play:1:0:Sb2"):
        await two.click(Color.WHITE, custom_id)
    assert "**Blaise** (Black) to play" in texts(watched)[-1]

    away = two.blaise.guild
    emmy = away.add_member(server.env.create_user("emmy", global_name="Emmy"))
    hall = away.create_text_channel("hall")
    said(await watch(replace(server, chiyo=emmy), hall))
    assert "**Ada** (White)" not in texts(server.newest(hall))[-1]
    assert f"<@{two.blaise.id}>" in texts(server.newest(hall))[-1]


@in_cells(
    [cell("the watched board can't be edited", WATCHED), cell("someone deletes the watched board", WATCHED)]
)
async def test_a_watched_board_is_repaired_alone_and_gone_once_someone_deletes_it(
    server: Server, lounge: simcord.ChannelHandle
) -> None:
    board = await server.begin(start="plain")
    await watch(server, lounge)
    watched = server.newest(lounge)
    server.env.inject_error("PATCH", f"/channels/{lounge.id}/messages/*", status=500, times=None)
    await server.play(board, "Sb2")
    assert "move 1" in texts(board)[0]
    assert "· start" in texts(watched)[0]
    server.env.backend.faults.clear()
    await repair_boards(server.client)
    assert "move 1" in texts(watched)[0]
    server.env.backend.delete_message(lounge.id, watched.id)
    await server.play(board, "Ta2e")
    assert len((await server.client.services.games.get(1)).boards) == 2
    await live(server, APART)
    await repair_boards(server.client)
    assert len((await server.client.services.games.get(1)).boards) == 1


@cells("someone watches where others can't see the game's channel", WATCHED)
@pytest.mark.default
async def test_a_game_in_a_hidden_channel_is_not_shown_to_others(
    server: Server, lounge: simcord.ChannelHandle
) -> None:
    assert server.client.user is not None
    insiders = (server.ada, server.blaise, server.chiyo, server.client.user)
    hidden = server.guild.create_text_channel(
        "hidden", overwrites={server.guild.default_role: UNSEEN, **dict.fromkeys(insiders, SEEN)}
    )
    await replace(server, channel=hidden).begin()
    assert said(await watch(server, lounge)) == HIDDEN
    assert len((await server.client.services.games.get(1)).boards) == 1


@cells("someone watches it in a sixth channel", WATCHED)
async def test_a_game_is_watched_in_five_channels_at_most(server: Server) -> None:
    await server.begin()
    channels = [server.guild.create_text_channel(f"lounge-{number}") for number in range(6)]
    for channel in channels[:5]:
        await watch(server, channel)
    assert said(await watch(server, channels[5])) == (
        "Game **#1** is already shown in 5 other channels, and more aren't possible."
    )
