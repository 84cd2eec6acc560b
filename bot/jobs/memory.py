"""Gives memory that's free again back to the system.

The C library keeps what the busiest minute needed: a fifth of what a thousand clicked games add
(``docs/performance.md``).
"""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

from discord.ext import tasks

INTERVAL = 20.0
"""Number of seconds between two times. Each takes a millisecond or two."""


def memory_job() -> tasks.Loop[Any]:
    """Return the job."""

    @tasks.loop(seconds=INTERVAL)
    async def giving_back() -> None:
        give_back()

    return giving_back


def give_back() -> bool:
    """Give back what's free, and return whether there was any. Only glibc has a way to do this."""
    trim = _trim()
    return trim is not None and bool(trim(0))


@cache
def _trim() -> Callable[[int], int] | None:
    """Return glibc's ``malloc_trim``, described in its manual (malloc_trim(3)); None with another library."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
