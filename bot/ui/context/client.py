"""The Discord client that carries the use cases, what it is answering, and which messages it remembers."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import discord

from bot.ui.context.intake import Intake
from bot.ui.context.mailboxes import Mailboxes
from bot.ui.context.memberships import Memberships
from bot.ui.context.services import Services
from bot.ui.context.sight import Sight
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.text.command_mentions import NO_MENTIONS, CommandMentions

_GIVING_UP = 0.25
"""Maximum number of seconds for what was given up to end."""


Deletion = Callable[[], Awaitable[None]]
"""Deletes a message."""

MOST_REMEMBERED = 1000
"""Maximum number of messages to remember. Discord lets no one delete a private one after 15 minutes."""


class NewestMessages:
    """The newest private message about each subject, which is any value.

    After a restart, none is known: then an old message stays until the person dismisses it.
    """

    def __init__(self) -> None:
        self._deletions: dict[Hashable, Deletion] = {}

    def put(self, subject: Hashable, delete: Deletion) -> Deletion | None:
        """Remember how to delete the newest message about ``subject``, and return how for the one before."""
        older = self._deletions.pop(subject, None)
        self._deletions[subject] = delete
        if len(self._deletions) > MOST_REMEMBERED:
            del self._deletions[next(iter(self._deletions))]
        return older


class ReplacedMessages:
    """The messages that were replaced lately. What was read before then doesn't know."""

    def __init__(self) -> None:
        self._ids: dict[int, None] = {}

    def __contains__(self, message_id: int | None) -> bool:
        return message_id in self._ids

    def add(self, message_id: int) -> None:
        """Remember a message, and forget the oldest if there are too many."""
        self._ids[message_id] = None
        if len(self._ids) > MOST_REMEMBERED:
            del self._ids[next(iter(self._ids))]


class ServingClient(discord.AutoShardedClient):
    """A Discord client with the bot's use cases, icons, mentions of commands, and queue of clicks."""

    services: Services
    icons: Icons = NO_ICONS
    commands: CommandMentions = NO_MENTIONS

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.intake = Intake()
        self.memberships = Memberships()
        self.mailboxes = Mailboxes()
        self.newest = NewestMessages()
        self.replaced = ReplacedMessages()
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
