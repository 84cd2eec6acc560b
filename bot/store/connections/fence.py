"""Keeps a process that was the leader from doing anything more once another one is.

A process can be paused for minutes without noticing, halfway through a round of a job. Its clock tells it so
as soon as it resumes, and the database refuses its transactions, because the lease then has a later term.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from time import monotonic

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.tables import leases

LEADER = "leader"
"""The name of the leader's lease."""

_HELD = select(leases.c.term).where(leases.c.name == LEADER).with_for_update(read=True, key_share=True)


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
        """Whether the lease lasts, as far as this process knows without asking."""
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


def context_without_fence() -> Context:
    """Return a context like the current one but not behind a fence, for tasks that work for others, too."""
    context = copy_context()
    context.run(_FENCE.set, None)
    return context


def check_fence() -> None:
    """Check, without asking the database, that the lease lasts if the current task works behind a fence.

    Raises:
        LostLeaseError: it doesn't.
    """
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
