"""The job that renews the lease of the process that leads, and jobs that only this process does."""

from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from discord.ext import tasks

from bot.matches.processes.leadership import INTERVAL, Leadership
from bot.ui.context.client import ServingClient

log = structlog.get_logger(__name__)


def leadership_job(leadership: Leadership) -> tasks.Loop[Any]:
    """Return the job that renews the lease, or takes it once its holder is gone.

    It's to be started once the database is open.
    """

    @tasks.loop(seconds=INTERVAL.total_seconds())
    async def leading() -> None:
        try:
            await leadership.renew()
        except Exception:
            # The next try may succeed. If none does in time, this process stops leading anyway.
            log.exception("lease not renewed")

    return leading


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
