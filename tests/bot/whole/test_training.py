"""The win trainer: keeping White's win against level 8, and what happens when it's given away."""

import re
from random import Random

import pytest
import simcord

from bot.ui.message.custom_ids import decode
from bot.ui.training import ChooseInTraining, PlayInTraining
from bot.values.lines import Line
from engine import Move, Position, Value
from tests.bot.servers import NO_LONGER_WORKS, Server, answer, offered, texts

pytestmark = [pytest.mark.thorough, pytest.mark.computer]


async def train(server: Server, **options: object) -> simcord.ResponseMessage:
    """Have Chiyo begin an attempt."""
    page = answer(await server.chiyo.slash(server.channel, "pyrga-learn train", **options))
    assert page.ephemeral
    return page


def position_of(page: simcord.ResponseMessage) -> Position:
    """Return the position that the buttons refer to."""
    for one in offered(page):
        button = decode(str(one["custom_id"]))
        if isinstance(button, PlayInTraining | ChooseInTraining):
            return button.line.position
    return Position.start()


async def play(server: Server, page: simcord.ResponseMessage, wanted: Value) -> Move:
    """Play a move of this value with the buttons."""
    position = position_of(page)
    solution = await server.client.services.computer.solve(position, server.ada.id, line=False)
    values = [move for move, value in solution.moves.items() if value is wanted]
    move = Random(1).choice(values)
    for step in (f"::{move.space}", f":{move}"):
        found = [str(one["custom_id"]) for one in offered(page)]
        named = [each for each in found if each.startswith("train-") and each.endswith(step)]
        if named:
            await server.chiyo.click(page, custom_id=named[0])
    return move


def labels(page: simcord.ResponseMessage) -> list[str]:
    """Return the labels of the buttons that don't choose a move."""
    return [
        str(one["label"])
        for one in offered(page)
        if not str(one["custom_id"]).startswith("k1")
        or ":o:" in one["custom_id"]
        or ":t:" in one["custom_id"]
    ]


def record(page: simcord.ResponseMessage) -> str:
    """Return the small print."""
    return texts(page)[-1].splitlines()[-1]


async def test_a_clean_line_wins_and_is_kept_across_a_restart(server: Server) -> None:
    page = await train(server)
    assert texts(page)[0] == "### Win trainer · Pyrga · start, White to play"
    assert texts(page)[1].splitlines()[0] == ("White wins with best play. Keep the win against level 8.")
    assert record(page) == "-# 0 moves without a mistake. Longest line: 0. Won 0 times."
    await play(server, page, Value.WIN)
    assert texts(page)[1].startswith("Level 8 replied ")
    assert record(page) == "-# 1 move without a mistake. Longest line: 1. Won 0 times."
    await server.restart()
    for _ in range(15):
        if "end" in texts(page)[0]:
            break
        await play(server, page, Value.WIN)
    assert texts(page)[1].startswith("You won against perfect play, without a single mistake!")
    assert record(page).endswith("Won 1 time.")
    assert labels(page) == ["Start over", "Analyze"]
    await server.chiyo.click(page, label="Start over")
    assert "· start" in texts(page)[0]
    assert "Won 1 time." in record(page)


async def test_the_move_that_gives_the_win_away_is_refuted_and_can_be_tried_again(server: Server) -> None:
    page = await train(server, ruleset="classic")
    await play(server, page, Value.WIN)
    before = position_of(page)
    move = await play(server, page, Value.LOSS)
    lines = texts(page)[1].splitlines()
    assert lines[0].endswith(f"\N{NO-BREAK SPACE}{move.space}** gives the win away.")
    assert re.fullmatch(r"Black wins (in \d+ moves )?with best play\.", lines[1])
    assert lines[2].startswith("Best play: ")
    assert lines[3] == "The board shows the reply."
    assert lines[4] == "-# Longest line: 1. Won 0 times."
    assert labels(page) == ["Try again", "Analyze", "Start over"]
    board = answer(await server.chiyo.click(page, label="Analyze"))
    assert texts(board)[0].startswith("### Analysis · Pyrga classic · after move 3, Black to play")

    await server.chiyo.click(page, label="Try again")
    assert position_of(page) == before
    assert record(page).startswith("-# Practice: this attempt no longer counts. ")
    await play(server, page, Value.WIN)
    assert "Longest line: 1." in record(page)
    await server.chiyo.click(page, label="Start over")
    assert record(page).startswith("-# 0 moves without a mistake.")


@pytest.mark.default
async def test_only_the_latest_attempt_counts(server: Server) -> None:
    first, second = await train(server), await train(server)
    await play(server, first, Value.WIN)
    assert record(first).startswith("-# Practice")
    await play(server, second, Value.WIN)
    assert record(second) == "-# 1 move without a mistake. Longest line: 1. Won 0 times."
    progress = await server.client.services.training.progress(server.blaise.id, Position.start().ruleset)
    assert (progress.longest, progress.wins) == (0, 0)


async def test_a_line_that_was_not_played_is_practice(server: Server) -> None:
    page, line = await train(server), Line(Position.start())
    for _ in range(2):
        line = line.play(await best_move(server, line))
    move = await best_move(server, line)
    await server.press_unoffered((server.chiyo, page, str(PlayInTraining(1, line, move))))
    assert record(page) == "-# Practice: this attempt no longer counts. Longest line: 0. Won 0 times."


async def best_move(server: Server, line: Line) -> Move:
    best = (await server.client.services.computer.solve(line.position, server.ada.id)).best
    assert best is not None
    return best


async def test_two_clicks_on_the_same_move_get_the_same_reply(server: Server) -> None:
    page = await train(server)
    start = Line(Position.start())
    clicked = str(PlayInTraining(1, start, await best_move(server, start)))
    await server.press_unoffered(*[(server.chiyo, page, clicked)] * 2)
    before = position_of(page)
    assert record(page) == "-# 1 move without a mistake. Longest line: 1. Won 0 times."
    await server.press_unoffered((server.chiyo, page, clicked))
    assert position_of(page) == before
    assert record(page) == "-# 1 move without a mistake. Longest line: 1. Won 0 times."


async def test_anything_the_trainer_does_not_offer_is_refused(server: Server) -> None:
    page = await train(server)
    for forged in ("train-move:1:p::0:Ta1w", "train-choose:1:p::0:X:", "train-move:1:p:aa:2:Sb1"):
        assert await server.forge(server.chiyo, page, forged) == NO_LONGER_WORKS, forged
