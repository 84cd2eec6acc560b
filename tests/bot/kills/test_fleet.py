"""Bots that share a database are killed and replaced, and the database restarts, while people play."""

import asyncio
import logging
import math
import re
import signal
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from sqlalchemy import ColumnElement, and_, create_engine, func, insert, select

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.conditions import FINISHED, TO_ANNOUNCE, UNSHOWN, counted
from bot.store.schema.tables import games, guilds
from bot.values.game.game import Game
from engine import Reason
from tests.bot.kills.fleet import Fleet
from tests.bot.kills.lives import LONGEST_START, nursery
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import Habits, Players
from tests.bot.kills.test_kills import check_game
from tests.bot.postgresql import Cluster, cluster, programs
from tests.loopback.places import Channel, Context
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

LAST_PLY = 4
"""After this many plies, no one moves in a game where time is supposed to run out."""

_FIRST_RESULTS = 900
_GAME = re.compile(r"\[#([0-9]+)\]\(")

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)


@dataclass(frozen=True, slots=True)
class Run:
    """The number of bots and games, and in how many games time runs out.

    The bots are killed and replaced for ``seconds``. People think about a move for ``thinking`` seconds on
    average.
    """

    bots: int
    games: int
    timed: int
    seconds: float
    restarts: int
    thinking: float


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(Run(2, 12, 0, 20, 1, thinking=1), id="short", marks=pytest.mark.thorough),
        pytest.param(Run(4, 1000, 20, 600, 2, thinking=60), id="long", marks=pytest.mark.soak),
    ],
)
async def test_several_bots_lose_nothing_and_do_everything_once(run: Run, tmp_path: Path) -> None:
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed")
    random = Random(run.games)
    with cluster(folder) as server:
        database = server.address
        async with loopback(TOKEN, checked=False) as discord, nursery(discord, database, tmp_path) as place:
            discord.gateway.pause = 0
            fleet = Fleet(place, discord, run.bots)
            # All at the same time, and one of them creates the tables.
            await asyncio.gather(*(fleet.begin(shard) for shard in range(run.bots)))
            results = open_guilds(database, fleet, discord)
            players = Players(discord, fleet, random)
            tables = [asyncio.create_task(players.play(habits)) for habits in habits_of(run, fleet)]
            troubles = asyncio.create_task(trouble(run, fleet, server, random))
            # No one stops playing on their own.
            await asyncio.wait([troubles, *tables], return_when=asyncio.FIRST_COMPLETED)
            assert [table.exception() for table in tables if table.done()] == []
            await troubles
            players.stop()
            await asyncio.gather(*tables)
            await check(Settings(database_url=database), players, discord, results, run.timed)
            await fleet.end_all()
    logged = (tmp_path / "log").read_text(encoding="utf-8")
    assert "Traceback" not in logged, logged


def open_guilds(url: str, fleet: Fleet, discord: LoopbackDiscord) -> list[Channel]:
    """Give each shard a guild that wants its results announced, and return their channels."""
    channels = [
        Channel(_FIRST_RESULTS + shard, Context.GUILD, guild_id=fleet.guild(shard))
        for shard in range(fleet.shards)
    ]
    discord.answers.channels |= {channel.id: channel for channel in channels}
    rows = [
        {"id": channel.guild_id, "created_at": datetime.now(UTC), "announcement_channel_id": channel.id}
        for channel in channels
    ]
    engine = create_engine(Settings(database_url=url).database())
    with engine.begin() as connection:
        connection.execute(insert(guilds), rows)
    engine.dispose()
    return channels


def habits_of(run: Run, fleet: Fleet) -> list[Habits]:
    """Return how each pair of players plays."""
    everywhere = [fleet.guild(shard) for shard in range(fleet.shards)]
    lasting = Habits(run.thinking, everywhere)
    timed = Habits(0, everywhere, clock="1m", last_ply=LAST_PLY)
    return [timed if number < run.timed else lasting for number in range(run.games)]


