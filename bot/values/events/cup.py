"""A cup: a frozen value with everything that's true of it, and questions about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Final

from bot.values.events.event import LONGEST_PAUSE, Event
from bot.values.events.groups import advancing, table
from bot.values.events.parts import DAY, EventStatus
from engine import Ruleset, Start

FEWEST: Final = 3
"""Minimum number of people in a cup."""

MOST: Final = 64
"""Maximum number of people in a cup."""

MOVE_TIMES: Final = (DAY // 2, DAY, 2 * DAY, 3 * DAY)
"""The times per move, in seconds, that a cup can have."""

LONGEST_NAME: Final = 60
"""Maximum number of characters in the name of a cup."""

LONGEST_WAIT: Final = timedelta(days=30)
"""How long a cup waits for as many people as it wants; then it starts with those who have joined."""

LATE_ENTRY: Final = 5
"""People can still join in the first of so many parts of the first stage's time."""

MEDALS: Final = 3
"""The last place with a medal: gold, silver, and bronze."""

FEWEST_EVERYWHERE: Final = 5
"""If fewer people have played in a cup, its medals only count in its server."""


@dataclass(frozen=True, slots=True)
class CupTerms:
    """What was chosen when a cup was made."""

    name: str
    ruleset: Ruleset
    move_seconds: int = DAY
    days: int = 28
    """How long each stage lasts."""
    rated: bool = True
    double: bool = False
    """Whether each pair plays two games."""
    start: Start = Start.BALANCED
    starts_at: datetime | None = None
    wanted: int | None = None
    """With how many people it starts, if it doesn't start at a time."""
    has_stages: bool = True
    """Whether someone advances, which isn't so in a month of a league."""
    vacations: bool = True
    """Whether vacations stop clocks, as far as they count in events."""

    total: ClassVar = None

    @property
    def length(self) -> timedelta:
        return timedelta(days=self.days)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup(Event):
    """A cup in its current state."""

    terms: CupTerms
    league: int | None = None
    """The number of the league, if this is one of its months."""
    played: int | None = None
    """How many people had finished a game in it that counts, if it's over."""

    @property
    def starts_at(self) -> datetime:
        return self.postponed_until or self.terms.starts_at or self.created_at + LONGEST_WAIT

    @property
    def start_due_at(self) -> datetime:
        """Return when it has to start: when enough people have joined, or else at its time."""
        wanted = self.terms.wanted
        is_full = wanted is not None and len(self.entrants) >= wanted
        return self.entrants[-1].joined_at if is_full else self.starts_at

    @property
    def late_entry_until(self) -> datetime | None:
        """Return until when people can join after the start; None if there's no free place, or no stages.

        There's none in a cup that began with as many people as it wanted.
        """
        if self.status is not EventStatus.RUNNING or len(self.stages) > 1 or not self.terms.has_stages:
            return None
        began_with = sum(each.joined_at <= self.stages[0].started_at for each in self.entrants)
        if self.terms.wanted is not None and began_with >= self.terms.wanted:
            return None
        if not any(group.has_free_place for group in self.stages[0].groups):
            return None
        return self.stages[0].started_at + self.terms.length / LATE_ENTRY

    def is_joinable(self, now: datetime) -> bool:
        """Return whether someone who isn't in it could join it."""
        if len(self.entrants) >= MOST or self.paused_at is not None:
            return False
        if self.status is EventStatus.OPEN:
            return True
        return self.late_entry_until is not None and now <= self.late_entry_until

    def is_given_up(self, now: datetime) -> bool:
        """Return whether it has been paused for so long that it's called off."""
        return self.ended_at is None and self._is_lost(now)

    @property
    def was_given_up(self) -> bool:
        """Return whether it was called off because it had been paused for so long."""
        return self.ended_at is not None and self._is_lost(self.ended_at)

    def _is_lost(self, now: datetime) -> bool:
        return self.paused_at is not None and now >= self.paused_at + LONGEST_PAUSE

    @property
    def is_final(self) -> bool:
        """Return whether the current stage decides the cup."""
        return self.stage is not None and len(self.stage.groups) == 1

    @property
    def leaders(self) -> Mapping[int, int]:
        """Return the ids of those who win something as things stand, the best first, each with their place.

        In a cup, they're the first three of the last group, and in a month of a league, the first of the best
        one, among those who haven't left. People can share a place.
        """
        if self.stage is None:
            return {}
        present, lowest = self.present_in(len(self.stages) - 1), MEDALS if self.terms.has_stages else 1
        if self.terms.has_stages and not self.is_final:
            # No final came of it, because fewer than two advanced.
            return dict.fromkeys(advancing(self.stage.groups, present, self.entrants), 1)
        ranks = {each.player_id: each.rank for each in table(self.stage.groups[0], present)}
        return {player_id: rank for player_id, rank in ranks.items() if rank is not None and rank <= lowest}

    @property
    def won(self) -> Mapping[int, int]:
        """Return the ids of those who have won something in a cup that's over, the best first.

        Each has their place. It stays as it was at the end, whatever happens to anyone later.
        """
        best = sorted(self.entrants, key=lambda each: each.medal or 0)
        return {each.player.id: each.medal for each in best if each.medal is not None}

    @property
    def medals(self) -> Mapping[int, int]:
        """Return the ids of those who have won a medal, each with their place: in a league, no one."""
        return self.won if self.terms.has_stages else {}

    @property
    def counts_everywhere(self) -> bool:
        """Return whether its medals count in all servers."""
        return self.played is not None and self.played >= FEWEST_EVERYWHERE

    @property
    def champions(self) -> frozenset[int]:
        """Return the ids of those who have won a month of a league. A cup has none."""
        return frozenset() if self.terms.has_stages else frozenset(self.won)
