"""Badges as people see them: below the result, or in private if they aren't for a game."""

from datetime import timedelta

import pytest
import simcord

from bot.jobs.daily import DailyPosts
from bot.jobs.rounds import repair_boards
from bot.values.game.boards import doubt
from engine import puzzles
from tests.bot.servers import Server, answer, offered, texts
from tests.bot.statements import counted
from tests.bot.use_cases.club import FOUR

pytestmark = pytest.mark.thorough

DAY = timedelta(days=1)
DAYS_IN_A_WEEK = 7
MOST_FOR_WHAT_COUNTS = 5
"""One for records, two for badges, one for openings, and one for the score between the players."""

LESSON_STEPS, LAST_TASK = 8, "lesson-move:8:Cc3"


def medals(message: simcord.ResponseMessage) -> list[str]:
    return [line for text in texts(message) for line in text.splitlines() if "🏅" in line]


@pytest.mark.default
async def test_the_winner_is_told_below_the_result_and_no_one_is_pinged(server: Server) -> None:
    board = await server.begin()
    await server.play(board, FOUR)
    panel = answer(await server.ada.click(board, label="Resign"))
    await server.ada.click(panel, label="Resign")
    result, loser, winner = texts(board)[-1].splitlines()
    assert result == "**Blaise wins: Ada resigned**"
    assert loser == "🏅 **Ada** earned **First game**"
    assert winner == "🏅 **Blaise** earned **First game**, **First win**, **Win as Black**"
    assert server.blaise.id not in server.pinged()

    # Another process that draws the board again says so, too.
    await server.client.services.games.update(1, lambda game, _: doubt(game))
    server.env.http_requests.clear()
    await server.restart()
    await repair_boards(server.client)
    assert [request for request in server.env.http_requests if request.method == "PATCH"]
    assert medals(await server.board()) == [loser, winner]


async def test_the_last_task_of_the_lesson_earns_one_once(server: Server) -> None:
    message = answer(await server.ada.slash(server.channel, "pyrga-learn lesson"))
    for _ in range(LESSON_STEPS - 1):
        await server.ada.click(message, label="Next step")
        assert medals(message) == []
    await server.ada.click(message, custom_id=LAST_TASK)
    assert medals(message) == ["🏅 New badge: **Quick learner**. You solved the last task of the lesson."]
    await server.ada.click(message, label="Repeat")
    await server.ada.click(message, custom_id=LAST_TASK)
    assert medals(message) == []


async def solve(server: Server, member: simcord.MemberActor) -> str:
    """Have a member solve today's puzzle; return what they're told below the picture."""
    card = server.newest()
    (custom_id,) = (str(button["custom_id"]) for button in offered(card))
    puzzle = next(puzzle for puzzle in puzzles() if f"puzzle:{puzzle.number}:" == custom_id)
    # A Triangle's button can take several clicks; one is enough here.
    (solved,) = await server.press_unoffered(
        (member, card, f"puzzle-move:{puzzle.number}::0:{puzzle.solution}")
    )
    assert answer(solved).ephemeral
    return texts(answer(solved))[-1]


async def test_solvers_of_the_puzzle_of_the_day_see_their_streak_and_badges_in_private(
    server: Server,
) -> None:
    await server.client.services.daily_puzzles.switch_on(
        server.guild.id, channel_id=server.channel.id, language="en-US"
    )
    posts = DailyPosts(server.client, server.clock)
    await posts.post_due()
    first = await solve(server, server.ada)
    assert (
        "🔥 That's the puzzle of the day! Solve tomorrow's on the first try, too, and you're on a streak."
        in first
    )
    assert "🏅" not in first
    assert "🔥" not in await solve(server, server.ada), "the day counts once"
    for streak in range(2, DAYS_IN_A_WEEK + 2):
        server.clock.move(DAY)
        await posts.post_due()
        told = await solve(server, server.ada)
        assert f"🔥 That's the puzzle of the day! You've solved {streak} in a row on the first try." in told
        assert ("Puzzle week" in told) == (streak == DAYS_IN_A_WEEK)
        assert ("You've earned a streak freeze" in told) == (streak == DAYS_IN_A_WEEK)
    for _ in range(2):
        server.clock.move(DAY)
        await posts.post_due()
    told = await solve(server, server.ada)
    assert f"You've solved {DAYS_IN_A_WEEK + 2} in a row on the first try." in told
    assert "❄️ A streak freeze covered the day you missed." in told
    assert server.pinged() == []


async def test_what_counts_takes_at_most_five_statements_at_the_end_of_a_game(server: Server) -> None:
    counts = []
    for moves in ("Sb2 Ta2e Tc2n", FOUR):
        board = await server.begin()
        await server.play(board, moves)
        panel = answer(await server.ada.click(board, label="Resign"))
        with counted() as traffic:
            await server.ada.click(panel, label="Resign")
        counts.append(len(traffic.statements))
    # A game that was too short counts nowhere.
    assert counts[0] < counts[1] <= counts[0] + MOST_FOR_WHAT_COUNTS
