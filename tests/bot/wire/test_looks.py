"""What seems to be gone for a while is there again afterward, and nothing was lost."""

import asyncio
from datetime import timedelta

import pytest

from bot.jobs.due import do_due
from bot.jobs.events import keep_cups, keep_team_matches
from bot.jobs.rounds import check_servers, clear_leftovers, repair_boards
from bot.ui.board.display import announce
from bot.ui.context import limits
from bot.ui.context.looks import APART
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.use_cases.crowds import CrowdTerms
from bot.values.challenges import ChallengeStatus, ColorChoice
from bot.values.crowds import Crowd, VotingWindow
from bot.values.events.cup import Cup
from bot.values.events.parts import EventStatus
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, GUILD, Wire
from tests.bot.wire.rooms import match_shown, open_team_match, sign_up
from tests.bot.wire.test_cups import FILLED
from tests.loopback.kinds import (
    ARCHIVED,
    BANNED,
    BLOCKED,
    CLEAR,
    DONE_AND_BAD_GATEWAY,
    DONE_AND_ERROR,
    LOCKED,
    MISSING_PAGE,
    NO_ACCESS,
    NO_PERMISSION,
    UNAVAILABLE,
    UNFIT_BODY,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    Kind,
)
from tests.loopback.messages import Message
from tests.loopback.places import Person

pytestmark = pytest.mark.thorough

DAY, AWAY = timedelta(days=1), timedelta(minutes=6)
OUT_OF_REACH = pytest.mark.parametrize(
    "kind", [UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED], ids=lambda kind: kind.name
)
MESSAGES, EDITS = f"channels/{CAFE.id}/messages", f"channels/{CAFE.id}/messages/*"


@pytest.fixture(autouse=True)
def unpaused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot ask again at once, because no time passes between the looks of a test."""
    monkeypatch.setattr(limits, "LONGEST_PAUSE", 0.0)


async def look_again(wire: Wire, after: timedelta = APART) -> None:
    """Let time pass, and everything happen that's due then."""
    await wire.live(after)
    wire.client.limits._until.clear()
    await do_due(wire.client)
    await keep_cups(wire.client)
    await keep_team_matches(wire.client)
    await repair_boards(wire.client)
    await clear_leftovers(wire.client)


async def begin_with_clock(wire: Wire) -> Message:
    """Have Ada and Blaise begin a game with a day per move; return the board."""
    options = {"opponent": BLAISE, "color": "white", "clock": "1d"}
    card = (await wire.people.slash(ADA, CAFE, "challenge", **options)).message
    await wire.people.click(BLAISE, card, "Accept")
    return card


async def is_running(wire: Wire) -> bool:
    return (await wire.client.services.games.get(1)).outcome is None


@pytest.mark.parametrize("kind", [BLOCKED, MISSING_PAGE, BANNED, UNAVAILABLE], ids=lambda kind: kind.name)
async def test_no_game_is_abandoned_because_of_what_stands_in_front_of_discord(
    wire: Wire, kind: Kind
) -> None:
    await begin_with_clock(wire)
    wire.discord.weather.block(kind)
    for wait in (DAY / 2, APART):
        await look_again(wire, wait)
        assert await is_running(wire)


@pytest.mark.parametrize("kind", [UNKNOWN_GUILD, NO_ACCESS], ids=lambda kind: kind.name)
async def test_a_game_is_only_abandoned_after_two_looks_at_its_server(wire: Wire, kind: Kind) -> None:
    await begin_with_clock(wire)
    missing = wire.discord.weather.block(kind, "GET", f"guilds/{GUILD}")
    await look_again(wire, DAY / 2)
    await look_again(wire, APART / 2)
    assert missing.count == 2
    assert await is_running(wire)
    wire.discord.weather.clear()
    await look_again(wire)
    assert await is_running(wire)
    wire.discord.weather.block(kind, "GET", f"guilds/{GUILD}")
    await look_again(wire, DAY / 2)
    assert await is_running(wire)
    await look_again(wire)
    assert not await is_running(wire)


