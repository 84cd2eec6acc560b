"""What a start costs, and what an idle bot keeps in memory: `python benchmarks/start.py`. Linux only.

The stand-in for Discord (`tests/loopback`) runs in this process, and each bot in one of its own. The floor is
a bare discord.py client that only connects. Seconds depend on the machine and on what else it does, so the
two take turns and the best run of each counts. Compare their ratio, not the seconds.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

# Started as a file, Python would look for packages beside it.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.click_load.contestants import BOT
from benchmarks.processes import running
from benchmarks.stand_in import TOKEN
from benchmarks.table import heading, row
from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import loopback

ADA, BLAISE = Person(101, "Ada"), Person(102, "Blaise")
CAFE = Channel(601, Context.GUILD, (ADA, BLAISE), guild_id=500)

FLOOR = (
    "-c",
    f"""
import discord
from benchmarks.stand_in import use_stand_in

use_stand_in()
discord.Client(intents=discord.Intents.none()).run({TOKEN!r}, log_handler=None)
""",
)
"""The least that anything built on discord.py does to be ready."""


@dataclass(frozen=True, slots=True)
class Start:
    """What one start took until the gateway was ready, and the memory (VmRSS) that the process kept then.

    A megabyte is 1,024 x 1,024 bytes.
    """

    seconds: float
    cpu_seconds: float
    megabytes: float


async def measured_start(program: Sequence[str], folder: Path, *, idle: float) -> Start:
    """Start ``program`` with its database in ``folder``, leave it alone for ``idle`` seconds, and end it."""
    async with loopback(TOKEN, checked=False) as discord, running(program, discord, folder) as started:
        cpu_seconds = started.cpu_seconds()
        await asyncio.sleep(idle)
        return Start(started.start_seconds, cpu_seconds, started.resident_bytes() / 1024**2)


async def seconds_to_first_board(folder: Path) -> float:
    """Return seconds from the start of the bot in ``folder`` to the board of a challenge accepted at once."""
    async with loopback(TOKEN, checked=False) as discord, running(BOT, discord, folder) as started:
        discord.people |= {person.id: person for person in CAFE.people}
        people = People(discord)
        await people.slash(ADA, CAFE, "challenge", opponent=BLAISE)
        (card,) = await discord.answers.posted("challenges")
        await people.click(BLAISE, card, "Accept")
        await discord.answers.posted("to play")
        return time.monotonic() - started.began


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
    row("bot idle (VmRSS)", bot.megabytes, "MB", "under 120")


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


async def measure_shards(numbers: Sequence[int], idle: float) -> None:
    """Print what the bot needs with these numbers of shards, which all start at the same time.

    Discord would add five seconds for each shard of a bucket.
    """
    with tempfile.TemporaryDirectory(prefix="pyrga-shards-") as name:
        folder = Path(name)
        await measured_start(BOT, folder, idle=0.0)
        for shards in numbers:
            async with loopback(TOKEN, checked=False) as discord:
                discord.gateway.recommended = discord.gateway.max_concurrency = shards
                async with running(BOT, discord, folder) as started:
                    cpu_seconds = started.cpu_seconds()
                    await asyncio.sleep(idle)
                    used = started.cpu_seconds() - cpu_seconds
                    heading(f"{shards} shards")
                    row("processor time until ready", cpu_seconds, "s")
                    row("memory (VmRSS)", started.resident_bytes() / 1024**2, "MB")
                    row("processor time for each idle second", 1000 * used / idle, "ms")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Measure the start of the bot.")
    parser.add_argument("--rounds", type=int, default=5, help="starts of each (default 5)")
    parser.add_argument("--idle", type=float, default=5.0, help="seconds before memory is read (default 5)")
    parser.add_argument(
        "--shards", nargs="+", type=int, metavar="N", help="only compare these numbers of shards"
    )
    wanted = parser.parse_args()
    if wanted.shards:
        asyncio.run(measure_shards(wanted.shards, wanted.idle))
    else:
        asyncio.run(measure(wanted.rounds, wanted.idle))


if __name__ == "__main__":
    main()
