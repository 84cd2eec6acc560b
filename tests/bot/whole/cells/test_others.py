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
async def test_a_stranger_is_told_whose_match_it_is_and_cannot_change_it(match: Scene) -> None:
    _, button = await match.step()
    if button.startswith("play:"):
        # A move would be a guess.
        button = match.button("cancel" if match.state == BEGINNING else "resign")
    told = await match.told(match.chiyo, button)
    expected = {
        CHALLENGE: "Only **Blaise** can answer this challenge.",
        COMPUTER: "This is **Ada**'s game. Start your own with /pyrga play.",
    }
    assert told == expected.get(match.state, NOT_YOURS)
    assert await match.steps_taken() == 0
    assert await match.shows_itself()
    if match.state != CHALLENGE:
        seen = labels(await match.panel(match.chiyo, match.named("more")))
        assert seen == (["Help"] if match.state in OVER else ["Replay", "Help"])


@cells("a spectator clicks a move", *RUNNING)
async def test_a_move_that_a_spectator_clicks_is_a_guess(match: Scene) -> None:
    move = await match.move()
    (result,) = await match.press(match.chiyo, match.move_button(move))
    guess = answer(result)
    assert guess.ephemeral
    assert texts(guess)[0].startswith("Your guess: ")
    assert await match.steps_taken() == 0
    assert await match.shows_itself()
    await match.press(match.mover, match.move_button(move))
    assert "1 of 1 guessed " in await match.board()


@cells("one player has blocked the other", *OF_TWO)
async def test_a_running_game_continues_after_one_player_blocks_the_other(match: Scene) -> None:
    await block(match)
    await match.press(*await match.step())
    assert await match.shows_the_step()


@cells("one player has blocked the other", CHALLENGE, *OVER)
async def test_blocked_pairs_cannot_start_a_game(match: Scene) -> None:
    await block(match)
    button = match.named("rematch") if match.state in OVER else (await match.step())[1]
    assert await match.told(match.blaise, button) == (
        "**Ada** isn't accepting challenges right now. Pick someone else."
    )
    assert await match.steps_taken() == 0


async def block(match: Scene) -> None:
    """Have Ada block Blaise."""
    blocks = match.server.client.services.blocks
    await blocks.block(Player(match.ada.id, "Ada"), Player(match.blaise.id, "Blaise"))


@cells("a right-click challenge", *GAMES)
async def test_two_people_who_play_or_played_can_start_another_game(match: Scene) -> None:
    card = answer(await right_click_challenge(match.server, match.blaise))
    await match.blaise.click(card, label="Accept")
    assert "· move 1 · balanced start · rated" in texts(card)[0]
    assert await match.shows_itself()


@cells("a right-click challenge", CHALLENGE)
async def test_two_people_can_only_have_one_open_challenge(match: Scene) -> None:
    assert said(await right_click_challenge(match.server, match.blaise)).startswith(
        "**Blaise** hasn't answered [your challenge]("
    )
    assert len(match.cards()) == 1


@cells("people find each other with /pyrga find", *ALL)
async def test_two_people_who_find_each_other_start_another_game(match: Scene) -> None:
    await match.ada.slash(match.server.channel, "pyrga find", where="server")
    found = await match.blaise.slash(match.server.channel, "pyrga find", where="server")
    assert said(found).startswith("Your game with **Ada** has started: ")
    assert "· move 1" in texts(match.server.newest())[0]
    assert match.state == CHALLENGE or await match.shows_itself()


@cells("a moderator annuls", *RUNNING)
async def test_a_moderator_ends_a_game_without_a_result(match: Scene, manager: simcord.MemberActor) -> None:
    question = answer(await annul(match, manager))
    await manager.click(question, label="End game")
    game = await match.game()
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.winner) == (Reason.ANNULLED, None)
    assert "A moderator ended the game without a result." in await match.board()


@cells("a moderator annuls", FINISHED)
async def test_a_moderator_annuls_a_result(match: Scene, manager: simcord.MemberActor) -> None:
    question = answer(await annul(match, manager))
    pings = len(match.server.pinged())
    await manager.click(question, label="Annul game")
    game = await match.game()
    assert game.outcome == Outcome(None, Reason.ANNULLED)
    assert game.rating_changes == ()
    assert "A moderator ended the game without a result." in await match.board()
    assert len(match.server.pinged()) == pings
    assert labels(await match.server.board(match.number)) == ["Review", "Replay", "More…"]
    assert await match.told_unoffered(match.ada, match.named("rematch")) == (
        f"A moderator ended game **#{format_number(match.number)}**, so it has no rematch. Start a new game "
        "with /pyrga challenge."
    )


