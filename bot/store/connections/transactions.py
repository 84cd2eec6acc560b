"""What holds for whole transactions: they're retried, and those of the leader are behind a fence.

A process can be paused for minutes without noticing, halfway through a round of a job. Its clock tells it so
as soon as it resumes, and the database refuses its transactions, because the lease then has a later term.
"""

import asyncio
import functools
import inspect
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar, cast

import structlog
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.errors import UnreachableDatabaseError
from bot.store.schema.tables import leases

LEADER = "leader"
"""The name of the leader's lease."""

_HELD = select(leases.c.term).where(leases.c.name == LEADER).with_for_update(read=True, key_share=True)

TRIES: Final = 5
"""Maximum number of tries for a transaction that conflicts with others."""

PATIENCE = 30.0
"""Maximum number of seconds that transactions wait for a server that is away.

After that, while it's still away, new ones are refused immediately.
"""

_PAUSE: Final = 0.05
"""Maximum number of seconds before the second try; each later pause may be twice as long."""

_PAUSE_AWAY: Final = 0.5
"""Maximum number of seconds between two attempts to reach the server."""

_CONFLICTS: Final = frozenset({"23503", "23505", "40001", "40P01"})
"""What PostgreSQL says if others did something at the same time (its manual, appendix A): nothing was done.

A row that was there a statement ago is gone, or one that wasn't is there now, a serialization failure, and a
deadlock. The next try finds what the others did.
"""

P = ParamSpec("P")
T = TypeVar("T")
log = structlog.get_logger(__name__)


class LostLeaseError(Exception):
    """This process no longer leads. Another one is doing the work, or will."""


@dataclass(slots=True)
class Fence:
    """A leader works only behind its fence: in its ``term``, and before ``until``.

    That is a time of ``time.monotonic``, and moves on with each renewal of the lease.
    """

    term: int
    until: float

    @property
    def holds(self) -> bool:
        """Return whether the lease lasts, as far as this process knows without asking."""
        return monotonic() < self.until


_FENCE: ContextVar[Fence | None] = ContextVar("fence", default=None)


@contextmanager
def behind(fence: Fence) -> Iterator[None]:
    """Do what's in the block, and in the tasks that begin in it, behind a fence."""
    before = _FENCE.set(fence)
    try:
        yield
    finally:
        _FENCE.reset(before)


def context_of_shared_work() -> Context:
    """Return a context like the current one, for a task that works for others, too.

    It isn't behind a fence, and what it logs isn't logged as part of the current click.
    """
    context = copy_context()
    context.run(_FENCE.set, None)
    context.run(structlog.contextvars.clear_contextvars)
    return context


def check_fence() -> None:
    """Check, without asking the database, that the lease lasts if the current task works behind a fence."""
    fence = _FENCE.get()
    if fence is not None and not fence.holds:
        raise LostLeaseError


async def check_fence_in(connection: AsyncConnection) -> None:
    """Check in a transaction that the lease has the current task's term, if that works behind a fence.

    No other process can take the lease before the transaction has ended. The leader can still renew it.

    Raises:
        LostLeaseError: the lease has another term.
    """
    fence = _FENCE.get()
    if fence is not None and await connection.scalar(_HELD) != fence.term:
        raise LostLeaseError


def retried(use_case: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Retry a use case that is a single transaction if PostgreSQL aborted it, or can't be reached.

    A server that goes away during a commit doesn't say whether it was done. So repeating a use case must do
    no harm: it finds that the revision has risen, the row is gone or the setting has changed. A use case that
    would refuse what it has already done itself has a parameter ``repeated``, and is told by it.

    None of this happens with SQLite: it has one writer at a time and no server.
    """
    tells = "repeated" in inspect.signature(use_case).parameters

    @functools.wraps(use_case)
    async def with_retries(*arguments: P.args, **options: P.kwargs) -> T:
        conflicts = 0
        while True:
            try:
                return await use_case(*arguments, **options)
            except UnreachableDatabaseError as error:
                if error.seconds > PATIENCE:
                    raise
                longest = _PAUSE_AWAY
                if tells:
                    cast("dict[str, Any]", options)["repeated"] = True
            except DBAPIError as error:
                conflicts += 1
                if getattr(error.orig, "sqlstate", None) not in _CONFLICTS or conflicts == TRIES:
                    raise
                log.info("transaction tried again", use_case=use_case.__qualname__, attempt=conflicts)
                longest = _PAUSE * 2 ** (conflicts - 1)
            # Two that conflicted once would conflict again if both waited for the same time.
            await asyncio.sleep(random.uniform(0, longest))  # noqa: S311 - no secret

    return with_retries


async def try_within(seconds: float, work: Coroutine[Any, Any, None]) -> None:
    """Do some work with a database, or give it up when the time is over. It may fail without harm.

    The driver lets go of a silent server only after a while, so what's given up isn't waited for:
    ``Database.close`` ends it.
    """
    trying = asyncio.create_task(work)
    trying.add_done_callback(_note_failure)
    await asyncio.wait([trying], timeout=seconds)
    trying.cancel()


def _note_failure(tried: asyncio.Task[None]) -> None:
    if not tried.cancelled() and (error := tried.exception()) is not None:
        log.info("the database wasn't told", error=repr(error))
