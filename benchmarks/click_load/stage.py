"""Sets up one measurement: games, the stand-in for Discord, and the process under test."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.click_load.clickers import Clickers
from benchmarks.click_load.contestants import Contestant
from benchmarks.click_load.games import GUILD, ClickedGame, new_games, show_games
from benchmarks.click_load.processes import ProcessUnderTest, running
from benchmarks.click_load.wire import TOKEN
from tests.loopback.server import loopback

_SEED = 12


@dataclass(frozen=True, slots=True)
class Stage:
    """A running contestant and its games."""

    process: ProcessUnderTest
    clickers: Clickers
    _fresh: Iterator[ClickedGame]

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
        played = new_games(games)
        arguments = contestant.prepare(folder, played)
        async with loopback(TOKEN, checked=False) as server:
            show_games(played, server)
            server.members[GUILD] = set()
            address = [str(server.address), *arguments]
            async with running(contestant.module, address, server, folder / "log") as process:
                yield Stage(process, Clickers(server, _SEED), iter(played))
