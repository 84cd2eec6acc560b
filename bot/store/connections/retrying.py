"""Retries whole transactions that the database aborted because of a conflict."""

import asyncio
import functools
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError

TRIES: Final = 5
"""Maximum number of tries for a transaction."""

_PAUSE: Final = 0.05
"""Maximum number of seconds before the second try; each later pause may be twice as long."""

_CONFLICTS: Final = frozenset({"40001", "40P01"})
"""Serialization failures and deadlocks (PostgreSQL's manual, appendix A): nothing was done, try it again."""

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger(__name__)


def retried(
    use_case: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Retry a use case that is a single transaction if PostgreSQL aborted it because of a conflict.

    SQLite has one writer at a time, so no such conflict happens there.
    """

    @functools.wraps(use_case)
    async def with_retries(*arguments: P.args, **options: P.kwargs) -> T:
        for attempt in range(TRIES - 1):
            try:
                return await use_case(*arguments, **options)
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in _CONFLICTS:
                    raise
                log.info("transaction tried again", use_case=use_case.__qualname__, attempt=attempt + 1)
            # Two that conflicted once would conflict again if both waited equally long.
            await asyncio.sleep(random.uniform(0, _PAUSE * 2**attempt))  # noqa: S311 - no secret
        return await use_case(*arguments, **options)

    return with_retries
