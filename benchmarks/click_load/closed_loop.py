"""Many games at once, each clicked again as soon as its board shows the last move."""

import asyncio
from dataclasses import dataclass
from time import monotonic

from benchmarks.click_load.clickers import Click
from benchmarks.click_load.contestants import Contestant
from benchmarks.click_load.figures import Figures
from benchmarks.click_load.stage import Stage, stage

_GAMES_PER_SECOND = 40
"""Games prepared for each second. A game takes about 25 clicks."""


@dataclass(frozen=True, slots=True)
class Load:
    """``games`` at once, for ``warm_up`` and then for ``seconds`` that are measured."""

    games: int
    warm_up: float
    seconds: float


async def measure(contestant: Contestant, load: Load) -> Figures:
    """Put a load on a new process."""
    async with stage(contestant, games_for(load)) as prepared:
        return await click_along(prepared, load)


def games_for(load: Load) -> int:
    """How many games a load may need, since games end and others begin."""
    return load.games + round(_GAMES_PER_SECOND * (load.warm_up + load.seconds))


async def click_along(prepared: Stage, load: Load) -> Figures:
    """Put a load on a process that's running."""
    clicks: list[Click] = []
    end = monotonic() + load.warm_up + load.seconds
    players = [asyncio.create_task(_play(prepared, clicks, end)) for _ in range(load.games)]
    await asyncio.sleep(load.warm_up)
    began, before = monotonic(), prepared.cpu_seconds()
    await asyncio.sleep(max(0.0, end - monotonic()))
    ended, after = monotonic(), prepared.cpu_seconds()
    # Those who have clicked still wait for their boards.
    await asyncio.gather(*players)
    return Figures(
        clicks=[click for click in clicks if click.began >= began],
        shown=sum(began <= click.shown_at < ended for click in clicks),
        seconds=ended - began,
        cpu_seconds=after - before,
    )


async def _play(prepared: Stage, clicks: list[Click], end: float) -> None:
    """Play one game after another."""
    game = prepared.new_game()
    while monotonic() < end:
        click = await prepared.clickers.click(game)
        clicks.append(click)
        # If the board didn't come, no one knows where the game stands.
        if click.failed or game.is_over:
            game = prepared.new_game()
