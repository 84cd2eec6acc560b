"""Games that one player plays in their DMs with the bot, and the other elsewhere."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

import bot.app
from bot.jobs.due import do_due
from bot.jobs.rounds import repair_boards
from bot.ui.context import looks, requests
from bot.values.base36 import format_number
from bot.values.players import FORGOTTEN_PLACE, Player
from tests.bot.displays import displayed
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, Wire
from tests.cells import cells
from tests.loopback.kinds import CLEAR, UNFIT_BODY, UNKNOWN_MESSAGE
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.places import Channel, Context, Person

pytestmark = pytest.mark.thorough

APART = "private board"

STRANGER = Person(199, "Stranger")
FRIENDS = Channel(701, Context.PRIVATE_CHANNEL, (STRANGER, CHIYO), with_bot=False)


async def begin_apart(wire: Wire, channel: Channel = CAFE) -> tuple[Message, Message]:
    """Have Blaise join Ada's challenge, usually in the café, from DMs; return Ada's board and Blaise's."""
    card = (await wire.people.slash(ADA, channel, "challenge", rated=False, color="white")).message
    code = str((await wire.client.services.challenges.get(1)).code)
    assert f"/pyrga join {code}" in card.text
    own = (await wire.people.slash(BLAISE, wire.private(BLAISE), "join", code=code)).message
    await card.until("Pyrga #1 · start")
    return card, own


def can_be_played(board: Message) -> bool:
    """Return whether a move can be pressed on a board."""
    return bool(board.moves())


@cells("a move on the shared board", APART)
async def test_a_move_on_the_common_board_is_seen_on_ones_own(wire: Wire) -> None:
    common, own = await begin_apart(wire)
    assert own.text.startswith("### Pyrga #1 · start")
    assert not own.ephemeral
    await wire.people.click(ADA, common, ":Sb2")
    await own.until("Pyrga #1 · move 1")


@cells("a move on the private board", APART)
async def test_a_move_on_a_private_board_is_seen_on_the_common_one(wire: Wire) -> None:
    common, own = await begin_apart(wire)
    await wire.people.click(ADA, common, ":Sb2")
    await own.until("Pyrga #1 · move 1")
    move = own.moves()[0]
    await wire.people.press(BLAISE, own, move)
    assert own.text.startswith("### Pyrga #1 · move 2")
    await common.until("Pyrga #1 · move 2")
    # A second click on one board refers to what has been played on the other.
    await wire.people.press(BLAISE, own, own.custom_ids()[0])
    await displayed(wire.client)
    assert (await wire.client.services.games.get(1)).shown
    panel = (await wire.people.click(BLAISE, own, "Resign")).message
    await wire.people.click(BLAISE, panel, "Resign")
    for board in common, own:
        await board.until("**Ada wins: Blaise resigned**")


async def test_ones_own_board_is_in_words_if_one_chose_text_mode(wire: Wire) -> None:
    await wire.client.services.preferences.change_player(
        Player(BLAISE.id, BLAISE.name), lambda old: replace(old, text_board=True)
    )
    common, own = await begin_apart(wire)
    assert "Row 4: empty." in own.text
    await wire.people.click(ADA, common, ":Sb2")
    await own.until("Row 2: b2 white Square.")
    assert "Row 2: " not in common.text


@pytest.mark.parametrize("slow_one", ["lives", "dies"])
async def test_an_edit_that_arrives_after_another_processs_newer_one_is_repaired(
    wire_on_postgresql: Wire, monkeypatch: pytest.MonkeyPatch, slow_one: str
) -> None:
    wire = wire_on_postgresql
    monkeypatch.setattr(bot.app, "PATIENCE", 0.1)
    common, own = await begin_apart(wire)
    edits = f"channels/*/messages/{own.id}"
    slow = wire.discord.weather.block(CLEAR, "PATCH", edits, times=1, until=asyncio.Event())
    assert slow.until is not None
    async with wire.another_process() as other:
        # Whatever is repaired is repaired below.
        await other.stop_jobs()
        await wire.people.click(ADA, common, ":Sb2")
        await slow.happened.wait()
        if slow_one == "dies":
            await wire.client.close()
        await wire.people.click(BLAISE, common, ":Sb1")
        await own.until("Pyrga #1 · move 2")
        await other.finish_answering(PATIENCE)
        slow.until.set()
        await own.until("Pyrga #1 · move 1")
        await wire.client.finish_answering(PATIENCE)
        await repair_boards(other)
        assert own.text.startswith("### Pyrga #1 · move 2")
        assert (await other.services.games.get(1)).shown


