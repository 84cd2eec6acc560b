"""The computer of the demo, which no click waits for."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import simcord

from bot.computer import Computer
from bot.demo.live_pages import DemoClock, catch_up
from engine import Move, Solution

_Answer = TypeVar("_Answer")


class BackgroundComputer(Computer):
    """Thinks while the page accepts other clicks.

    A click in simcord ends when the bot has nothing left to do, and until then the page refuses all others. A
    long move or search would block it, especially the first one, which has to wait until the solver is
    compiled.
    """

    def __init__(self, clock: DemoClock, *, megabytes: int) -> None:
        # The demo's own folder may be temporary, so compiled code is kept in the user's cache folder.
        super().__init__(megabytes=megabytes, cache_folder=None)
        self._clock = clock
        self._env: simcord.Env | None = None

    def live_in(self, env: simcord.Env) -> None:
        """Think in the background of this environment from now on."""
        self._env = env

    async def solve(self, *arguments: Any, **options: Any) -> Solution:
        """Return the values as ``Computer.solve`` does, and let clicks end meanwhile."""
        return await self._in_background(partial(super().solve, *arguments, **options))

    async def choose(self, *arguments: Any, **options: Any) -> Move:
        """Return the move as ``Computer.choose`` does, and let clicks end meanwhile."""
        return await self._in_background(partial(super().choose, *arguments, **options))

    async def _in_background(self, think: Callable[[], Coroutine[Any, Any, _Answer]]) -> _Answer:
        if self._env is None:
            return await think()
        try:
            answer: _Answer = await self._env.external_wait(think(), reason="the computer is thinking")
        except simcord.SetupError:
            # A job is asking, and simcord doesn't wait for those.
            return await think()
        # The result must be later than everything the page has shown, no matter how quickly it comes.
        catch_up(self._env, self._clock)
        return answer
