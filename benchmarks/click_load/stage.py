"""Sets up one measurement: games, the stand-in for Discord, and the process under test."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.click_load.clickers import Clickers
from benchmarks.click_load.contestants import Contestant
from benchmarks.click_load.games import ClickedGame, new_games, show_games
from benchmarks.click_load.processes import ProcessUnderTest, running
from benchmarks.click_load.wire import TOKEN
from tests.loopback.server import loopback

_SEED = 12


@dataclass(frozen=True, slots=True)
class Stage:
    """A running contestant and its games."""

    processes: Sequence[ProcessUnderTest]
    clickers: Clickers
    _fresh: Iterator[ClickedGame]

    @property
    def process(self) -> ProcessUnderTest:
        """Its only process, or its first."""
        return self.processes[0]

    def cpu_seconds(self) -> float:
        """CPU time of all its processes so far."""
        return sum(process.cpu_seconds() for process in self.processes)

    def new_game(self) -> ClickedGame:
        """A game that hasn't been clicked yet.

        Raises:
            RuntimeError: there are no more.
        """
        game = next(self._fresh, None)
        if game is None:
            raise RuntimeError("no games left: more clicks than expected")
        return game


@asynccontextmanager
async def stage(contestant: Contestant, games: int) -> AsyncIterator[Stage]:
    """Run ``contestant`` with that many new games until the block ends."""
    with tempfile.TemporaryDirectory(prefix="pyrga-load-") as name:
        folder = Path(name)
        played = new_games(games, contestant.guilds)
        commands = contestant.prepare(folder, played)
        async with loopback(TOKEN, checked=False) as server, AsyncExitStack() as stack:
            show_games(played, server)
            server.members |= {guild: set() for guild in contestant.guilds}
            # Together, because the stand-in is ready once every shard is served.
            processes = await asyncio.gather(
                *(
                    stack.enter_async_context(
                        running(contestant.module, [str(server.address), *arguments], server, folder / "log")
                    )
                    for arguments in commands
                )
            )
            yield Stage(processes, Clickers(server, _SEED), iter(played))
