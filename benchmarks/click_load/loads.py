"""Many games at once, in which players click as soon as they can, or by chance."""

import asyncio
import gc
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import monotonic

from benchmarks.click_load.clickers import Click
from benchmarks.click_load.contestants import Contestant
from benchmarks.click_load.games import ClickedGame
from benchmarks.click_load.stage import Stage, stage

_GAMES_PER_SECOND = 40
"""Games that may end, and others begin, in a second. A game takes about 25 clicks."""

_SEED = 45


@dataclass(frozen=True, slots=True)
class Load:
    """``games`` at once, for ``warm_up`` and then for ``seconds`` that are measured.

    With a ``rate``, so many clicks a second come by chance, each in one of the games whose boards show the
    last move. Without one, every game is clicked again as soon as its board does.
    """

    games: int
    warm_up: float
    seconds: float
    rate: float | None = None

    def __str__(self) -> str:
        """Return what it's called in the table."""
        return f"{self.games} games at once" + (f", {self.rate:g} clicks a second" if self.rate else "")


@dataclass(frozen=True, slots=True)
class Figures:
    """What happened in the measured ``seconds``.

    ``clicks`` are those that began in that time, and ``shown`` counts the new boards. ``cpu_seconds`` is the
    CPU time of the processes under test, and ``server_cpu_seconds`` that of their database server.
    """

    clicks: Sequence[Click]
    shown: int
    seconds: float
    cpu_seconds: float
    server_cpu_seconds: float

    @property
    def clicks_per_second(self) -> float:
        """Return how many boards got a new move per second."""
        return self.shown / self.seconds

    @property
    def cpu_per_click(self) -> float:
        """Return the milliseconds of CPU time per board with a new move."""
        return 1000 * self.cpu_seconds / self.shown if self.shown else math.nan

    @property
    def server_cpu_per_click(self) -> float:
        """Return the same for the database server."""
        return 1000 * self.server_cpu_seconds / self.shown if self.shown else math.nan

    @property
    def failed(self) -> int:
        """Return the clicks that got an error, no answer in time, or no board in time."""
        return sum(click.failed for click in self.clicks)

    def until_shown(self, share: float) -> float:
        """Return milliseconds until this share (0 to 1) of the clicks had a new board."""
        ordered = sorted(1000 * click.shown for click in self.clicks if click.shown)
        return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


async def measure(contestant: Contestant, load: Load) -> Figures:
    """Put a load on new processes."""
    needed = load.games + round(_GAMES_PER_SECOND * (load.warm_up + load.seconds))
    clicks: list[Click] = []
    async with stage(contestant, needed) as prepared:
        with _uninterrupted():
            end = monotonic() + load.warm_up + load.seconds
            playing = asyncio.create_task(_play(prepared, load, clicks, end))
            await asyncio.sleep(load.warm_up)
            began, before = monotonic(), prepared.cpu_seconds()
            await asyncio.sleep(max(0.0, end - monotonic()))
            ended, after = monotonic(), prepared.cpu_seconds()
            # Those who have clicked still wait for their boards.
            await playing
    return Figures(
        clicks=[click for click in clicks if click.began >= began],
        shown=sum(began <= click.shown_at < ended for click in clicks),
        seconds=ended - began,
        cpu_seconds=after[0] - before[0],
        server_cpu_seconds=after[1] - before[1],
    )


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put off collecting garbage in this process, which takes up to 0.6 seconds: all clicks would wait."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _play(prepared: Stage, load: Load, clicks: list[Click], end: float) -> None:
    games = [prepared.new_game() for _ in range(load.games)]
    if load.rate is None:
        await asyncio.gather(*(_click_again_and_again(prepared, game, clicks, end) for game in games))
    else:
        await _click_by_chance(prepared, games, load.rate, clicks, end)


async def _click_again_and_again(prepared: Stage, game: ClickedGame, clicks: list[Click], end: float) -> None:
    while monotonic() < end:
        game = await _click(prepared, game, clicks)


async def _click_by_chance(
    prepared: Stage, games: list[ClickedGame], rate: float, clicks: list[Click], end: float
) -> None:
    """Click in any of the games that no one waits in. If there's none, a click is left out."""
    random, at = Random(_SEED), monotonic()

    async def click(game: ClickedGame) -> None:
        games.append(await _click(prepared, game, clicks))

    async with asyncio.TaskGroup() as group:
        while (at := at + random.expovariate(rate)) < end:
            await asyncio.sleep(at - monotonic())
            if games:
                group.create_task(click(games.pop(random.randrange(len(games)))))


async def _click(prepared: Stage, game: ClickedGame, clicks: list[Click]) -> ClickedGame:
    """Click in a game, and return the one to click next."""
    click = await prepared.clickers.click(game)
    clicks.append(click)
    # If the board didn't come, no one knows where the game stands.
    return prepared.new_game() if click.failed or game.is_over else game
