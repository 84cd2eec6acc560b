"""What goes first when the bot is asked for more than it can do at once: clicks on boards before extras.

Extras are lists, pictures on demand, hints, replays and reviews. While many clicks on boards wait for their
answers, extras wait in a queue, and once that is full, anyone who asks for one is told to come back later.
So is a person who asks for many at once.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from bot.fair_queue import Quota
from bot.matches.errors import TooBusyError

CALM: Final = 16
"""Number of clicks on boards in progress at which extras start to wait."""

MOST_WAITING: Final = 50
"""Maximum number of waiting extras."""

MOST_OF_ONE_PERSON: Final = 5
"""Maximum number of extras that one person has in progress."""

PATIENCE: Final = 30.0
"""Maximum number of seconds that an extra waits."""


class Intake:
    """The clicks on boards that one process is answering, and the extras that wait for them."""

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
        """The number of extras that are waiting."""
        return len(self._waiting)

    @property
    def clicks(self) -> int:
        """The number of clicks on boards that are being answered."""
        return len(self._clicks)

    def request(self, person_id: int) -> AbstractContextManager[None]:
        """Count an extra of a person for as long as the block lasts.

        Raises:
            StillWorkingError: they have too many in progress.
        """
        return self._extras.request(person_id)

    async def admit_extra(self) -> None:
        """Wait until this extra may be answered, first come, first served.

        Raises:
            TooBusyError: too many are already waiting, or it would wait too long.
        """
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
