"""Sets up one measurement: games, the stand-in for Discord, and the processes under test."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.click_load.clickers import Clickers
from benchmarks.click_load.contestants import Contestant, Server
from benchmarks.click_load.games import ClickedGame, new_games, show_games
from benchmarks.processes import Process, running
from benchmarks.stand_in import TOKEN
from tests.loopback.server import loopback

_SEED = 12


@dataclass(frozen=True, slots=True)
class Stage:
    """A running contestant and its games."""

    clickers: Clickers
    _processes: Sequence[Process]
    _server: Server | None
    _fresh: Iterator[ClickedGame]

    def cpu_seconds(self) -> tuple[float, float]:
        """Return CPU time of all its processes so far, and of its database server, if there is one."""
        of_server = 0.0 if self._server is None else self._server.cpu_seconds()
        return sum(process.cpu_seconds() for process in self._processes), of_server

    def megabytes(self) -> float:
        """Return resident memory of all its processes; a megabyte is a million bytes."""
        return sum(process.resident_bytes() for process in self._processes) / 1_000_000

    def new_game(self) -> ClickedGame:
        """Return a game that hasn't been clicked yet.

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
        played = new_games(games, contestant.guilds, places=contestant.places)
        commands = await asyncio.to_thread(contestant.prepare, folder, played)
        async with loopback(TOKEN, checked=False) as server, AsyncExitStack() as stack:
            show_games(played, server)
            server.members |= {guild: set() for guild in contestant.guilds}
            # Together, because the stand-in is ready once every shard is served.
            processes = await asyncio.gather(
                *(
                    stack.enter_async_context(running(command.arguments, server, folder, **command.settings))
                    for command in commands
                )
            )
            yield Stage(Clickers(server, _SEED), processes, contestant.server, iter(played))