async def test_a_board_that_discord_does_not_change_in_time_keeps_no_other_from_changing(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    common, own = await begin_apart(wire)
    edits = "channels/*/messages/*"
    silent = wire.discord.weather.block(CLEAR, "PATCH", edits, times=1, until=asyncio.Event())
    edited = common.edits, own.edits
    earlier = len(wire.discord.requests)
    with monkeypatch.context() as impatient:
        impatient.setattr(requests, "PATIENCE", 0.5)
        await wire.people.slash(ADA, CAFE, "move", move="Sb2")
        await silent.happened.wait()
        await displayed(wire.client)
        made = [path[:9] for method, path in wire.discord.requests[earlier:] if method == "PATCH"]
    assert made.count("channels/") == 2
    assert (common.edits, own.edits) == (edited[0], edited[1] + 1)
    await repair_boards(wire.client)
    for board in common, own:
        await board.until("Pyrga #1 · move 1")


async def test_someone_who_cannot_see_the_channel_can_still_play_in_dms(wire: Wire) -> None:
    await wire.people.slash(ADA, CAFE, "challenge", rated=False)
    code = str((await wire.client.services.challenges.get(1)).code)
    refused = await wire.people.slash(STRANGER, FRIENDS, "join", code=code)
    assert refused.said.startswith("This challenge is in a channel you can't see. Join it in DMs")
    own = (await wire.people.slash(STRANGER, wire.private(STRANGER), "join", code=code)).message
    assert own.text.startswith("### Pyrga #1 · start")


@pytest.mark.default
async def test_two_people_play_each_in_their_own_dms(wire: Wire) -> None:
    hers, his = await begin_apart(wire, wire.private(ADA))
    assert (can_be_played(hers), can_be_played(his)) == (True, False)
    await wire.people.click(ADA, hers, ":Sb2")
    await his.until("Pyrga #1 · move 1")
    await hers.until("Pyrga #1 · move 1")
    assert (can_be_played(hers), can_be_played(his)) == (False, True)


@cells("your turn comes while you're away", APART)
async def test_a_player_in_dms_is_told_of_their_turn_there_and_not_in_the_channel(wire: Wire) -> None:
    common, own = await begin_apart(wire)
    await wire.live(timedelta(minutes=6))
    await wire.people.click(ADA, common, ":Sb2")
    await own.until("Pyrga #1 · move 1")
    (told,) = await wire.discord.answers.posted("your turn")
    assert told.channel == wire.private(BLAISE)
    assert f"(https://discord.com/channels/@me/{told.channel.id}/{own.id})" in told.text


@cells("the private board is deleted", APART)
async def test_a_lost_board_of_ones_own_comes_back_by_show(wire: Wire) -> None:
    common, own = await begin_apart(wire)
    here = wire.private(BLAISE)
    newer = (await wire.people.slash(BLAISE, here, "show")).message
    await own.until_deleted()
    assert not newer.deleted
    edits = f"channels/{here.id}/messages/*"
    lost = wire.discord.weather.block(UNKNOWN_MESSAGE, "PATCH", edits)
    await wire.people.click(ADA, common, ":Sb2")
    await lost.happened.wait()
    await displayed(wire.client)
    assert (await wire.client.services.games.get(1)).private_boards
    await wire.live(looks.APART)
    await repair_boards(wire.client)
    assert (await wire.client.services.games.get(1)).private_boards == ()
    newest = (await wire.people.slash(BLAISE, here, "show")).message
    assert newest.text.startswith("### Pyrga #1 · move 1")
    assert common.text.startswith("### Pyrga #1 · move 1")


@cells("Discord refuses to edit the private board", APART)
async def test_an_edit_that_failed_apart_is_made_again(wire: Wire) -> None:
    common, own = await begin_apart(wire)
    edits = f"channels/{own.channel.id}/messages/*"
    refused = wire.discord.weather.block(UNFIT_BODY, "PATCH", edits, times=2)
    await wire.people.click(ADA, common, ":Sb2")
    await refused.happened.wait()
    await displayed(wire.client)
    assert own.text.startswith("### Pyrga #1 · start")
    await repair_boards(wire.client)
    assert own.text.startswith("### Pyrga #1 · move 1")


async def delete_data(wire: Wire, person: Person) -> None:
    panel = (await wire.people.slash(person, wire.private(person), "privacy")).message
    await wire.people.click(person, panel, "Delete my data")
    await wire.people.click(person, panel, "Delete my data")
    await panel.until("Your data has been deleted.")
    await wire.client.finish_answering(PATIENCE)


@pytest.mark.default
@cells("its player deletes their data", APART)
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "in the end"])
async def test_the_private_board_of_someone_who_deletes_their_data_no_longer_names_them(
    wire: Wire, *, at_once: bool
) -> None:
    common, own = await begin_apart(wire)
    if not at_once:
        edits = f"channels/{own.channel.id}/messages/{own.id}"
        wire.discord.weather.block(UNFIT_BODY, "PATCH", edits, times=2)
    await delete_data(wire, BLAISE)
    if not at_once:
        assert "Pyrga #1 · start" in own.text
        assert (await wire.client.services.games.get(1)).private_boards
        await repair_boards(wire.client)
    for board in common, own:
        await board.until("**Ada wins: Deleted player resigned**")
        assert "Blaise" not in board.text
        assert not board.moves()
    game = await wire.client.services.games.get(1)
    assert game.private_boards == ()
    assert game.shown
    assert game.place.channel_id == CAFE.id


