"""Draws pictures beside the event loop, in a thread that does nothing else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

THREADS: Final = 1
"""A second one shows no board sooner, as all of them wait for the interpreter (docs/performance.md).

It costs memory: the allocator has a heap for each thread, and keeps what the largest pictures took there.
In asyncio's own threads, looking up Discord's address would wait for all pictures to be drawn.
"""

P = ParamSpec("P")
T = TypeVar("T")

_executor = ThreadPoolExecutor(THREADS, thread_name_prefix="drawing")


async def draw(drawing: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call ``drawing`` in the thread, and return what it returns."""
    return await asyncio.get_running_loop().run_in_executor(_executor, partial(drawing, *args, **kwargs))
