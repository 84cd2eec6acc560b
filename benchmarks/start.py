"""What a start costs, and what an idle bot keeps in memory: `python benchmarks/start.py`. Linux only.

The stand-in for Discord (`tests/loopback`) runs in this process, and each bot in one of its own. The floor is
a bare discord.py client that only connects. Seconds depend on the machine and on what else it does, so the
two take turns and the best run of each counts. Compare their ratio, not the seconds.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Started as a file, Python would look for `tests` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))
# The stand-in is to answer at once, so it doesn't hold requests against Discord's description.
os.environ["DISCORD_OPENAPI"] = os.devnull

from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord, loopback
from tests.memory import resident_bytes

ROOT = Path(__file__).parent.parent
TOKEN = "a-token.of-the.stand-in"  # noqa: S105 - opens nothing but the stand-in

ADA, BLAISE = Person(101, "Ada"), Person(102, "Blaise")
CAFE = Channel(601, Context.GUILD, (ADA, BLAISE), guild_id=500)

_LONGEST_STOP = 60.0
"""Seconds that a process has to end by itself."""

_CONNECTED_TO_THE_STAND_IN = """
import sys
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

Route.BASE = sys.argv[1]
DiscordWebSocket.DEFAULT_GATEWAY = URL(sys.argv[2])
"""

FLOOR = (
    _CONNECTED_TO_THE_STAND_IN
    + f"""
import discord

discord.Client(intents=discord.Intents.none()).run({TOKEN!r}, log_handler=None)
"""
)
"""A program: the least that anything built on discord.py does to be ready."""

BOT = (
    _CONNECTED_TO_THE_STAND_IN
    + """
from bot.cli import main

