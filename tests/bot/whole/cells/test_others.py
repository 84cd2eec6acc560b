"""What others do, and the answers to a challenge, in every state: a table in ``docs/behavior.md``."""

import pytest
import simcord

from bot.values.base36 import format_number
from bot.values.players import Player
from engine import Outcome, Reason
from tests.bot.servers import alt_text, answer, labels, offered, said, texts
from tests.bot.whole.menus import right_click_challenge
from tests.bot.whole.scenes import (
    ALL,
    BEGINNING,
    CHALLENGE,
    COMPUTER,
    FINISHED,
    GAMES,
    NO_RESULT,
    OF_TWO,
    OVER,
    RUNNING,
    Scene,
)
from tests.cells import cell, cells, in_cells

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="module")]

ANALYZES = "someone analyzes the game, by its number or with a right click"
REPLAY, ANALYZE = "Replay this game", "Analyze this position"
NOT_YOURS = "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."


@cells("a spectator clicks", *ALL)
async def test_a_stranger_is_told_whose_match_it_is_and_cannot_change_it(scene: Scene) -> None:
    _, button = await scene.step()
    if button.startswith("play:"):
        # A move would be a guess.
        button = scene.button("cancel" if scene.state == BEGINNING else "resign")
    told = await scene.told(scene.chiyo, button)
    expected = {
        CHALLENGE: "Only **Blaise** can answer this challenge.",
        COMPUTER: "This is **Ada**'s game. Start your own with /pyrga play.",
    }
    assert told == expected.get(scene.state, NOT_YOURS)
    assert await scene.steps_taken() == 0
    assert await scene.shows_itself()
    if scene.state != CHALLENGE:
        seen = labels(await scene.panel(scene.chiyo, scene.named("more")))
        assert seen == (["Help"] if scene.state in OVER else ["Replay", "Help"])


@cells("a spectator clicks a move", *RUNNING)
async def test_a_move_that_a_spectator_clicks_is_a_guess(scene: Scene) -> None:
    move = await scene.move()
    (result,) = await scene.press(scene.chiyo, scene.move_button(move))
    guess = answer(result)
    assert guess.ephemeral
    assert texts(guess)[0].startswith("Your guess: ")
    assert await scene.steps_taken() == 0
    assert await scene.shows_itself()
    await scene.press(scene.mover, scene.move_button(move))
    assert "1 of 1 guessed " in await scene.board()


@cells("one player has blocked the other", *OF_TWO)
async def test_a_running_game_continues_after_one_player_blocks_the_other(scene: Scene) -> None:
    await block(scene)
    await scene.press(*await scene.step())
    assert await scene.shows_the_step()


@cells("one player has blocked the other", CHALLENGE, *OVER)
async def test_blocked_pairs_cannot_start_a_game(scene: Scene) -> None:
    await block(scene)
    button = scene.named("rematch") if scene.state in OVER else (await scene.step())[1]
    assert await scene.told(scene.blaise, button) == (
        "**Ada** isn't accepting challenges right now. Pick someone else."
    )
    assert await scene.steps_taken() == 0


async def block(scene: Scene) -> None:
    """Have Ada block Blaise."""
    blocks = scene.server.client.services.blocks
    await blocks.block(Player(scene.ada.id, "Ada"), Player(scene.blaise.id, "Blaise"))


@cells("a right-click challenge", *GAMES)
async def test_two_people_who_play_or_played_can_start_another_game(scene: Scene) -> None:
    card = answer(await right_click_challenge(scene.server, scene.blaise))
    await scene.blaise.click(card, label="Accept")
    assert "· move 1 · balanced start · rated" in texts(card)[0]
    assert await scene.shows_itself()


@cells("a right-click challenge", CHALLENGE)
async def test_two_people_can_only_have_one_open_challenge(scene: Scene) -> None:
    assert said(await right_click_challenge(scene.server, scene.blaise)).startswith(
        "**Blaise** hasn't answered [your challenge]("
    )
    assert len(scene.cards()) == 1


@cells("people find each other with /pyrga find", *ALL)
async def test_two_people_who_find_each_other_start_another_game(scene: Scene) -> None:
    await scene.ada.slash(scene.server.channel, "pyrga find", where="server")
    found = await scene.blaise.slash(scene.server.channel, "pyrga find", where="server")
    assert said(found).startswith("Your game with **Ada** has started: ")
    assert "· move 1" in texts(scene.server.newest())[0]
    assert scene.state == CHALLENGE or await scene.shows_itself()


@cells("a moderator annuls", *RUNNING)
async def test_a_moderator_ends_a_game_without_a_result(scene: Scene, manager: simcord.MemberActor) -> None:
    question = answer(await annul(scene, manager))
    await manager.click(question, label="End game")
    game = await scene.game()
    assert game.outcome == Outcome(None, Reason.ANNULLED)
    assert "**A moderator ended the game without a result**" in await scene.board()


@cells("a moderator annuls", FINISHED)
async def test_a_moderator_annuls_a_result(scene: Scene, manager: simcord.MemberActor) -> None:
    question = answer(await annul(scene, manager))
    pings = len(scene.server.pinged())
    await manager.click(question, label="Annul game")
    game = await scene.game()
    assert game.outcome == Outcome(None, Reason.ANNULLED)
    assert game.rating_changes == ()
    assert "**A moderator ended the game without a result**" in await scene.board()
    assert len(scene.server.pinged()) == pings
    assert labels(await scene.server.board(scene.number)) == ["Review", "Replay", "More…"]
    assert await scene.told_unoffered(scene.ada, scene.named("rematch")) == (
        f"A moderator ended game **#{scene.number}**, so it has no rematch. Start a new game "
        "with /pyrga challenge."
    )


