"""Rate limits and broken connections, which need a real wire: rows in ``docs/behavior.md``."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from time import monotonic

import pytest

from bot.jobs.rounds import repair_boards
from bot.ui.board.messages import send_board
from bot.ui.context import limits, requests
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.use_cases.challenges.proposing import PAUSE
from bot.values.challenges import ChallengeStatus, ColorChoice
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot.displays import displayed, post_board
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, GUILD, Wire
from tests.cells import cell, cells, in_cells
from tests.loopback import messages
from tests.loopback.answers import DEFERRED_UPDATE, UPDATE
from tests.loopback.kinds import (
    ARCHIVED,
    BAD_GATEWAY,
    CLEAR,
    CLOSED,
    DONE_AND_BAD_GATEWAY,
    DONE_AND_ERROR,
    LOCKED,
    MODERATED,
    UNAVAILABLE,
    UNFIT_BODY,
    Kind,
    announced,
    limited,
)
from tests.loopback.messages import Message
from tests.loopback.weather import Block

pytestmark = pytest.mark.thorough

CHALLENGE, GAME, COMPUTER, OVER = "challenge open", "a running game", "with the computer", "over"
CALLBACK, POST, EDIT = "interactions/*/callback", "channels/*/messages", "channels/*/messages/*"
NOT_LONG, TOO_LONG, NOT_FOREVER = 0.05, 25.0, 2.0
"""How long Discord has the bot wait: less than a game can, more than that, and more than an impatient one."""
SLOWED_DOWN = "Discord is slowing me down right now. Your game is safe."
UNREACHABLE = "I can't reach Discord right now. Your game is safe."
PATIENCE = "Discord limits the rate"
BROKEN = "the connection breaks"

FAILURES = {PATIENCE: limited(TOO_LONG), BROKEN: CLOSED}
WHAT_IS_SAID = {PATIENCE: SLOWED_DOWN, BROKEN: UNREACHABLE}


def edits_of(wire: Wire) -> int:
    """Return how often the bot has edited a board other than as the answer to a click on it."""
    return [path[:9] for method, path in wire.discord.requests if method == "PATCH"].count("channels/")


async def played(wire: Wire, moves: int) -> None:
    """Wait until the game has so many moves."""
    async with asyncio.timeout(messages.PATIENCE):
        while len((await wire.client.services.games.get(1)).moves) < moves:  # noqa: ASYNC110 - the database says nothing
            await asyncio.sleep(0.01)


async def begin_with_computer(wire: Wire) -> Message:
    """Have Ada play White against a computer that thinks forever; return the board."""
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
    begun = await wire.client.services.computer_games.begin(
        Place(GUILD, CAFE.id), Player(ADA.id, "Ada"), Player(1, "Computer, level 1"), terms
    )
    game = await post_board(wire.client, begun)
    return wire.discord.answers.messages[game.message_id or 0]


async def resign(wire: Wire) -> None:
    """Have Ada resign from a private panel, so that the bot has to edit the board by itself."""
    panel = (await wire.people.slash(ADA, CAFE, "resign")).message
    await wire.people.click(ADA, panel, "Resign")
    await panel.until("You resigned")


async def end(wire: Wire) -> Message:
    """Have Ada resign a game against Blaise; return its board."""
    board = await wire.begin()
    await resign(wire)
    await board.until("**Blaise wins: Ada resigned**")
    return board


BEGINNINGS: dict[str, Callable[[Wire], Awaitable[Message]]] = {
    CHALLENGE: Wire.challenge,
    GAME: Wire.begin,
    COMPUTER: begin_with_computer,
    OVER: end,
}
STEPS = {
    CHALLENGE: (BLAISE, "Accept", "· start"),
    GAME: (ADA, ":Sb2", "move 1"),
    COMPUTER: (ADA, ":Sb2", "move 1"),
    OVER: (ADA, "Rematch", ""),
}
"""Who moves a game on, with which button, and what its message shows then."""


@cells(PATIENCE, CHALLENGE, GAME, COMPUTER)
async def test_a_click_waits_as_long_as_discord_wants_and_is_answered(wire: Wire, state: str) -> None:
    message = await BEGINNINGS[state](wire)
    who, button, shown = STEPS[state]
    wire.discord.weather.block(limited(NOT_LONG), "POST", CALLBACK, times=1)
    await wire.people.click(who, message, button)
    assert shown in message.text


@cells(PATIENCE, GAME, COMPUTER)
async def test_a_click_whose_answer_would_have_to_wait_long_counts_and_the_game_continues(
    wire: Wire, state: str
) -> None:
    board = await BEGINNINGS[state](wire)
    who, button, shown = STEPS[state]
    wire.discord.weather.block(limited(TOO_LONG), "POST", CALLBACK, times=1)
    clicked = await wire.people.click(who, board, button)
    assert clicked.said.startswith(SLOWED_DOWN)
    assert shown not in board.text
    tried = [path for _, path in wire.discord.requests if path.endswith("/callback")]
    assert tried.count(f"interactions/{clicked.id}/{clicked.token}/callback") == 2
    # The game isn't locked: the next click is answered, and shows the move that counted.
    await wire.people.press(who, board, board.custom_id(button))
    assert shown in board.text


@cells("Discord has errors", GAME)
async def test_a_click_is_answered_again_after_an_error_of_discord(wire: Wire) -> None:
    board = await wire.begin()
    wire.discord.weather.block(UNAVAILABLE, "POST", CALLBACK, times=1)
    await wire.people.click(ADA, board, ":Sb2")
    assert "move 1" in board.text


async def test_what_is_posted_again_because_no_one_knows_that_it_was_is_one_message(wire: Wire) -> None:
    board = await begin_with_computer(wire)
    game = await wire.client.services.games.get(1)
    await send_board(wire.client, game, replace(game.board, message_id=None))
    assert [*wire.discord.answers.messages.values()] == [board]


@in_cells(
    [cell(event, state, fault) for event, fault in FAILURES.items() for state in (GAME, COMPUTER)], "fault"
)
async def test_a_board_that_was_not_edited_is_edited_later(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, state: str, fault: Kind
) -> None:
    board = await BEGINNINGS[state](wire)
    failure = wire.discord.weather.block(fault, "PATCH", EDIT, times=1)
    await resign(wire)
    await failure.happened.wait()
    await displayed(wire.client)
    winner = (await wire.client.services.games.get(1)).black.name
    assert "wins: Ada resigned" not in board.text
    monkeypatch.setattr(limits, "monotonic", lambda: monotonic() + TOO_LONG)
    await repair_boards(wire.client)
    assert f"**{winner} wins: Ada resigned**" in board.text
    assert edits_of(wire) == 2


@in_cells(
    [cell(event, OVER, fault, WHAT_IS_SAID[event]) for event, fault in FAILURES.items()], "fault", "said"
)
async def test_a_rematch_that_could_not_be_posted_is_offered_again(
    wire: Wire, fault: Kind, said: str
) -> None:
    board = await end(wire)
    wire.discord.weather.block(fault, "POST", POST, times=1)
    pressed = await wire.people.click(ADA, board, "Rematch")
    assert pressed.said.startswith(said)
    assert (await wire.client.services.challenges.get(2)).status is ChallengeStatus.OPEN
    wire.client.limits._until.clear()
    wire.clock.move(PAUSE)
    await wire.people.click(ADA, board, "Rematch")
    assert (await wire.client.services.challenges.get(2)).message_id is not None


async def test_a_rematch_that_was_posted_although_discord_said_otherwise_has_one_card(wire: Wire) -> None:
    board = await end(wire)
    wire.discord.weather.block(DONE_AND_BAD_GATEWAY, "POST", POST)
    await wire.people.click(ADA, board, "Rematch")
    wire.discord.weather.clear()
    assert (await wire.client.services.challenges.get(2)).message_id is None
    wire.clock.move(PAUSE)
    await wire.people.click(ADA, board, "Rematch")
    (card,) = await wire.discord.answers.posted("A rematch?")
    assert (await wire.client.services.challenges.get(2)).message_id == card.id
    await wire.people.click(BLAISE, card, "Accept")
    assert "Pyrga #2 · start" in card.text


@in_cells(
    [
        cell(BROKEN, CHALLENGE, UNREACHABLE),
        *(cell(BROKEN, state, "Your move counts.") for state in (GAME, COMPUTER)),
    ],
    "said",
)
async def test_a_click_whose_answer_was_lost_counts_and_is_shown_later(
    wire: Wire, state: str, said: str
) -> None:
    message = await BEGINNINGS[state](wire)
    who, button, shown = STEPS[state]
    wire.discord.weather.block(CLOSED, "POST", CALLBACK, times=1)
    assert (await wire.people.click(who, message, button)).said.startswith(said)
    assert shown not in message.text
    await repair_boards(wire.client)
    assert shown in message.text


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game wait less for Discord than usual, so that the test needn't, either."""
    monkeypatch.setattr(requests, "PATIENCE", 0.5)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("kind", "times", "until"),
    [(CLEAR, 1, asyncio.Event()), (BAD_GATEWAY, 9, None)],
    ids=["silence", "errors"],
)
async def test_a_board_that_is_edited_late_keeps_no_one_from_playing(
    wire: Wire, kind: Kind, times: int, until: asyncio.Event | None
) -> None:
    board = await wire.begin()
    silent = wire.discord.weather.block(kind, "PATCH", EDIT, times=times, until=until)
    # A move by command needs an edit of the board, which isn't the answer to a click.
    typed = asyncio.create_task(wire.people.slash(ADA, CAFE, "move", move="Sb2"))
    await silent.happened.wait()
    await wire.people.press(BLAISE, board, board.custom_id(":Sb2"))
    assert "move 1" in board.text
    # Unless a game waits for it, the library repeats a request four times.
    assert silent.count in {1, 2}
    await typed
    await wire.people.press(BLAISE, board, board.custom_id(":Sc2"))
    assert "move 2" in board.text


