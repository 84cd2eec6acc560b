"""Private messages with the bot."""

import pytest

from tests.bot.wire.conftest import ADA, BLAISE, CAFE, GUILD, Wire
from tests.loopback.messages import GALLERY
from tests.loopback.places import Channel, Context, Person

ELSEWHERE = Channel(650, Context.GUILD, (BLAISE,), guild_id=GUILD + 1)
STRANGER = Person(199, "Stranger")

WINDOWS = ("help", "rules", "lesson", "puzzle", "settings", "games", "block", "vacation")


async def test_a_game_with_the_computer_is_played_and_given_up(wire_with_computer: Wire) -> None:
    wire = wire_with_computer
    here = wire.private(ADA)
    board = (await wire.people.slash(ADA, here, "play", level=1, colour="white")).message
    assert not board.ephemeral
    await wire.people.click(ADA, board, ":m:Sb2")
    await board.until("move 3")
    assert (await wire.client.services.games.get(1)).place.guild_id is None

    listed = await wire.people.slash(ADA, here, "games")
    assert f"https://discord.com/channels/@me/{here.id}/{board.id}" in listed.message.text
    panel = (await wire.people.slash(ADA, here, "resign")).message
    await wire.people.click(ADA, panel, "Resign")
    await board.until("**Ada** resigned. **Computer, level 1** wins.")
    replay = await wire.people.slash(ADA, here, "replay", game="1")
    assert replay.message.ephemeral
    assert [part["type"] for part in replay.message.walk()] == [GALLERY]


async def test_a_board_is_posted_anew_and_the_older_one_points_to_it(wire_with_computer: Wire) -> None:
    wire = wire_with_computer
    here = wire.private(ADA)
    older = (await wire.people.slash(ADA, here, "play", level=1, colour="white")).message
    newer = (await wire.people.slash(ADA, here, "show")).message
    await older.until(f"(https://discord.com/channels/@me/{here.id}/{newer.id})")


@pytest.mark.parametrize("command", WINDOWS)
async def test_what_one_person_alone_needs_works_there_too(wire: Wire, command: str) -> None:
    answered = await wire.people.slash(ADA, wire.private(ADA), command)
    assert answered.message.ephemeral
    assert "Something went wrong" not in answered.message.text


async def test_what_is_of_a_server_is_refused_kindly(wire: Wire) -> None:
    here = wire.private(ADA)
    assert (await wire.people.slash(ADA, here, "leaderboard")).said == "This works in servers only."
    assert (await wire.people.slash(ADA, here, "games", member=BLAISE)).said == "This works in servers only."
    for options in ({}, {"opponent": BLAISE}):
        refused = (await wire.people.slash(ADA, here, "challenge", **options)).said
        assert refused.startswith("Nobody but you and me can see this channel.")


async def test_an_open_challenge_is_joined_by_its_code_and_played_where_it_was_made(wire: Wire) -> None:
    card = (await wire.people.slash(ADA, CAFE, "challenge", colour="white")).message
    challenge = await wire.client.services.challenges.get(1)
    joined = await wire.people.slash(BLAISE, wire.private(BLAISE), "join", code=str(challenge.code))
    link = f"https://discord.com/channels/{GUILD}/{CAFE.id}/"
    assert joined.said.startswith(f"You play against **Ada**: [to the board]({link}")
    game = await wire.client.services.games.get(1)
    shown = wire.discord.answers.messages[game.message_id or 0]
    assert "Pyrga #1 · move 1" in shown.text
    assert shown.channel is CAFE
    assert card.id == shown.id or "newer board" in card.text


async def test_nobody_joins_a_game_that_he_could_not_see(wire: Wire) -> None:
    await wire.people.slash(ADA, CAFE, "challenge")
    challenge = await wire.client.services.challenges.get(1)
    refused = await wire.people.slash(STRANGER, wire.private(STRANGER), "join", code=str(challenge.code))
    assert refused.said.startswith("This challenge was made in a channel that you cannot see")
    assert (await wire.client.services.challenges.get(1)).opponent is None


async def test_own_games_of_every_server_are_listed_and_stay_where_they_are(wire: Wire) -> None:
    card = (await wire.people.slash(ADA, CAFE, "challenge", opponent=BLAISE, colour="white")).message
    await wire.people.click(BLAISE, card, "Accept")
    here = wire.private(ADA)
    assert "against **Blaise**" in (await wire.people.slash(ADA, here, "games")).said
    (choice,) = (await wire.people.complete(ADA, here, "show", "game", "")).choices
    assert choice["value"] == "1"
    moved = (await wire.people.slash(ADA, here, "show")).said
    assert moved == (
        f"Game #1 is played elsewhere: [to the board](https://discord.com/channels/{GUILD}/{CAFE.id}/{card.id})"
    )
    assert card.text.startswith("### Pyrga #1 · move 1")


async def test_games_of_others_are_not_admitted_to_exist(wire: Wire) -> None:
    card = (await wire.people.slash(ADA, CAFE, "challenge", opponent=BLAISE)).message
    await wire.people.click(BLAISE, card, "Accept")
    for command in ("show", "replay", "resign", "review"):
        refused = await wire.people.slash(STRANGER, wire.private(STRANGER), command, game="1")
        assert refused.said == "There is no game **1** here. /pyrga games lists yours."
