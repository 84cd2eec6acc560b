"""What standings cost with many games: `python benchmarks/standings.py [--games N] [--database KIND]`.

It stores a million finished games, about a quarter of them rated, by about a hundred thousand players,
computes records and ratings from them, and then recomputes them, which mustn't change anything. Then it turns
the pages of every leaderboard. The targets: computing the ratings takes less than three minutes, and a page
takes less than 10 ms of the database's time.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

# Started as a file, Python would look for `engine` beside it first, and find engine.py there.
sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import URL, func, select

from benchmarks.queries import StandingClock, Watch
from benchmarks.stored_games import BIG_GUILD, HEAVY_PLAYER, fill, settle
from bot.matches.errors import PastTheEndError
from bot.matches.puzzles.puzzle_leaderboards import PuzzleLeaderboards, PuzzlePeriod
from bot.matches.standings import recomputing, rerating
from bot.matches.standings.leaderboards import Leaderboards
from bot.matches.values.standings import LeaderboardChoice, Period
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.tables import players, rating_events
from engine import Ruleset
from tests.bot.postgresql import cluster, programs

GAMES = 1_000_000
ROUNDS = 5

_MOST_PAGES = 10_000
"""No list has more pages. Some have fewer, and show their last page beyond that."""


def main() -> None:
    """Print how long it took."""
    options = _options()
    if options.database == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            _measure(f"sqlite:///{folder}/pyrga.db", options.games)
        return
    found = programs()
    if found is None:
        sys.exit("PostgreSQL is not installed")
    with cluster(found) as running:
        _measure(running.address, options.games)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time what standings cost with many games.")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"default: {GAMES:,}")
    return parser.parse_args()


def _measure(address: str, games: int) -> None:
    url = Settings(database_url=address).database()
    asyncio.run(_migrate(url))
    fill(url, games)
    settle(url)
    asyncio.run(_recompute(url, games))
    settle(url)
    asyncio.run(_turn_pages(url, games))


async def _migrate(url: URL) -> None:
    database = Database(url)
    await database.migrate()
    await database.close()


async def _recompute(url: URL, games: int) -> None:
    database = Database(url)
    async with database.reading() as connection:
        people = await connection.scalar(select(func.count()).select_from(players))
        rated = await connection.scalar(select(func.count()).select_from(rating_events))
    print(f"{games:,} games, {rated:,} of them rated, {people:,} players")
    for name in ("counting all of them", "once more"):
        began = perf_counter()
        async with database.writing() as connection:
            corrected = await recomputing.recompute_standings(connection)
        print(f"{name:24} {perf_counter() - began:6.1f} s, {corrected.records:,} rows corrected", flush=True)
    for name in ("rating all of them", "once more"):
        began = perf_counter()
        async with database.writing() as connection:
            wrong = await rerating.recompute(connection)
        print(f"{name:24} {perf_counter() - began:6.1f} s, {wrong:,} rows corrected", flush=True)
    await database.close()


async def _turn_pages(url: URL, games: int) -> None:
    database, clock, watch = Database(url), StandingClock(games), Watch()
    leaderboards, puzzles = Leaderboards(database, clock), PuzzleLeaderboards(database, clock)
    here = LeaderboardChoice(BIG_GUILD, Ruleset.PYRGA)
    everywhere = replace(here, guild_id=None)
    choices = {
        "server": here,
        "server, 30 days": replace(here, period=Period.MONTH),
        "server, provisional": replace(here, provisional=True),
        "all servers": everywhere,
        "all servers, 30 days": replace(everywhere, period=Period.MONTH),
        "all servers, provisional": replace(everywhere, provisional=True),
    }
    for name, choice in choices.items():

        async def people(page: int, choice: LeaderboardChoice = choice) -> object:
            return await leaderboards.people(choice, HEAVY_PLAYER, page)

        await _time(watch, name, people)
        with watch.over(f"{name}, find me"):
            await leaderboards.page_of(choice, HEAVY_PLAYER)
    for name, guild_id in (("ladder", BIG_GUILD), ("ladder of all servers", None)):

        async def rungs(page: int, guild_id: int | None = guild_id) -> object:
            return await leaderboards.ladder(guild_id, HEAVY_PLAYER, page)

        await _time(watch, name, rungs)
    for period in PuzzlePeriod:
        with watch.over(f"puzzle leaderboard, {period}"):
            await puzzles.page(BIG_GUILD, period, page=0, size=10)
    watch.stop()
    await database.close()
    for name, spent in watch.spent.items():
        print(f"{name:36} {spent.statements:2} statements {spent.total:7.2f} ms")


async def _time(watch: Watch, name: str, read: Callable[[int], Awaitable[object]]) -> None:
    last = await _last_page(read)
    for number in sorted({0, last // 2, last}):
        for _ in range(ROUNDS):
            with watch.over(f"{name}, page {number + 1:,}"):
                await read(number)


async def _last_page(read: Callable[[int], Awaitable[object]]) -> int:
    """Return the last page."""
    last, beyond = 0, 1
    while beyond < _MOST_PAGES and await _exists(read, beyond):
        last, beyond = beyond, 2 * beyond
    while beyond - last > 1:
        middle = (last + beyond) // 2
        last, beyond = (middle, beyond) if await _exists(read, middle) else (last, middle)
    return last


async def _exists(read: Callable[[int], Awaitable[object]], page: int) -> bool:
    try:
        await read(page)
    except PastTheEndError:
        return False
    return True


if __name__ == "__main__":
    main()
