"""The Discord client that carries the use cases, and what it is answering."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import discord

from bot.ui.context.intake import Intake
from bot.ui.context.memberships import Memberships
from bot.ui.context.newest import NewestMessages
from bot.ui.context.services import Services
from bot.ui.context.sight import Sight
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.text.command_mentions import NO_MENTIONS, CommandMentions

_GIVING_UP = 0.25
"""Maximum number of seconds for what was given up to end."""


class ServingClient(discord.AutoShardedClient):
    """A Discord client with the bot's use cases, icons, mentions of commands, and queue of clicks."""

    services: Services
    icons: Icons = NO_ICONS
    commands: CommandMentions = NO_MENTIONS

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.intake = Intake()
        self.memberships = Memberships()
        self.newest = NewestMessages()
        self.sight = Sight()
        self._answering: set[asyncio.Task[Any]] = set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note that the current task is answering an interaction for as long as the block lasts."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("an interaction that no task answers")
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def finish_answering(self, patience: float) -> None:
        """Wait until no interaction is being answered, for up to ``patience`` seconds; then give up.

        Those that come in the meantime are waited for, too.
        """
        until = monotonic() + patience
        while self._answering and (left := until - monotonic()) > 0:
            await asyncio.wait(self._answering, timeout=left)
        unfinished = {*self._answering}
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished, timeout=_GIVING_UP)


Interaction = discord.Interaction[ServingClient]