@cells("a moderator annuls", NO_RESULT)
async def test_a_game_without_a_result_is_not_annulled_again(
    scene: Scene, manager: simcord.MemberActor
) -> None:
    told = said(await annul(scene, manager))
    assert told == f"Game **#{scene.number}** is already over."
    assert await scene.shows_itself()


async def annul(scene: Scene, manager: simcord.MemberActor) -> simcord.InteractionResult:
    game = str(scene.number)
    return await manager.slash(scene.server.channel, "pyrga-server annul", game=game)


@cells("a moderator annuls a game that they play", *RUNNING, FINISHED)
async def test_no_one_annuls_their_own_game(scene: Scene) -> None:
    scene.server.let_everyone_manage()
    told = said(await annul(scene, scene.ada))
    number = str(scene.number)
    why = f"Game **#{number}** is yours, so you can't annul it. Someone else who manages the server can."
    assert told == why
    suggested = await scene.ada.autocomplete(scene.server.channel, "pyrga-server annul", "game", "")
    assert number not in [choice["value"] for choice in suggested]
    assert await scene.shows_itself()


@cells("a moderator annuls a game that they play", NO_RESULT)
async def test_no_one_annuls_their_own_game_without_a_result(scene: Scene) -> None:
    scene.server.let_everyone_manage()
    assert said(await annul(scene, scene.ada)) == f"Game **#{scene.number}** is already over."


@cells("a right click replays the game", *GAMES)
async def test_anyone_who_sees_the_board_replays_its_game(scene: Scene) -> None:
    replay = answer(await scene.chiyo.context_menu(scene.server.channel, REPLAY, scene.message))
    assert replay.ephemeral
    ply = (await scene.game()).position.ply
    assert texts(replay)[0].startswith(f"### Pyrga #{scene.number} · move {ply} of {ply}")
    assert await scene.shows_itself()


@cells("a right click replays the game", CHALLENGE)
async def test_a_challenge_has_no_game_to_replay(scene: Scene) -> None:
    told = said(await scene.chiyo.context_menu(scene.server.channel, REPLAY, scene.message))
    assert told == "There's no game on this message. Pick one with a board."


@cells(ANALYZES, *RUNNING)
async def test_no_one_learns_the_values_of_a_running_game(scene: Scene) -> None:
    game = str(scene.number)
    for member in (scene.ada, scene.chiyo):
        for told in (
            said(await member.slash(scene.server.channel, "pyrga-learn analyze", game=game)),
            said(await member.context_menu(scene.server.channel, ANALYZE, scene.message)),
        ):
            assert told == f"Game **#{game}** isn't over yet. You can review and analyze it once it is."
    assert await scene.shows_itself()


@cells(ANALYZES, *OVER)
async def test_a_finished_game_opens_on_an_analysis_board(scene: Scene) -> None:
    game = str(scene.number)
    ply = (await scene.game()).position.ply
    for board in (
        answer(await scene.chiyo.slash(scene.server.channel, "pyrga-learn analyze", game=game)),
        answer(await scene.chiyo.context_menu(scene.server.channel, ANALYZE, scene.message)),
    ):
        assert board.ephemeral
        assert texts(board)[0].startswith(f"### Analysis · Pyrga · after move {ply}, ")
        assert "b2 white Square" in alt_text(board)


@cells("accept a challenge", CHALLENGE)
async def test_a_challenge_that_is_accepted_becomes_a_game(scene: Scene) -> None:
    await scene.press(*await scene.step())
    assert await scene.shows_the_step()


@in_cells(
    [
        cell("decline a challenge", CHALLENGE, "decline", "**Blaise** declined **Ada**'s challenge."),
        cell("withdraw a challenge", CHALLENGE, "cancel", "**Ada** withdrew the challenge to **Blaise**."),
    ],
    "action",
    "closed",
)
async def test_a_challenge_that_is_declined_or_withdrawn_stays_closed(
    scene: Scene, action: str, closed: str
) -> None:
    _, accept = await scene.step()
    await scene.press(scene.ada if action == "cancel" else scene.blaise, accept.replace("accept", action))
    assert texts(scene.message) == [closed]
    assert offered(scene.message) == []
    await scene.press_unoffered(scene.blaise, accept)
    assert texts(scene.message) == [closed]
    assert await scene.steps_taken() == 0


LATE_ANSWERS = {
    "accept a challenge": "accept",
    "decline a challenge": "decline",
    "withdraw a challenge": "cancel",
}


@in_cells(
    [cell(event, state, action) for event, action in LATE_ANSWERS.items() for state in (*OF_TWO, *OVER)],
    "action",
)
async def test_a_late_answer_to_a_challenge_shows_what_happened_to_it(scene: Scene, action: str) -> None:
    challenge = await scene.server.client.services.challenges.of_game(await scene.game())
    scene.outdate()
    who = scene.ada if action == "cancel" else scene.blaise
    await scene.press_unoffered(who, f"challenge:{format_number(challenge.number)}:{action}")
    assert await scene.shows_itself()
    assert (await scene.game()).revision == scene.revision
