"""Draws pictures beside the event loop, in threads that do nothing else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

THREADS: Final = 2
"""While one compresses a picture, which doesn't need the interpreter, the other can paint.

The allocator keeps a heap for each thread, as large as its largest pictures. And in asyncio's own threads,
looking up Discord's address would have to wait for all pictures that wait there.
"""

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="drawing")


async def draw(drawing: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call ``drawing`` in one of the threads, and return its result."""
    return await asyncio.get_running_loop().run_in_executor(_threads, partial(drawing, *args, **kwargs))
