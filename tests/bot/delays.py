"""Random short delays, drawn from a seed, with which things happen in orders in which they rarely do.

They come before and after each transaction, and before its end; before something is handed in to a mailbox
and before that's worked on; and before the computer thinks and before it plays. A test that runs again with
the same seed draws the same delays in the same order.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from random import Random
from time import sleep
from typing import Any, Final

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.computer.turns import ComputerTurns
from bot.store.connections.database import Database
from bot.ui.context.client import Mailboxes

LONGEST: Final = 0.01
"""Maximum number of seconds of a delay. One of ``RARITY`` is ten times as long."""

RARITY: Final = 50

_SLEEPERS: Final = ThreadPoolExecutor(64)

Open = Callable[[Database], AbstractAsyncContextManager[AsyncConnection]]
Take = Callable[..., Coroutine[Any, Any, Any]]


class Delays:
    """The delays of one test."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def draw(self) -> float:
        """Return the number of seconds of the next delay. About half of them are none."""
        longest = LONGEST * (10 if self._random.randrange(RARITY) == 0 else 1)
        return max(0.0, self._random.uniform(-longest, longest))

    async def wait(self) -> None:
        # On a thread, because simcord keeps the time of the loop.
        await asyncio.get_running_loop().run_in_executor(_SLEEPERS, sleep, self.draw())

    def around(self, opening: Open) -> Open:
        """Return a way to open a transaction with delays around it, and before its end."""

        @asynccontextmanager
        async def opened(database: Database) -> AsyncIterator[AsyncConnection]:
            await self.wait()
            async with opening(database) as connection:
                yield connection
                await self.wait()
            await self.wait()

        return opened

    def before(self, taking: Take) -> Take:
        """Return what does the same after a delay."""

        async def taken(*arguments: Any, **options: Any) -> Any:
            await self.wait()
            return await taking(*arguments, **options)

        return taken

    def in_mailboxes(self, hand_in: Take) -> Take:
        """Return a way to hand in something to a mailbox, with delays before that and before the work."""

        async def handed_in(
            mailboxes: Mailboxes,
            subject: Hashable,
            item: object,
            work: Callable[[Sequence[Any]], Awaitable[None]],
        ) -> None:
            await self.wait()
            await hand_in(mailboxes, subject, item, self.before(work))  # type: ignore[arg-type]

        return handed_in


@contextmanager
def delayed(seed: str) -> Iterator[None]:
    """Have what's done in the block wait now and then, as drawn from a seed."""
    delays = Delays(seed)
    with pytest.MonkeyPatch.context() as patched:
        for name in ("reading", "reading_once", "writing"):
            patched.setattr(Database, name, delays.around(getattr(Database, name)))
        patched.setattr(Mailboxes, "hand_in", delays.in_mailboxes(Mailboxes.hand_in))
        for name in ("_choose", "_play"):
            patched.setattr(ComputerTurns, name, delays.before(getattr(ComputerTurns, name)))
        yield