async def test_games_of_a_server_that_is_missing_keep_no_others_waiting(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.jobs.due._BATCH", 1)
    for _ in range(2):
        await begin_with_clock(wire)
    wire.discord.weather.block(UNKNOWN_GUILD, "GET", f"guilds/{GUILD}")
    await look_again(wire, DAY / 2)
    waiting = await wire.client.services.due_times.overdue(10)
    assert len(waiting) == 2
    assert len(await wire.client.services.due_times.overdue(1, offset=1)) == 1


@OUT_OF_REACH
async def test_a_board_is_right_again_once_its_channel_is_back(wire: Wire, kind: Kind) -> None:
    board = await wire.begin()
    for path in (MESSAGES, EDITS, f"channels/{CAFE.id}"):
        wire.discord.weather.block(kind, path=path)
    await wire.resign(ADA)
    for _ in range(3):
        await look_again(wire)
    assert "resigned" not in board.text
    wire.discord.weather.clear()
    await look_again(wire, timedelta(hours=1))
    assert "**Blaise wins: Ada resigned**" in board.text
    assert board.id == (await wire.client.services.games.get(1)).message_id


async def test_a_refused_edit_is_repeated_less_and_less_often(wire: Wire) -> None:
    await wire.begin()
    refused = wire.discord.weather.block(NO_PERMISSION, "PATCH", EDITS)
    await wire.resign(ADA)
    for _ in range(120):
        await look_again(wire, timedelta(seconds=30))
    # Over an hour: at the change, then after half a minute, one, two, four, …
    assert refused.count in {8, 9}


@pytest.mark.parametrize("kind", [NO_ACCESS, UNKNOWN_CHANNEL, UNAVAILABLE], ids=lambda kind: kind.name)
async def test_an_old_board_is_cleared_away_once_it_can_be(wire: Wire, kind: Kind) -> None:
    board = await wire.begin()
    wire.discord.weather.block(kind, "*", f"channels/{CAFE.id}/messages/{board.id}")
    newer = (await wire.people.slash(BLAISE, CAFE, "show")).message
    assert "#1 · start" in newer.text
    await look_again(wire)
    assert not board.deleted
    wire.discord.weather.clear()
    await look_again(wire)
    assert board.deleted


async def test_the_newest_board_stays_if_an_older_one_is_found_while_it_is_posted(wire: Wire) -> None:
    first = await wire.begin()
    await wire.live(AWAY)
    # Discord posts a board, and says that it hasn't.
    wire.discord.weather.block(DONE_AND_ERROR, "POST", MESSAGES)
    await wire.people.click(ADA, first, ":Sb2")
    *_, lost = await wire.discord.answers.posted("Pyrga #1 · move 1")
    wire.discord.weather.clear()
    await move(wire)
    await wire.live(AWAY)
    slow = wire.discord.weather.block(CLEAR, "POST", MESSAGES, times=1, until=asyncio.Event())
    repairing = asyncio.create_task(repair_boards(wire.client))
    await slow.happened.wait()
    finding = asyncio.create_task(wire.people.tap(BLAISE, lost, lost.custom_ids()[0]))
    await first.until_deleted()
    assert slow.until is not None
    slow.until.set()
    await repairing
    await finding
    await lost.until_deleted()
    (newest,) = await wire.discord.answers.posted("Pyrga #1 · move 2")
    assert (await wire.client.services.games.get(1)).message_id == newest.id
    assert not newest.deleted


def lose_channel(wire: Wire, kind: Kind) -> None:
    for path in (MESSAGES, EDITS, f"channels/{CAFE.id}"):
        wire.discord.weather.block(kind, path=path)


async def move(wire: Wire) -> None:
    """Have the player to move play somewhere else than on the board."""
    game = await wire.client.services.games.get(1)
    await acts.move(wire.client.services.games, game, str(game.position.legal_moves[0]))


IN_SERVER = "I can't show game #1 against {opponent} in its channel right now. Your game is safe."
OUTSIDE = "I can't get into the server of game #1 against {opponent} right now. Your game is safe."


@OUT_OF_REACH
async def test_players_are_told_once_that_their_board_is_out_of_reach(wire: Wire, kind: Kind) -> None:
    await begin_with_clock(wire)
    for times in (1, 2):
        lose_channel(wire, kind)
        if kind == NO_ACCESS:
            wire.discord.weather.block(kind, "GET", f"guilds/{GUILD}")
        await move(wire)
        for _ in range(4):
            await look_again(wire)
        async with wire.another_process() as restarted:
            for _ in range(3):
                await wire.live(APART)
                await repair_boards(restarted)
        for person, opponent in ((ADA, BLAISE), (BLAISE, ADA)):
            said = (OUTSIDE if kind == NO_ACCESS else IN_SERVER).format(opponent=f"**{opponent.name}**")
            losses = told_of_loss(wire, person)
            assert [text.startswith(said) for text in losses] == [True] * times
            assert "Time keeps running" in losses[0]
            assert "/pyrga show" in losses[0]
        wire.discord.weather.clear()
        await look_again(wire, timedelta(hours=1))
    assert (await wire.client.services.games.get(1)).board.lost_at is None


@pytest.mark.default
async def test_whoever_cannot_be_told_now_is_told_once_it_is_possible(wire: Wire) -> None:
    await begin_with_clock(wire)
    lose_channel(wire, UNKNOWN_CHANNEL)
    wire.discord.weather.block(UNAVAILABLE, "POST", f"channels/{wire.private(BLAISE).id}/messages")
    await move(wire)
    for _ in range(3):
        await look_again(wire)
    assert (len(told_of_loss(wire)), told_of_loss(wire, BLAISE)) == (1, [])
    wire.discord.weather.clear()
    lose_channel(wire, UNKNOWN_CHANNEL)
    # As after a restart, when one look is enough for what was stored.
    async with wire.another_process() as restarted:
        await repair_boards(restarted)
    assert (len(told_of_loss(wire)), len(told_of_loss(wire, BLAISE))) == (1, 1)


async def test_whoever_had_a_channel_play_is_told_that_its_board_is_out_of_reach(wire: Wire) -> None:
    terms = CrowdTerms(
        "Café",
        Ruleset.PYRGA,
        ColorChoice.WHITE,
        VotingWindow.HALF_DAY,
        Crowd(),
        "en-US",
        host=Player(CHIYO.id, "Chiyo"),
    )
    place, computer = Place(GUILD, CAFE.id), Player(1, "Computer, level 1")
    await announce(wire.client, await wire.client.services.crowd_games.begin(place, terms, computer))
    lose_channel(wire, UNKNOWN_CHANNEL)
    # Voting closes.
    for wait in (DAY / 2, APART, APART):
        await look_again(wire, wait)
    (said,) = told(wire, CHIYO)
    assert said.startswith("I can't show game #1 against")
    assert told(wire) == []


async def test_whoever_plays_or_searches_elsewhere_is_told_why_their_board_comes_in_dms(wire: Wire) -> None:
    for person in (ADA, BLAISE):
        lose_channel(wire, UNKNOWN_CHANNEL)
        await wire.people.slash(person, CAFE, "find", where="server")
    for _ in range(3):
        await look_again(wire)
    for person in (ADA, BLAISE):
        (said,) = told_of_loss(wire, person)
        assert "so your board is here. Your game is safe. Time keeps running." in said


async def test_whoever_searches_in_a_server_that_removes_the_bot_is_told_once(wire: Wire) -> None:
    await wire.people.slash(ADA, CAFE, "find", where="server")
    wire.discord.weather.block(UNAVAILABLE, "POST", f"channels/{wire.private(ADA).id}/messages")
    wire.discord.weather.block(UNKNOWN_GUILD, "GET", f"guilds/{GUILD}")
    async with wire.discord.gateway.under(visible_share=0.0):
        for _ in range(3):
            await check_servers(wire.client)
            await look_again(wire)
        assert told(wire) == []
        wire.discord.weather.clear()
        for _ in range(2):
            await check_servers(wire.client)
    (said,) = told(wire)
    assert said.startswith("I'm no longer in the server where you were looking for an opponent")


async def begin_cup(wire: Wire) -> Message:
    """Have Ada make a cup that three people have joined; return its card."""
    form = await wire.people.event(ADA, CAFE, "cup", people=3)
    card = (await wire.people.fill(ADA, form, **FILLED)).message
    for person in (ADA, BLAISE, CHIYO):
        await wire.people.click(person, card, "Join")
    return card


async def cup_of(wire: Wire) -> Cup:
    return await wire.client.services.cups.get(1)


def told(wire: Wire, person: Person = ADA) -> list[str]:
    """Return what someone was told in DMs."""
    channel = wire.private(person).id
    return [each.text for each in wire.discord.answers.messages.values() if each.channel.id == channel]


def told_of_loss(wire: Wire, person: Person = ADA) -> list[str]:
    return [text for text in told(wire, person) if text.startswith("I can't")]


async def lose_card(wire: Wire, kind: Kind) -> None:
    """Have the channel of the cup be out of reach until the cup is paused."""
    lose_channel(wire, kind)
    await look_again(wire, timedelta(minutes=2))
    await look_again(wire, APART / 2)
    assert (await cup_of(wire)).paused_at is None
    await look_again(wire)
    await look_again(wire)
    assert (await cup_of(wire)).paused_at is not None


@OUT_OF_REACH
async def test_a_cup_goes_on_by_itself_once_its_channel_is_back(wire: Wire, kind: Kind) -> None:
    card = await begin_cup(wire)
    await lose_card(wire, kind)
    (said,) = told(wire)
    assert said.startswith("I can't post in the channel of [Winter Cup]")
    for _ in range(6):
        await look_again(wire, DAY)
    wire.discord.weather.clear()
    await look_again(wire)
    await look_again(wire, timedelta(minutes=2))
    cup = await cup_of(wire)
    assert (cup.paused_at, cup.status) == (None, EventStatus.RUNNING)
    assert "of 6 games are over." in card.text
    assert told(wire) == [said]
    await lose_card(wire, kind)
    assert [text for text in told(wire) if "[Winter Cup]" in text] == [said, said]


async def test_a_cup_is_canceled_after_a_week_and_its_card_says_so_once_it_can(wire: Wire) -> None:
    card = await begin_cup(wire)
    await lose_card(wire, UNKNOWN_CHANNEL)
    wire.discord.weather.clear()
    wire.discord.weather.block(UNAVAILABLE, path=EDITS)
    for _ in range(8):
        await look_again(wire, DAY)
    assert (await cup_of(wire)).status is not EventStatus.CANCELED
    wire.discord.weather.clear()
    wire.discord.weather.block(UNKNOWN_CHANNEL, path=EDITS)
    for _ in range(3):
        await look_again(wire)
    assert (await cup_of(wire)).status is EventStatus.CANCELED
    assert "was canceled because I couldn't post in its channel" in told(wire)[-1]
    wire.discord.weather.clear()
    await look_again(wire, timedelta(hours=1))
    assert "canceled" in card.text


@OUT_OF_REACH
async def test_the_host_of_a_side_of_a_team_match_is_told_once_that_its_card_is_out_of_reach(
    wire: Wire, kind: Kind
) -> None:
    await open_team_match(wire)
    for times in (1, 2):
        lose_channel(wire, kind)
        # The card has to change, or else nothing is asked for.
        await (sign_up(wire) if times == 1 else wire.client.services.team_matches.leave(1, player_id=ADA.id))
        for _ in range(4):
            await look_again(wire)
        for _ in range(3):
            await look_again(wire, timedelta(hours=3))
        said = told(wire)
        assert [text[:33] for text in said] == ["I can't post in the channel of [C"] * times
        assert told(wire, CHIYO) == []
        wire.discord.weather.clear()
        await look_again(wire, timedelta(hours=1))
        assert await match_shown(wire) is (times == 1)
        assert not (await wire.client.services.team_matches.get(1)).cards[0].lost


@pytest.mark.parametrize("kind", [DONE_AND_ERROR, DONE_AND_BAD_GATEWAY], ids=lambda kind: kind.name)
async def test_a_challenge_stands_as_long_as_its_card_may(wire: Wire, kind: Kind) -> None:
    done = wire.discord.weather.block(kind, "POST", "interactions/*/callback", times=1)
    wire.discord.weather.block(UNAVAILABLE, "*", "webhooks/*")
    options = {"opponent": BLAISE, "color": "white"}
    await wire.people.slash(ADA, CAFE, "challenge", **options)
    assert done.happened.is_set()
    wire.discord.weather.clear()
    assert (await wire.client.services.challenges.get(1)).status is ChallengeStatus.OPEN
    (card,) = wire.discord.answers.messages.values()
    await wire.people.click(BLAISE, card, "Accept")
    assert "### Pyrga #1" in card.text


async def test_a_challenge_that_was_refused_is_withdrawn(wire: Wire) -> None:
    wire.discord.weather.block(UNFIT_BODY, "POST", "interactions/*/callback", times=2)
    await wire.people.slash(ADA, CAFE, "challenge", opponent=BLAISE)
    assert (await wire.client.services.challenges.get(1)).status is ChallengeStatus.CANCELED


async def test_a_cup_whose_card_could_not_be_posted_is_posted_later(wire: Wire) -> None:
    form = await wire.people.event(ADA, CAFE, "cup", people=3)
    for path in ("interactions/*/callback", MESSAGES):
        wire.discord.weather.block(BLOCKED, "POST", path, times=1)
    said = (await wire.people.fill(ADA, form, **FILLED)).said
    assert said == "I can't post this right now, but it's saved. I'll post it as soon as I can."
    await look_again(wire)
    (card,) = [each for each in wire.discord.answers.messages.values() if "Winter Cup" in each.text]
    await wire.people.click(BLAISE, card, "Join")
    assert "Blaise" in card.text


async def test_a_game_with_the_computer_that_could_not_be_posted_is_posted_later(wire: Wire) -> None:
    terms, person = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US"), Player(ADA.id, "Ada")
    place, computer = Place(GUILD, CAFE.id), Player(1, "Computer, level 1")
    begun = await wire.client.services.computer_games.begin(place, person, computer, terms)
    assert begun.is_unseen
    wire.discord.weather.block(UNAVAILABLE)
    await look_again(wire)
    wire.discord.weather.clear()
    await look_again(wire)
    (board,) = wire.discord.answers.messages.values()
    assert "#1 · start" in board.text


@pytest.mark.parametrize("kind", [UNKNOWN_GUILD, NO_ACCESS], ids=lambda kind: kind.name)
async def test_a_server_that_a_list_lacks_has_only_removed_the_bot_if_two_looks_say_so(
    wire: Wire, kind: Kind
) -> None:
    await begin_cup(wire)
    async with wire.discord.gateway.under(visible_share=0.0):
        for _ in range(3):
            await check_servers(wire.client)
            await look_again(wire)
        assert (await cup_of(wire)).paused_at is None
        wire.discord.weather.block(kind, "GET", f"guilds/{GUILD}")
        await check_servers(wire.client)
        assert (await cup_of(wire)).paused_at is None
        await wire.live(APART)
        await check_servers(wire.client)
        assert (await cup_of(wire)).paused_at is not None
        wire.discord.weather.block(kind, path=MESSAGES)
        wire.discord.weather.block(kind, path=EDITS)
        for _ in range(3):
            await look_again(wire, timedelta(hours=1))
        assert [text[:40] for text in told(wire)] == ["I can't post in the channel of [Winter C"]
    wire.discord.weather.clear()
    await check_servers(wire.client)
    assert (await cup_of(wire)).paused_at is None
