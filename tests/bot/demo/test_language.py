"""The demo in another language."""

import pytest

from bot.demo.servers import DemoServer, post_all, speak
from tests.bot.languages.made import LONG
from tests.bot.servers import Server, answer, texts


@pytest.mark.usefixtures("all_languages")
async def test_everyone_in_the_demo_uses_the_chosen_language(server: Server) -> None:
    cafe = DemoServer(server.guild.id, "Pyrga Café", server.channel, server.members)
    await speak(server.client, [cafe], LONG)
    await post_all(server.client, [cafe])
    assert texts(server.newest())[0].startswith("### Hiä! Howä aboutää")
    assert "challengesäää" in texts(await server.challenge())[0]
    listed = answer(await server.blaise.slash(server.channel, "pyrga games"))
    assert "Youä haveää" in texts(listed)[0]
