"""The lines of the leaderboard and of the ladder."""

from dataclasses import dataclass
from typing import Final

from bot.matches.values.players import Player

PROVISIONAL_DEVIATION: Final = 110.0
"""From this deviation on, too little is known about a player for their rating to mean much."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard. ``rank`` begins at 1; equal results share a rank."""

    rank: int
    player: Player
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Rung:
    """A line of the computer's ladder: the highest level that a player has beaten, and how often."""

    rank: int
    player: Player
    level: int
    wins: int
