"""What the two players do, in every state of a game: the first table in ``docs/behavior.md``."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
import simcord

from bot.ui.board.display import show
from bot.values.base36 import format_number
from bot.values.game.boards import doubt
from engine import Color, Outcome, Reason
from tests.bot.servers import answer, labels, said, texts
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
)
from tests.cells import cell, cells, in_cells

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="module")]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Someone who tries something impossible, the button they use, and what they're told privately.

    Unless the board offers the button, it's one from an earlier state of the game, or forged.
    """

    event: str
    states: tuple[str, ...]
    who: Callable[[Scene], simcord.MemberActor]
    button: Callable[[Scene], str]
    told: str
    offered: bool = False


def ada(scene: Scene) -> simcord.MemberActor:
    return scene.ada


def blaise(scene: Scene) -> simcord.MemberActor:
    return scene.blaise


def on_board(action: str) -> Callable[[Scene], str]:
    return lambda scene: scene.button(action)


def about(word: str) -> Callable[[Scene], str]:
    return lambda scene: scene.named(word)


def move(scene: Scene) -> str:
    return scene.move_button("Sd4")


def take_back(scene: Scene) -> str:
    return f"ask-take-back:{format_number(scene.number)}:{scene.revision}"


def ask_for_text(scene: Scene) -> str:
    return f"ask-text:{format_number(scene.number)}:{scene.revision}"


def ask_to_cancel(scene: Scene) -> str:
    return f"ask-cancel:{format_number(scene.number)}:{scene.revision}"


def conditional_moves(scene: Scene) -> str:
    return f"plan:{format_number(scene.number)}:{scene.revision}::"


OVER_ALREADY = "Game **#{game}** is already over."
BOTH_HAVE_MOVED = "Both players have moved, so the game can't be canceled anymore."
TIME_IS_OVER = "Time has run out. Waiting for **Blaise** to claim the win or give more time."
QUESTION_STANDS = "There's already an offer on the board. **Ada** has to answer it first."
CALL_OFF_INSTEAD = (
    "You can't offer a draw until both players have moved. To cancel the game, press **Cancel game**."
)
NO_OFFERS = "You can't offer a draw to the computer or set up conditional moves against it."
YOUR_TURN = "It's your turn to move. You can set up conditional moves after that."
NO_HINTS = (
    "This game has no hints. You can allow them when you challenge someone to a casual game, and games "
    "against the computer always have them."
)
NOT_BY_YOU = "Only **Ada** can answer this. Any move also cancels it."
NOT_YOUR_OFFER = "Only **Blaise** can withdraw this offer. You can accept or decline it."
NOT_YOUR_CHOICE = "That's **Blaise**'s choice. Until then you can still move."
OTHERS = "withdraw the other player's offer"
MOVE, DRAW, HINT = move, on_board("draw"), about("hint")
RESIGN, CALL_OFF = about("resign"), about("abort")

REFUSALS = [
    Refusal("resign", OVER, ada, RESIGN, OVER_ALREADY),
    Refusal("cancel the game", (PLAY, QUESTION, LATE, COMPUTER), ada, CALL_OFF, BOTH_HAVE_MOVED),
    Refusal("cancel the game", OVER, ada, CALL_OFF, OVER_ALREADY),
    Refusal("offer a draw", (SIDES, BEGINNING), blaise, DRAW, CALL_OFF_INSTEAD),
    Refusal("offer a draw", (QUESTION,), ada, DRAW, QUESTION_STANDS),
    Refusal("offer a draw", (LATE,), ada, DRAW, TIME_IS_OVER),
    Refusal("offer a draw", (COMPUTER,), ada, DRAW, NO_OFFERS),
    Refusal("answer your own offer", (QUESTION,), blaise, on_board("accept"), NOT_BY_YOU, offered=True),
    Refusal(OTHERS, (QUESTION,), ada, on_board("withdraw"), NOT_YOUR_OFFER, offered=True),
    Refusal("ask for a hint", (SIDES, BEGINNING, PLAY, QUESTION, LATE), ada, HINT, NO_HINTS),
    Refusal("ask for a hint", OVER, ada, HINT, OVER_ALREADY),
    Refusal("ask for a takeback", (QUESTION,), ada, take_back, QUESTION_STANDS),
    Refusal("ask for a takeback", (LATE,), ada, take_back, TIME_IS_OVER),
    Refusal("ask for a takeback", OVER, ada, take_back, OVER_ALREADY),
    Refusal("ask for text mode", (QUESTION,), ada, ask_for_text, QUESTION_STANDS),
    Refusal("ask for text mode", (LATE,), ada, ask_for_text, TIME_IS_OVER),
    Refusal("ask for text mode", OVER, ada, ask_for_text, OVER_ALREADY),
    Refusal("ask to cancel together", (SIDES, BEGINNING), ada, ask_to_cancel, CALL_OFF_INSTEAD),
    Refusal("ask to cancel together", (QUESTION,), ada, ask_to_cancel, QUESTION_STANDS),
    Refusal("ask to cancel together", (LATE,), ada, ask_to_cancel, TIME_IS_OVER),
    Refusal("ask to cancel together", (COMPUTER,), ada, ask_to_cancel, NO_OFFERS),
    Refusal("ask to cancel together", OVER, ada, ask_to_cancel, OVER_ALREADY),
    Refusal("claim the win", (LATE,), ada, on_board("claim"), NOT_YOUR_CHOICE, offered=True),
    Refusal("plan moves", (COMPUTER,), ada, conditional_moves, NO_OFFERS),
    Refusal("plan moves", OVER, ada, conditional_moves, OVER_ALREADY),
    Refusal("plan moves", (PLAY, QUESTION, LATE), ada, conditional_moves, YOUR_TURN),
    Refusal("plan moves", (SIDES, BEGINNING), blaise, conditional_moves, YOUR_TURN),
]


