"""Draws beside the event loop, in threads that do nothing else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

THREADS: Final = 2
"""While one deflates a picture, which needs no interpreter, the other can paint.

The allocator has a heap for each thread, and keeps for it what the largest pictures took. In asyncio's own
threads, Discord's address would be looked up only after all pictures that wait there.
"""

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="drawing")


async def draw(drawing: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call ``drawing`` in one of the threads, and return what it does."""
    return await asyncio.get_running_loop().run_in_executor(_threads, partial(drawing, *args, **kwargs))
