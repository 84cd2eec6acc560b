"""A player deletes their data, in every state of a game: a row of ``docs/behavior.md``."""

import pytest

from bot.jobs.rounds import repair_boards
from engine import Color, Outcome, Reason
from tests.bot.servers import alt_text, answer, read, texts
from tests.bot.whole.scenes import CHALLENGE, OVER, RUNNING, Scene
from tests.cells import cells

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="module")]

EVENT = "delete your data"


async def delete_data_of_ada(scene: Scene) -> None:
    panel = answer(await scene.ada.slash(scene.server.channel, "pyrga privacy"))
    for _ in range(2):
        await scene.ada.click(panel, label="Delete my data")
    assert texts(panel)[0].startswith("Your data has been deleted.")


@cells(EVENT, CHALLENGE)
async def test_a_challenge_is_withdrawn(scene: Scene) -> None:
    await delete_data_of_ada(scene)
    assert texts(scene.message) == ["**Deleted player** withdrew the challenge to **Blaise**."]


@cells(EVENT, *RUNNING)
async def test_a_running_game_is_lost(scene: Scene) -> None:
    await delete_data_of_ada(scene)
    game = await scene.game()
    assert game.outcome == Outcome(Color.BLACK, Reason.RESIGNATION)
    assert f"**{game.black.name} wins: Deleted player resigned**" in await scene.board()


@cells(EVENT, *OVER)
async def test_a_board_of_an_old_game_shows_the_other_name(scene: Scene) -> None:
    before = (await scene.game()).outcome
    await delete_data_of_ada(scene)
    await repair_boards(scene.server.client)
    assert (await scene.game()).outcome == before
    board = await scene.server.board(scene.number)
    assert "Deleted player (White) against Blaise (Black)." in alt_text(board)
    assert "Ada" not in f"{read(board)} {alt_text(board)}"
