"""Has the computer move in games that wait for it: after a start, and if a turn has failed.

If it can't move, the boards of these games say so.
"""

from typing import Any

import structlog
from discord.ext import tasks

from bot.ui.board.computer_turns import let_computer_play
from bot.ui.context.client import ServingClient

INTERVAL = 20.0
_BATCH = 20

log = structlog.get_logger(__name__)


def computer_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""

    @tasks.loop(seconds=INTERVAL)
    async def computer() -> None:
        try:
            for game in await client.services.computer_games.waiting(_BATCH):
                let_computer_play(client, game)
        except Exception:
            # A job that dies in one bad hour would leave every later game waiting.
            log.exception("looking for the computer's turns failed")

    return computer
