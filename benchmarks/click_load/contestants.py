"""The two programs that are measured: the bot, and the floor it's compared with."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from benchmarks.click_load.databases import NewDatabase
from benchmarks.click_load.games import ClickedGame
from benchmarks.click_load.seeding import seed
from engine import Position, Ruleset
from engine.terminal.random_game import random_game
from render import Scene, board

_MIDDLE = 12
"""Plies before the floor's picture is taken, so that its board is neither empty nor full."""


class Contestant(Protocol):
    """A program that answers clicks."""

    @property
    def module(self) -> str:
        """What ``python -m`` starts. Its first argument is the address of the stand-in."""
        ...

    def prepare(self, folder: Path, games: Sequence[ClickedGame]) -> list[str]:
        """Put what it needs for these games into an empty folder, and return its other arguments."""
        ...


@dataclass(frozen=True, slots=True)
class Floor:
    """The bare bot."""

    module: str = "benchmarks.click_load.floor"

    def prepare(self, folder: Path, games: Sequence[ClickedGame]) -> list[str]:
        """Draw the picture it shows."""
        del games
        moves = [played.move for played in random_game(Ruleset.PYRGA, random.Random(1)).moves]
        file = folder / "board.png"
        position = Position.replay(Ruleset.PYRGA, moves[:_MIDDLE])
        file.write_bytes(board(Scene(position, "Ada Lovelace", "Emmy Noether")))
        return [str(file)]


@dataclass(frozen=True, slots=True)
class Pyrga:
    """The bot. ``profile`` is the file for what cProfile records, if that's wanted."""

    new_database: NewDatabase
    profile: Path | None = None
    module: str = "benchmarks.click_load.pyrga"

    def prepare(self, folder: Path, games: Sequence[ClickedGame]) -> list[str]:
        """Store the games."""
        url = self.new_database(folder)
        seed(url, games, datetime.now(UTC))
        return [url, *(["--profile", str(self.profile)] if self.profile else [])]
