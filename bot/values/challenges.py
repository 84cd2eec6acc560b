"""Challenges and their terms."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from random import Random
from typing import Final, Self, TypeVar

from bot.values.clocks import TotalTime
from bot.values.players import FORGOTTEN_PLACE, Place, Player, ThemeName
from bot.values.standings import Reliability, ShownRating, Stakes
from engine import Color, Outcome, Ruleset, Start

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 20
"""Minimum and maximum number of people who can join a simul."""

Side = TypeVar("Side")


class ColorChoice(StrEnum):
    """Which color the challenger wants."""

    RANDOM = "random"
    WHITE = "white"
    BLACK = "black"

    def seats(self, chooser: Side, other: Side, random: Random) -> tuple[Side, Side]:
        """Return who plays White and Black if ``chooser`` chose this."""
        choice = random.choice((ColorChoice.WHITE, ColorChoice.BLACK)) if self is self.RANDOM else self
        return (chooser, other) if choice is ColorChoice.WHITE else (other, chooser)


class ChallengeStatus(StrEnum):
    """The state of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELED = "canceled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenge proposes.

    ``language`` is a locale as Discord names it, such as ``en-GB``. ``hints`` says whether the players can
    ask for hints, which a ``rated`` game never allows; ``thread`` says whether the game gets its own thread.
    ``move_seconds`` is the time per move, from ``bot.values.clocks.SHORTEST`` to ``LONGEST``, and
    ``total`` is the time for the whole game. A game has one of the two, or no clock. With ``seats``, it's a
    simul: that many people can join, and each plays their own game with the challenger. If it's for ``both``
    colors, a second game starts along with the first, with other colors and another random first move. With
    ``weekends_off``, clocks rest from Saturday to Monday (UTC).
    """

    ruleset: Ruleset
    color: ColorChoice
    language: str
    start: Start = Start.PLAIN
    rated: bool = False
    hints: bool = False
    thread: bool = False
    move_seconds: int | None = None
    total: TotalTime | None = None
    seats: int | None = None
    both: bool = False
    weekends_off: bool = False


@dataclass(frozen=True, slots=True)
class SimulGame:
    """A game of a simul: who has joined for it, where it's shown, and how it ended, if it has.

    ``is_posted`` says whether it was ever shown, and ``color`` is the challenger's.
    """

    number: int
    opponent: Player
    color: Color
    place: Place
    message_id: int | None
    is_posted: bool
    outcome: Outcome | None
    apart: bool = False
    """Whether the opponent has joined in their DMs."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge from one person to another, or to everyone."""

    number: int
    place: Place
    message_id: int | None
    """That of its card, once posted."""
    challenger: Player
    opponent: Player | None
    """None for a challenge to everyone until someone joins, and always for a simul."""
    terms: Terms
    theme: ThemeName
    """The one that the server had when the challenge was made."""
    proposed_at: datetime
    status: ChallengeStatus
    expires_at: datetime
    """It's closed from then on."""
    code: str | None = None
    """For joining a challenge to everyone from elsewhere, until it closes."""
    over_limit: bool = False
    """Whether it was to be rated, but the two had begun as many rated games that day as they may."""
    challenger_rating: ShownRating | None = None
    """This and the opponent's are those that count where it was made."""
    opponent_rating: ShownRating | None = None
    reliability: Reliability | None = None
    """The challenger's in the server where it was made; None outside servers."""
    stakes: Stakes | None = None
    """What a rated game would change for the opponent."""
    favored: Player | None = None
    """Whom an advantage start favors, if the opponent is known."""
    games: tuple[SimulGame, ...] = ()
    """Those of the people who have joined a simul."""
    apart: frozenset[int] = frozenset()
    """Who plays in their DMs and may not be where it was made: for a rematch, as in the game before."""

    def as_seen_from(self, guild_id: int | None, *, player_id: int | None = None) -> Self:
        """Return the challenge with the names that its people have for others, as for a game.

        Who plays apart doesn't know its place.
        """
        is_there = guild_id is not None and guild_id == self.place.guild_id
        is_apart = player_id in self.apart and not is_there
        seen = replace(self, place=FORGOTTEN_PLACE, message_id=None) if is_apart else self
        if guild_id == self.place.guild_id:
            return seen
        opponent, favored = (one and one.outside_servers for one in (self.opponent, self.favored))
        return replace(seen, challenger=self.challenger.outside_servers, opponent=opponent, favored=favored)
