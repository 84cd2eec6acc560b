"""How long the bot takes to stop, whatever it's doing: `python benchmarks/stopping.py`. Linux only.

The stand-in for Discord and the players run in this process, and the bot in one of its own, with a database
on disk and with the solver. Each stop is by SIGTERM, and the slowest of each kind counts.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

# Started as a file, Python would look for `tests` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.click_load.clickers import Clickers
from benchmarks.click_load.games import ClickedGame, new_games, show_games
from benchmarks.click_load.seeding import seed
from benchmarks.start import BOT, TOKEN, address, cpu_seconds, run, running
from tests.loopback.people import People
from tests.loopback.server import loopback

TARGET = 3.0
"""Seconds within which the bot is to stop."""

SETTINGS = {"PYRGA_LOG_LEVEL": "error", "PYRGA_SOLVER_MEGABYTES": "128"}
"""Of the bot: with the solver, and without a line about each thing that a stop interrupts."""

_LONGEST_START, _LONGEST_STOP = 300.0, 60.0
"""Seconds. The first start compiles the solver."""

_SOLVER, _REPLAY = "engine.solver.worker", "replay"
"""An argument of each of the bot's child processes that tells which one it is."""

_LOADED = 1.2
"""Seconds of processor time after which the solver is searching. Level 8 plays after about two more."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop: how long it took, the exit code, and how many child processes it left behind."""

    seconds: float
    code: int
    left_behind: int


@dataclass(frozen=True, slots=True)
class Bot:
    """A running bot and the people who use it. ``games`` are running, and no one has moved in them."""

    process: asyncio.subprocess.Process
    people: People
    clickers: Clickers
    games: list[ClickedGame]
    requests: list[asyncio.Task[object]] = field(default_factory=list)

    def ask(self, work: Coroutine[Any, Any, object]) -> None:
        """Have someone ask for something without waiting for the answer, which may never come."""
        self.requests.append(asyncio.create_task(work))

    def children(self, sought: str = "") -> list[int]:
        """The ids of its child processes that have an argument like this."""
        found = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        ids = [int(child) for file in found for child in file.read_text(encoding="ascii").split()]
        return [child for child in ids if sought in ["", *_arguments(child)]]


Situation = Callable[[Bot], Awaitable[None]]
"""Returns once the bot is in it."""


async def idle(bot: Bot) -> None:
    """No one wants anything."""
    del bot


async def searching(bot: Bot) -> None:
    """The solver searches for someone who looks at an analysis board."""
    game = bot.games[0]
    bot.ask(bot.people.slash(game.white, game.message.channel, "analyze"))
    await _until_solving(bot)


async def thinking(bot: Bot) -> None:
    """The computer thinks about its first move at the highest level."""
    game = bot.games[0]
    bot.ask(bot.people.slash(game.white, game.message.channel, "play", level=8, color="black"))
    await _until_solving(bot)


async def replaying(bot: Bot) -> None:
    """The GIF of a whole game is drawn."""
    game = bot.games[0]
    while not game.is_over:
        await bot.clickers.click(game)
    shown = (await bot.people.slash(game.white, game.message.channel, "replay")).message
    (gif,) = (custom_id for custom_id in shown.custom_ids() if "gif" in custom_id)
    bot.ask(bot.people.press(game.white, shown, gif))
    await _until(lambda: bool(bot.children(_REPLAY)))


async def clicked(bot: Bot) -> None:
    """Every game is clicked again as soon as its board shows the last move, and has been for five seconds."""
    for game in bot.games:
        bot.ask(_play(bot, game))
    await asyncio.sleep(5)


async def stop(situation: Situation, games: int, folder: Path) -> Stop:
    """Start the bot on a new database in ``folder``, bring it into a situation, and stop it."""
    played = _stored_games(games, folder)
    async with loopback(TOKEN, checked=False) as discord:
        show_games(played, discord)
        async with running(BOT, folder, discord, **SETTINGS) as started:
            process = started.process
            bot = Bot(process, People(discord), Clickers(discord, seed=1), played)
            # The first thing it does is to compile the solver, if that isn't compiled.
            await _until(lambda: not bot.children())
            await situation(bot)
            children = bot.children()
            began = monotonic()
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(_LONGEST_STOP):
                code = await process.wait()
            seconds = monotonic() - began
            for request in bot.requests:
                request.cancel()
            await asyncio.gather(*bot.requests, return_exceptions=True)
    return Stop(seconds, code, sum(bool(_arguments(child)) for child in children))


def _stored_games(count: int, folder: Path) -> list[ClickedGame]:
    """Make a new database in ``folder`` that has these games and no others."""
    for file in folder.glob("pyrga.db*"):
        file.unlink()
    games = new_games(count)
    seed(address(folder), games, datetime.now(UTC))
    return games


async def _play(bot: Bot, game: ClickedGame) -> None:
    while not game.is_over:
        await bot.clickers.click(game)


async def _until_solving(bot: Bot) -> None:
    await _until(lambda: any(cpu_seconds(child) > _LOADED for child in bot.children(_SOLVER)))
    (solver,) = bot.children(_SOLVER)
    before = cpu_seconds(solver)
    await asyncio.sleep(0.3)
    if cpu_seconds(solver) == before:
        raise RuntimeError("the solver has already found its answer")


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(_LONGEST_START):
        while not condition():  # noqa: ASYNC110 - another process says nothing when it changes
            await asyncio.sleep(0.02)


def _arguments(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
    except FileNotFoundError:
        return []


SITUATIONS: dict[str, Situation] = {
    "idle": idle,
    "during a search": searching,
    "while level 8 thinks": thinking,
    "while a GIF is drawn": replaying,
    "while all games are clicked": clicked,
}


async def measure(rounds: int, games: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="pyrga-stopping-") as name:
        for text, situation in SITUATIONS.items():
            stops = [await stop(situation, games, Path(name)) for _ in range(rounds)]
            codes = "/".join(str(code) for code in sorted({each.code for each in stops}))
            left = sum(each.left_behind for each in stops)
            slowest = max(each.seconds for each in stops)
            print(
                f"{text:32}{slowest:8.2f} s  exit code {codes}  {left} processes left    under {TARGET:.0f}",
                flush=True,
            )


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Measure how long the bot takes to stop.")
    parser.add_argument("--rounds", type=int, default=3, help="stops of each kind (default 3)")
    parser.add_argument("--games", type=int, default=100, help="games at once (default 100)")
    wanted = parser.parse_args()
    run(measure(wanted.rounds, wanted.games))


if __name__ == "__main__":
    main()
