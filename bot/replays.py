"""Replays as GIFs, drawn in processes of their own."""

import asyncio
import sys

from bot.matches.errors import TooBusyError
from bot.matches.values.players import ThemeName
from engine import Record, print_record

_AT_ONCE = 2
_MOST_WAITING = 20
# Many times as long as a long game takes, in seconds.
_PATIENCE = 20.0


class Replays:
    """Draws replays, each in its own process, a few at a time.

    The GIF encoder holds the interpreter lock for a tenth of a second, during which the bot could answer
    no one.
    """

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    async def gif(self, record: Record, theme: ThemeName) -> bytes:
        """Return a game as a GIF.

        Raises:
            TooBusyError: too many people are waiting for one.
            TimeoutError: it took too long.
            RuntimeError: the process failed.
        """
        if self._waiting >= _MOST_WAITING:
            raise TooBusyError
        self._waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1
        try:
            return await _draw(record, theme)
        finally:
            self._turns.release()


async def _draw(record: Record, theme: ThemeName) -> bytes:
    process = await asyncio.create_subprocess_exec(
        # Without -P, the folder the bot was started in could stand in for the package.
        *(sys.executable, "-P", "-m", "render", "replay", "-", "-", "--theme", theme.value),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(_PATIENCE):
            gif, errors = await process.communicate(print_record(record).encode())
    except (TimeoutError, asyncio.CancelledError):
        process.kill()
        await process.wait()
        raise
    if process.returncode != 0:
        raise RuntimeError(errors.decode(errors="replace"))
    return gif
