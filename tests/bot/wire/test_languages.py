"""Which language is used: the person's own for private answers, and one that never changes for a board."""

from dataclasses import replace

import pytest
from discord import Locale

from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, Wire
from tests.loopback.places import Channel, Context, Person

FRIENDS = Channel(751, Context.PRIVATE_CHANNEL, (CHIYO, ADA), with_bot=False)
JAPANESE, BRAZILIAN = Person(104, "Daiki", "ja"), Person(105, "Eva", "pt-BR")
FRENCH_CAFE = Channel(752, Context.GUILD, (ADA, BLAISE, JAPANESE, BRAZILIAN), guild_id=752, guild_locale="fr")

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("french")]


@pytest.mark.default
async def test_a_private_answer_is_in_the_language_of_the_persons_discord(wire: Wire) -> None:
    assert (await wire.people.slash(CHIYO, CAFE, "games")).said == "Aucune partie."
    assert (await wire.people.slash(ADA, CAFE, "games")).said.startswith(
        "You have no games in progress here."
    )


async def test_without_ones_own_language_a_private_answer_is_in_that_of_the_server(wire: Wire) -> None:
    for person in (JAPANESE, BRAZILIAN):
        assert (await wire.people.slash(person, FRENCH_CAFE, "games")).said == "Aucune partie."
        elsewhere = await wire.people.slash(person, wire.private(person), "games")
        assert elsewhere.said.startswith("You have no games in progress here.")
    await wire.client.services.preferences.change_guild(752, lambda old: replace(old, language="en"))
    answered = await wire.people.slash(JAPANESE, FRENCH_CAFE, "games")
    assert answered.said.startswith("You have no games in progress here.")
    assert (await wire.people.slash(CHIYO, FRENCH_CAFE, "games")).said == "Aucune partie."


async def test_every_language_of_discord_is_answered(wire: Wire) -> None:
    for locale in Locale:
        person = Person(106, "Fen", locale.value)
        answered = await wire.people.slash(person, wire.private(person), "games")
        expected = "Aucune partie." if locale is Locale.french else "You have no games in progress here."
        assert answered.said.startswith(expected), locale


async def test_a_board_keeps_the_language_of_its_server_whoever_clicks(wire: Wire) -> None:
    board = (await wire.people.slash(CHIYO, CAFE, "challenge", rated=False, color="white")).message
    await wire.people.click(ADA, board, "Join")
    await wire.people.click(CHIYO, board, ":Sb2")
    assert "Pyrga #1 · move 1" in board.text

    other = (await wire.people.slash(BLAISE, FRENCH_CAFE, "challenge", rated=False, color="white")).message
    await wire.people.click(ADA, other, "Join")
    await wire.people.click(BLAISE, other, ":Sb2")
    assert "Pyrga #2 · coup 1" in other.text


async def test_outside_servers_a_board_keeps_the_language_of_the_challenger(
    wire: Wire,
) -> None:
    board = (await wire.people.slash(CHIYO, FRIENDS, "challenge", rated=False, color="black")).message
    await wire.people.click(ADA, board, "Join")
    await wire.people.click(ADA, board, ":Sb2")
    assert "Pyrga #1 · coup 1" in board.text
    panel = (await wire.people.slash(ADA, FRIENDS, "settings")).message
    chosen = await wire.people.choose(ADA, panel, "setting:mine:language", "fr")
    assert "### Vos choix" in chosen.message.text
    board = (await wire.people.slash(ADA, FRIENDS, "challenge", rated=False, color="white")).message
    await wire.people.click(CHIYO, board, "Join")
    assert "Pyrga #2 · début" in board.text
