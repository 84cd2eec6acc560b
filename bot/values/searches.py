"""Searches: who looks for an opponent where, for which game, and since when, and who fits whom."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from heapq import merge
from operator import attrgetter
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

    def next_notice(self, now: datetime) -> datetime | None:
        """Return when others are told of it after an instant: with each step, until ratings don't matter."""
        steps = (now - self.began_at) // self.terms.clock.step + 1
        return self.began_at + steps * self.terms.clock.step if steps <= STEPS else None

    def reaches(self, other: "Search") -> bool:
        """Return whether another search is somewhere where this one looks."""
        if self.everywhere and other.everywhere:
            return True
        return self.place.guild_id is not None and self.place.guild_id == other.place.guild_id


CLOSE: Final = 100.0
"""How many rating points apart two players can be at first, and how much more with each step of waiting."""

STEPS: Final = 4
"""After so many steps, ratings don't matter anymore."""

Couple = frozenset[int]
"""The ids of two people."""


@dataclass(frozen=True, slots=True)
class Relations:
    """What's known of people who look for an opponent: who mustn't play whom now, and who has played whom."""

    barred: Collection[Couple] = frozenset()
    met: Collection[Couple] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchPair:
    """Two searches that fit. ``first`` has waited longer."""

    first: Search
    second: Search


def fit(one: Search, other: Search, relations: Relations, now: datetime) -> bool:
    """Return whether two searches can become a game now. It's the same the other way around."""
    couple = frozenset((one.player.id, other.player.id))
    return (
        len(couple) > 1
        and one.terms == other.terms
        and one.reaches(other)
        and _are_close(one, other, now)
        and couple not in relations.barred
        and ((one.strangers and other.strangers) or couple in relations.met)
    )


def _are_close(one: Search, other: Search, now: datetime) -> bool:
    began_at = min(one.began_at, other.began_at)
    steps = max(0, (now - began_at) // one.terms.clock.step)
    if steps >= STEPS:
        return True
    # Only if both asked for the same server, the game counts there alone for certain.
    everywhere = one.everywhere or other.everywhere
    mine, theirs = (one.overall, other.overall) if everywhere else (one.here, other.here)
    limit = CLOSE * (1 + steps) * (2 if mine.provisional or theirs.provisional else 1)
    return abs(mine.rating - theirs.rating) <= limit


def pairs(searches: Iterable[Search], relations: Relations, now: datetime) -> list[SearchPair]:
    """Return which searches become games, each with the one that has waited longer first.

    They're tried in the order in which they began, and each takes the one that fits and has waited longest.
    """
    by_terms: dict[SearchTerms, list[Search]] = defaultdict(list)
    for search in sorted(searches, key=attrgetter("order")):
        by_terms[search.terms].append(search)
    found = (pair for same in by_terms.values() for pair in _pairs(same, relations, now))
    return sorted(found, key=lambda pair: pair.first.order)


def _pairs(searches: Sequence[Search], relations: Relations, now: datetime) -> Iterator[SearchPair]:
    """Yield the pairs among searches for the same game, which are in order."""
    waiting = _Waiting(searches, relations)
    for index, search in enumerate(searches):
        if index not in waiting:
            continue
        waiting.remove(index)
        # Those who have waited longer and are still there have found no one: a partner comes later.
        for partner in waiting.near(search):
            if fit(search, searches[partner], relations, now):
                waiting.remove(partner)
                yield SearchPair(search, searches[partner])
                break


class _Waiting:
    """The searches for the same game without a partner so far, by their place in the order.

    Each is in the queue of its server and, if it looks everywhere, in the one of all of those. Someone who
    takes no strangers would only make others look longer, so they're found by who they've played before.
    """

    def __init__(self, searches: Sequence[Search], relations: Relations) -> None:
        self._searches = searches
        self._indexes = set(range(len(searches)))
        # Dictionaries, because they keep the order, and it takes little time to remove something.
        self._queues: dict[int | None, dict[int, None]] = defaultdict(dict)
        self._of_players: dict[int, list[int]] = defaultdict(list)
        self._met: dict[int, set[int]] = defaultdict(set)
        for one, other in map(tuple, relations.met):
            self._met[one].add(other)
            self._met[other].add(one)
        for index, search in enumerate(searches):
            self._of_players[search.player.id].append(index)
            if search.strangers:
                for queue in self._queues_of(search):
                    queue[index] = None

    def __contains__(self, index: int) -> bool:
        return index in self._indexes

    def remove(self, index: int) -> None:
        """Take away a search that has found a partner, or that no one fits."""
        self._indexes.remove(index)
        for queue in self._queues_of(self._searches[index]):
            queue.pop(index, None)

    def near(self, search: Search) -> Iterator[int]:
        """Yield the searches that may fit one, in order."""
        people = self._met.get(search.player.id, ())
        known = sorted(
            index
            for player_id in people
            for index in self._of_players.get(player_id, ())
            if index in self._indexes
        )
        return merge(known, *self._queues_of(search)) if search.strangers else iter(known)

    def _queues_of(self, search: Search) -> Iterator[dict[int, None]]:
        if search.everywhere:
            yield self._queues[None]
        if search.place.guild_id is not None:
            yield self._queues[search.place.guild_id]
