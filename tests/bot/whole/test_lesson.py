"""The lesson, as a beginner experiences it."""

import pytest
import simcord

from tests.bot.servers import NO_LONGER_WORKS, Server, alt_text, answer, labels, said, texts

pytestmark = pytest.mark.thorough

STEPS = 8
RIGHT = {
    1: ["■ b2"],
    2: ["■ a1"],
    3: ["▲ c3"],
    4: ["● a2"],
    5: ["c2", "▼ c2"],
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
    message = answer(await server.ada.slash(server.channel, "pyrga-learn lesson"))
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
    for command in ("/pyrga play", "/pyrga challenge", "/pyrga-learn rules"):
        assert command in texts(message)[0]


async def test_moves_are_explained_and_wrong_ones_can_be_tried_again_across_a_restart(plain: Server) -> None:
    message = await begin(plain)
    await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="Previous step")
    assert heading(message) == "### 1 of 8 · Next to a Square"
    assert "Previous step" not in labels(message)
    await plain.ada.click(message, label="■ b2")
    assert heading(message) == "### 1 of 8 · Done"
    assert texts(message)[-1] == (
        "That's it: **b2** is next to the Square. Now your piece tells White where to go. There's one "
        "special rule for the opening: if White starts with a Square, White's second piece can't be one.\n"
        "White's turn. After a Square on **b2**: play on **b3**, **a2**, **c2** or **b1**. "
        "It can't be a Square: White's first piece was one."
    )
    assert "b2 black Square" in alt_text(message)

    for _ in range(2):
        await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="■ c3")
    assert heading(message) == "### 3 of 8 · Not yet"
    assert texts(message)[-1] == (
        "You played on c3, but now White can play on **c4**, **b3**, **d3** or **c2**. Look for the piece "
        "that points only at **c4**."
    )
    await plain.ada.click(message, label="Try again")
    await plain.ada.click(message, label="▲ c3")
    assert heading(message) == "### 3 of 8 · Done"

    await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="● a1")
    assert "two of the three pieces on a1 are White's" in texts(message)[-1]
    assert "White: Towers 1;" in alt_text(message)

    await plain.ada.click(message, label="Next step")
    await plain.ada.click(message, label="c2")
    assert texts(message)[-1].endswith("Which piece goes on **c2**?")
    await plain.restart()
    await plain.ada.click(message, custom_id="lesson-move:5:Tc2n")
    assert heading(message) == "### 5 of 8 · Not yet"
    assert "and there White makes a Tower." in texts(message)[-1]


async def test_moves_that_only_older_lessons_offered_are_still_answered(server: Server) -> None:
    message = await begin(server)
    for step, older in (("1", "Ta1n"), ("1", "Cc1"), ("2", "Ca1")):
        await server.press_unoffered((server.ada, message, f"lesson-move:{step}:{older}"))
        assert heading(message) == f"### {step} of 8 · Done", older


@pytest.mark.default
async def test_the_end_opens_a_puzzle(server: Server) -> None:
    message = await open_end(server)
    await server.ada.click(message, label="Puzzle")
    assert heading(message).startswith("### Puzzle ")
    assert message.ephemeral


@pytest.mark.default
async def test_at_the_end_a_friend_can_be_challenged_on_a_public_card(server: Server) -> None:
    message = await open_end(server)
    assert said(await server.ada.click(message, label="Play level 1")) == (
        "The computer isn't available on this host. Use /pyrga challenge to play someone here."
    )
    refused = await server.ada.select(message, [server.ada], custom_id="opponent")
    assert said(refused) == "You can't challenge yourself. Pick someone else."
    card = answer(await server.ada.select(message, [server.blaise], custom_id="opponent"))
    assert not card.ephemeral
    assert f"**Ada** challenges {server.blaise.mention}." in texts(card)[0]
    assert heading(message) == "### That's Pyrga!"
    await server.blaise.click(card, label="Accept")
    assert "Pyrga #1 · move 1" in texts(card)[0]


async def test_forged_buttons_are_refused(server: Server) -> None:
    message = await begin(server)
    for forged in (
        *("lesson:0", "lesson:9", "lesson-end:9", "lesson-move:1"),
        *("lesson-move:1:Sd4", "lesson-move:1:Zz9", "lesson-choose:5:Q:", "lesson-choose:5:T:z9"),
    ):
        assert await server.forge(server.ada, message, forged) == NO_LONGER_WORKS, forged
    assert heading(message) == "### 1 of 8 · Next to a Square"
