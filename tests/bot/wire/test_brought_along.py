"""Where a person has brought the bot along: it can only answer, for a quarter of an hour each time."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.jobs.due import do_due
from bot.jobs.rounds import repair_boards
from bot.ui.context.context import GRACE
from bot.use_cases.preferences import Preferences
from bot.values.players import FORGOTTEN_PLACE
from bot.values.preferences import GuildPreferences
from tests.bot import acts
from tests.bot.displays import displayed, moved
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, GUILD, Wire
from tests.loopback import messages
from tests.loopback.answers import THINKING, UPDATE
from tests.loopback.exchanges import TOKEN_LIFETIME, Exchange
from tests.loopback.kinds import CLEAR, UNFIT_BODY
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.places import Channel, Context, Person

pytestmark = pytest.mark.thorough

FRIENDS = Channel(701, Context.PRIVATE_CHANNEL, (ADA, BLAISE), with_bot=False)
GROUP = Channel(702, Context.PRIVATE_CHANNEL, (ADA, BLAISE, CHIYO), with_bot=False)
CLUB = Channel(703, Context.GUILD, (ADA, BLAISE, CHIYO), guild_id=GUILD + 1, with_bot=False)
STRICT = Channel(704, Context.GUILD, (ADA, BLAISE), guild_id=GUILD + 2, with_bot=False, allows_external=False)


async def begin(wire: Wire, channel: Channel, **options: str) -> Message:
    """Have Ada challenge anyone who presses, and Blaise press; return the board."""
    card = (await wire.people.slash(ADA, channel, "challenge", rated=False, color="white", **options)).message
    assert "/pyrga join" not in card.text
    await wire.people.click(BLAISE, card, "Join")
    return card


async def begin_and_resign(wire: Wire) -> Message:
    """Have Blaise resign a game after two moves; return the new board."""
    board = await begin(wire, GROUP)
    await play(wire, ADA, board)
    await play(wire, BLAISE, board)
    panel = (await wire.people.click(BLAISE, board, "Resign")).message
    return await (await wire.people.click(BLAISE, panel, "Resign")).followup()


async def play(wire: Wire, person: Person, board: Message) -> Exchange:
    """Play the first move that the board offers."""
    return await wire.people.press(person, board, board.moves()[0])


def unprompted_requests(wire: Wire) -> list[tuple[str, str]]:
    """Return what the bot tried to do by itself in channels and servers."""
    return [request for request in wire.discord.requests if request[1].startswith(("channels/", "guilds/"))]


@pytest.mark.parametrize("channel", [FRIENDS, GROUP, CLUB], ids=["friends", "group", "server"])
async def test_a_game_is_played_by_clicks_alone(wire: Wire, channel: Channel) -> None:
    board = await begin(wire, channel)
    for person in (ADA, BLAISE, ADA):
        await play(wire, person, board)
    assert "move 3" in board.text
    wire.clock.move(timedelta(hours=13))
    await play(wire, BLAISE, board)
    assert "move 4" in board.text
    await wire.client.run_jobs_once()
    assert unprompted_requests(wire) == []
    refused = await wire.people.slash(ADA, channel, "challenge", rated=False, thread=True)
    assert "thread" in refused.said


async def test_a_move_confirmed_in_private_and_canceling_bring_new_boards(wire: Wire) -> None:
    settings = (await wire.people.slash(ADA, GROUP, "settings")).message
    await wire.people.choose(ADA, settings, "setting:mine:moves", "confirm")
    board = await begin(wire, GROUP)
    await wire.people.click(ADA, board, "::b2")
    panel = (await wire.people.click(ADA, board, ":Sb2")).message
    assert panel.ephemeral
    assert "· start" in board.text
    newer = await (await wire.people.click(ADA, panel, "Play")).followup()
    assert "Pyrga #1 · move 1" in newer.text
    assert not newer.ephemeral
    await wire.client.finish_answering(messages.PATIENCE)
    await wire.people.click(BLAISE, board, ":Sb2")
    assert f"(https://discord.com/channels/@me/{GROUP.id}/{newer.id})" in board.text
    panel = (await wire.people.click(BLAISE, newer, "Cancel game")).message
    newest = await (await wire.people.click(BLAISE, panel, "Cancel game")).followup()
    await newest.until("**Canceled before both players had moved**")
    assert not newest.ephemeral
    await wire.client.finish_answering(messages.PATIENCE)
    await wire.people.press(BLAISE, newer, next(iter(newer.custom_ids())))
    assert f"(https://discord.com/channels/@me/{GROUP.id}/{newest.id})" in newer.text
    assert unprompted_requests(wire) == []


@pytest.mark.parametrize("channel", [FRIENDS, CLUB], ids=["friends", "server"])
async def test_a_passed_deadline_is_shown_by_the_next_click_and_can_be_claimed(
    wire: Wire, channel: Channel
) -> None:
    board = await begin(wire, channel, clock="1d")
    await wire.people.click(ADA, board, ":Sb2")
    await wire.live(timedelta(days=1, minutes=1))
    await do_due(wire.client)
    await repair_boards(wire.client)
    assert "Claim win" not in [part.get("label") for part in board.walk()]
    await wire.people.click(BLAISE, board, ":Sb1")
    await wire.people.click(ADA, board, "Claim win")
    assert "**Ada wins: Blaise ran out of time**" in board.text
    assert unprompted_requests(wire) == []


async def test_a_board_whose_place_was_forgotten_is_still_updated_by_a_click(wire: Wire) -> None:
    board = await begin(wire, FRIENDS)
    card = (await wire.people.slash(ADA, FRIENDS, "challenge", rated=False, opponent=BLAISE)).message
    panel = (await wire.people.slash(ADA, FRIENDS, "privacy")).message
    await wire.people.click(ADA, panel, "Delete my data")
    await wire.people.click(ADA, panel, "Delete my data")
    await panel.until("Your data has been deleted.")
    await wire.client.finish_answering(PATIENCE)
    game = await wire.client.services.games.get(1)
    assert game.place == (await wire.client.services.challenges.get(2)).place == FORGOTTEN_PLACE
    await wire.people.click(BLAISE, card, "Accept")
    assert card.text == "**Deleted player** withdrew the challenge to **Blaise**."
    await wire.people.press(BLAISE, board, "play:1:0:Sb2")
    await displayed(wire.client)
    assert "**Blaise wins: Deleted player resigned**" in board.text
    assert "Ada" not in board.text
    game = await wire.client.services.games.get(1)
    assert (game.place, game.message_id) == (FORGOTTEN_PLACE, None)
    shown = (await wire.people.slash(BLAISE, FRIENDS, "show", game="#1")).message
    assert "**Blaise wins: Deleted player resigned**" in shown.text
    assert (await wire.client.services.games.get(1)).place == FORGOTTEN_PLACE
    assert unprompted_requests(wire) == []


@pytest.mark.computer
async def test_the_computer_answers_inside_the_token_of_the_person(wire: Wire) -> None:
    board = (await wire.people.slash(ADA, GROUP, "play", level=1, color="black")).message
    await board.until("move 1")
    await play(wire, ADA, board)
    await board.until("move 3")
    await moved(wire.client)
    assert (await wire.client.services.games.get(1)).shown

    tried = wire.discord.weather.block(CLEAR, "PATCH", "webhooks/*/messages/@original")
    clicked = await play(wire, ADA, board)
    clicked.grow_older(TOKEN_LIFETIME)
    await tried.happened.wait()
    assert "is thinking…" in board.text
    assert (await wire.people.click(ADA, board, "Resign")).kind == UPDATE
    assert "move 5" in board.text
    assert unprompted_requests(wire) == []


async def test_what_no_token_could_show_is_shown_by_the_next_click(wire: Wire) -> None:
    board = await begin(wire, GROUP)
    custom_id = board.custom_id(":Sb2")
    await acts.play(wire.client.services.games, 1, revision=0, text="Sb2", player_id=ADA.id)
    await repair_boards(wire.client)
    assert "· start" in board.text
    await wire.people.press(ADA, board, custom_id)
    assert "move 1" in board.text


@pytest.mark.default
async def test_a_lost_board_comes_back_by_show(wire: Wire) -> None:
    board = await begin(wire, GROUP)
    newer = (await wire.people.slash(ADA, GROUP, "show")).message
    await wire.people.click(ADA, newer, ":Sb2")
    await wire.people.click(BLAISE, board, ":Sa1")
    assert f"{GROUP.id}/{newer.id}" in board.text
    refused = await wire.people.slash(ADA, FRIENDS, "show", game="1")
    assert refused.said.startswith("Game **#1** is played elsewhere")


async def test_a_rematch_is_proposed_and_started_by_clicks(wire: Wire) -> None:
    newer = await begin_and_resign(wire)
    wire.clock.move(timedelta(minutes=1))
    proposed = await wire.people.click(ADA, newer, "Rematch")
    assert proposed.original is not None
    assert not proposed.original.ephemeral
    await wire.people.click(BLAISE, proposed.original, "Accept")
    assert "Pyrga #2 · start" in proposed.original.text
    assert unprompted_requests(wire) == []


@pytest.mark.computer
async def test_a_server_that_hides_such_answers_is_explained_and_no_game_begins(wire: Wire) -> None:
    for command, options in (("challenge", {"rated": False}), ("play", {"level": 1})):
        refused = await wire.people.slash(ADA, STRICT, command, **options)
        await refused.message.until("Only you would see the board in this server.")
        assert refused.message.custom_ids() == []
    assert (await wire.client.services.challenges.get(1)).status.value == "canceled"
    await wire.client.finish_answering(PATIENCE)
    assert "no games in progress" in (await wire.people.slash(ADA, STRICT, "games")).said


async def test_a_slow_command_is_promised_and_then_answered_before_all(
    wire: Wire, hurry: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry()
    guild = Preferences.guild

    async def read_slowly(self: Preferences, guild_id: int | None) -> GuildPreferences:
        await asyncio.sleep(GRACE + 0.2)
        return await guild(self, guild_id)

    monkeypatch.setattr(Preferences, "guild", read_slowly)
    promised = await wire.people.slash(ADA, GROUP, "challenge", rated=False, color="white")
    assert promised.kind == THINKING
    card = await promised.followup()
    assert not card.ephemeral
    await wire.people.click(BLAISE, card, "Join")
    assert "· start" in card.text
    assert unprompted_requests(wire) == []


async def test_someone_who_chose_mentions_and_is_away_is_mentioned_below_the_answer(wire: Wire) -> None:
    board = await begin(wire, GROUP)
    panel = (await wire.people.slash(BLAISE, GROUP, "settings")).message
    await wire.people.click(BLAISE, panel, "Next")
    await wire.people.choose(BLAISE, panel, "setting:mine:notices", "mention")
    wire.clock.move(timedelta(hours=1))
    notice = await (await wire.people.click(ADA, board, ":Sb2")).followup()
    assert notice.text.startswith(f"<@{BLAISE.id}> It's your turn in game #1 against **Ada**")
    assert notice.mentions == [BLAISE.id]

    wire.clock.move(timedelta(hours=1))
    for person in (BLAISE, ADA):
        # Ada is away but chose nothing, and then Blaise is present.
        await play(wire, person, board)
    await wire.client.finish_answering(PATIENCE)
    assert [one for one in wire.discord.answers.messages.values() if one.mentions] == [notice]


async def test_someone_who_is_away_when_the_other_resigns_is_mentioned_on_the_new_board(wire: Wire) -> None:
    await begin(wire, GROUP)
    panel = (await wire.people.slash(ADA, GROUP, "settings")).message
    await wire.people.click(ADA, panel, "Next")
    await wire.people.choose(ADA, panel, "setting:mine:notices", "mention")
    wire.clock.move(timedelta(hours=1))
    panel = (await wire.people.slash(BLAISE, GROUP, "resign")).message
    newer = await (await wire.people.click(BLAISE, panel, "Resign")).followup()
    assert f"<@{ADA.id}>" in newer.text
    assert newer.mentions == [ADA.id]


@pytest.mark.computer
async def test_the_computer_answers_on_the_board_that_was_asked_for_last(wire: Wire) -> None:
    await wire.people.slash(ADA, GROUP, "play", level=1, color="white")
    await acts.play(wire.client.services.games, 1, revision=0, text="Sb2", player_id=ADA.id)
    newer = (await wire.people.slash(ADA, GROUP, "show")).message
    await newer.until("move 2")
    assert unprompted_requests(wire) == []


async def test_ones_own_board_changes_by_itself_and_the_common_one_by_the_next_click(wire: Wire) -> None:
    board = await begin(wire, GROUP)
    own = (await wire.people.slash(BLAISE, wire.private(BLAISE), "show")).message
    await wire.people.click(ADA, board, ":Sb2")
    await own.until("move 1")
    panel = (await wire.people.click(BLAISE, own, "Cancel game")).message
    await wire.people.click(BLAISE, panel, "Cancel game")
    await own.until("**Canceled before both players had moved**")
    assert "move 1" in board.text
    await wire.people.click(ADA, board, "Cancel game")
    assert "**Canceled before both players had moved**" in board.text
    assert {path.split("/")[1] for _, path in unprompted_requests(wire)} == {str(own.channel.id)}


@pytest.mark.computer
async def test_a_board_of_ones_own_that_missed_the_computers_move_is_mended_without_a_click(
    wire: Wire,
) -> None:
    board = (await wire.people.slash(ADA, GROUP, "play", level=1, color="white")).message
    own = (await wire.people.slash(ADA, wire.private(ADA), "show")).message
    wire.discord.weather.block(UNFIT_BODY, "PATCH", f"channels/{own.channel.id}/messages/*")
    await wire.people.click(ADA, board, ":Sb2")
    await board.until("move 2")
    await moved(wire.client)
    assert "start" in own.text
    wire.discord.weather.clear()
    await repair_boards(wire.client)
    assert "move 2" in own.text


@pytest.mark.computer
async def test_a_position_and_a_review_are_shared_below_their_panels(wire: Wire) -> None:
    newer = await begin_and_resign(wire)
    viewer = await wire.people.click(ADA, newer, "Replay")
    position = await (await wire.people.click(ADA, viewer.message, "Share")).followup()
    assert "Shared by **Ada**" in position.text
    review = await wire.people.click(ADA, newer, "Review")
    await wire.client.finish_answering(PATIENCE)
    await wire.people.click(ADA, review.message, "review-page:1:1:")
    await wire.people.click(ADA, review.message, "Summary")
    summary = await (await wire.people.click(ADA, review.message, "Share")).followup()
    assert not (position.ephemeral)
    assert not (summary.ephemeral)
    assert unprompted_requests(wire) == []


async def test_what_is_shared_from_a_game_of_a_server_has_the_names_of_accounts(wire: Wire) -> None:
    ada, blaise = replace(ADA, nickname="Countess of Engines"), replace(BLAISE, nickname="Pascal from Taxes")
    options = {"opponent": blaise, "color": "white", "rated": False}
    card = (await wire.people.slash(ada, CAFE, "challenge", **options)).message
    await wire.people.click(blaise, card, "Accept")
    await play(wire, ada, card)
    await play(wire, blaise, card)
    panel = (await wire.people.click(blaise, card, "Resign")).message
    await wire.people.click(blaise, panel, "Resign")
    assert "Pascal from Taxes" in str(card.components)
    viewer = await wire.people.slash(ada, GROUP, "replay", game="1")
    shared = await (await wire.people.click(ada, viewer.message, "Share")).followup()
    for text in (viewer.message.text, shared.text):
        assert "\n**Ada** wins: **Blaise** resigned." in text
        assert "Countess" not in text
        assert "Pascal" not in text
