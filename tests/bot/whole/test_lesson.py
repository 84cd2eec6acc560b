"""The lesson as a beginner experiences it."""

import pytest
import simcord

from tests.bot.servers import Server, alt_text, answer, offered, said, texts

RIGHT = ("■ b2", "■ a1", "▲ c3", "● a2", "■ a1", "■ a2")
"""A right move for each step, as its button is labeled without icons."""


@pytest.fixture
async def plain(server: Server) -> Server:
    """A server in which the buttons show signs."""
    server.env.inject_error("GET", "/applications/*/emojis", status=403, code=50001)
    await server.restart()
    return server


async def begin(server: Server) -> simcord.ResponseMessage:
    message = answer(await server.ada.slash(server.channel, "pyrga lesson"))
    assert message.ephemeral
    return message


def heading(message: simcord.ResponseMessage) -> str:
    return texts(message)[0].partition("\n")[0]


async def test_a_beginner_goes_through_all_six_steps_to_the_end(plain: Server) -> None:
    message = await begin(plain)
    for number, label in enumerate(RIGHT, start=1):
        assert heading(message).startswith(f"### {number} of 6 · ")
        await plain.ada.click(message, label=label)
        assert heading(message) == f"### {number} of 6 · Done"
        await plain.ada.click(message, label="Next step" if number < len(RIGHT) else "Finish")
    assert heading(message) == "### That's Pyrga!"
    for command in ("/pyrga play", "/pyrga challenge", "/pyrga puzzle", "/pyrga rules"):
        assert command in texts(message)[0]


async def test_a_right_move_shows_the_board_after_it_and_where_white_must_go(plain: Server) -> None:
    message = await begin(plain)
    await plain.ada.click(message, label="■ b2")
    assert heading(message) == "### 1 of 6 · Done"
    assert texts(message)[-1] == (
        "That's it: **b2** is next to the Square. Now your piece tells White where to go.\n"
        "White's turn. After a Square on **b2**: play on **b1**, **a2**, **c2** or **b3**."
    )
    assert "b2: black Square" in alt_text(message)


async def test_a_move_that_misses_the_task_is_told_why_and_may_be_tried_again(plain: Server) -> None:
    message = await begin(plain)
    for _ in range(2):
        await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="■ c3")
    assert heading(message) == "### 3 of 6 · Not yet"
    assert texts(message)[-1] == (
        "You played on c3, but now White can play on **c2**, **b3**, **d3** or **c4**. Look for the piece "
        "that points only at **c4**."
    )
    await plain.ada.click(message, label="Try again")
    await plain.ada.click(message, label="▲ c3")
    assert heading(message) == "### 3 of 6 · Done"


async def test_the_other_sides_tower_and_its_reason_are_shown(plain: Server) -> None:
    message = await begin(plain)
    for _ in range(3):
        await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="● a1")
    assert "two of the three pieces on a1 are White's" in texts(message)[-1]
    assert "White: Towers 1;" in alt_text(message)


async def test_a_triangle_is_aimed_in_the_free_step_even_over_a_restart(plain: Server) -> None:
    message = await begin(plain)
    for _ in range(4):
        await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="Triangle")
    await plain.restart()
    await plain.ada.click(message, label="▲ c2")
    assert texts(message)[-1].endswith("Which way should the Triangle on **c2** point?")
    await plain.ada.click(message, custom_id="l1:5:m:Tc2n")
    assert heading(message) == "### 5 of 6 · Not yet"
    assert "your piece lets White play on c3" in texts(message)[-1]


async def test_steps_may_be_left_out_and_taken_again(server: Server) -> None:
    message = await begin(server)
    await server.ada.click(message, label="Next step")
    await server.ada.click(message, label="Previous step")
    assert heading(message) == "### 1 of 6 · Next to a Square"
    assert "Previous step" not in [button["label"] for button in offered(message)]


@pytest.mark.parametrize(
    "forged", ["l1:0:o", "l1:7:o", "l1:1:m:Sd4", "l1:1:m:Zz9", "l1:5:k:Q", "l1:5:s:z9", "l1:1:m"]
)
async def test_a_forged_button_is_refused(server: Server, forged: str) -> None:
    message = await begin(server)
    (result,) = await server.press_unoffered((server.ada, message, forged))
    assert said(result) == "This button no longer works. See /pyrga help."
    assert heading(message) == "### 1 of 6 · Next to a Square"
