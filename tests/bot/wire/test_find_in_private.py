"""People look for an opponent in their DMs with the bot, and play there."""

import pytest

from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, Wire
from tests.loopback.places import Channel, Context, Person

pytestmark = pytest.mark.thorough

STRANGER = Person(199, "Stranger")
FRIENDS = Channel(701, Context.PRIVATE_CHANNEL, (STRANGER, CHIYO), with_bot=False)


async def test_someone_in_dms_has_a_board_there_and_the_other_one_in_their_server(wire: Wire) -> None:
    asked = (await wire.people.slash(BLAISE, wire.private(BLAISE), "find")).message
    assert "They see your account's name and your rating." in asked.text
    panel = (await wire.people.click(BLAISE, asked, "Search everywhere")).message
    assert "everywhere" in panel.text
    asked = (await wire.people.slash(ADA, CAFE, "find")).message
    assert "the name of this server" in asked.text
    told = (await wire.people.click(ADA, asked, "Search everywhere")).message
    assert told.text.startswith("Your game with **Blaise** has started:")
    game = await wire.client.services.games.get(1)
    assert game.shown
    assert {home.place.channel_id for home in game.homes} == {wire.private(BLAISE).id, CAFE.id}
    board = game.private_board_of(BLAISE.id)
    assert board is not None
    assert board.place.channel_id == wire.private(BLAISE).id


async def test_where_there_is_no_server_to_look_in_or_no_way_to_post_it_is_said(wire: Wire) -> None:
    told = (await wire.people.slash(BLAISE, wire.private(BLAISE), "find", where="server")).message
    assert told.text == "This only works in servers."
    told = (await wire.people.slash(STRANGER, FRIENDS, "find")).message
    assert told.text.startswith("I can't post a board here later on my own.")
