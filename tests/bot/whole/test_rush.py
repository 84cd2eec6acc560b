"""A rush, as people see it in private."""

from datetime import timedelta

import pytest
import simcord

from bot.ui.board.move_buttons import Choice
from bot.ui.message.custom_ids import decode
from bot.ui.puzzles.rush import ChooseInRush, TryInRush
from engine import Move, Puzzle, puzzles
from tests.bot.servers import Server, answer, labels, offered, texts

pytestmark = pytest.mark.thorough

BY_NUMBER = {puzzle.number: puzzle for puzzle in puzzles()}


def shown(message: simcord.ResponseMessage) -> Puzzle:
    """Return the puzzle that a message is about."""
    meant = [decode(button["custom_id"]) for button in offered(message)]
    (number,) = {each.puzzle for each in meant if isinstance(each, TryInRush | ChooseInRush)}
    return BY_NUMBER[number]


async def play(server: Server, message: simcord.ResponseMessage, move: Move) -> None:
    """Have Ada play a move by pressing any buttons it takes."""
    puzzle = shown(message)
    for choice in (Choice(move.kind), Choice(None, move.space), Choice(move.kind, move.space)):
        step = str(ChooseInRush(puzzle.number, choice))
        if step in {button["custom_id"] for button in offered(message)}:
            await server.ada.click(message, custom_id=step)
    await server.ada.click(message, custom_id=str(TryInRush(puzzle.number, move)))


@pytest.mark.default
async def test_a_rush_goes_on_after_a_restart_and_ends_with_the_best_of_the_week(server: Server) -> None:
    message = answer(await server.ada.slash(server.channel, "pyrga-learn rush"))
    assert message.ephemeral
    assert "in 5 minutes. With the third mistake, it's over." in texts(message)[-1]
    await server.ada.click(message, label="Start")
    await play(server, message, shown(message).solution)
    assert "✅ 1 · ❌ 0 / 3" in texts(message)[0]
    await server.restart()
    missed = shown(message)
    await play(server, message, next(iter(missed.refutations)))
    assert "✅ 1 · ❌ 1 / 3" in texts(message)[0]
    assert " was wrong." in texts(message)[0]
    assert shown(message) != missed
    server.clock.move(timedelta(minutes=5))
    await play(server, message, shown(message).solution)
    assert texts(message)[0] == "### Rush · time's up"
    assert "**You solved 1 puzzle.** Best of the week: 1" in texts(message)[-1]
    assert labels(message) == ["Start", "Practice"]


async def test_a_click_on_an_older_puzzle_of_a_rush_shows_the_next_one(server: Server) -> None:
    phone = answer(await server.ada.slash(server.channel, "pyrga-learn rush"))
    await server.ada.click(phone, label="Start")
    desktop = answer(await server.ada.slash(server.channel, "pyrga-learn rush"))
    puzzle = shown(desktop)
    assert shown(phone) == puzzle
    await play(server, phone, puzzle.solution)
    await play(server, desktop, puzzle.solution)
    assert shown(desktop) == shown(phone) != puzzle
    assert "✅ 1 · ❌ 0 / 3" in texts(desktop)[0]
    await server.ada.click(desktop, custom_id=offered(desktop)[0]["custom_id"])