@pytest.mark.parametrize("leaver", [ADA, BLAISE])
async def test_a_game_in_dms_is_shown_once_more_and_then_no_one_knows_where_it_was(
    wire: Wire, leaver: Person
) -> None:
    common, own = await begin_apart(wire, wire.private(ADA))
    other = BLAISE if leaver is ADA else ADA
    await delete_data(wire, leaver)
    for board in common, own:
        await board.until(f"**{other.name} wins: Deleted player resigned**")
        assert leaver.name not in board.text
    game = await wire.client.services.games.get(1)
    assert game.place == FORGOTTEN_PLACE
    assert game.message_id is None
    assert {board.place.channel_id for board in game.private_boards} == (
        {wire.private(BLAISE).id} if leaver is ADA else set()
    )
    shown = (await wire.people.slash(other, wire.private(other), "show", game="#1")).message
    assert f"**{other.name} wins: Deleted player resigned**" in shown.text


@cells("a rematch of a game with a private board", APART)
async def test_a_rematch_is_proposed_and_started_in_dms(wire: Wire) -> None:
    common, own = await begin_apart(wire)
    await wire.resign(BLAISE, wire.private(BLAISE))
    await common.until("**Ada wins: Blaise resigned**")
    await own.until("**Ada wins: Blaise resigned**")
    await wire.people.click(ADA, common, "Rematch")
    (told,) = await wire.discord.answers.posted("offers a rematch")
    assert told.channel == wire.private(BLAISE)
    await wire.people.click(BLAISE, own, "Rematch")
    boards = await wire.discord.answers.posted("### Pyrga #2 · start", 2)
    assert {board.channel.id for board in boards} == {CAFE.id, wire.private(BLAISE).id}


async def test_a_rematch_proposed_in_dms_mentions_the_other_where_the_game_was(wire: Wire) -> None:
    common, own = await begin_apart(wire)
    await wire.resign(BLAISE, wire.private(BLAISE))
    for board in (common, own):
        await board.until("**Ada wins: Blaise resigned**")
    await wire.people.click(BLAISE, own, "Rematch")
    (card,) = await wire.discord.answers.posted("### A rematch?")
    assert (card.channel.id, card.mentions) == (CAFE.id, [ADA.id])


EVE, FAYE = Person(735_100_000_000_000_101, "Eve"), Person(735_200_000_000_000_202, "Faye")


def check_apart(wire: Wire) -> None:
    """Check that nothing in the DMs of one has the id of the other, in any form."""
    for reader, other in ((EVE, FAYE), (FAYE, EVE)):
        theirs = [
            each
            for each in wire.discord.answers.messages.values()
            if each.channel.id == wire.private(reader).id
        ]
        seen = json.dumps([[each.content, each.components, each.mentions] for each in theirs])
        assert theirs
        assert not [
            form for form in (str(other.id), format_number(other.id), f"{other.id:x}") if form in seen
        ]