@pytest.mark.default
@pytest.mark.usefixtures("impatient")
async def test_a_limit_that_discord_announces_keeps_no_one_from_playing(wire: Wire) -> None:
    board = await wire.begin()
    wire.discord.weather.block(announced(TOO_LONG), "PATCH", EDIT, times=1)
    # The library waits after the request whose answer announces the limit …
    typed = [asyncio.create_task(wire.people.slash(ADA, CAFE, "move", move="Sb2"))]
    await board.until("move 1")
    await wire.people.press(BLAISE, board, board.custom_id(":Sc2"))
    assert "move 2" in board.text
    # … and before the next one.
    move = board.moves()[0]
    typed.append(asyncio.create_task(wire.people.slash(ADA, CAFE, "move", move=move.rpartition(":")[2])))
    await played(wire, moves=3)
    await wire.people.press(BLAISE, board, move)
    assert "move 3" in board.text
    await asyncio.gather(*typed)
    assert edits_of(wire) == 1


@pytest.mark.usefixtures("impatient")
async def test_a_limit_announced_with_the_answer_to_a_click_keeps_no_one_from_playing(wire: Wire) -> None:
    board = await wire.begin()
    wire.discord.weather.block(announced(TOO_LONG), "POST", CALLBACK, times=1)
    await wire.people.click(ADA, board, ":Sb2")
    await wire.people.press(BLAISE, board, board.custom_id(":Sc2"))
    assert "move 2" in board.text


