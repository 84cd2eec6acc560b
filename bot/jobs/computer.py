"""Has the computer move in games that are waiting for it: after a start, or if a turn has failed.

If it can't move, the boards of these games say so.
"""

from functools import partial
from typing import Any

from discord.ext import tasks

from bot.jobs.leadership import leader_job
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.context.client import ServingClient

INTERVAL = 20.0
_BATCH = 20


def computer_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""
    return leader_job(client, INTERVAL, partial(let_play, client), "looking for the computer's turns failed")


async def let_play(client: ServingClient) -> None:
    """Have the computer move in games that have waited for it long enough."""
    for game in await client.services.computer_games.waiting(_BATCH):
        let_computer_play(client, game)
