"""The lesson, as a beginner experiences it."""

import pytest
import simcord

from tests.bot.servers import Server, alt_text, answer, offered, said, texts

pytestmark = pytest.mark.thorough

STEPS = 8
RIGHT = {
    1: ["■ b2"],
    2: ["■ a1"],
    3: ["▲ c3"],
    4: ["● a2"],
    5: ["Triangle", "c2", "▼ c2"],
    6: ["■ a2"],
    7: ["● c2"],
    8: ["● c3"],
}
"""The clicks for a right move in each step, by the labels of the buttons without icons."""


@pytest.fixture
async def plain(server: Server) -> Server:
    """Return a server where the buttons show signs."""
    server.env.inject_error("GET", "/applications/*/emojis", status=403, code=50001)
    await server.restart()
    return server


async def begin(server: Server) -> simcord.ResponseMessage:
    message = answer(await server.ada.slash(server.channel, "pyrga lesson"))
    assert message.ephemeral
    return message


def heading(message: simcord.ResponseMessage) -> str:
    return texts(message)[0].partition("\n")[0]


async def open_end(server: Server) -> simcord.ResponseMessage:
    message = await begin(server)
    for _ in range(STEPS - 1):
        await server.ada.click(message, label="Next step")
    await server.ada.click(message, label="Finish")
    assert heading(message) == "### That's Pyrga!"
    return message


@pytest.mark.default
async def test_a_beginner_completes_all_steps(plain: Server) -> None:
    message = await begin(plain)
    for number, clicks in RIGHT.items():
        assert heading(message).startswith(f"### {number} of 8 · ")
        for label in clicks:
            await plain.ada.click(message, label=label)
        assert heading(message) == f"### {number} of 8 · Done"
        await plain.ada.click(message, label="Next step" if number < STEPS else "Finish")
    assert heading(message) == "### That's Pyrga!"
    for command in ("/pyrga play", "/pyrga challenge", "/pyrga rules"):
        assert command in texts(message)[0]


async def test_a_right_move_shows_the_board_after_it_and_where_white_must_go(plain: Server) -> None:
    message = await begin(plain)
    await plain.ada.click(message, label="■ b2")
    assert heading(message) == "### 1 of 8 · Done"
    assert texts(message)[-1] == (
        "That's it: **b2** is next to the Square. Now your piece tells White where to go. There's one "
        "special rule for the opening: if White starts with a Square, White's second piece can't be one.\n"
        "White's turn. After a Square on **b2**: play on **b1**, **a2**, **c2** or **b3**. "
        "It can't be a Square: White's first piece was one."
    )
    assert "b2 black Square" in alt_text(message)


async def test_a_wrong_move_is_explained_and_can_be_tried_again(plain: Server) -> None:
    message = await begin(plain)
    for _ in range(2):
        await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="■ c3")
    assert heading(message) == "### 3 of 8 · Not yet"
    assert texts(message)[-1] == (
        "You played on c3, but now White can play on **c2**, **b3**, **d3** or **c4**. Look for the piece "
        "that points only at **c4**."
    )
    await plain.ada.click(message, label="Try again")
    await plain.ada.click(message, label="▲ c3")
    assert heading(message) == "### 3 of 8 · Done"


async def test_the_other_sides_tower_and_its_reason_are_shown(plain: Server) -> None:
    message = await begin(plain)
    for _ in range(3):
        await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="● a1")
    assert "two of the three pieces on a1 are White's" in texts(message)[-1]
    assert "White: Towers 1;" in alt_text(message)


async def test_a_triangle_is_aimed_in_the_free_step_even_across_a_restart(plain: Server) -> None:
    message = await begin(plain)
    for _ in range(4):
        await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="Triangle")
    await plain.restart()
    await plain.ada.click(message, label="c2")
    assert texts(message)[-1].endswith("Which way should the Triangle on **c2** point?")
    await plain.ada.click(message, custom_id="lesson-move:5:Tc2n")
    assert heading(message) == "### 5 of 8 · Not yet"
    assert "your piece lets White play on c3" in texts(message)[-1]


async def test_steps_can_be_skipped_and_repeated(server: Server) -> None:
    message = await begin(server)
    await server.ada.click(message, label="Next step")
    await server.ada.click(message, label="Previous step")
    assert heading(message) == "### 1 of 8 · Next to a Square"
    assert "Previous step" not in [button["label"] for button in offered(message)]


@pytest.mark.parametrize("older", ["lesson-move:1:Ta1n", "lesson-move:1:Cc1", "lesson-move:2:Ca1"])
async def test_a_move_that_only_older_lessons_offered_is_still_answered(server: Server, older: str) -> None:
    message = await begin(server)
    await server.press_unoffered((server.ada, message, older))
    assert heading(message).endswith("of 8 · Done")


@pytest.mark.default
async def test_the_end_opens_a_puzzle(server: Server) -> None:
    message = await open_end(server)
    await server.ada.click(message, label="Puzzle")
    assert heading(message).startswith("### Puzzle ")
    assert message.ephemeral


@pytest.mark.default
async def test_at_the_end_a_friend_can_be_challenged_on_a_public_card(server: Server) -> None:
    message = await open_end(server)
    card = answer(await server.ada.select(message, [server.blaise], custom_id="opponent"))
    assert not card.ephemeral
    assert f"**Ada** challenges {server.blaise.mention}." in texts(card)[0]
    assert heading(message) == "### That's Pyrga!"
    await server.blaise.click(card, label="Accept")
    assert "Pyrga #1 · move 1" in texts(card)[0]


async def test_people_who_choose_themselves_there_are_told_to_pick_someone_else(server: Server) -> None:
    message = await open_end(server)
    refused = await server.ada.select(message, [server.ada], custom_id="opponent")
    assert said(refused) == "You can't challenge yourself. Pick someone else."


async def test_without_a_computer_the_end_says_so(server: Server) -> None:
    message = await open_end(server)
    refused = await server.ada.click(message, label="Play level 1")
    assert said(refused) == (
        "The computer isn't available on this host. Use /pyrga challenge to play someone here."
    )


@pytest.mark.parametrize(
    "forged",
    [
        "lesson:0",
        "lesson:9",
        "lesson-end:9",
        "lesson-move:1:Sd4",
        "lesson-move:1:Zz9",
        "lesson-choose:5:Q:",
        "lesson-choose:5:T:z9",
        "lesson-move:1",
    ],
)
async def test_a_forged_button_is_refused(server: Server, forged: str) -> None:
    message = await begin(server)
    (result,) = await server.press_unoffered((server.ada, message, forged))
    assert said(result) == "This button no longer works. See /pyrga help."
    assert heading(message) == "### 1 of 8 · Next to a Square"
