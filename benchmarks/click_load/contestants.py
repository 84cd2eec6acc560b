"""The two programs that are measured: the bot, and the floor it's compared with."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from benchmarks.click_load.databases import NewDatabase
from benchmarks.click_load.games import GUILD, ClickedGame
from benchmarks.click_load.seeding import seed
from engine import Position, Ruleset
from engine.terminal.random_game import random_game
from render import Scene, board

_TO_SHARD = 22
"""Number of bits of a guild's id before those that decide its shard."""

_MIDDLE = 12
"""Plies before the floor's picture is taken, so that its board is neither empty nor full."""


class Contestant(Protocol):
    """A program that answers clicks."""

    @property
    def module(self) -> str:
        """What ``python -m`` starts. Its first argument is the address of the stand-in."""
        ...

    @property
    def guilds(self) -> Sequence[int]:
        """The guilds whose games it's given."""
        ...

    def prepare(self, folder: Path, games: Sequence[ClickedGame]) -> list[list[str]]:
        """Put what it needs for these games into an empty folder.

        Returns:
            Returns the other arguments of each of its processes.
        """
        ...


@dataclass(frozen=True, slots=True)
class Floor:
    """The bare bot."""

    module: str = "benchmarks.click_load.floor"
    guilds: Sequence[int] = (GUILD,)

    def prepare(self, folder: Path, games: Sequence[ClickedGame]) -> list[list[str]]:
        """Draw the picture it shows."""
        del games
        moves = [played.move for played in random_game(Ruleset.PYRGA, random.Random(1)).moves]
        file = folder / "board.png"
        position = Position.replay(Ruleset.PYRGA, moves[:_MIDDLE])
        file.write_bytes(board(Scene(position, "Ada Lovelace", "Emmy Noether")))
        return [[str(file)]]


@dataclass(frozen=True, slots=True)
class Pyrga:
    """The bot. ``profile`` is the file for what cProfile records, if that's wanted.

    Several ``processes`` share a database, and each has one of as many shards.
    """

    new_database: NewDatabase
    profile: Path | None = None
    processes: int = 1
    module: str = "benchmarks.click_load.pyrga"

    @property
    def guilds(self) -> Sequence[int]:
        """One guild of each shard."""
        return [GUILD + (shard << _TO_SHARD) for shard in range(self.processes)]

    def prepare(self, folder: Path, games: Sequence[ClickedGame]) -> list[list[str]]:
        """Store the games."""
        url = self.new_database(folder)
        seed(url, games, datetime.now(UTC))
        profile = ["--profile", str(self.profile)] if self.profile else []
        if self.processes == 1:
            return [[url, *profile]]
        return [
            [url, *profile, "--shards", str(shard), "--of", str(self.processes)]
            for shard in range(self.processes)
        ]
