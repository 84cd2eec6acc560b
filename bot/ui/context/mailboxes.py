"""Work about one subject, one piece after another, without anyone holding a lock.

Each subject has a mailbox. While its work is being done, more may be handed in, and then everything that has
come in meanwhile is done together: usually, only the newest matters.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any, TypeVar

from bot.store.connections.transactions import context_of_shared_work

T = TypeVar("T")


class Mailboxes:
    """The mailboxes of all subjects."""

    def __init__(self) -> None:
        self._waiting: defaultdict[Hashable, list[tuple[Any, asyncio.Future[None]]]] = defaultdict(list)
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    async def hand_in(
        self, subject: Hashable, item: T, work: Callable[[Sequence[T]], Awaitable[None]]
    ) -> None:
        """Hand in an item, and wait until ``work``, the same for all of a subject, has done it.

        It's given everything that has come in for the subject, in order. If the caller gives up, the work is
        done all the same.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[subject].append((item, done))
        if subject not in self._tasks:
            # It also works for others than the one who begins it.
            task = asyncio.create_task(self._empty(subject, work), context=context_of_shared_work())
            self._tasks[subject] = task
        await asyncio.shield(done)

    async def close(self) -> None:
        """Cancel everything that is in progress."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _empty(self, subject: Hashable, work: Callable[[Sequence[Any]], Awaitable[None]]) -> None:
        error: BaseException | None
        try:
            while letters := self._waiting.pop(subject, []):
                error = asyncio.CancelledError()
                try:
                    await work([item for item, _ in letters])
                    error = None
                except Exception as failure:  # noqa: BLE001 - whoever handed it in handles it
                    error = failure
                finally:
                    for _, done in letters:
                        _end(done, error)
        finally:
            del self._tasks[subject]
            for _, done in self._waiting.pop(subject, []):
                done.cancel()


def _end(done: asyncio.Future[None], error: BaseException | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    elif isinstance(error, asyncio.CancelledError):
        done.cancel()
    else:
        done.set_exception(error)
        # Whoever handed it in may have given up.
        done.exception()
