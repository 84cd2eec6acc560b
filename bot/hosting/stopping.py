"""Stops a process of the bot on Ctrl-C or on the signal that a supervisor sends."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from typing import Any


async def run_until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run ``work`` until it ends or the process is told to stop, even if told more than once."""
    task = asyncio.create_task(work)
    # Windows has no such handlers; there Ctrl-C arrives as KeyboardInterrupt.
    with contextlib.suppress(NotImplementedError):
        for stop in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(stop, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
