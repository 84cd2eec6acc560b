"""What the channels of the demo show after a restart."""

from bot.demo.posts import post_all
from bot.demo.servers import DemoServer
from engine import Color
from tests.bot.servers import Server, texts
from tests.bot.two_places import begin_in_two_places


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
        home = (await two.match()).home_of(color)
        assert home.place.channel_id == channel.id
        assert home.message_id == server.newest(channel).id
        assert heading in texts(server.newest(channel))[0]
