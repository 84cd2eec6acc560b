"""What the two players do, in every state of a match: the first table of ``docs/behaviour.md``."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import pytest
import simcord

from bot.matches.numbers import format_number
from engine import Colour, Reason
from tests.bot.servers import Server, answer, labels, said, texts
from tests.bot.whole.scenes import (
    BEGINNING,
    CHALLENGE,
    COMPUTER,
    GAMES,
    LATE,
    OF_TWO,
    OVER,
    PLAY,
    QUESTION,
    RUNNING,
    SIDES,
    Scene,
    scene,
    scenes,
)

behaviour = pytest.mark.behaviour

Test = Callable[[Server], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Who does something that cannot be, with which button, and what he is told in private."""

    event: str
    states: tuple[str, ...]
    who: Callable[[Scene], simcord.MemberActor]
    button: Callable[[Scene], str]
    told: str


def ada(scene: Scene) -> simcord.MemberActor:
    return scene.ada


def blaise(scene: Scene) -> simcord.MemberActor:
    return scene.blaise


def on_board(action: str, *argument: str) -> Callable[[Scene], str]:
    return lambda scene: scene.button(action, *argument)


def on_panel(panel: str, action: str) -> Callable[[Scene], str]:
    return lambda scene: f"p1:{panel}:{action}:{format_number(scene.number)}"


def take_back(scene: Scene) -> str:
    return f"p1:more:take-back:{format_number(scene.number)}-{scene.revision}"


def plan(scene: Scene) -> str:
    return f"n1:{format_number(scene.number)}:{scene.revision}:open"


OVER_ALREADY = "Game **#{game}** is over already."
BOTH_HAVE_MOVED = "Both have moved, so the game cannot be called off any more."
TIME_IS_OVER = "Time has run out in this game. First **Blaise** says what follows from it."
QUESTION_STANDS = "There is a question on the board already. First **Ada** answers it."
CALL_OFF_INSTEAD = "Until both have moved a game cannot be drawn, but called off: press More…."
NO_OFFERS = "The computer takes no offers, and shows no moves to plan for. Play on!"
ADAS_TURN = "It is **Ada**'s turn. Please wait for yours."
BLAISES_TURN = "It is **Blaise**'s turn. Please wait for yours."
MOVE, DRAW = on_board("m", "Sd4"), on_board("d")
RESIGN, CALL_OFF = on_panel("resign", "confirm"), on_panel("abort", "confirm")

REFUSALS = [
    Refusal("a move by who waits", (PLAY, QUESTION, LATE), blaise, MOVE, ADAS_TURN),
    Refusal("a move by who waits", (SIDES, BEGINNING), ada, MOVE, BLAISES_TURN),
    Refusal("resign", OVER, ada, RESIGN, OVER_ALREADY),
    Refusal("call the game off", (PLAY, QUESTION, LATE, COMPUTER), ada, CALL_OFF, BOTH_HAVE_MOVED),
    Refusal("call the game off", OVER, ada, CALL_OFF, OVER_ALREADY),
    Refusal("offer a draw", (SIDES, BEGINNING), blaise, DRAW, CALL_OFF_INSTEAD),
    Refusal("offer a draw", (QUESTION,), ada, DRAW, QUESTION_STANDS),
    Refusal("offer a draw", (LATE,), ada, DRAW, TIME_IS_OVER),
    Refusal("offer a draw", (COMPUTER,), ada, DRAW, NO_OFFERS),
    Refusal(
        "answer one's own question",
        (QUESTION,),
        blaise,
        on_board("a"),
        "This is for **Ada** to answer. A move ends it, too.",
    ),
    Refusal("take a move back", (QUESTION,), ada, take_back, QUESTION_STANDS),
    Refusal("take a move back", (LATE,), ada, take_back, TIME_IS_OVER),
    Refusal("take a move back", OVER, ada, take_back, OVER_ALREADY),
    Refusal(
        "claim the win",
        (LATE,),
        ada,
        on_board("v"),
        "This is for **Blaise** to choose. You can still move until then.",
    ),
    Refusal("plan answers", (COMPUTER,), ada, plan, NO_OFFERS),
    Refusal("plan answers", OVER, ada, plan, OVER_ALREADY),
    Refusal(
        "plan answers",
        (PLAY, QUESTION, LATE),
        ada,
        plan,
        "It is your turn: play your move. Plans are made while you wait.",
    ),
]


