"""Shares slow work fairly among people, and keeps each person's requests in order."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.matches.errors import StillWorkingError, TooBusyError

MOST_IN_ALL = 100
"""Maximum number of requests of all people at a time."""


class Quota:
    """Counts the requests of each person in progress, at most ``most`` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._requests: Counter[int] = Counter()

    @property
    def total(self) -> int:
        """The number of requests of all people together."""
        return self._requests.total()

    @contextmanager
    def request(self, person_id: int) -> Iterator[None]:
        """Count a request of a person until the block ends.

        Raises:
            StillWorkingError: they already have too many.
        """
        if self._requests[person_id] >= self._most:
            raise StillWorkingError
        self._requests[person_id] += 1
        try:
            yield
        finally:
            self._requests[person_id] -= 1
            if not self._requests[person_id]:
                del self._requests[person_id]


class FairQueue:
    """Lets one piece of work at a time through, or a few.

    Of the players who are waiting, the one whose last share was longest ago goes first. So no matter how many
    requests one player makes, another player only has to wait for one of them.

    Args:
        most_requests: Maximum number of requests per player, including the one in progress.
        most_in_all: Maximum number of requests of all players together.
        at_once: Maximum number of pieces of work at a time.
    """

    def __init__(self, most_requests: int, most_in_all: int = MOST_IN_ALL, *, at_once: int = 1) -> None:
        self._quota = Quota(most_requests)
        self._most_in_all = most_in_all
        # The players in the order of their turns.
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        self._free = at_once

    @property
    def busy(self) -> bool:
        """Whether so much work is in progress that another piece would wait."""
        return self._free == 0

    @property
    def waiting(self) -> int:
        """The number of pieces of work that are waiting for their turn."""
        return sum(len(own) for own in self._waiting.values())

    @contextmanager
    def request(self, player_id: int) -> Iterator[None]:
        """Count a request of ``player_id`` until the block ends. It may need several shares.

        Raises:
            StillWorkingError: ``player_id`` already has too many.
            TooBusyError: all players together have too many.
        """
        with self._quota.request(player_id):
            if self._quota.total > self._most_in_all:
                raise TooBusyError
            yield

    @asynccontextmanager
    async def share(self, player_id: int) -> AsyncIterator[None]:
        """Wait until ``player_id`` may work, and keep a place for it until the block ends."""
        await self._wait(player_id)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, player_id: int) -> None:
        if self._free:
            self._free -= 1
            return
        granted = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(player_id, deque()).append(granted)
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            who = next(iter(self._waiting))
            own = self._waiting.pop(who)
            granted = own.popleft()
            if own:
                self._waiting[who] = own
            if not granted.done():
                granted.set_result(None)
                return
        self._free += 1
