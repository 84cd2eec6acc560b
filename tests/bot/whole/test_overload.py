"""The bot gets more requests than it can handle: boards keep working, and extras are politely declined."""

from contextlib import ExitStack

import pytest

from bot import fair_queue
from tests.bot.servers import Server, said, texts

pytestmark = pytest.mark.thorough

SWAMPED = "I'm swamped with moves right now. Please try again in a minute."


@pytest.fixture
def swamped(server: Server, monkeypatch: pytest.MonkeyPatch) -> ExitStack:
    """Keep clicks on boards in progress until this is closed; no more extras can wait for them."""
    monkeypatch.setattr(fair_queue, "MOST_WAITING", 0)
    clicks = ExitStack()
    for number in range(fair_queue.CALM):
        clicks.enter_context(server.client.intake.click(number))
    return clicks


EXTRAS = (
    *("pyrga leaderboard", "pyrga games", "pyrga history", "pyrga replay"),
    *("pyrga-learn rules", "pyrga-learn lesson", "pyrga-learn puzzle", "pyrga-learn review"),
)


async def test_extras_are_declined_while_clicks_are_answered_and_hints_not_counted(
    server: Server, swamped: ExitStack
) -> None:
    board = await server.begin(hints=True)
    for command in EXTRAS:
        assert said(await server.ada.slash(server.channel, command)) == SWAMPED, command
    assert said(await server.ada.click(board, label="Hint")) == SWAMPED
    assert (await server.client.services.games.get(1)).white_seat.hints == ()
    await server.play(board, "Sa1")
    assert "move 1" in texts(board)[0]
    swamped.close()
    result = await server.ada.slash(server.channel, "pyrga leaderboard")
    assert SWAMPED not in str(result.response)
