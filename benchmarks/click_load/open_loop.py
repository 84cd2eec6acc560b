"""Clicks that come at random times, whether or not the bot has answered the ones before."""

import asyncio
import random
from collections import deque
from time import monotonic

from benchmarks.click_load.clickers import Click
from benchmarks.click_load.games import ClickedGame
from benchmarks.click_load.stage import Stage

SEED = 400
"""Of the random times between clicks."""


class OpenLoop:
    """Offers a number of clicks per second. Each goes to one of ``games`` that isn't waiting for its board.

    ``clicks`` are those that are over, ``held_back`` counts those that found every game waiting, and
    ``is_over`` is set once no click is left.
    """

    def __init__(self, prepared: Stage, games: int, clicks_per_second: float, patience: float) -> None:
        self.clicks: list[Click] = []
        self.held_back = 0
        self.is_over = False
        self._prepared = prepared
        self._rate = clicks_per_second
        self._patience = patience
        self._free = deque(prepared.new_game() for _ in range(games))
        self._waiting: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float) -> None:
        """Offer clicks for this many seconds. The last ones are still waiting when this returns."""
        chance = random.Random(SEED)
        due = monotonic()
        end = due + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - monotonic()))
            self._offer()
            due += chance.expovariate(self._rate)

    async def finish(self) -> None:
        """Wait until every click has its board or has failed."""
        await asyncio.gather(*self._waiting)
        self.is_over = True

    def _offer(self) -> None:
        if not self._free:
            self.held_back += 1
            return
        task = asyncio.create_task(self._click(self._free.popleft()))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _click(self, game: ClickedGame) -> None:
        click = await self._prepared.clickers.click(game, self._patience)
        self.clicks.append(click)
        self._free.append(self._prepared.new_game() if click.failed or game.is_over else game)