def marked(test: Test) -> Test:
    """The test with a mark for every refusal."""
    for refusal in REFUSALS:
        test = behaviour(refusal.event, *refusal.states)(test)
    return test


@marked
async def test_what_cannot_be_is_told_in_private_and_changes_nothing(server: Server) -> None:
    async for match in scenes(server, GAMES):
        before = await match.board()
        for refusal in REFUSALS:
            if match.state in refusal.states:
                told = await match.told(refusal.who(match), refusal.button(match))
                expected = refusal.told.format(game=format_number(match.number))
                assert told == expected, (refusal.event, match.state)
        assert (await match.game()).revision == match.revision, match.state
        assert await match.board() == before


@behaviour("a move by who is to move", *RUNNING)
async def test_a_move_is_played(server: Server) -> None:
    async for match in scenes(server, RUNNING):
        ply = (await match.game()).position.ply
        mover = match.blaise if match.state in {SIDES, BEGINNING} else match.ada
        await match.press(mover, match.button("m", await match.move()))
        game = await match.game()
        assert (game.position.ply, game.swapped, game.offer) == (ply + 1, False, None), match.state
        assert f"move {ply + 2}" in await match.board()
        if match.state == LATE:
            assert game.clock is not None
            assert not game.clock.claimable


@behaviour("a move by who is to move", *OVER)
@behaviour("offer a draw", *OVER)
async def test_on_a_board_that_is_over_a_click_shows_the_end(server: Server) -> None:
    async for match in scenes(server, OVER):
        for button in (match.button("m", "Sd4"), match.button("d")):
            match.server.env.backend.edit_message(
                match.message.channel_id, match.message.id, {"components": [{"type": 10, "content": "old"}]}
            )
            await match.press(match.ada, button)
            assert await match.shows_itself(), match.state
        assert (await match.game()).revision == match.revision


@behaviour("a move by who waits", COMPUTER)
async def test_while_the_computer_is_to_move_the_person_is_told_so(server: Server) -> None:
    match = await scene(server, COMPUTER)
    await match.press(*await match.step())
    match.revision += 1
    assert await match.told(match.ada, match.button("m", "Sd4")) == (
        "It is **Computer, level 1**'s turn. Please wait for yours."
    )


@behaviour("take White's side", SIDES)
async def test_sides_are_changed(server: Server) -> None:
    match = await scene(server, SIDES)
    await match.press(match.blaise, match.button("w"))
    game = await match.game()
    assert (game.colour_of(match.blaise.id), game.position.ply) == (Colour.WHITE, 1)
    assert "sides swapped" in await match.board()


@behaviour("resign", *RUNNING)
async def test_a_game_is_resigned_after_a_question(server: Server) -> None:
    async for match in scenes(server, RUNNING):
        if match.state == LATE:
            # The board has no button for it: claiming fills the row.
            assert "Resign" not in labels(match.message)
            asked = answer(await match.ada.slash(match.server.channel, "pyrga resign"))
        else:
            asked = await match.panel(match.ada, match.button("r"))
        assert (await match.game()).outcome is None
        await match.ada.click(asked, label="Resign")
        game = await match.game()
        assert game.outcome is not None, match.state
        assert (game.outcome.reason, game.outcome.winner) == (Reason.RESIGNATION, Colour.BLACK)
        assert "**Ada** resigned." in await match.board()


@behaviour("call the game off", SIDES, BEGINNING)
async def test_a_game_is_called_off_by_either_before_both_have_moved(server: Server) -> None:
    async for match in scenes(server, (SIDES, BEGINNING)):
        more = await match.panel(match.blaise, match.button("o"))
        await match.blaise.click(more, label="Call the game off")
        await match.blaise.click(more, label="Call it off")
        game = await match.game()
        assert game.outcome is not None
        assert game.outcome.reason is Reason.ABORTED
        assert "called off" in await match.board()


@behaviour("offer a draw", PLAY)
@behaviour("accept the question", QUESTION)
@behaviour("decline the question", QUESTION)
async def test_a_draw_is_offered_declined_and_accepted(server: Server) -> None:
    match = await scene(server, PLAY)
    await match.press(match.blaise, match.button("d"))
    assert "**Blaise** offers a draw." in await match.board()

    declined = await scene(server, QUESTION)
    await declined.press(declined.ada, declined.button("n"))
    game = await declined.game()
    assert (game.offer, game.outcome, game.position.ply) == (None, None, 2)
    assert "offers a draw" not in await declined.board()

    accepted = await scene(server, QUESTION)
    await accepted.press(accepted.ada, accepted.button("a"))
    assert "The players agreed to a draw." in await accepted.board()


