"""The opening explorer: the values of opening moves, and how people do with them."""

import pytest
import simcord

from bot.ui.openings import MOVES_A_PAGE
from tests.bot.servers import Server, alt_text, answer, labels, texts

pytestmark = [pytest.mark.thorough, pytest.mark.computer]


async def explore(server: Server, **options: object) -> simcord.ResponseMessage:
    page = answer(await server.chiyo.slash(server.channel, "pyrga-learn explore", **options))
    assert page.ephemeral
    return page


async def test_moves_have_values_and_those_that_people_chose_come_first(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e Tb2n Sb3")
    await server.resign(server.blaise)
    page = await explore(server)
    assert texts(page)[0] == "### Openings · Pyrga · start, White to play"
    lines = texts(page)[1].splitlines()
    assert lines[0] == "White wins in 27 moves with best play."
    assert lines[1] == "**■\xa0b3** · draw · here 1 (100%)"
    assert " · wins" in lines[2]
    assert len(lines) == 1 + MOVES_A_PAGE + 1
    assert labels(page)[-2:] == ["More moves", "Analyze"]
    assert "Best moves: a4 wins in " in alt_text(page), "as on the analysis board"
    while "More moves" in labels(page):
        await server.chiyo.click(page, label="More moves")
    assert " · loses" in texts(page)[1].splitlines()[-2]
    assert labels(page)[-2:] == ["First moves", "Analyze"]

    await server.chiyo.click(page, label="First moves")
    assert "■ b3" in labels(page)
    await server.chiyo.click(page, label="■ b3")
    assert texts(page)[0] == "### Openings · Pyrga · after move 1, Black to play\n-# ■\xa0b3"
    assert "here 1 (0%)" in texts(page)[1].splitlines()[1]
    await server.restart()
    await server.chiyo.click(page, label=labels(page)[0])
    assert labels(page)[-2:] == ["◄", "Analyze"]
    await server.chiyo.click(page, label="◄")
    assert "move 1" in texts(page)[0]
    board = answer(await server.chiyo.click(page, label="Analyze"))
    assert texts(board)[0].startswith("### Analysis · Pyrga · after move 1, Black to play")
    assert texts(page)[0].startswith("### Openings")


@pytest.mark.default
async def test_another_server_only_sees_the_total(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e Tb2n Sb3")
    await server.resign(server.blaise)
    elsewhere = server.elsewhere()
    page = answer(await elsewhere.chiyo.slash(elsewhere.channel, "pyrga-learn explore"))
    first = texts(page)[1].splitlines()[1]
    assert first == "**■\xa0b3** · draw · everywhere 1 (100%)"
    assert "Ada" not in str(page.components)


async def test_after_the_first_moves_nothing_is_counted(server: Server) -> None:
    page = await explore(server, ruleset="pilotis")
    for _ in range(6):
        await server.chiyo.click(page, label=labels(page)[0])
    assert texts(page)[1].splitlines()[-1] == "-# Only the first 6 moves of a game are counted."
