"""What others do, and the answers to a challenge, in every state: a table of ``docs/behaviour.md``."""

import pytest
import simcord

from bot.matches.numbers import format_number
from bot.matches.values import Player
from engine import Reason
from tests.bot.servers import Server, answer, labels, said, texts
from tests.bot.whole.scenes import (
    ALL,
    CHALLENGE,
    COMPUTER,
    GAMES,
    OF_TWO,
    OVER,
    RUNNING,
    Scene,
    scene,
    scenes,
)

behaviour = pytest.mark.behaviour

NOT_YOURS = "Only **Ada** and **Blaise** can play, show or resign this game."


@behaviour("a stranger clicks", *ALL)
async def test_a_stranger_is_told_whose_match_it_is_and_changes_nothing(server: Server) -> None:
    async for match in scenes(server, ALL):
        _, button = await match.step()
        told = await match.told(match.chiyo, button)
        expected = {
            CHALLENGE: "Only **Blaise** can answer this challenge.",
            COMPUTER: "Only **Ada** can play, show or resign this game.",
        }
        assert told == expected.get(match.state, NOT_YOURS), match.state
        assert await match.steps_taken() == 0
        assert await match.shows_itself()
        if match.state != CHALLENGE:
            seen = labels(await match.panel(match.chiyo, match.button("o")))
            assert seen == (["GIF", "Record file", "Help"] if match.state in OVER else ["Replay", "Help"])


@behaviour("one has blocked the other", *OF_TWO)
async def test_a_game_that_runs_goes_on_between_two_of_whom_one_has_blocked_the_other(server: Server) -> None:
    async for match in scenes(server, OF_TWO):
        await block(match)
        await match.press(*await match.step())
        assert await match.shows_the_step(), match.state


@behaviour("one has blocked the other", CHALLENGE, *OVER)
async def test_nothing_begins_between_two_of_whom_one_has_blocked_the_other(server: Server) -> None:
    async for match in scenes(server, (CHALLENGE, *OVER)):
        await block(match)
        who = match.blaise
        button = match.button("b") if match.state in OVER else (await match.step())[1]
        assert await match.told(who, button) == (
            "**Ada** does not take challenges now. Pick somebody else."
        ), match.state
        assert await match.steps_taken() == 0


async def block(match: Scene) -> None:
    """Ada blocks Blaise."""
    blocks = match.server.client.services.blocks
    await blocks.block(Player(match.ada.id, "Ada"), Player(match.blaise.id, "Blaise"))


@behaviour("a right-click challenge", *GAMES)
async def test_two_who_play_or_played_may_begin_another_game(server: Server) -> None:
    async for match in scenes(server, GAMES):
        card = answer(await right_click(match))
        await match.blaise.click(card, label="Accept")
        assert "move 1" in texts(card)[0], match.state
        assert await match.shows_itself()


@behaviour("a right-click challenge", CHALLENGE)
async def test_of_two_people_one_challenge_is_open(server: Server) -> None:
    match = await scene(server, CHALLENGE)
    assert said(await right_click(match)).startswith("**Blaise** has not answered your challenge yet: [here")
    assert len(match.cards()) == 1


async def right_click(match: Scene) -> simcord.InteractionResult:
    result = await match.ada.context_menu(match.server.channel, "Challenge to Pyrga", match.blaise)
    assert isinstance(result, simcord.InteractionResult)
    return result


@behaviour("a moderator annuls", *RUNNING)
async def test_a_moderator_ends_a_game_without_a_result(server: Server, manager: simcord.MemberActor) -> None:
    async for match in scenes(server, RUNNING):
        question = answer(await annul(match, manager))
        await manager.click(question, label="End the game")
        game = await match.game()
        assert game.outcome is not None, match.state
        assert (game.outcome.reason, game.outcome.winner) == (Reason.ANNULLED, None)
        assert "A moderator ended the game without a result." in await match.board()


@behaviour("a moderator annuls", *OVER)
async def test_what_is_over_is_not_ended_again(server: Server, manager: simcord.MemberActor) -> None:
    async for match in scenes(server, OVER):
        told = said(await annul(match, manager))
        assert told == f"Game **#{format_number(match.number)}** is over already."
        assert await match.shows_itself(), match.state


async def annul(match: Scene, manager: simcord.MemberActor) -> simcord.InteractionResult:
    game = format_number(match.number)
    result = await manager.slash(match.server.channel, "pyrga-server annul", game=game)
    assert isinstance(result, simcord.InteractionResult)
    return result


@behaviour("accept a challenge", CHALLENGE)
@behaviour("decline a challenge", CHALLENGE)
@behaviour("withdraw a challenge", CHALLENGE)
async def test_a_challenge_is_answered_once(server: Server) -> None:
    accepted = await scene(server, CHALLENGE)
    await accepted.press(*await accepted.step())
    assert await accepted.shows_the_step()
    for action, who, closed in (
        ("decline", "blaise", "**Blaise** declined the challenge of **Ada**."),
        ("cancel", "ada", "**Ada** took back the challenge to **Blaise**."),
    ):
        match = await scene(server, CHALLENGE)
        _, accept = await match.step()
        await match.press(getattr(match, who), accept.replace("accept", action))
        assert texts(match.message) == [closed]
        await match.press(match.blaise, accept)
        assert texts(match.message) == [closed]
        assert await match.steps_taken() == 0


OF_PEOPLE = (*OF_TWO, *OVER)


@behaviour("accept a challenge", *OF_PEOPLE)
@behaviour("decline a challenge", *OF_PEOPLE)
@behaviour("withdraw a challenge", *OF_PEOPLE)
async def test_a_late_answer_to_a_challenge_shows_what_became_of_it(server: Server) -> None:
    async for match in scenes(server, OF_PEOPLE):
        challenge = await server.client.services.challenges.of_game(await match.game())
        for action, who in (("accept", match.blaise), ("decline", match.blaise), ("cancel", match.ada)):
            # As on a device that still has the card where the board is.
            card = {"components": [{"type": 10, "content": "a card"}]}
            server.env.backend.edit_message(match.message.channel_id, match.message.id, card)
            await match.press(who, f"c1:{format_number(challenge.number)}:{action}")
            assert await match.shows_itself(), (match.state, action)
        assert (await match.game()).revision == match.revision