async def trouble(run: Run, fleet: Fleet, server: Cluster, random: Random) -> None:
    """Kill and replace bots, and restart the database meanwhile."""
    await asyncio.gather(replace_bots(fleet, run.seconds, random), restart_database(server, run))


async def replace_bots(fleet: Fleet, seconds: float, random: Random) -> None:
    """Kill bots and start them again, or have new ones take over from old ones, one after another."""
    end, done = monotonic() + seconds, Counter[str]()
    while monotonic() < end:
        shard, is_sudden = random.randrange(fleet.shards), random.random() < 0.5
        if is_sudden:
            await fleet.end(shard)
            await asyncio.sleep(random.uniform(0, 3))
            await fleet.begin(shard)
        else:
            await fleet.begin(shard)
            await fleet.end(shard, signal.SIGTERM)
        done["killed" if is_sudden else "replaced"] += 1
        await asyncio.sleep(random.uniform(0, 5))
    log.info("bots: %s", dict(done))


async def restart_database(server: Cluster, run: Run) -> None:
    """Restart the database's server at regular intervals."""
    for _ in range(run.restarts):
        await asyncio.sleep(run.seconds / (run.restarts + 1))
        await asyncio.to_thread(server.stop, "fast")
        await asyncio.to_thread(server.start)


async def check(
    settings: Settings, players: Players, discord: LoopbackDiscord, results: list[Channel], timed: int
) -> None:
    """Compare every game with what was said about it, its board with the game, and what was announced."""
    database = Database(settings.database())
    ended: list[Game] = []
    # If a game's bot died as it began, its board may only appear now.
    await until_none(database, UNSHOWN)
    await until_none(database, and_(FINISHED, TO_ANNOUNCE))
    for name, told in players.told.items():
        game = await check_game(database, name, told, discord)
        assert told.ends <= 1, (name, told)
        if game.outcome is not None:
            assert game.revision == len(game.moves) + (game.outcome.reason is Reason.TIMEOUT), name
            ended.append(game)
    over, that_count = await numbers_of(database, FINISHED), await numbers_of(database, counted())
    await database.close()
    assert {game.number for game in ended} <= {*over}
    # Even those of games that no one saw because the bot that began them died. On a slow machine, time also
    # runs out in games that have too few moves to count.
    announced = [line for channel in results for line in lines_in(channel, discord)]
    assert sorted(map(announced_game, announced)) == that_count
    assert [exchange.payload for exchange in players.unanswered] == []
    timeouts = sum(game.outcome is not None and game.outcome.reason is Reason.TIMEOUT for game in ended)
    assert timeouts >= timed
    log.info(
        "%d games, %d moves shown, %d ended, %d of them on time, %d too short to count",
        *(len(players.told), sum(told.plies for told in players.told.values()), len(ended), timeouts),
        len(over) - len(that_count),
    )


async def until_none(database: Database, left: ColumnElement[bool]) -> None:
    """Wait until the bots have done everything that's left for some games, as long as it becomes less."""
    waiting = select(func.count()).select_from(games).where(left)
    fewest, found = math.inf, math.inf
    while found:
        async with asyncio.timeout(LONGEST_START):
            while found >= fewest:
                await asyncio.sleep(1)
                async with database.reading_once() as connection:
                    found = await connection.scalar(waiting) or 0
        fewest = found


async def numbers_of(database: Database, wanted: ColumnElement[bool]) -> list[int]:
    """Return the numbers of all games that meet a condition, in order."""
    async with database.reading_once() as connection:
        found = select(games.c.id).where(wanted).order_by(games.c.id)
        return [*(await connection.execute(found)).scalars()]


def announced_game(line: str) -> int:
    """Return the number of the game that a line mentions."""
    found = _GAME.search(line)
    assert found is not None, line
    return int(found[1])


def lines_in(channel: Channel, discord: LoopbackDiscord) -> list[str]:
    """Return what was posted in a channel."""
    return [message.text for message in discord.answers.messages.values() if message.channel == channel]