@pytest.mark.usefixtures("impatient")
async def test_a_board_that_an_announced_limit_kept_from_being_edited_is_edited_later(wire: Wire) -> None:
    board = await wire.begin()
    wire.discord.weather.block(announced(NOT_FOREVER), "PATCH", EDIT, times=1)
    await wire.people.slash(ADA, CAFE, "move", move="Sb2")
    await board.until("move 1")
    await wire.people.slash(BLAISE, CAFE, "move", move="Sc2")
    async with asyncio.timeout(messages.PATIENCE):
        while not (await wire.client.services.games.get(1)).shown:
            await repair_boards(wire.client)
    assert "move 2" in board.text


@cells("Discord responds slowly", CHALLENGE, GAME, COMPUTER, OVER)
async def test_someone_who_clicks_while_discord_takes_its_time_is_told_to_wait_and_then_answered(
    wire: Wire, hurry: Callable[[], None], state: str
) -> None:
    message = await BEGINNINGS[state](wire)
    hurry()
    who, button, shown = STEPS[state]
    at_last = asyncio.Event()
    late = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=1, until=at_last)
    first = asyncio.create_task(wire.people.click(who, message, button))
    await late.happened.wait()
    try:
        async with asyncio.timeout(messages.PATIENCE):
            second = await wire.people.click(who, message, button)
    finally:
        at_last.set()
    if state == OVER:
        # It changes no board, so it doesn't wait for the first.
        assert second.said.startswith("**Blaise** hasn't answered [your challenge](")
    else:
        # On a slow machine, the first one has been given up by then, and this one shows the board.
        assert second.kind in {DEFERRED_UPDATE, UPDATE}
    # On a slow machine the first answer comes too late, which changes nothing for anyone else.
    await asyncio.gather(first, return_exceptions=True)
    await message.until(shown)


REFUSED = "Discord refuses an answer"
SHOWN_LATER = "Your move counts. Discord doesn't let me show it here right now."


