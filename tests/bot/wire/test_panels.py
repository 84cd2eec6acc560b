"""Private panels, over the wire: menus of channels, and messages that make way for newer ones."""

import asyncio

import pytest

from bot.ui.context.client import ClickOrder
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, GUILD, Wire
from tests.bot.wire.test_guild import CALLBACK
from tests.loopback.kinds import CLEAR
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.places import Channel, Context

pytestmark = pytest.mark.thorough

MIDDLE = "pyrga white Tc2e Tc1w,Td1w,Sc1 Tb1e,Cc1,Tc2e"
FIRST, LAST = ":Td2w", ":Td2n"

SHORT = 0.3
"""Seconds in which a click is usually answered."""

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
    await wire.client.finish_answering(PATIENCE)
    assert not older.deleted
    newer = (await wire.people.click(ADA, board, "Hint")).message
    await older.until_deleted()
    assert "You've used 1 hint in this game." in newer.text
    with pytest.raises(ValueError, match="hint-stage:"):
        await wire.people.press(ADA, older, older.custom_ids()[0])


async def test_of_two_quick_clicks_on_an_analysis_board_the_last_one_stays(wire: Wire) -> None:
    expected = (await wire.people.slash(ADA, CAFE, "pyrga-learn analyze", position=MIDDLE)).message
    await wire.people.click(ADA, expected, LAST)
    board = (await wire.people.slash(ADA, CAFE, "pyrga-learn analyze", position=MIDDLE)).message
    released = asyncio.Event()
    held = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=1, until=released)
    first = await wire.people.tap(ADA, board, board.custom_id(FIRST))
    await held.happened.wait()
    last = await wire.people.tap(ADA, board, board.custom_id(LAST))
    await asyncio.sleep(SHORT)
    released.set()
    for click in (first, last):
        await wire.discord.answers.wait(click, PATIENCE)
    await wire.client.finish_answering(PATIENCE)
    assert board.custom_ids() == expected.custom_ids()


async def test_the_answer_to_an_earlier_click_on_a_message_has_no_turn_after_a_later_one() -> None:
    clicks = ClickOrder()
    for message_id, click_id, is_last in [(1, 10, True), (1, 12, True), (1, 11, False), (2, 11, True)]:
        async with clicks.turn(message_id, click_id=click_id) as has_turn:
            assert has_turn is is_last
