"""A cup over the wire: its form, its card, and its start are what Discord accepts."""

from datetime import timedelta
from functools import partial

import pytest

from bot.jobs.events import keep_cups
from bot.ui.context.posting import put_card
from bot.ui.message.content import boxed
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, GUILD, Wire

pytestmark = pytest.mark.thorough

FILLED: dict[str, str | list[str]] = {
    "name": "Winter Cup",
    "time": "86400",
    "begin": ["4p"],
    "length": "14",
    "extras": ["rated", "double"],
}


@pytest.mark.default
async def test_a_cup_is_set_up_joined_and_started(wire: Wire) -> None:
    form = await wire.people.event(ADA, CAFE, "cup", people=3)
    card = (await wire.people.fill(ADA, form, **FILLED)).message
    assert "Winter Cup" in card.text
    assert "Starts when 3 people have joined: 3 more are needed." in card.text
    for person in (ADA, BLAISE, CHIYO):
        await wire.people.click(person, card, "Join")
    assert "Ada**, **Blaise**, **Chiyo**" in card.text
    await keep_cups(wire.client)
    (told,) = [message for message in wire.discord.answers.messages.values() if "started" in message.text]
    assert sorted(told.mentions) == [ADA.id, BLAISE.id, CHIYO.id]
    await wire.live(timedelta(minutes=2))
    await keep_cups(wire.client)
    assert "0 of 6 games are over." in card.text
    for label in ("My games", "Table", "Rules"):
        assert (await wire.people.click(BLAISE, card, label)).message.ephemeral


async def test_a_form_is_read_unless_it_has_values_that_it_does_not_offer(wire: Wire) -> None:
    broken: list[tuple[str, str | list[str]]] = [("begin", ["3p"]), ("begin", ["-2d"]), ("begin", [])]
    broken += [("begin", ["2d", "4p"]), ("length", "-14"), ("length", "0"), ("time", "0"), ("time", "1d")]
    for name, value in broken:
        form = await wire.people.event(ADA, CAFE, "cup")
        refused = await wire.people.fill(ADA, form, **FILLED | {name: value})
        assert refused.said.startswith("This button no longer works. See /pyrga help."), (name, value)
    assert await wire.client.services.cups.in_guild(GUILD) == []
    form = await wire.people.event(ADA, CAFE, "cup")
    card = (await wire.people.fill(ADA, form, **FILLED)).message
    assert "Starts when 4 people have joined" in card.text
    assert "Each pair plays two games, with reversed colors." in card.text
    assert "Play ends after 14 days" in card.text


@pytest.mark.default
async def test_a_card_that_a_bot_posted_just_before_it_died_is_found_again(wire: Wire) -> None:
    await wire.people.slash(ADA, CAFE, "help")
    put = partial(put_card, wire.client, 7, channel_id=CAFE.id)
    first = await put(boxed("Sign up!"), message_id=None, again=False)
    assert await put(boxed("It has begun."), message_id=None, again=False) == first
    assert wire.discord.answers.messages[first].text == "It has begun."
    # If someone deletes it once it's known, another one replaces it.
    wire.discord.answers.change(CAFE.id, first, None)
    other = await put(boxed("It's over."), message_id=first, again=True)
    assert other != first
    assert wire.discord.answers.messages[other].text == "It's over."