@in_cells(
    [cell(refusal.event, state, refusal) for refusal in REFUSALS for state in refusal.states], "refusal"
)
async def test_an_impossible_action_is_refused_in_private_and_changes_nothing(
    scene: Scene, refusal: Refusal
) -> None:
    before = await scene.board()
    ask = scene.told if refusal.offered else scene.told_unoffered
    told = await ask(refusal.who(scene), refusal.button(scene))
    assert told == refusal.told.format(game=scene.number)
    assert (await scene.game()).revision == scene.revision
    assert await scene.board() == before


@cells("a move by the other player", *OF_TWO)
async def test_a_waiting_player_is_told_whose_turn_it_is(scene: Scene) -> None:
    before = await scene.board()
    told = await scene.told(scene.waiting, scene.move_button(await scene.move()))
    mover = scene.mover.user.global_name
    assert told == f"It's **{mover}**'s turn. Please wait for yours."
    assert (await scene.game()).revision == scene.revision
    assert await scene.board() == before


@cells("a move by the player to move", *RUNNING)
async def test_a_move_is_played(scene: Scene) -> None:
    ply = (await scene.game()).position.ply
    await scene.press(scene.mover, scene.move_button(await scene.move()))
    game = await scene.game()
    assert (game.position.ply, game.swapped, game.offer) == (ply + 1, False, None)
    assert f"move {ply + 1}" in await scene.board()
    if scene.state == LATE:
        assert game.clock is not None
        assert not game.clock.claimable


@in_cells(
    [
        cell(event, state, button)
        for state in OVER
        for event, button in (("a move by the player to move", MOVE), ("offer a draw", DRAW))
    ],
    "button",
)
async def test_a_click_on_the_board_of_a_finished_game_shows_the_end(
    scene: Scene, button: Callable[[Scene], str]
) -> None:
    scene.outdate()
    await scene.press_unoffered(scene.ada, button(scene))
    assert await scene.shows_itself()
    assert (await scene.game()).revision == scene.revision


@cells("a move by the other player", COMPUTER)
async def test_the_person_is_told_if_it_is_the_computers_turn(scene: Scene) -> None:
    await scene.press(*await scene.step())
    scene.revision += 1
    assert await scene.told_unoffered(scene.ada, scene.move_button("Sd4")) == (
        "It's **Computer, level 1**'s turn. Please wait for yours."
    )


ONE_CLICK = [
    cell("take White's side", SIDES, blaise, "swap", "sides swapped"),
    cell("decline an offer", QUESTION, ada, "decline", "**Ada** declined the draw."),
    cell("withdraw an offer", QUESTION, blaise, "withdraw", "**Blaise** withdrew the draw offer."),
    cell("accept an offer", QUESTION, ada, "accept", "**A draw: the players agreed**"),
    cell("claim the win", LATE, blaise, "claim", "**Blaise wins: Ada ran out of time**"),
]


@in_cells(ONE_CLICK, "who", "action", "shown")
async def test_one_click_does_it_and_the_board_says_so(
    scene: Scene, who: Callable[[Scene], simcord.MemberActor], action: str, shown: str
) -> None:
    before = await scene.game()
    await scene.press(who(scene), scene.button(action))
    game = await scene.game()
    assert (game.offer, game.position.ply) == (None, before.position.ply)
    assert (game.outcome is not None) is (action in {"accept", "claim"})
    assert (game.color_of(scene.blaise.id) is Color.WHITE) is (action == "swap")
    assert shown in await scene.board()
    assert "offers a draw" not in await scene.board()