@behaviour("take a move back", SIDES, BEGINNING, PLAY)
async def test_the_other_one_is_asked_before_a_move_is_taken_back(server: Server) -> None:
    async for match in scenes(server, (SIDES, BEGINNING, PLAY)):
        ply = (await match.game()).position.ply
        await match.press(match.ada, take_back(match))
        assert "**Ada** asks to take back" in await match.board()
        match.revision += 1
        await match.press(match.blaise, match.button("a"))
        assert (await match.game()).position.ply == 0 < ply, match.state


@behaviour("take a move back", COMPUTER)
async def test_the_computer_lets_a_move_be_taken_back_at_once(server: Server) -> None:
    match = await scene(server, COMPUTER)
    await match.press(match.ada, take_back(match))
    assert "move 1" in await match.board()


@behaviour("claim the win", LATE)
@behaviour("give more time", LATE)
async def test_who_waited_in_vain_chooses(server: Server) -> None:
    claimed = await scene(server, LATE)
    await claimed.press(claimed.blaise, claimed.button("v"))
    assert "**Ada** ran out of time. **Blaise** wins." in await claimed.board()

    given = await scene(server, LATE)
    await given.press(given.blaise, given.button("t"))
    game = await given.game()
    assert game.clock is not None
    assert (game.clock.claimable, game.outcome) == (False, None)
    assert "Time left" in await given.board()


@behaviour("rematch", *OVER)
async def test_a_rematch_is_proposed_below_a_game_that_is_over(server: Server) -> None:
    async for match in scenes(server, OVER):
        told = await match.told(match.ada, match.button("b"))
        assert told.startswith("You proposed a rematch to **Blaise**: [here it is](")
        (card,) = match.cards()
        await match.blaise.click(card, label="Accept")
        assert f"{match.blaise.mention} (White) to play" in texts(card)[0], match.state


MORE = {
    SIDES: ["Call the game off", "Take my move back", "Plan my answers"],
    BEGINNING: ["Call the game off", "Take my move back", "Plan my answers"],
    PLAY: ["Take my move back"],
    QUESTION: [],
    LATE: [],
    COMPUTER: ["Take my move back"],
}


@behaviour("open More…", *GAMES)
@behaviour("write a note", *GAMES)
async def test_more_offers_what_the_state_allows_and_keeps_a_note(server: Server) -> None:
    async for match in scenes(server, GAMES):
        panel = await match.panel(match.ada, match.button("o"))
        if match.state in OVER:
            assert labels(panel) == ["GIF", "Record file", "Note to myself", "Help"]
        else:
            usual = ["Replay", "Help", "Note to myself", "My settings"]
            assert labels(panel) == [*MORE[match.state], *usual], match.state
        form = await match.ada.click(panel, label="Note to myself")
        await match.ada.submit_modal(form, {"note": "mind the corner"})
        assert "mind the corner" in texts(panel)[0], match.state
        assert "mind the corner" not in texts(await match.panel(match.blaise, match.button("o")))[0]
        assert (await match.game()).revision == match.revision


@behaviour("plan answers", *OF_TWO)
async def test_who_waits_plans_his_answers(server: Server) -> None:
    async for match in scenes(server, OF_TWO):
        waiting = match.ada if match.state in {SIDES, BEGINNING} else match.blaise
        # The panel takes the place of the private message that the button was on.
        more = await match.panel(waiting, match.button("o"))
        await waiting.click(more, label="Plan my answers")
        assert f"Your plan in game #{format_number(match.number)}" in texts(more)[0], match.state


@behaviour("/pyrga show", *GAMES)
async def test_the_board_is_posted_anew(server: Server) -> None:
    async for match in scenes(server, GAMES):
        shown = answer(
            await match.ada.slash(match.server.channel, "pyrga show", game=format_number(match.number))
        )
        assert (await match.game()).message_id == shown.id, match.state
        assert await match.shows_itself(), (match.state, await match.board())
        assert "goes on [on a newer board]" in texts(match.message)[0]


@behaviour("/pyrga show", CHALLENGE)
async def test_before_there_is_a_game_none_is_shown(server: Server) -> None:
    match = await scene(server, CHALLENGE)
    told = said(await match.ada.slash(match.server.channel, "pyrga show"))
    assert told.startswith("You have no running game")
    assert await match.shows_itself()
