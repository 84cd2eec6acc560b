"""DMs with the bot."""

import pytest

from tests.bot.wire.conftest import ADA, BLAISE, CHIYO, Wire
from tests.loopback.messages import BUTTON, GALLERY, USER_SELECT
from tests.loopback.places import Person

pytestmark = pytest.mark.thorough

STRANGER = Person(199, "Stranger")

WINDOWS = (
    *("pyrga-learn lesson", "pyrga-learn rules", "pyrga-learn puzzle"),
    *("help", "settings", "games", "history", "block", "vacation"),
)


@pytest.mark.default
@pytest.mark.computer
async def test_a_game_with_the_computer_is_played_and_given_up(wire: Wire) -> None:
    here = wire.private(ADA)
    board = (await wire.people.slash(ADA, here, "play", level=1, color="white")).message
    assert not board.ephemeral
    await wire.people.click(ADA, board, ":Sb2")
    await board.until("move 2")
    assert (await wire.client.services.games.get(1)).place.guild_id is None

    listed = await wire.people.slash(ADA, here, "games")
    assert f"https://discord.com/channels/@me/{here.id}/{board.id}" in listed.message.text
    newer = (await wire.people.slash(ADA, here, "show")).message
    await board.until_deleted()
    assert "Pyrga #1 · move 2" in newer.text
    await wire.resign(ADA, here)
    await newer.until("**Computer, level 1 wins: Ada resigned**")
    replay = await wire.people.slash(ADA, here, "replay", game="1")
    assert replay.message.ephemeral
    assert "Pyrga #1 · move " in replay.message.text
    assert GALLERY in [part["type"] for part in replay.message.walk()]


async def test_what_one_person_alone_needs_works_there_too(wire: Wire) -> None:
    for command in WINDOWS:
        answered = await wire.people.slash(ADA, wire.private(ADA), command)
        assert answered.message.ephemeral, command
        assert "Something went wrong" not in answered.message.text, command


async def test_the_lesson_ends_there_without_a_menu_of_people(wire: Wire) -> None:
    lesson = (await wire.people.slash(ADA, wire.private(ADA), "pyrga-learn lesson")).message
    for _ in range(7):
        await wire.people.click(ADA, lesson, "Next step")
    await wire.people.click(ADA, lesson, "Finish")
    assert "That's Pyrga!" in lesson.text
    assert [part["label"] for part in lesson.walk() if part["type"] == BUTTON] == [
        "Play level 1",
        "Puzzle",
        "Previous step",
    ]
    assert not [part for part in lesson.walk() if part["type"] == USER_SELECT]


async def test_what_is_of_a_server_is_refused_kindly(wire: Wire) -> None:
    here = wire.private(ADA)
    for command in ("games", "history"):
        refused = (await wire.people.slash(ADA, here, command, member=BLAISE)).said
        assert refused == "This only works in servers."
    refused = (await wire.people.slash(ADA, here, "challenge", rated=False, opponent=BLAISE)).said
    assert refused.startswith("Only you and I can see this channel.")


async def test_people_see_their_own_profile_and_score_there_and_no_one_elses(wire: Wire) -> None:
    card = await wire.begin()
    for player, move in ((ADA, "Sb2"), (BLAISE, "Sa2"), (ADA, "Ca3"), (BLAISE, "Sa3")):
        await wire.people.click(player, card, f":{move}")
    await wire.resign(ADA)
    here = wire.private(ADA)
    own = (await wire.people.slash(ADA, here, "profile")).message
    assert [part["label"] for part in own.walk() if "label" in part] == ["History", "Leaderboard"]
    assert "-# Losses: resignation 1" in own.text
    assert (
        "**Ada** **0\N{EN DASH}\N{WORD JOINER}1** **Blaise**"
        in (await wire.people.slash(ADA, here, "versus", member=BLAISE)).said
    )
    for refused in (
        await wire.people.slash(ADA, here, "profile", member=BLAISE),
        await wire.people.slash(ADA, here, "versus", member=BLAISE, other=CHIYO),
    ):
        assert refused.said.startswith("Outside servers, you can only see your own games.")


async def test_own_games_of_every_server_are_listed_and_shown_to_oneself_alone(wire: Wire) -> None:
    card = await wire.begin()
    here = wire.private(ADA)
    assert "against **Blaise**" in (await wire.people.slash(ADA, here, "games")).said
    (choice,) = (await wire.people.complete(ADA, here, "show", "game", "")).choices
    assert choice["value"] == "1"
    shown = (await wire.people.slash(ADA, here, "show")).message
    assert shown.text == card.text
    assert card.text.startswith("### Pyrga #1 · start")
    await wire.resign(ADA)
    listed = (await wire.people.slash(ADA, here, "history")).message
    assert "vs. **Blaise** · lost · resignation" in listed.text
    others = (await wire.people.slash(CHIYO, wire.private(CHIYO), "history")).message
    assert "#1" not in others.text
    for command in ("show", "replay", "resign", "pyrga-learn review"):
        refused = await wire.people.slash(STRANGER, wire.private(STRANGER), command, game="1")
        assert refused.said == "There's no game **1** here. Use /pyrga games to see yours.", command
