"""Discord as simcord imitates it, for machines of any speed."""

from typing import Any, Final

import discord
import simcord

PATIENCE: Final = 120.0
"""Maximum number of seconds that a click waits for everything it caused, such as a compiled solver."""


class PatientEnv(simcord.Env):
    """An imitation of Discord that gives the bot as long for its start as for what follows."""

    def __init__(self, bot: discord.Client, *, settle_timeout: float = PATIENCE, **options: Any) -> None:
        super().__init__(bot, settle_timeout=settle_timeout, **options)

    async def _settle_internal(self, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ASYNC109 - its name
        # simcord waits for five seconds until the bot has started, whatever it's told.
        longer = None if timeout is None else max(timeout, self.settle_timeout)
        await super()._settle_internal(timeout=longer, **how)
