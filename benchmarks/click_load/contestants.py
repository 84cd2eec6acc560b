"""The two programs that are measured: the bot, and the floor it's compared with."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

import psycopg

from benchmarks.click_load.games import GUILD, ClickedGame, store_cup, store_games
from benchmarks.processes import cpu_seconds, stat
from engine import Position, Ruleset
from engine.terminal.random_game import random_game
from render import Scene, board
from tests.bot.postgresql import Cluster

BOT = ("-m", "benchmarks.click_load.pyrga")

_TO_SHARD = 22
"""Number of bits of a guild's id before those that decide its shard."""

_MIDDLE = 12
"""Plies before the floor's picture is taken, so that its board is neither empty nor full."""


class Server:
    """A running PostgreSQL server."""

    def __init__(self, running: Cluster) -> None:
        self._running = running
        self._numbers = count(1)

    def new_database(self) -> str:
        """Return the address of a new, empty database."""
        address, name = self._running.address, f"load_{next(self._numbers)}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return address.replace("/postgres?", f"/{name}?")

    def cpu_seconds(self) -> float:
        """Return CPU time of all its processes so far, including those that have ended."""
        file = self._running.home / "data" / "postmaster.pid"
        server = int(file.read_text(encoding="ascii").split("\n", maxsplit=1)[0])
        spent = cpu_seconds(server, with_ended=True)
        for pid in [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal()]:
            with suppress(FileNotFoundError, ProcessLookupError):
                spent += cpu_seconds(pid) if int(stat(pid)[1]) == server else 0.0
        return spent


@dataclass(frozen=True, slots=True)
class Command:
    """How a process is started: Python's arguments and environment variables."""

    arguments: Sequence[str]
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program that answers clicks.

    ``guilds`` are those whose games it's given. ``prepare`` puts what it needs for its games into an empty
    folder, and says how its processes are started. ``server`` is that of its database, if there is one, and
    ``places`` is in how many places each game is played, and a ``cup`` of so many people starts meanwhile.
    """

    name: str
    guilds: Sequence[int]
    prepare: Callable[[Path, Sequence[ClickedGame]], Sequence[Command]]
    server: Server | None = None
    places: int = 1
    cup: int = 0


def floor() -> Contestant:
    """Return the bare bot."""
    return Contestant("The floor", [GUILD], _prepare_floor)


def pyrga(server: Server | None, profile: Path | None, processes: int, places: int, cup: int) -> Contestant:
    """Return the bot, on SQLite or on a server, with games that are played in so many places.

    ``profile`` is the file for what cProfile records, if that's wanted. A ``cup`` of so many people starts
    meanwhile, unless it's 0. Several ``processes`` share a
    database, and each has one of as many shards, with a guild.
    """
    arguments = [[*BOT, *(["--profile", str(profile)] if profile else [])] for _ in range(processes)]
    if processes > 1:
        for shard in range(processes):
            arguments[shard] += ["--shards", str(shard), "--of", str(processes)]
    guilds = [GUILD + (shard << _TO_SHARD) for shard in range(processes)]
    name = f"The bot, {processes} processes" if processes > 1 else "The bot"
    if places > 1:
        name = f"{name}, {places} boards each"
    if cup:
        name = f"{name}, a cup of {cup} starting"
    return Contestant(name, guilds, partial(_prepare_pyrga, server, arguments, cup), server, places, cup)


def _prepare_floor(folder: Path, games: Sequence[ClickedGame]) -> Sequence[Command]:
    """Draw the picture it shows."""
    del games
    moves = [played.move for played in random_game(Ruleset.PYRGA, random.Random(1)).moves]
    file = folder / "board.png"
    position = Position.replay(Ruleset.PYRGA, moves[:_MIDDLE])
    file.write_bytes(board(Scene(position, "Ada Lovelace", "Emmy Noether")))
    return [Command(("-m", "benchmarks.click_load.floor", str(file)), {})]


def _prepare_pyrga(
    server: Server | None,
    arguments: Sequence[Sequence[str]],
    cup: int,
    folder: Path,
    games: Sequence[ClickedGame],
) -> Sequence[Command]:
    """Store the games."""
    address = f"sqlite:///{folder / 'pyrga.db'}" if server is None else server.new_database()
    store_games(address, games, datetime.now(UTC))
    if cup:
        asyncio.run(store_cup(address, cup))
    return [Command(each, {"PYRGA_DATABASE_URL": address}) for each in arguments]
