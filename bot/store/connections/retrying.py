"""Retries whole transactions: after a conflict with another, and while PostgreSQL's server is away."""

import asyncio
import functools
import random
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError

from bot.store.connections.errors import UnreachableDatabaseError

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

_CONFLICTS: Final = frozenset({"40001", "40P01"})
"""Serialization failures and deadlocks (PostgreSQL's manual, appendix A): nothing was done, so try again."""

_MAY_BE_DONE: Final = ContextVar("may_be_done", default=False)

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger(__name__)


def retried(
    use_case: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Retry a use case that is a single transaction if PostgreSQL aborted it, or can't be reached.

    A server that goes away during a commit doesn't say whether it was done. So repeating a use case must do
    no harm: it finds that the revision has risen, the row is gone or the setting has changed. A use case that
    would refuse what it has already done itself asks `may_be_done`.

    None of this happens with SQLite: it has one writer at a time and no server.

    Raises:
        UnreachableDatabaseError: the server has been away for longer than `PATIENCE`.
    """

    @functools.wraps(use_case)
    async def with_retries(*arguments: P.args, **options: P.kwargs) -> T:
        conflicts, interrupted = 0, False
        while True:
            before = _MAY_BE_DONE.set(interrupted)
            try:
                return await use_case(*arguments, **options)
            except UnreachableDatabaseError as error:
                if error.seconds > PATIENCE:
                    raise
                longest, interrupted = _PAUSE_AWAY, True
            except DBAPIError as error:
                conflicts += 1
                if getattr(error.orig, "sqlstate", None) not in _CONFLICTS or conflicts == TRIES:
                    raise
                log.info("transaction tried again", use_case=use_case.__qualname__, attempt=conflicts)
                longest = _PAUSE * 2 ** (conflicts - 1)
            finally:
                _MAY_BE_DONE.reset(before)
            # Two that conflicted once would conflict again if both waited for the same time.
            await asyncio.sleep(random.uniform(0, longest))  # noqa: S311 - no secret

    return with_retries


def may_be_done() -> bool:
    """Whether the use case is being repeated after its server went away, perhaps during the commit."""
    return _MAY_BE_DONE.get()
