"""What a click costs, and how many clicks the bot can take: `python benchmarks/load.py`. Linux only.

Three kinds of process take part in one run. This one has the clickers and a stand-in for Discord. The second
is the bot. The third is the floor: a bare discord.py bot that answers each click by encoding ready pixels and
uploading them. Every game is clicked again as soon as its board shows the last move. Times from one machine
mean little on another, so the bot's CPU time per click and its longest waits are also given as multiples of
the floor's, which runs before and after the bot. Memory is in millions of bytes, with 1,000 stored games.

With `--database postgresql`, the bot uses a server on this machine, which writes every commit to the disk.
`--processes 1 2 4` then measures one bot of each of these numbers of processes, with a shard each.
`--places 1 2` measures moves on one board, and in games that are played on two. `--cups 0 64` measures them
without a cup, and while a cup of 64 people starts. `--rate 45` only measures 45 clicks a second that come
by chance in 100 games, for the bot and the floor.

`--parts clicks --loads 30 --profile FILE` records what the bot's main thread spends CPU time on. Read the
file with `python -m pstats FILE`, and ignore the table, since cProfile slows the bot down. Every process of
the bot overwrites the file.
"""

import argparse
import asyncio
import sys
from contextlib import nullcontext
from pathlib import Path

# Started as a file, Python would look for packages beside it.
sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.click_load.clicks import COMPARED, report_clicks
from benchmarks.click_load.contestants import Contestant, Server, pyrga
from benchmarks.click_load.loads import Load
from benchmarks.click_load.stage import Stage, stage
from benchmarks.databases import KINDS, postgresql
from benchmarks.table import heading, row

PARTS = ("clicks", "memory")

CLICKED, AT_ONCE, CLICKS_EACH = 1_000, 100, 3
"""To measure memory: games that are clicked, how many of them at once, and how often each."""

BY_CHANCE = 100
"""Games in which clicks come by chance."""

STORED = 100_000
"""Running games in a large database."""


async def report(wanted: argparse.Namespace, bots: list[Contestant]) -> None:
    """Print the requested parts of the table. Memory is that of the first bot."""

    def load(games: int, rate: float | None = None) -> Load:
        return Load(games, wanted.warm_up, wanted.seconds, rate)

    if wanted.rate:
        by_chance = load(BY_CHANCE, wanted.rate)
        await report_clicks(bots, [by_chance], by_chance)
        return
    if "clicks" in wanted.parts:
        await report_clicks(bots, [load(games) for games in wanted.loads], load(COMPARED))
    if "memory" in wanted.parts:
        await report_memory(bots[0], wanted.idle)


async def report_memory(bot: Contestant, idle_seconds: float) -> None:
    """Weigh the bot after that much idle time, after clicks in many games, and with many games stored."""
    heading(f"Resident memory, each after {idle_seconds:.0f} idle seconds")
    async with stage(bot, CLICKED) as prepared:
        await asyncio.sleep(idle_seconds)
        idle = prepared.megabytes()
        row("idle", idle, "MB")
        await asyncio.gather(*(_click_some(prepared) for _ in range(AT_ONCE)))
        await asyncio.sleep(idle_seconds)
        row(f"added by {CLICKED:,} games being clicked", prepared.megabytes() - idle, "MB", "under 25")
    async with stage(bot, STORED) as prepared:
        await asyncio.sleep(idle_seconds)
        row(f"added by {STORED:,} running games", prepared.megabytes() - idle, "MB", "under 20")


async def _click_some(prepared: Stage) -> None:
    """Click in one game after another."""
    for _ in range(CLICKED // AT_ONCE):
        game = prepared.new_game()
        for _ in range(CLICKS_EACH):
            await prepared.clickers.click(game)


def options() -> argparse.Namespace:
    """Return what's wanted."""
    parser = argparse.ArgumentParser(description="Click on many boards together, and measure the bot.")
    add = parser.add_argument
    add("--parts", nargs="+", choices=PARTS, default=PARTS, help="of the table (default: all)")
    add("--loads", nargs="+", type=int, default=[30, 100, 300], help="games at once (default: 30 100 300)")
    add("--database", choices=KINDS, default="sqlite", help="of the bot (default: sqlite)")
    add("--processes", nargs="+", type=int, default=[1], metavar="N", help="of the bot (default: 1)")
    add("--places", nargs="+", type=int, default=[1], choices=(1, 2), help="of each game (default: 1)")
    add("--cups", nargs="+", type=int, default=[0], metavar="N", help="people whose cup starts meanwhile")
    add("--rate", type=float, metavar="CLICKS", help="per second, which come by chance in 100 games")
    add("--warm-up", type=float, default=5, metavar="SECONDS", help="before each load (default: 5)")
    add("--seconds", type=float, default=20, help="of each load (default: 20)")
    add("--idle", type=float, default=60, metavar="SECONDS", help="before memory is read (default: 60)")
    add("--profile", type=Path, metavar="FILE", help="have cProfile watch the bot")
    return parser.parse_args()


def main() -> None:
    """Print the table."""
    wanted = options()
    profile = wanted.profile and wanted.profile.absolute()
    with postgresql(durable=True) if wanted.database == "postgresql" else nullcontext() as cluster:
        server = None if cluster is None else Server(cluster)
        bots = [
            pyrga(server, profile, processes, places, cup)
            for processes in wanted.processes
            for places in wanted.places
            for cup in wanted.cups
        ]
        asyncio.run(report(wanted, bots))


if __name__ == "__main__":
    main()
