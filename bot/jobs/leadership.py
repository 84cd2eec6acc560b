"""Jobs that go on for as long as the bot runs, and those that only the process that leads does."""

from functools import partial
from typing import Any

import structlog
from discord.ext import tasks

from bot.matches.processes.leadership import Round
from bot.ui.context.client import ServingClient

log = structlog.get_logger(__name__)


def lasting_job(seconds: float, begin: Round, failure: str) -> tasks.Loop[Any]:
    """Return a job with a round every ``seconds``. ``failure`` is what's logged when one fails."""

    @tasks.loop(seconds=seconds)
    async def job() -> None:
        try:
            await begin()
        except Exception:
            # A job that died in one bad hour would leave everything later undone. The next round may succeed.
            log.exception(failure)

    return job


def leader_job(client: ServingClient, seconds: float, begin: Round, failure: str) -> tasks.Loop[Any]:
    """Return a job that the leader does every ``seconds``, to be started once the client is logged in."""
    return lasting_job(seconds, partial(client.services.leadership.lead, begin), failure)
