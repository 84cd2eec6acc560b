"""Replays as GIFs, drawn in processes of their own."""

import asyncio
import sys

import structlog

from bot.environment import child_environment
from bot.fair_queue import FairQueue
from bot.values.errors import TooBusyError
from bot.values.players import ThemeName
from engine import Record, print_record

_AT_ONCE = 2
_MOST_IN_ALL = 22
# Many times what a long game takes, in seconds.
_PATIENCE = 20.0

log = structlog.get_logger(__name__)


class Replays:
    """Draws replays, each in its own process, a few at a time, and one at a time for each person.

    The GIF encoder holds the interpreter lock for a tenth of a second. In the bot's own process, no one would
    get an answer during that time.
    """

    def __init__(self) -> None:
        self._queue = FairQueue(1, _MOST_IN_ALL, at_once=_AT_ONCE)

    @property
    def waiting(self) -> int:
        return self._queue.waiting

    async def gif(self, record: Record, theme: ThemeName, player_id: int) -> bytes:
        """Return a game as a GIF, requested by ``player_id``."""
        with self._queue.request(player_id):
            async with self._queue.share(player_id):
                return await _draw(record, theme)


async def _draw(record: Record, theme: ThemeName) -> bytes:
    process = await asyncio.create_subprocess_exec(
        # Without -P, a package in the current folder could shadow ours.
        *(sys.executable, "-P", "-m", "render", "replay", "-", "-", "--theme", theme.value),
        env=child_environment(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(_PATIENCE):
            gif, errors = await process.communicate(print_record(record).encode())
    except TimeoutError:
        log.warning("replay not drawn in time", seconds=_PATIENCE)
        raise TooBusyError from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise RuntimeError(errors.decode(errors="replace"))
    return gif
