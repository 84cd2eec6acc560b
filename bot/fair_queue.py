"""What goes first if the bot is asked for more than it can do at once, and how people take turns."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Final

from bot.values.errors import StillWorkingError, TooBusyError

MOST_IN_ALL: Final = 100
"""Maximum number of requests of all people at a time."""

CALM: Final = 16
"""Number of clicks on boards in progress at which extras start to wait."""

MOST_WAITING: Final = 50
"""Maximum number of waiting extras."""

MOST_OF_ONE_PERSON: Final = 5
"""Maximum number of extras that one person has in progress."""

PATIENCE: Final = 30.0
"""Maximum number of seconds that an extra waits."""


class Quota:
    """Counts the requests of each person in progress, at most ``most`` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._requests: Counter[int] = Counter()

    @property
    def total(self) -> int:
        """Return the number of requests of all people together."""
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
        """Return whether so much work is in progress that another piece would wait."""
        return self._free == 0

    @property
    def waiting(self) -> int:
        """Return the number of pieces of work that are waiting for their turn."""
        return sum(len(own) for own in self._waiting.values())

    @contextmanager
    def request(self, player_id: int) -> Iterator[None]:
        """Count a request of ``player_id`` until the block ends. It may need several shares.

        Raises:
            StillWorkingError: ``player_id`` already has too many.
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


class Intake:
    """The clicks on boards that one process is answering, and the extras that wait for them.

    Extras are lists, pictures on demand, hints, replays, and reviews. While many clicks on boards wait for
    their answers, extras wait, and once too many do, anyone who asks for one is told to come back later. So
    is a person who asks for many at once.
    """

    def __init__(self) -> None:
        self._clicks: set[int] = set()
        self._extras = Quota(MOST_OF_ONE_PERSON)
        self._waiting: deque[asyncio.Future[None]] = deque()

    @contextmanager
    def click(self, interaction_id: int) -> Iterator[None]:
        """Count a click on a board for as long as the block lasts, or until its answer is on the way."""
        self._clicks.add(interaction_id)
        try:
            yield
        finally:
            self.answered(interaction_id)

    def answered(self, interaction_id: int) -> None:
        """Record that a click's answer is ready: from here on, it only waits for Discord."""
        self._clicks.discard(interaction_id)
        self._let_one_in()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def clicks(self) -> int:
        """Return the number of clicks on boards that are being answered."""
        return len(self._clicks)

    def request(self, person_id: int) -> AbstractContextManager[None]:
        """Count an extra of a person for as long as the block lasts.

        Raises:
            StillWorkingError: they have too many in progress.
        """
        return self._extras.request(person_id)

    async def admit_extra(self) -> None:
        """Wait until this extra may be answered, first come, first served."""
        if self._is_calm and not self._waiting:
            return
        if len(self._waiting) >= MOST_WAITING:
            raise TooBusyError
        admission = asyncio.get_running_loop().create_future()
        self._waiting.append(admission)
        try:
            async with asyncio.timeout(PATIENCE):
                await admission
        except TimeoutError:
            raise TooBusyError from None
        finally:
            if admission in self._waiting:
                self._waiting.remove(admission)
            self._let_one_in()

    @property
    def _is_calm(self) -> bool:
        return len(self._clicks) < CALM

    def _let_one_in(self) -> None:
        if self._waiting and self._is_calm:
            admission = self._waiting.popleft()
            if not admission.done():
                admission.set_result(None)
