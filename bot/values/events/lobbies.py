"""What the lobby of a server shows: one message in a channel, with what people can join and watch now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.values.clocks import TotalTime
from bot.values.events.cup import Cup
from bot.values.players import Place, Player
from engine import Ruleset


@dataclass(frozen=True, slots=True)
class Lobby:
    """Where a server wants its lobby, if it does, and where it's posted, if it is.

    ``message_id`` is its message, or the last one that was. ``shown`` is a digest of what that shows; None if
    it isn't what it should show. ``language`` is what the server chose, or else its language on Discord, and
    ``ruleset`` its choice, if it made one.
    """

    guild_id: int
    channel_id: int | None
    language: str | None
    posted_in: int | None
    message_id: int | None
    shown: str | None
    ruleset: str | None


class LobbyList(StrEnum):
    """The lists of a lobby. LOOKING has one line, with the number of people who look for an opponent."""

    LOOKING = "looking"
    CHALLENGES = "challenges"
    GAMES = "games"
    CUPS = "cups"
    NIGHTS = "nights"
    LEADERS = "leaders"


@dataclass(frozen=True, slots=True)
class LobbyLine:
    """A challenge to everyone, a running game of two people, an open event, or a leader, with their rating.

    ``number`` is that of the challenge, game, or event, or how many people look for an opponent. ``count`` is
    how many can join a simul, or are in the event.
    """

    number: int
    people: tuple[Player, ...]
    place: Place
    message_id: int | None = None
    ruleset: Ruleset = Ruleset.PYRGA
    rated: bool = False
    move_seconds: int | None = None
    total: TotalTime | None = None
    count: int = 0
    rating: float = 0
    cup: Cup | None = None


LobbyLines = Mapping[LobbyList, Sequence[LobbyLine]]
"""The lines of each list, the newest or best first."""