@cells("resign", *RUNNING)
async def test_a_game_is_resigned_after_a_confirmation(scene: Scene) -> None:
    if scene.state in {SIDES, BEGINNING}:
        # They can cancel the game instead, so the board doesn't have this button.
        asked = answer(await scene.ada.slash(scene.server.channel, "pyrga resign"))
    elif scene.state in {QUESTION, LATE}:
        asked = await scene.panel(scene.ada, scene.named("more"))
        await scene.ada.click(asked, label="Resign")
    else:
        asked = await scene.panel(scene.ada, scene.button("resign"))
    assert (await scene.game()).outcome is None
    await scene.ada.click(asked, label="Resign")
    game = await scene.game()
    assert game.outcome == Outcome(Color.BLACK, Reason.RESIGNATION)
    assert f"**{game.black.name} wins: Ada resigned**" in await scene.board()


@cells("cancel the game", SIDES, BEGINNING)
async def test_either_player_can_cancel_a_game_before_both_have_moved(scene: Scene) -> None:
    assert labels(scene.message)[-2:] == ["Cancel game", "More…"]
    asked = await scene.panel(scene.blaise, scene.button("cancel"))
    await scene.blaise.click(asked, label="Cancel game")
    game = await scene.game()
    assert game.outcome == Outcome(None, Reason.ABORTED)
    assert "**Canceled before both players had moved**" in await scene.board()


@cells("offer a draw", PLAY)
async def test_a_draw_is_offered_on_the_board(scene: Scene) -> None:
    asked = await scene.panel(scene.blaise, scene.button("draw"))
    assert texts(asked) == [f"Offer **Ada** a draw in game #{scene.number}?"]
    assert "offers a draw" not in await scene.board()
    await scene.blaise.click(asked, label="Offer draw")
    assert texts(asked) == ["Draw offered. **Ada** can answer on the board."]
    assert "**Blaise** offers a draw." in await scene.board()


@cells("ask for a takeback", SIDES, BEGINNING, PLAY)
async def test_a_takeback_needs_the_other_players_consent(scene: Scene) -> None:
    ply = (await scene.game()).position.ply
    await ask_for_a_takeback(scene)
    assert "**Ada** asks to take back" in await scene.board()
    scene.revision += 1
    await scene.press(scene.blaise, scene.button("accept"))
    assert (await scene.game()).position.ply == 0 < ply


@cells("ask for a takeback", COMPUTER)
async def test_the_computer_allows_a_takeback_after_a_warning(scene: Scene) -> None:
    panel = await ask_for_a_takeback(scene)
    await scene.ada.click(panel, label="Take back")
    assert "· start" in await scene.board()


async def ask_for_a_takeback(scene: Scene) -> simcord.ResponseMessage:
    """Have Ada ask for a takeback on the panel behind *More…*; return the panel."""
    more = await scene.panel(scene.ada, scene.named("more"))
    await scene.ada.click(more, label="Take back")
    return more


@cells("give more time", LATE)
async def test_the_waiting_player_gives_more_time(scene: Scene) -> None:
    await scene.press(scene.blaise, scene.button("give-time"), times=2)
    game = await scene.game()
    assert await scene.steps_taken() == 1
    assert scene.ada.id in scene.server.pinged()
    assert game.clock is not None
    assert (game.clock.claimable, game.outcome) == (False, None)
    assert "move due" in await scene.board()


@cells("offer a rematch", *OVER)
async def test_a_rematch_is_proposed_below_a_finished_game(scene: Scene) -> None:
    told = await scene.told(scene.ada, scene.named("rematch"))
    assert told.startswith("Rematch offered to **Blaise**: [see it](")
    (card,) = scene.cards()
    await scene.blaise.click(card, label="Accept")
    assert f"{scene.blaise.mention} (White) to play" in texts(card)[-1]


USUAL = ["Replay", "Help", "Private note", "Text mode", "Settings"]
WITH_A_QUESTION = ["Replay", "Help", "Private note", "Settings"]
AFTERWARD = ["Private note", "Help"]
MORE = {
    SIDES: ["Take back", "Conditional moves", *USUAL],
    BEGINNING: ["Take back", "Conditional moves", *USUAL],
    PLAY: ["Take back", "Replay", "Help", "Cancel game", *USUAL[2:]],
    QUESTION: ["Resign", *WITH_A_QUESTION],
    LATE: ["Resign", *WITH_A_QUESTION],
    COMPUTER: ["Take back", *USUAL],
}


@cells("open More…", *GAMES)
async def test_more_offers_whatever_the_state_allows(scene: Scene) -> None:
    panel = await scene.panel(scene.ada, scene.named("more"))
    assert labels(panel) == MORE.get(scene.state, AFTERWARD)
    assert (await scene.game()).revision == scene.revision


