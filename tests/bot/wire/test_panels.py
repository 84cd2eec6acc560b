"""Private panels, over the wire: menus of channels, and messages that make way for newer ones."""

import pytest

from tests.bot.wire.conftest import ADA, BLAISE, CAFE, GUILD, Wire
from tests.loopback.messages import Message
from tests.loopback.places import Channel, Context

pytestmark = pytest.mark.thorough

HALL = Channel(602, Context.GUILD, (ADA, BLAISE), guild_id=GUILD)


async def open_server_settings(wire: Wire, *, pages: int = 0) -> Message:
    """Have Ada open the settings of the server and turns this many pages."""
    for channel in (CAFE, HALL):
        wire.discord.answers.channels[channel.id] = channel
    panel = (await wire.people.manage(ADA, CAFE, "settings")).message
    for _ in range(pages):
        await wire.people.click(ADA, panel, "Next")
    return panel


def chosen(panel: Message, setting: str) -> list[str]:
    """Return the channels that the menu of a setting shows."""
    menu = panel.component(f"setting:server:{setting}")
    return [default["id"] for default in menu.get("default_values", ())]


@pytest.mark.default
async def test_channels_are_chosen_for_games_and_shown_again(wire: Wire) -> None:
    panel = await open_server_settings(wire)
    assert chosen(panel, "channels") == []
    await wire.people.choose(ADA, panel, "setting:server:channels", str(HALL.id), str(CAFE.id))
    assert chosen(panel, "channels") == [str(CAFE.id), str(HALL.id)]
    await wire.people.choose(ADA, panel, "setting:server:channels", str(HALL.id))
    assert chosen(await open_server_settings(wire), "channels") == [str(HALL.id)]
    refused = await wire.people.slash(BLAISE, CAFE, "challenge", rated=False, opponent=ADA)
    assert refused.said == f"Games aren't allowed in this channel. Play in <#{HALL.id}>."
    await wire.people.choose(ADA, panel, "setting:server:channels")
    assert chosen(panel, "channels") == []


@pytest.mark.parametrize("setting", ["announcements", "puzzle"])
async def test_one_channel_of_the_server_is_chosen_for_news_and_shown_again(wire: Wire, setting: str) -> None:
    elsewhere = Channel(603, Context.GUILD, (ADA,), guild_id=GUILD + 1)
    wire.discord.answers.channels[elsewhere.id] = elsewhere
    panel = await open_server_settings(wire, pages=2)
    await wire.people.choose(ADA, panel, f"setting:server:{setting}", str(HALL.id))
    assert chosen(panel, setting) == [str(HALL.id)]
    refused = await wire.people.choose(ADA, panel, f"setting:server:{setting}", str(elsewhere.id))
    assert refused.said == "This button no longer works. See /pyrga help."
    await wire.people.choose(ADA, panel, f"setting:server:{setting}")
    assert chosen(await open_server_settings(wire, pages=2), setting) == []


@pytest.mark.computer
async def test_the_next_hint_takes_the_place_of_the_one_before(wire: Wire) -> None:
    board = (await wire.people.slash(ADA, CAFE, "play", level=1, color="white")).message
    older = (await wire.people.click(ADA, board, "Hint")).message
    await wire.people.click(ADA, older, "Show hint")
    assert not older.deleted
    newer = (await wire.people.click(ADA, board, "Hint")).message
    await older.until_deleted()
    assert "You've used 1 hint in this game." in newer.text
    with pytest.raises(ValueError, match="hint-stage:"):
        await wire.people.press(ADA, older, older.custom_ids()[0])
