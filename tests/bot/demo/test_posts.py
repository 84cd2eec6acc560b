"""What the channels of the demo show after a restart."""

import pytest
import simcord

from bot.demo.servers import DemoServer, post_all
from engine import Color
from tests.bot.servers import Server, answer, read, texts
from tests.bot.two_places import begin_in_two_places
from tests.bot.whole.cups import open_club
from tests.bot.whole.teams import two_teams


async def test_each_server_has_its_own_board_of_a_game_in_two_places(server: Server) -> None:
    two = await begin_in_two_places(server)
    away = two.blaise.guild
    emmy = away.add_member(server.env.create_user("emmy", global_name="Emmy"))
    await post_all(
        server.client,
        (
            DemoServer(server.guild.id, "Pyrga Café", two.here, server.members),
            DemoServer(away.id, "Elsewhere", two.there, (two.blaise, emmy)),
        ),
    )
    for color, channel, heading in ((Color.WHITE, two.here, "· start"), (Color.BLACK, two.there, "· début")):
        home = (await two.game()).home_of(color)
        assert home.place.channel_id == channel.id
        assert home.message_id == server.newest(channel).id
        assert heading in texts(server.newest(channel))[0]


@pytest.mark.thorough
@pytest.mark.computer
async def test_each_server_has_the_boards_of_its_channels_and_the_cards_of_its_events(
    server: Server, manager: simcord.MemberActor
) -> None:
    both = two_teams(server, manager)
    await both.open()
    board = answer(await manager.slash(server.channel, "pyrga-event channel", color="white"))
    cards = [*[await both.card(index) for index in (0, 1)], (await open_club(server, manager)).card]
    for message in (board, *cards):
        # The imitation forgets its messages when it ends.
        del server.env.backend.messages[message.channel_id][message.id]
    await post_all(
        server.client,
        [DemoServer(team.manager.guild.id, team.name, team.channel, (*team.people,)) for team in both.teams],
    )
    for index in (0, 1):
        assert texts(await both.card(index))[0] == "### ⚔️ Pyrga Café \N{EN DASH} Game Night"
    assert any("Winter Cup" in read(message) for message in server.posted())
    game = await server.client.services.games.get(1)
    assert game.message_id == server.newest().id
    assert "the channel plays" in texts(server.newest())[0]