@cells("write a note", *GAMES)
async def test_a_note_is_kept_for_its_author(scene: Scene) -> None:
    panel = await scene.panel(scene.ada, scene.named("more"))
    form = await scene.ada.click(panel, label="Private note")
    await scene.ada.submit_modal(form, {"text": "mind the corner"})
    assert "mind the corner" in texts(panel)[0]
    assert "mind the corner" not in texts(await scene.panel(scene.blaise, scene.named("more")))[0]
    assert (await scene.game()).revision == scene.revision


@cells("plan moves", *OF_TWO)
async def test_a_waiting_player_plans_answers(scene: Scene) -> None:
    # The panel replaces the private message with the button.
    more = await scene.panel(scene.waiting, scene.named("more"))
    await scene.waiting.click(more, label="Conditional moves")
    assert f"Conditional moves in game #{scene.number}" in texts(more)[0]


@cells("/pyrga move", *RUNNING)
async def test_a_typed_move_is_played(scene: Scene) -> None:
    game, move = await scene.game(), await scene.move()
    told = answer(await scene.mover.slash(scene.server.channel, "pyrga move", move=move))
    assert told.ephemeral
    assert texts(told)[0].startswith("You played")
    assert await scene.steps_taken() == 1
    assert f"move {game.position.ply + 1}" in await scene.board()


@cells("/pyrga move", *OVER)
async def test_a_move_cannot_be_typed_after_the_end(scene: Scene) -> None:
    number = str(scene.number)
    told = said(await scene.ada.slash(scene.server.channel, "pyrga move", move="Sb3", game=number))
    assert told.endswith("is already over.")


@in_cells(
    [
        cell("/pyrga move", CHALLENGE, "pyrga move", {"move": "Sb3"}),
        cell("/pyrga show", CHALLENGE, "pyrga show", {}),
    ],
    "command",
    "options",
)
async def test_before_there_is_a_game_no_move_can_be_typed_and_no_board_shown(
    scene: Scene, command: str, options: dict[str, str]
) -> None:
    told = said(await scene.ada.slash(scene.server.channel, command, **options))
    assert told.startswith("You have no games in progress")
    assert await scene.shows_itself()


@cells("ask for text mode", SIDES, BEGINNING, PLAY)
async def test_the_board_is_put_in_words_if_the_other_player_agrees(scene: Scene) -> None:
    panel = await scene.panel(scene.ada, scene.named("more"))
    await scene.ada.click(panel, label="Text mode")
    assert "Text mode requested." in texts(panel)[0]
    board = await scene.board()
    assert "**Ada** asks for text mode." in board
    assert "Row 4: " not in board
    scene.revision += 1
    await scene.press(scene.blaise, scene.button("accept"))
    assert "Row 4: " in await scene.board()
    assert await scene.shows_itself()


@cells("ask for text mode", COMPUTER)
async def test_the_computer_does_not_mind_text_mode(scene: Scene) -> None:
    panel = await scene.panel(scene.ada, scene.named("more"))
    await scene.ada.click(panel, label="Text mode")
    assert "Row 4: " in await scene.board()
    assert await scene.shows_itself()


@cells("ask to cancel together", PLAY)
async def test_the_game_is_canceled_if_the_other_player_agrees(scene: Scene) -> None:
    panel = await scene.panel(scene.ada, scene.named("more"))
    await scene.ada.click(panel, label="Cancel game")
    assert "Cancellation requested." in texts(panel)[0]
    assert "**Ada** asks to cancel the game without a result." in await scene.board()
    scene.revision += 1
    await scene.press(scene.blaise, scene.button("accept"))
    assert "**Canceled: the players agreed**" in await scene.board()


@cells("exit text mode", *GAMES)
async def test_a_board_in_words_becomes_a_picture_again(scene: Scene) -> None:
    client = scene.server.client
    in_words = await client.services.games.update(
        scene.number, lambda scene, _: replace(doubt(scene), chosen_text_board=True)
    )
    await show(client, in_words)
    assert "Row 4: " in await scene.board()
    panel = await scene.panel(scene.ada, scene.named("more"))
    await scene.ada.click(panel, label="Exit text mode")
    assert "Row 4: " not in await scene.board()
    assert await scene.shows_itself()


@cells("/pyrga show", *GAMES)
async def test_the_board_is_reposted(scene: Scene) -> None:
    number = str(scene.number)
    shown = answer(await scene.ada.slash(scene.server.channel, "pyrga show", game=number))
    assert (await scene.game()).message_id == shown.id
    assert await scene.shows_itself()
    posted = [message.id for message in scene.server.posted()]
    assert shown.id in posted
    assert scene.message.id not in posted
