"""Jobs that only one process does at a time, and that continue after a round that failed."""

from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from discord.ext import tasks

from bot.ui.context.client import ServingClient

log = structlog.get_logger(__name__)


def leader_job(
    client: ServingClient, seconds: float, begin: Callable[[], Coroutine[Any, Any, None]], failure: str
) -> tasks.Loop[Any]:
    """Return a job that the leader does every ``seconds``, to be started once the client is logged in.

    ``failure`` is what's logged when a round fails.
    """

    @tasks.loop(seconds=seconds)
    async def job() -> None:
        try:
            await client.services.leadership.lead(begin)
        except Exception:
            # A job that died in one bad hour would leave everything later undone. The next round may succeed.
            log.exception(failure)

    return job
