"""Clicks that come twice, at once, late or on old messages: a table of ``docs/behaviour.md``."""

import pytest
import simcord

from bot.matches.numbers import format_number
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
    scene,
    scenes,
)

behaviour = pytest.mark.behaviour


@behaviour("a double click", *ALL)
async def test_a_double_click_counts_once(server: Server) -> None:
    async for match in scenes(server, ALL):
        who, button = await match.step()
        await match.press(who, button, times=3)
        assert await match.steps_taken() == 1, match.state
        assert await match.shows_the_step(), match.state


async def at_once(match: Scene, *presses: tuple[simcord.MemberActor, str]) -> list[str]:
    """Press buttons at once, and return what was told in private to each who pressed."""
    results = await match.server.press(*((who, match.message, button) for who, button in presses))
    assert all(result.acknowledged for result in results), match.state
    return [result.followups[-1].content if result.followups else _private(result) for result in results]


def _private(result: simcord.InteractionResult) -> str:
    return result.response.content if result.response is not None and result.response.ephemeral else ""


@behaviour("two devices at once", SIDES, BEGINNING, PLAY, QUESTION, LATE, COMPUTER)
async def test_of_two_devices_one_counts(server: Server) -> None:
    async for match in scenes(server, (SIDES, BEGINNING, PLAY, QUESTION, LATE, COMPUTER)):
        who, button = await match.step()
        other = {
            SIDES: match.button("m", "Sb1"),
            BEGINNING: match.button("m", "Sb1"),
            QUESTION: match.button("n"),
            LATE: match.button("t"),
        }.get(match.state, match.button("m", "Cb2"))
        await at_once(match, (who, button), (who, other))
        assert await match.steps_taken() == 1, match.state
        assert (await match.game()).shown, match.state


@behaviour("two devices at once", CHALLENGE)
async def test_accepting_and_declining_at_once_are_one_of_the_two(server: Server) -> None:
    match = await scene(server, CHALLENGE)
    who, accept = await match.step()
    await at_once(match, (who, accept), (who, accept.replace("accept", "decline")))
    declined = texts(match.message) == ["**Blaise** declined the challenge of **Ada**."]
    assert await match.steps_taken() == (0 if declined else 1)


@behaviour("both players at once", SIDES, BEGINNING, PLAY, QUESTION)
async def test_of_both_players_the_one_who_is_asked_counts(server: Server) -> None:
    async for match in scenes(server, (SIDES, BEGINNING, PLAY, QUESTION)):
        who, button = await match.step()
        other = match.ada if who is match.blaise else match.blaise
        told, _ = await at_once(match, (other, button), (who, button))
        # Where he comes second, the board that he sees is brought up to date instead.
        assert told == "" or told.startswith(("It is **", "This is for **Ada**")), match.state
        assert await match.steps_taken() == 1
        assert await match.shows_the_step(), match.state


@behaviour("both players at once", LATE)
async def test_a_late_move_and_the_claim_at_once_are_one_of_the_two(server: Server) -> None:
    match = await scene(server, LATE)
    move = match.button("m", await match.move())
    await at_once(match, (match.ada, move), (match.blaise, match.button("v")))
    assert await match.steps_taken() == 1
    game = await match.game()
    assert (game.position.ply == len(OPENING) + 1) is (game.outcome is None)


@behaviour("both players at once", CHALLENGE)
async def test_accepting_and_withdrawing_at_once_are_one_of_the_two(server: Server) -> None:
    match = await scene(server, CHALLENGE)
    accept = f"c1:{format_number(match.number)}:accept"
    cancel = accept.replace("accept", "cancel")
    await at_once(match, (match.ada, cancel), (match.blaise, accept))
    withdrawn = texts(match.message) == ["**Ada** took back the challenge to **Blaise**."]
    assert await match.steps_taken() == (0 if withdrawn else 1)


@behaviour("both players at once", *OVER)
async def test_both_want_a_rematch_at_once_and_it_begins(server: Server) -> None:
    async for match in scenes(server, OVER):
        button = match.button("b")
        await at_once(match, (match.ada, button), (match.blaise, button))
        assert match.cards() == []
        running = await server.client.services.lists.running(server.guild.id, match.ada.id, limit=9)
        assert [game.position.ply for game in running] == [0], match.state


@behaviour("an old button", *GAMES)
async def test_a_button_of_an_earlier_state_plays_nothing_and_redraws_the_board(server: Server) -> None:
    async for match in scenes(server, GAMES):
        outdated = [{"type": 10, "content": "an outdated board"}]
        server.env.backend.edit_message(match.message.channel_id, match.message.id, {"components": outdated})
        old = f"g1:{format_number(match.number)}:0:m:Cd4"
        await match.press(match.ada, old)
        assert (await match.game()).revision == match.revision, match.state
        assert await match.shows_itself(), match.state


@behaviour("an old button", BEGINNING, PLAY)
async def test_a_button_from_before_a_take_back_is_dead(server: Server) -> None:
    match = await scene(server, PLAY)
    offers = server.client.services.offers
    old = [match.button("m", "Cb2"), match.button("d")]
    await offers.take_back(match.number, match.revision, match.ada.id)
    await offers.accept(match.number, match.revision + 1, match.blaise.id)
    for button in old:
        await match.press(match.ada, button)
    game = await match.game()
    assert (game.position.ply, game.offer, game.revision) == (0, None, match.revision + 2)
    assert "move 1" in await match.board()


@behaviour("an older message", *GAMES)
async def test_a_click_on_an_older_board_leads_to_the_newer(server: Server) -> None:
    async for match in scenes(server, GAMES):
        before = [dict(component) for component in match.message.components]
        number = format_number(match.number)
        shown = answer(await match.ada.slash(match.server.channel, "pyrga show", game=number))
        # As on a device that has not heard of it.
        server.env.backend.edit_message(
            match.message.channel_id, match.message.id, {"components": before, "attachments": []}
        )
        who, button = await match.step()
        if match.state in OVER:
            button = match.button("m", "Sd4")
        await match.press(who, button)
        assert texts(match.message)[0].endswith(f"/{shown.id})."), match.state
        assert (await match.game()).revision == match.revision


@behaviour("a restart", *ALL)
async def test_every_button_works_after_a_restart(server: Server) -> None:
    matches = [match async for match in scenes(server, ALL)]
    await server.restart()
    for match in matches:
        match.server.client = server.client
        await match.press(*await match.step())
        assert await match.steps_taken() == 1, match.state
        assert await match.shows_the_step(), match.state
