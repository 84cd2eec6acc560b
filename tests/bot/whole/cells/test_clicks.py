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
async def test_a_double_click_counts_once(scene: Scene) -> None:
    who, button = await scene.step()
    await scene.press(who, button, times=3)
    assert await scene.steps_taken() == 1
    assert await scene.shows_the_step()


async def at_once(scene: Scene, *presses: tuple[simcord.MemberActor, str]) -> list[simcord.InteractionResult]:
    """Press buttons at the same time."""
    results = await scene.server.press(*((who, scene.message, button) for who, button in presses))
    assert all(result.acknowledged for result in results)
    return results


def refusal(scene: Scene, result: simcord.InteractionResult) -> str | None:
    """Return what someone was told in private; None if the message they clicked was redrawn instead."""
    message = result.followups[-1] if result.followups else answer(result)
    if message.id == scene.message.id:
        return None
    assert message.ephemeral
    return message.content


@cells("two devices at once", SIDES, BEGINNING, PLAY, QUESTION, LATE, COMPUTER)
async def test_only_one_of_two_simultaneous_clicks_from_two_devices_counts(scene: Scene) -> None:
    who, button = await scene.step()
    other = {
        SIDES: scene.move_button("Sb1"),
        BEGINNING: scene.move_button("Sb1"),
        QUESTION: scene.button("decline"),
        LATE: scene.button("give-time"),
    }.get(scene.state, scene.move_button("Cb2"))
    await at_once(scene, (who, button), (who, other))
    assert await scene.steps_taken() == 1
    assert (await scene.game()).shown


@cells("two devices at once", CHALLENGE)
async def test_only_one_of_a_simultaneous_accept_and_decline_counts(scene: Scene) -> None:
    who, accept = await scene.step()
    await at_once(scene, (who, accept), (who, accept.replace("accept", "decline")))
    declined = texts(scene.message) == ["**Blaise** declined **Ada**'s challenge."]
    assert await scene.steps_taken() == (0 if declined else 1)


@cells("both players at once", SIDES, BEGINNING, PLAY, QUESTION)
async def test_if_both_players_click_the_one_who_is_asked_counts(scene: Scene) -> None:
    who, button = await scene.step()
    other = scene.ada if who is scene.blaise else scene.blaise
    result, _ = await at_once(scene, (other, button), (who, button))
    told = refusal(scene, result)
    # If they come second, their board is updated instead.
    assert told is None or told.startswith(("It's **", "Only **Ada** can answer this."))
    assert await scene.steps_taken() == 1
    assert await scene.shows_the_step()


@cells("both players at once", LATE)
async def test_only_one_of_a_late_move_and_a_simultaneous_claim_counts(scene: Scene) -> None:
    move = scene.move_button(await scene.move())
    await at_once(scene, (scene.ada, move), (scene.blaise, scene.button("claim")))
    assert await scene.steps_taken() == 1
    game = await scene.game()
    assert (game.position.ply == len(OPENING) + 1) is (game.outcome is None)


@cells("both players at once", CHALLENGE)
async def test_only_one_of_a_simultaneous_accept_and_withdrawal_counts(scene: Scene) -> None:
    accept = f"challenge:{format_number(scene.number)}:accept"
    cancel = accept.replace("accept", "cancel")
    await at_once(scene, (scene.ada, cancel), (scene.blaise, accept))
    withdrawn = texts(scene.message) == ["**Ada** withdrew the challenge to **Blaise**."]
    assert await scene.steps_taken() == (0 if withdrawn else 1)


@cells("both players at once", *OVER)
async def test_if_both_want_a_rematch_at_the_same_time_it_begins(scene: Scene) -> None:
    button = scene.named("rematch")
    await at_once(scene, (scene.ada, button), (scene.blaise, button))
    assert scene.cards() == []
    lists, guild = scene.server.client.services.game_queries, scene.server.guild
    running = await lists.running(guild.id, player_id=scene.ada.id, limit=9)
    assert [game.position.ply for game in running] == [0]


@cells("an old button", *GAMES)
async def test_a_button_from_an_earlier_state_plays_nothing_and_redraws_the_board(scene: Scene) -> None:
    scene.outdate()
    old = f"play:{format_number(scene.number)}:0:Cd4"
    await scene.press_unoffered(scene.ada, old)
    assert (await scene.game()).revision == scene.revision
    assert await scene.shows_itself()


@cells("an old button", PLAY)
async def test_a_button_from_before_a_takeback_is_dead(scene: Scene) -> None:
    games = scene.server.client.services.games
    old = [scene.move_button("Cb2"), scene.button("draw")]
    asked = await games.change(
        scene.number, lambda game, now: take_back(game, now, revision=scene.revision, player_id=scene.ada.id)
    )
    await games.change(
        scene.number, lambda game, now: accept(game, now, revision=asked.revision, player_id=scene.blaise.id)
    )
    for button in old:
        await scene.press_unoffered(scene.ada, button)
    game = await scene.game()
    assert (game.position.ply, game.offer, game.revision) == (0, None, scene.revision + 2)
    assert "· start" in await scene.board()


@cells("an older message", *GAMES)
async def test_a_click_on_an_older_board_leads_to_the_newer(scene: Scene) -> None:
    # As if the bot had died before it could delete the board.
    for method in ("DELETE", "PATCH"):
        scene.server.env.inject_error(method, "/channels/*/messages/*", status=403, code=50001)
    shown = answer(await scene.ada.slash(scene.server.channel, "pyrga show", game=str(scene.number)))
    who, button = await scene.step()
    if scene.state in OVER:
        button = scene.move_button("Sd4")
    result = await scene.press_unoffered(who, button)
    assert texts(answer(result))[0].endswith(f"/{shown.id})")
    posted = [message.id for message in scene.server.posted()]
    assert shown.id in posted
    assert scene.message.id not in posted
    assert (await scene.game()).revision == scene.revision


@cells("a restart", *ALL)
async def test_every_button_works_after_a_restart(server: Server, scene: Scene) -> None:
    await server.restart()
    scene.server.client = server.client
    await scene.press(*await scene.step())
    assert await scene.steps_taken() == 1
    assert await scene.shows_the_step()
