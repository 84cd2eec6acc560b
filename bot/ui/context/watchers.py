"""The people who are watching matches on private messages, which follow the matches for a while."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic

import structlog

from bot.matches.match.match import Match
from bot.ui.context.requests import FAILURES

LIFETIME = 14 * 60.0
"""Number of seconds for which a message follows its match. Discord allows no edits after 15 minutes."""

MOST = 1000
"""Maximum number of messages that follow a match; the oldest stop first."""

Show = Callable[[Match], Awaitable[bool]]
"""Shows a match as it stands now, and returns whether the person may go on watching."""

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Watcher:
    show: Show
    until: float
    newest: Match | None = None
    task: asyncio.Task[None] | None = None


class Watchers:
    """Who is watching what: at most one message of each person for each match."""

    def __init__(self) -> None:
        self._watchers: dict[tuple[int, int], _Watcher] = {}

    def add(self, number: int, person_id: int, show: Show) -> None:
        """Let a person's newest message follow a match, in place of an older one."""
        self._watchers.pop((number, person_id), None)
        self._watchers[number, person_id] = _Watcher(show, monotonic() + LIFETIME)
        if len(self._watchers) > MOST:
            del self._watchers[next(iter(self._watchers))]

    def tell(self, match: Match) -> None:
        """Show a match, as it stands now, to everyone who is watching it. Nothing waits for that."""
        for key, watcher in [*self._watchers.items()]:
            if watcher.until <= monotonic():
                del self._watchers[key]
            elif key[0] == match.number:
                watcher.newest = match
                if watcher.task is None or watcher.task.done():
                    watcher.task = asyncio.create_task(self._follow(key, watcher))

    async def close(self) -> None:
        """Show nothing more to anyone."""
        tasks = [watcher.task for watcher in self._watchers.values() if watcher.task is not None]
        self._watchers.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, key: tuple[int, int], watcher: _Watcher) -> None:
        """Show the newest state until there's no newer one."""
        goes_on = True
        while goes_on and (match := watcher.newest) is not None:
            watcher.newest = None
            try:
                goes_on = await watcher.show(match) and match.outcome is None
            except FAILURES as error:
                log.info("game no longer followed", game=match.number, error=str(error))
                goes_on = False
        if not goes_on and self._watchers.get(key) is watcher:
            del self._watchers[key]