_REFUSALS = (ARCHIVED, LOCKED, UNFIT_BODY, MODERATED)


def refuse(wire: Wire, kind: Kind, method: str = "POST", path: str = CALLBACK) -> Block:
    """Have Discord refuse a message, and its plain form if it would make a difference."""
    return wire.discord.weather.block(kind, method, path, times=2 if kind in (UNFIT_BODY, MODERATED) else 1)


@in_cells([cell(REFUSED, state, kind) for state in (CHALLENGE, GAME, COMPUTER) for kind in _REFUSALS], "kind")
async def test_a_move_whose_answer_is_refused_is_shown_by_the_bot_itself(
    wire: Wire, state: str, kind: Kind
) -> None:
    board = await BEGINNINGS[state](wire)
    refuse(wire, kind)
    who, button, shown = STEPS[state]
    clicked = await wire.people.click(who, board, button)
    assert shown in board.text
    assert not clicked.followups


@in_cells([cell(REFUSED, GAME, kind) for kind in (LOCKED, UNFIT_BODY, MODERATED)], "kind")
async def test_a_move_that_cant_be_shown_at_all_counts_and_the_player_is_told_so(
    wire: Wire, state: str, kind: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    board = await BEGINNINGS[state](wire)
    refuse(wire, kind)
    refuse(wire, kind, "PATCH", EDIT)
    who, button, shown = STEPS[state]
    assert (await wire.people.click(who, board, button)).said == SHOWN_LATER
    assert shown not in board.text
    await played(wire, 1)
    assert "Traceback" not in caplog.text


@cells(REFUSED, GAME)
async def test_a_board_that_is_refused_with_its_ornaments_is_shown_without_them(wire: Wire) -> None:
    board = await wire.begin()
    wire.discord.weather.block(UNFIT_BODY, "POST", CALLBACK, times=1)
    await wire.people.click(ADA, board, ":Sb2")
    assert "move 1" in board.text
    assert "b2 white Square" in board.text


@in_cells([cell(REFUSED, OVER, kind) for kind in _REFUSALS], "kind")
async def test_a_rematch_whose_card_is_refused_is_withdrawn_and_the_player_is_told_so(
    wire: Wire, kind: Kind
) -> None:
    board = await end(wire)
    refuse(wire, kind, "POST", POST)
    pressed = await wire.people.click(ADA, board, "Rematch")
    assert pressed.said == "Discord doesn't let me do that here right now. Your game is safe."
    assert (await wire.client.services.challenges.get(2)).status is ChallengeStatus.CANCELED


DONE_ALL_THE_SAME = "Discord answers with an error, and has done it"


@cells(DONE_ALL_THE_SAME, CHALLENGE)
async def test_a_card_that_was_posted_in_spite_of_an_error_is_the_card(wire: Wire) -> None:
    wire.discord.weather.block(DONE_AND_ERROR, "POST", CALLBACK, times=1)
    card = await wire.challenge()
    await wire.people.click(BLAISE, card, "Accept")
    assert "· start" in card.text
    assert [*wire.discord.answers.messages.values()] == [card]


@cells(DONE_ALL_THE_SAME, GAME, COMPUTER)
async def test_a_move_that_was_shown_in_spite_of_an_error_is_shown_once(wire: Wire, state: str) -> None:
    board = await BEGINNINGS[state](wire)
    wire.discord.weather.block(DONE_AND_ERROR, "POST", CALLBACK, times=1)
    clicked = await wire.people.click(ADA, board, ":Sb2")
    assert "move 1" in board.text
    assert not clicked.followups


@cells(DONE_ALL_THE_SAME, OVER)
async def test_a_private_answer_that_was_given_in_spite_of_an_error_is_given_once(wire: Wire) -> None:
    await wire.begin()
    wire.discord.weather.block(DONE_AND_ERROR, "POST", CALLBACK, times=1)
    panel = (await wire.people.slash(ADA, CAFE, "resign")).message
    await wire.people.click(ADA, panel, "Resign")
    await panel.until("You resigned")


@cells("Discord has errors", CHALLENGE)
async def test_a_card_that_couldnt_be_the_answer_is_posted_beside_it(wire: Wire) -> None:
    wire.discord.weather.block(UNAVAILABLE, "POST", CALLBACK, times=1)
    with suppress(TimeoutError):
        await wire.challenge()
    (card,) = wire.discord.answers.messages.values()
    await wire.people.click(BLAISE, card, "Accept")
    assert "· start" in card.text