@cells("a moderator annuls", NO_RESULT)
async def test_a_game_without_a_result_is_not_annulled_again(
    match: Scene, manager: simcord.MemberActor
) -> None:
    told = said(await annul(match, manager))
    assert told == f"Game **#{format_number(match.number)}** is already over."
    assert await match.shows_itself()


async def annul(match: Scene, manager: simcord.MemberActor) -> simcord.InteractionResult:
    game = format_number(match.number)
    return await manager.slash(match.server.channel, "pyrga-server annul", game=game)


@cells("a right click replays the game", *GAMES)
async def test_anyone_who_sees_the_board_replays_its_game(match: Scene) -> None:
    replay = answer(await match.chiyo.context_menu(match.server.channel, REPLAY, match.message))
    assert replay.ephemeral
    ply = (await match.game()).position.ply
    assert texts(replay)[0].startswith(f"### Pyrga #{format_number(match.number)} · move {ply} of {ply}")
    assert await match.shows_itself()


@cells("a right click replays the game", CHALLENGE)
async def test_a_challenge_has_no_game_to_replay(match: Scene) -> None:
    told = said(await match.chiyo.context_menu(match.server.channel, REPLAY, match.message))
    assert told == "There's no game on this message. Pick one with a board."


@cells(ANALYZES, *RUNNING)
async def test_no_one_learns_the_values_of_a_running_game(match: Scene) -> None:
    game = format_number(match.number)
    for member in (match.ada, match.chiyo):
        for told in (
            said(await member.slash(match.server.channel, "pyrga analyze", game=game)),
            said(await member.context_menu(match.server.channel, ANALYZE, match.message)),
        ):
            assert told == f"Game **#{game}** isn't over yet. You can review and analyze it once it is."
    assert await match.shows_itself()


@cells(ANALYZES, *OVER)
async def test_a_finished_game_opens_on_an_analysis_board(match: Scene) -> None:
    game = format_number(match.number)
    ply = (await match.game()).position.ply
    for board in (
        answer(await match.chiyo.slash(match.server.channel, "pyrga analyze", game=game)),
        answer(await match.chiyo.context_menu(match.server.channel, ANALYZE, match.message)),
    ):
        assert board.ephemeral
        assert texts(board)[0].startswith(f"### Analysis · Pyrga · after move {ply}, ")
        assert "b2 white Square" in alt_text(board)


@cells("accept a challenge", CHALLENGE)
async def test_a_challenge_that_is_accepted_becomes_a_game(match: Scene) -> None:
    await match.press(*await match.step())
    assert await match.shows_the_step()


@in_cells(
    [
        cell("decline a challenge", CHALLENGE, "decline", "**Blaise** declined **Ada**'s challenge."),
        cell("withdraw a challenge", CHALLENGE, "cancel", "**Ada** withdrew the challenge to **Blaise**."),
    ],
    "action",
    "closed",
)
async def test_a_challenge_that_is_declined_or_withdrawn_stays_closed(
    match: Scene, action: str, closed: str
) -> None:
    _, accept = await match.step()
    await match.press(match.ada if action == "cancel" else match.blaise, accept.replace("accept", action))
    assert texts(match.message) == [closed]
    assert offered(match.message) == []
    await match.press_unoffered(match.blaise, accept)
    assert texts(match.message) == [closed]
    assert await match.steps_taken() == 0


LATE_ANSWERS = {
    "accept a challenge": "accept",
    "decline a challenge": "decline",
    "withdraw a challenge": "cancel",
}


@in_cells(
    [cell(event, state, action) for event, action in LATE_ANSWERS.items() for state in (*OF_TWO, *OVER)],
    "action",
)
async def test_a_late_answer_to_a_challenge_shows_what_happened_to_it(match: Scene, action: str) -> None:
    challenge = await match.server.client.services.challenges.of_game(await match.game())
    match.outdate()
    who = match.ada if action == "cancel" else match.blaise
    await match.press_unoffered(who, f"challenge:{format_number(challenge.number)}:{action}")
    assert await match.shows_itself()
    assert (await match.game()).revision == match.revision
