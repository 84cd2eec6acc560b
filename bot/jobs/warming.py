"""Compiles the solver once after each start, so that nobody's first move has to wait for it."""

import asyncio
from typing import Any

from discord.ext import tasks

from bot.computer import Computer

DELAY = 15.0
"""So many seconds the start has the processor for itself."""


def warming_job(computer: Computer) -> tasks.Loop[Any]:
    """The job, to be started at any time."""

    @tasks.loop(count=1)
    async def warming() -> None:
        await asyncio.sleep(DELAY)
        await computer.warm()

    return warming