sys.exit(main(["run"]))
"""
)
"""A program: the whole bot, as `pyrga run` starts it."""


@dataclass(frozen=True, slots=True)
class Start:
    """What one start took until the gateway was ready, and the memory (VmRSS) that the process kept then."""

    seconds: float
    cpu_seconds: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Running:
    """A process that has connected to the stand-in, when it began, and what it took to get there.

    ``began`` is in seconds of the monotonic clock.
    """

    process: asyncio.subprocess.Process
    began: float
    seconds: float
    cpu_seconds: float


async def measured_start(program: str, folder: Path, *, idle: float) -> Start:
    """Start ``program`` in ``folder``, leave it alone for ``idle`` seconds, and end it.

    The bot's database and the compiled modules lie in ``folder``, so the first start there takes longer.
    """
    async with loopback(TOKEN) as discord, running(program, folder, discord) as started:
        await asyncio.sleep(idle)
        return Start(started.seconds, started.cpu_seconds, resident_megabytes(started.process.pid))


async def seconds_to_first_board(folder: Path) -> float:
    """Seconds from the start of the bot in ``folder`` to the board of a challenge accepted at once."""
    async with loopback(TOKEN) as discord, running(BOT, folder, discord) as started:
        discord.people |= {person.id: person for person in CAFE.people}
        people = People(discord)
        await people.slash(ADA, CAFE, "challenge", opponent=BLAISE)
        (card,) = await discord.answers.posted("challenges")
        await people.click(BLAISE, card, "Accept")
        await discord.answers.posted("to play")
        return time.monotonic() - started.began


def resident_megabytes(pid: int) -> float:
    """The memory that a process has in RAM now (VmRSS), in megabytes of 1,024 KB."""
    return resident_bytes(pid) / 1024**2


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used so far, in seconds."""
    # The second field, the name in parentheses, is the only one that can contain spaces.
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    user, system = map(int, fields[11:13])
    return (user + system) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def running(
    program: str, folder: Path, discord: LoopbackDiscord, **settings: str
) -> AsyncIterator[Running]:
    """Run ``program`` in ``folder``, connected to the stand-in, with these settings, and end it afterward.

    Raises:
        RuntimeError: it ended before it was ready.
    """
    began = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-c", program),
        *(str(discord.address / "api/v10"), str(discord.gateway.address)),
        cwd=folder,
        env=_environment(folder, settings),
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        await _identified(process, discord)
        seconds = time.monotonic() - began
        yield Running(process, began, seconds, cpu_seconds(process.pid))
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Tell a process to end, so that it ends its child processes, and kill it if that takes too long."""
    try:
        if process.returncode is None:
            process.terminate()
        async with asyncio.timeout(_LONGEST_STOP):
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()


async def _identified(process: asyncio.subprocess.Process, discord: LoopbackDiscord) -> None:
    ended = asyncio.create_task(process.wait())
    identified = asyncio.create_task(discord.identified.wait())
    await asyncio.wait({ended, identified}, return_when=asyncio.FIRST_COMPLETED)
    if ended.done():
        identified.cancel()
        raise RuntimeError(f"the process ended with {process.returncode} before it was ready")
    ended.cancel()


def _environment(folder: Path, settings: Mapping[str, str]) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYRGA", "PYTHON"))}
    own = {
        "DISCORD_TOKEN": TOKEN,
        "PYRGA_DATABASE_URL": address(folder),
        "PYRGA_LOG_LEVEL": "warning",
        # The computer has its own process, which gets no requests unless the settings say otherwise.
        "PYRGA_SOLVER_MEGABYTES": "0",
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }
    return {**kept, **own, **settings}


def address(folder: Path) -> str:
    """The address of the database of a bot that runs in ``folder``."""
    return f"sqlite:///{folder / 'pyrga.db'}"


async def measure(rounds: int, idle: float) -> None:
    """Print the table."""
    with (
        tempfile.TemporaryDirectory(prefix="pyrga-idle-") as idle_name,
        tempfile.TemporaryDirectory(prefix="pyrga-played-") as played_name,
        tempfile.TemporaryDirectory(prefix="pyrga-new-") as new_name,
    ):
        # A bot that finds a game in its database has more to do, so it isn't idle.
        untouched, played, new = Path(idle_name), Path(played_name), Path(new_name)
        await measured_start(FLOOR, untouched, idle=0.0)
        for folder in (untouched, played, new):
            await measured_start(BOT, folder, idle=0.0)
        floors, bots, firsts, boards = [], [], [], []
        for _ in range(rounds):
            floors.append(await measured_start(FLOOR, untouched, idle=idle))
            bots.append(await measured_start(BOT, untouched, idle=idle))
            _remove_database(new)
            firsts.append(await measured_start(BOT, new, idle=0.0))
            boards.append(await seconds_to_first_board(played))
    floor, bot, first = (_best(starts) for starts in (floors, bots, firsts))
    row("bare discord.py client until ready", floor.seconds, "s")
    row("bot until ready for the first board", bot.seconds, "s", "under 1.5")
    row("bot / bare client", bot.seconds / floor.seconds, "times")
    row("bot until ready, with an empty database", first.seconds, "s")
    row("empty / up-to-date database", first.seconds / bot.seconds, "times", "at most 1.3")
    row("bot until the board of a first challenge is shown", min(boards), "s")
    row("bare client, processor time until ready", floor.cpu_seconds, "s")
    row("bot, processor time until ready", bot.cpu_seconds, "s")
    row("empty / up-to-date database, processor time", first.cpu_seconds / bot.cpu_seconds, "times")
    row("bot / bare client, processor time", bot.cpu_seconds / floor.cpu_seconds, "times")
    row("bare client idle (VmRSS)", floor.megabytes, "MB")
    row("bot idle (VmRSS)", bot.megabytes, "MB", "under 110")


def _remove_database(folder: Path) -> None:
    """Leave only the compiled modules."""
    for file in folder.glob("pyrga.db*"):
        file.unlink()


def _best(starts: list[Start]) -> Start:
    # Other programs make a start take longer, never shorter. For memory, the largest value counts.
    return Start(
        min(start.seconds for start in starts),
        min(start.cpu_seconds for start in starts),
        max(start.megabytes for start in starts),
    )


def row(text: str, figure: float, unit: str, target: str = "") -> None:
    """Print one line of the table."""
    print(f"{text:58}{figure:10.2f} {unit:12}{target}")


def run(measuring: Coroutine[Any, Any, None]) -> None:
    """Run ``measuring`` to its end, or until Ctrl-C or SIGTERM, which leave no process behind."""

    async def stoppable() -> None:
        task = asyncio.create_task(measuring)
        for stop in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(stop, task.cancel)
        await task

    try:
        asyncio.run(stoppable())
    except asyncio.CancelledError:
        sys.exit("interrupted")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Measure the start of the bot.")
    parser.add_argument("--rounds", type=int, default=5, help="starts of each (default 5)")
    parser.add_argument("--idle", type=float, default=5.0, help="seconds before memory is read (default 5)")
    wanted = parser.parse_args()
    run(measure(wanted.rounds, wanted.idle))


if __name__ == "__main__":
    main()
