"""Clicks that come twice, at the same time, late or on old messages: a table in ``docs/behavior.md``."""

import pytest
import simcord

from bot.values.base36 import format_number
from bot.values.game.offers import accept, take_back
from tests.bot.servers import Server, answer, texts
from tests.bot.whole.scenes import (
    ALL,
    BEGINNING,
    CHALLENGE,
    COMPUTER,
    GAMES,
    LATE,
    OPENING,
    OVER,
    PLAY,
    QUESTION,
    SIDES,
    Scene,
)
from tests.cells import cells

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="module")]


@pytest.mark.default
@cells("a double click", *ALL)
async def test_a_double_click_counts_once(match: Scene) -> None:
    who, button = await match.step()
    await match.press(who, button, times=3)
    assert await match.steps_taken() == 1
    assert await match.shows_the_step()


async def at_once(match: Scene, *presses: tuple[simcord.MemberActor, str]) -> list[simcord.InteractionResult]:
    """Press buttons at the same time."""
    results = await match.server.press(*((who, match.message, button) for who, button in presses))
    assert all(result.acknowledged for result in results)
    return results


def refusal(match: Scene, result: simcord.InteractionResult) -> str | None:
    """Return what someone was told in private; None if the message they clicked was redrawn instead."""
    message = result.followups[-1] if result.followups else answer(result)
    if message.id == match.message.id:
        return None
    assert message.ephemeral
    return message.content


@cells("two devices at once", SIDES, BEGINNING, PLAY, QUESTION, LATE, COMPUTER)
async def test_only_one_of_two_simultaneous_clicks_from_two_devices_counts(match: Scene) -> None:
    who, button = await match.step()
    other = {
        SIDES: match.move_button("Sb1"),
        BEGINNING: match.move_button("Sb1"),
        QUESTION: match.button("decline"),
        LATE: match.button("give-time"),
    }.get(match.state, match.move_button("Cb2"))
    await at_once(match, (who, button), (who, other))
    assert await match.steps_taken() == 1
    assert (await match.game()).shown


@cells("two devices at once", CHALLENGE)
async def test_only_one_of_a_simultaneous_accept_and_decline_counts(match: Scene) -> None:
    who, accept = await match.step()
    await at_once(match, (who, accept), (who, accept.replace("accept", "decline")))
    declined = texts(match.message) == ["**Blaise** declined **Ada**'s challenge."]
    assert await match.steps_taken() == (0 if declined else 1)


@cells("both players at once", SIDES, BEGINNING, PLAY, QUESTION)
async def test_if_both_players_click_the_one_who_is_asked_counts(match: Scene) -> None:
    who, button = await match.step()
    other = match.ada if who is match.blaise else match.blaise
    result, _ = await at_once(match, (other, button), (who, button))
    told = refusal(match, result)
    # If they come second, their board is updated instead.
    assert told is None or told.startswith(("It's **", "Only **Ada** can answer this."))
    assert await match.steps_taken() == 1
    assert await match.shows_the_step()


@cells("both players at once", LATE)
async def test_only_one_of_a_late_move_and_a_simultaneous_claim_counts(match: Scene) -> None:
    move = match.move_button(await match.move())
    await at_once(match, (match.ada, move), (match.blaise, match.button("claim")))
    assert await match.steps_taken() == 1
    game = await match.game()
    assert (game.position.ply == len(OPENING) + 1) is (game.outcome is None)


@cells("both players at once", CHALLENGE)
async def test_only_one_of_a_simultaneous_accept_and_withdrawal_counts(match: Scene) -> None:
    accept = f"challenge:{format_number(match.number)}:accept"
    cancel = accept.replace("accept", "cancel")
    await at_once(match, (match.ada, cancel), (match.blaise, accept))
    withdrawn = texts(match.message) == ["**Ada** withdrew the challenge to **Blaise**."]
    assert await match.steps_taken() == (0 if withdrawn else 1)


@cells("both players at once", *OVER)
async def test_if_both_want_a_rematch_at_the_same_time_it_begins(match: Scene) -> None:
    button = match.named("rematch")
    await at_once(match, (match.ada, button), (match.blaise, button))
    assert match.cards() == []
    lists, guild = match.server.client.services.game_queries, match.server.guild
    running = await lists.running(guild.id, player_id=match.ada.id, limit=9)
    assert [game.position.ply for game in running] == [0]


@cells("an old button", *GAMES)
async def test_a_button_from_an_earlier_state_plays_nothing_and_redraws_the_board(match: Scene) -> None:
    match.outdate()
    old = f"play:{format_number(match.number)}:0:Cd4"
    await match.press_unoffered(match.ada, old)
    assert (await match.game()).revision == match.revision
    assert await match.shows_itself()


@cells("an old button", PLAY)
async def test_a_button_from_before_a_takeback_is_dead(match: Scene) -> None:
    games = match.server.client.services.games
    old = [match.move_button("Cb2"), match.button("draw")]
    asked = await games.change(
        match.number, lambda game, now: take_back(game, match.revision, now, player_id=match.ada.id)
    )
    await games.change(
        match.number, lambda game, now: accept(game, asked.revision, now, player_id=match.blaise.id)
    )
    for button in old:
        await match.press_unoffered(match.ada, button)
    game = await match.game()
    assert (game.position.ply, game.offer, game.revision) == (0, None, match.revision + 2)
    assert "· start" in await match.board()


@cells("an older message", *GAMES)
async def test_a_click_on_an_older_board_leads_to_the_newer(match: Scene) -> None:
    number = format_number(match.number)
    # As if the bot had died before it could delete the board.
    for method in ("DELETE", "PATCH"):
        match.server.env.inject_error(method, "/channels/*/messages/*", status=403, code=50001)
    shown = answer(await match.ada.slash(match.server.channel, "pyrga show", game=number))
    who, button = await match.step()
    if match.state in OVER:
        button = match.move_button("Sd4")
    result = await match.press_unoffered(who, button)
    assert texts(answer(result))[0].endswith(f"/{shown.id})")
    posted = [message.id for message in match.server.posted()]
    assert shown.id in posted
    assert match.message.id not in posted
    assert (await match.game()).revision == match.revision


@cells("a restart", *ALL)
async def test_every_button_works_after_a_restart(server: Server, match: Scene) -> None:
    await server.restart()
    match.server.client = server.client
    await match.press(*await match.step())
    assert await match.steps_taken() == 1
    assert await match.shows_the_step()