async def test_players_who_met_by_a_code_never_get_the_id_of_the_other(wire: Wire) -> None:
    wire.discord.people |= {person.id: person for person in (EVE, FAYE)}
    options = {"rated": False, "color": "white", "clock": "1d"}
    common = (await wire.people.slash(EVE, wire.private(EVE), "challenge", **options)).message
    code = str((await wire.client.services.challenges.get(1)).code)
    own = (await wire.people.slash(FAYE, wire.private(FAYE), "join", code=code)).message
    await common.until("Pyrga #1 · start")
    check_apart(wire)
    assert f"<@{EVE.id}>" in common.text
    for ply, (person, board, other) in enumerate([(EVE, common, own), (FAYE, own, common)] * 2, start=1):
        await wire.people.press(person, board, board.moves()[0])
        await other.until(f"Pyrga #1 · move {ply}")
        check_apart(wire)
    asked = (await wire.people.click(EVE, common, "Draw")).message
    await wire.people.click(EVE, asked, "Offer draw")
    check_apart(wire)
    own = (await wire.people.slash(FAYE, wire.private(FAYE), "show")).message
    for label in ("Decline", "More…"):
        await wire.people.click(FAYE, own, label)
        check_apart(wire)
    await wire.live(timedelta(hours=13))
    await do_due(wire.client)
    check_apart(wire)
    for person in (EVE, FAYE):
        for command in ("show", "games", "history"):
            await wire.people.slash(person, wire.private(person), command)
    check_apart(wire)
    await wire.resign(EVE, wire.private(EVE))
    await wire.live(timedelta(minutes=10))
    await repair_boards(wire.client)
    check_apart(wire)
    shown = (await wire.client.services.games.get(1)).private_board_of(FAYE.id)
    assert shown is not None
    ended = wire.discord.answers.messages[shown.message_id or 0]
    await wire.people.click(FAYE, ended, "Rematch")
    check_apart(wire)


async def test_someone_whose_private_board_is_gone_is_still_only_named(wire: Wire) -> None:
    wire.discord.people |= {person.id: person for person in (EVE, FAYE)}
    options = {"rated": False, "color": "white", "clock": "1d"}
    common = (await wire.people.slash(EVE, wire.private(EVE), "challenge", **options)).message
    code = str((await wire.client.services.challenges.get(1)).code)
    await wire.people.slash(FAYE, wire.private(FAYE), "join", code=code)
    await common.until("Pyrga #1 · start")
    lost = wire.discord.weather.block(
        UNKNOWN_MESSAGE, "PATCH", f"channels/{wire.private(FAYE).id}/messages/*"
    )
    await wire.people.press(EVE, common, common.moves()[0])
    await lost.happened.wait()
    await displayed(wire.client)
    await wire.live(looks.APART)
    await repair_boards(wire.client)
    assert (await wire.client.services.games.get(1)).private_boards == ()
    check_apart(wire)
    await wire.live(timedelta(minutes=6))
    await wire.people.slash(FAYE, wire.private(FAYE), "move", move="Sa1")
    await wire.live(timedelta(minutes=6))
    await wire.people.slash(EVE, wire.private(EVE), "move", move="Sa2")
    (told,) = await wire.discord.answers.posted("your turn")
    assert told.channel == wire.private(FAYE)
    await wire.live(timedelta(hours=13))
    await do_due(wire.client)
    check_apart(wire)
    await wire.resign(EVE, wire.private(EVE))
    await wire.client.finish_answering(PATIENCE)
    check_apart(wire)


@pytest.mark.parametrize("in_dms", [True, False], ids=["in DMs", "in a server"])
@pytest.mark.parametrize("leaver", [ADA, BLAISE])
async def test_no_message_mentions_someone_whose_data_was_deleted(
    wire: Wire, leaver: Person, *, in_dms: bool
) -> None:
    common, own = await begin_apart(wire, wire.private(ADA) if in_dms else CAFE)
    await wire.live(timedelta(minutes=6))
    await wire.people.press(ADA, common, common.moves()[0])
    await own.until("Pyrga #1 · move 1")
    await wire.live(timedelta(minutes=6))
    await delete_data(wire, leaver)
    await displayed(wire.client)
    await wire.live(timedelta(hours=13))
    await do_due(wire.client)
    await repair_boards(wire.client)
    other = BLAISE if leaver is ADA else ADA
    shown = (await wire.people.slash(other, wire.private(other), "show", game="#1")).message
    assert "Deleted player resigned" in shown.text
    seen = [each for each in wire.discord.answers.messages.values() if not each.deleted]
    assert "<@-" not in json.dumps([[each.content, each.components] for each in seen])
    told = [each for each in seen if each.channel != wire.private(leaver)]
    assert not [each.text for each in told if f"<@{leaver.id}>" in each.text or leaver.id in each.mentions]
