"""A channel that plays: how voting goes, and which votes decide.

Moves are text here, in the order of the list of moves.
"""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Final

RESIGN: Final = "resign"
"""A vote to resign, instead of a move."""

FIRST_RESIGNATION: Final = 6
"""The first ply at which people can vote to resign."""

FEWEST_TO_RESIGN: Final = 3
"""Minimum number of votes with which a channel resigns."""

FEWEST_TO_CLOSE: Final = 3
"""Minimum number of votes with which voting closes early, and of the windows before that one."""

QUORUMS: Final = range(1, 6)
"""The quorums that a game can have."""

MOST_CROWDS: Final = 3
"""Maximum number of running games of the channels in a server."""

PATIENCE: Final = timedelta(days=14)
"""How long a game waits without a vote before it ends."""


class VotingWindow(IntEnum):
    """How long people can vote on a move, in seconds."""

    HOUR = 3600
    FOUR_HOURS = 4 * 3600
    HALF_DAY = 12 * 3600
    DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class VoteResult:
    """How a vote on a move at a ply went: so many ``votes`` of all for the one that was played.

    It was ``tied`` if another move had as many, and this one had them first.
    """

    ply: int
    votes: int
    all: int
    tied: bool


@dataclass(frozen=True, slots=True)
class Crowd:
    """How a game is played by channels, and where voting stands.

    With an ``open_tally``, the board shows how many voted for which move. ``quorum`` is the fewest votes that
    decide. ``extended`` says whether this turn has already had its second window. ``step`` is by how much the
    end of the game has changed the server's level. ``results`` are those of the last two votes, in order.
    """

    open_tally: bool = False
    quorum: int = 1
    extended: bool = False
    step: int = 0
    results: tuple[VoteResult, ...] = ()


@dataclass(frozen=True, slots=True)
class Vote:
    """What a person wants to do in a turn: a move, or to resign."""

    player_id: int
    choice: str
    voted_at: datetime


@dataclass(frozen=True, slots=True)
class VoteTally:
    """How many have voted for a turn of a game, and when the last one did."""

    ply: int
    voters: int
    latest: datetime


@dataclass(frozen=True, slots=True)
class VotedMove:
    """How many voted for a move, or to resign; and whether it kept the exact value, if that's known."""

    ply: int
    move: str
    voters: int
    kept: bool | None


@dataclass(frozen=True, slots=True)
class VoterScore:
    """How many votes for moves a person cast in a game, and how many of them kept the exact value.

    ``judged`` are those of which that's known, and ``judgeable`` those of which a review wants to know it.
    """

    game_id: int
    player_id: int
    votes: int = 0
    kept: int = 0
    judged: int = 0
    judgeable: int = 0


def decision(votes: Sequence[Vote], moves: Sequence[str], quorum: int) -> str | None:
    """Return what's done when voting closes: one of the ``moves``, or to resign; None if too few voted.

    Most votes win. In a tie, it's the move whose latest vote came first, and then the one that's first in the
    list. Resigning needs more than half of all votes; otherwise those for it aren't counted.
    """
    resigning = sum(vote.choice == RESIGN for vote in votes)
    if resigning >= FEWEST_TO_RESIGN and 2 * resigning > len(votes):
        return RESIGN
    given: dict[str, list[datetime]] = {}
    for vote in votes:
        if vote.choice != RESIGN:
            given.setdefault(vote.choice, []).append(vote.voted_at)
    if len(votes) - resigning < quorum:
        return None
    return min(given, key=lambda move: (-len(given[move]), max(given[move]), moves.index(move)))


def result_of(votes: Sequence[Vote], move: str, ply: int) -> VoteResult:
    """Return how the vote that led to a move went."""
    given = Counter(vote.choice for vote in votes if vote.choice != RESIGN)
    tied = sum(count == given[move] for count in given.values()) > 1
    return VoteResult(ply, given[move], given.total(), tied)


def closes_early(voters: AbstractSet[int], earlier: Sequence[AbstractSet[int]]) -> bool:
    """Return whether no one has to be waited for, given who voted in each ``earlier`` window, in order."""
    if len(voters) < FEWEST_TO_CLOSE or len(earlier) < FEWEST_TO_CLOSE:
        return False
    regulars = earlier[-1] & earlier[-2]
    return bool(regulars) and regulars <= voters
