"""A player deletes their data, in every state of a match: a row of ``docs/behavior.md``."""

import pytest

from bot.jobs.rounds import repair_boards
from engine import Reason
from tests.bot.servers import answer, texts
from tests.bot.whole.scenes import CHALLENGE, OVER, RUNNING, Scene
from tests.cells import cells

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="module")]

EVENT = "delete your data"


async def delete_data_of_ada(match: Scene) -> None:
    panel = answer(await match.ada.slash(match.server.channel, "pyrga privacy"))
    for _ in range(2):
        await match.ada.click(panel, label="Delete my data")
    assert texts(panel)[0].startswith("Your data has been deleted.")


@cells(EVENT, CHALLENGE)
async def test_a_challenge_is_withdrawn(match: Scene) -> None:
    await delete_data_of_ada(match)
    assert texts(match.message) == ["**Deleted player** withdrew the challenge to **Blaise**."]


@cells(EVENT, *RUNNING)
async def test_a_running_game_is_lost(match: Scene) -> None:
    await delete_data_of_ada(match)
    game = await match.game()
    assert game.outcome is not None
    assert game.outcome.reason is Reason.RESIGNATION
    assert game.winner == game.black
    assert "**Deleted player** resigned." in await match.board()


@cells(EVENT, *OVER)
async def test_a_board_of_an_old_game_shows_the_other_name(match: Scene) -> None:
    before = (await match.game()).outcome
    await delete_data_of_ada(match)
    await repair_boards(match.server.client)
    assert (await match.game()).outcome == before
    assert "Deleted player" in await match.board()
    assert "Ada" not in await match.board()
