"""A search: who looks for an opponent where, for which game, and since when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Final

from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength
from engine import Ruleset

MOST: Final = 3
"""Maximum number of searches a person can have."""


class SearchClock(IntEnum):
    """The times per move, in seconds, that people can look for. Fewer choices bring more people together."""

    MINUTES = 5 * 60
    DAY = 24 * 3600
    THREE_DAYS = 3 * 24 * 3600

    @property
    def step(self) -> timedelta:
        """Return how long someone waits until players who are further away in rating are good enough."""
        return timedelta(minutes=5) if self is SearchClock.MINUTES else timedelta(hours=6)

    @property
    def lifetime(self) -> timedelta:
        """Return how long a search lasts.

        A game in minutes needs both players there, and no one waits for it for days.
        """
        return timedelta(hours=1) if self is SearchClock.MINUTES else timedelta(days=7)


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """The game that someone looks for. It always has a balanced start."""

    ruleset: Ruleset
    clock: SearchClock
    rated: bool


@dataclass(frozen=True, slots=True)
class Search:
    """A search for an opponent, asked at ``place``, where its game will have a board.

    ``server_name`` is what people elsewhere see of the place, if it's in a server, and ``language`` and
    ``theme`` are those of the board. With ``everywhere``, it reaches people in all servers,
    otherwise only those who asked in the same one. ``here`` is the player's strength in the server, and
    ``overall`` that in all servers. Someone who doesn't take ``strangers`` only plays people they've played
    before.
    """

    number: int
    player: Player
    place: Place
    language: str
    theme: ThemeName
    terms: SearchTerms
    everywhere: bool
    began_at: datetime
    expires_at: datetime
    here: Strength
    overall: Strength
    strangers: bool = True
    server_name: str | None = None

    @property
    def order(self) -> tuple[datetime, int]:
        """Return what searches are sorted by: those that have waited longest come first."""
        return self.began_at, self.number

    def reaches(self, other: "Search") -> bool:
        """Return whether another search is somewhere where this one looks."""
        if self.everywhere and other.everywhere:
            return True
        return self.place.guild_id is not None and self.place.guild_id == other.place.guild_id
