"""Limits of the rate and broken connections, which need a real wire: rows of ``docs/behaviour.md``."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from bot.jobs.repair import repair_boards
from bot.matches.computer_games import ComputerTerms
from bot.matches.values import ChallengeStatus, ColourChoice, Place, Player
from bot.ui.boards import post
from engine import Ruleset
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, GUILD, Wire
from tests.loopback.answers import DEFERRED_UPDATE
from tests.loopback.messages import Message
from tests.loopback.refusals import Fault

behaviour = pytest.mark.behaviour

CHALLENGE, GAME, COMPUTER, OVER = "challenge open", "a running game", "with the computer", "over"
CALLBACK, POST, EDIT = "interactions/*/callback", "channels/*/messages", "channels/*/messages/*"
NOT_LONG, TOO_LONG = 0.05, 3600.0
WENT_WRONG = "Something went wrong here. Nothing of your game is lost."
PATIENCE = "Discord asks for patience"
BROKEN = "the connection breaks"

Failing = Callable[[str, str], Fault]
FAILURES: list[Failing] = [partial(Fault, retry_after=TOO_LONG), partial(Fault, broken=True)]


async def begin(wire: Wire) -> Message:
    """Ada challenges Blaise, who accepts; the board."""
    card = (await wire.people.slash(ADA, CAFE, "challenge", opponent=BLAISE, colour="white")).message
    await wire.people.click(BLAISE, card, "Accept")
    return card


async def begin_with_computer(wire: Wire) -> Message:
    """Ada plays White against a computer that takes its time for ever; the board."""
    terms = ComputerTerms(Ruleset.PYRGA, ColourChoice.WHITE, "en-US")
    begun = await wire.client.services.computer_games.begin(
        Place(GUILD, CAFE.id), Player(ADA.id, "Ada"), Player(1, "Computer, level 1"), terms
    )
    game = await post(wire.client, begun)
    assert game is not None
    return wire.discord.answers.messages[game.message_id or 0]


async def resign(wire: Wire, board: Message) -> None:
    """Ada resigns by a private panel, so that the bot has to edit the board by itself."""
    panel = (await wire.people.click(ADA, board, "Resign")).message
    await wire.people.click(ADA, panel, "Resign")
    await panel.until("You resigned")


@behaviour(PATIENCE, CHALLENGE, GAME, COMPUTER)
async def test_a_click_waits_as_long_as_discord_wants_and_is_answered(wire: Wire) -> None:
    wire.discord.faults.append(Fault("POST", CALLBACK, retry_after=NOT_LONG))
    card = (await wire.people.slash(ADA, CAFE, "challenge", opponent=BLAISE, colour="white")).message
    wire.discord.faults.append(Fault("POST", CALLBACK, retry_after=NOT_LONG))
    await wire.people.click(BLAISE, card, "Accept")
    assert "move 1" in card.text
    for board in (card, await begin_with_computer(wire)):
        wire.discord.faults.append(Fault("POST", CALLBACK, retry_after=NOT_LONG))
        await wire.people.click(ADA, board, ":m:Sb2")
        assert "move 2" in board.text


@behaviour("Discord has errors", GAME)
async def test_a_click_is_answered_again_after_an_error_of_discord(wire: Wire) -> None:
    board = await begin(wire)
    wire.discord.faults.append(Fault("POST", CALLBACK, refusal=(503, 0, "Service Unavailable")))
    await wire.people.click(ADA, board, ":m:Sb2")
    assert "move 2" in board.text


@behaviour(PATIENCE, GAME, COMPUTER)
@behaviour(BROKEN, GAME, COMPUTER)
@pytest.mark.parametrize("fault", FAILURES, ids=[PATIENCE, BROKEN])
async def test_a_board_that_could_not_be_edited_is_edited_later(wire: Wire, fault: Failing) -> None:
    for board in (await begin(wire), await begin_with_computer(wire)):
        wire.discord.faults.append(fault("PATCH", EDIT))
        await resign(wire, board)
        await wire.discord.faults[-1].happened.wait()
        assert "**Ada** resigned." not in board.text
        await repair_boards(wire.client)
        assert "**Ada** resigned." in board.text


@behaviour(PATIENCE, OVER)
@behaviour(BROKEN, OVER)
@pytest.mark.parametrize("fault", FAILURES, ids=[PATIENCE, BROKEN])
async def test_a_rematch_that_could_not_be_posted_is_withdrawn(wire: Wire, fault: Failing) -> None:
    board = await begin(wire)
    await resign(wire, board)
    await board.until("**Ada** resigned.")
    wire.discord.faults.append(fault("POST", POST))
    pressed = await wire.people.click(ADA, board, "Rematch")
    assert pressed.said.startswith(WENT_WRONG)
    challenge = await wire.client.services.challenges.get(2)
    assert challenge.status is ChallengeStatus.CANCELLED


@behaviour(BROKEN, CHALLENGE, GAME, COMPUTER)
async def test_a_click_whose_answer_was_lost_counts_and_is_shown_later(wire: Wire) -> None:
    card = (await wire.people.slash(ADA, CAFE, "challenge", opponent=BLAISE, colour="white")).message
    wire.discord.faults.append(Fault("POST", CALLBACK, broken=True))
    assert (await wire.people.click(BLAISE, card, "Accept")).said.startswith(WENT_WRONG)
    await repair_boards(wire.client)
    assert "move 1" in card.text
    for board in (card, await begin_with_computer(wire)):
        wire.discord.faults.append(Fault("POST", CALLBACK, broken=True))
        assert (await wire.people.click(ADA, board, ":m:Sb2")).said.startswith(WENT_WRONG)
        assert "move 1" in board.text
        await repair_boards(wire.client)
        assert "move 2" in board.text


@behaviour("Discord answers late", CHALLENGE, GAME, COMPUTER, OVER)
async def test_who_clicks_while_discord_takes_its_time_is_told_to_wait_and_then_answered(wire: Wire) -> None:
    over = await begin(wire)
    await resign(wire, over)
    await over.until("**Ada** resigned.")
    game, computer = await begin(wire), await begin_with_computer(wire)
    card = (await wire.people.slash(CHIYO, CAFE, "challenge", opponent=BLAISE)).message
    clicks = [
        (ADA, game, ":m:Sb2"),
        (ADA, computer, ":m:Sb2"),
        (BLAISE, card, "Accept"),
        (ADA, over, "Rematch"),
    ]
    at_last, first = asyncio.Event(), []
    for click in clicks:
        late = Fault("POST", CALLBACK, until=at_last)
        wire.discord.faults.append(late)
        first.append(asyncio.create_task(wire.people.click(*click)))
        await late.happened.wait()
    second = await asyncio.gather(*(wire.people.click(*click) for click in clicks))
    assert [click.kind for click in second] == [DEFERRED_UPDATE] * len(clicks)
    at_last.set()
    # On a slow machine the first answers come too late, which changes nothing for anybody else.
    await asyncio.gather(*first, return_exceptions=True)
    for board, sought in ((game, "move 2"), (computer, "move 2"), (card, "move 1")):
        await board.until(sought)
    assert (await second[-1].followup()).text.startswith("**Blaise** has not answered your challenge yet")
