"""Which language is used: the person's own for private answers, and one that never changes for a board."""

import pytest

from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, Wire
from tests.loopback.places import Channel, Context

FRIENDS = Channel(751, Context.PRIVATE_CHANNEL, (CHIYO, ADA), with_bot=False)
FRENCH_CAFE = Channel(752, Context.GUILD, (ADA, BLAISE), guild_id=752, guild_locale="fr")

pytestmark = pytest.mark.usefixtures("french")


async def test_a_private_answer_is_in_the_language_of_the_persons_discord(wire: Wire) -> None:
    assert (await wire.people.slash(CHIYO, CAFE, "games")).said == "Aucune partie."
    assert (await wire.people.slash(ADA, CAFE, "games")).said.startswith(
        "You have no games in progress here."
    )


async def test_a_board_keeps_the_language_of_its_server_whoever_clicks(wire: Wire) -> None:
    board = (await wire.people.slash(CHIYO, CAFE, "challenge", color="white")).message
    await wire.people.click(ADA, board, "Join")
    await wire.people.click(CHIYO, board, ":m:Sb2")
    assert "Pyrga #1 · move 2" in board.text

    other = (await wire.people.slash(BLAISE, FRENCH_CAFE, "challenge", color="white")).message
    await wire.people.click(ADA, other, "Join")
    await wire.people.click(BLAISE, other, ":m:Sb2")
    assert "Pyrga #2 · coup 2" in other.text


async def test_outside_servers_a_board_keeps_the_language_of_the_challenger(wire: Wire) -> None:
    board = (await wire.people.slash(CHIYO, FRIENDS, "challenge", color="black")).message
    await wire.people.click(ADA, board, "Join")
    await wire.people.click(ADA, board, ":m:Sb2")
    assert "Pyrga #1 · coup 2" in board.text


async def test_a_language_that_was_chosen_counts_more_than_that_of_discord(wire: Wire) -> None:
    panel = (await wire.people.slash(ADA, FRIENDS, "settings")).message
    chosen = await wire.people.choose(ADA, panel, "s1:mine:language", "fr")
    assert "### Vos choix" in chosen.message.text
    board = (await wire.people.slash(ADA, FRIENDS, "challenge", color="white")).message
    await wire.people.click(CHIYO, board, "Join")
    assert "Pyrga #1 · coup 1" in board.text
