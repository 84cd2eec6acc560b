"""A team match: a frozen value with everything that's true of it, and questions about it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Final

from bot.values.events.event import DRAWN_EVERY, Event
from bot.values.events.parts import DAY, Entrant, Group
from engine import Ruleset, Start

FEWEST_BOARDS: Final = 2
"""Minimum number of boards, and of people who have to sign up on each side."""

MOST_BOARDS: Final = 20

MOST_MEMBERS: Final = 64
"""Maximum number of people who sign up on a side. Those without a board are reserves."""

MOVE_TIMES: Final = (DAY, 2 * DAY, 3 * DAY)
"""The times per move, in seconds, that a team match can have."""

SIGN_UP_DAYS: Final = range(1, 8)
"""The numbers of days for which people can sign up."""

SIDES: Final = (0, 1)
"""The side that has made the code, and the one that has used it."""


@dataclass(frozen=True, slots=True)
class TeamTerms:
    """What the two servers have agreed on."""

    ruleset: Ruleset
    move_seconds: int = DAY
    boards: int = 4
    """The maximum number of boards."""
    sign_up_days: int = 3
    days: int = 28
    """How long it's played after that."""

    rated: ClassVar = True
    start: ClassVar = Start.BALANCED
    total: ClassVar = None

    @property
    def length(self) -> timedelta:
        return timedelta(days=self.days)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatch(Event):
    """A team match in its current state. It has two cards, and one stage, whose groups are the boards."""

    terms: TeamTerms

    posted_after: ClassVar = DRAWN_EVERY

    def members(self, side: int) -> tuple[Entrant, ...]:
        """Return who has signed up for a side, also those who left while it was played."""
        return tuple(entrant for entrant in self.entrants if entrant.side == side)

    def side_of(self, player_id: int) -> int | None:
        """Return on which side someone is or was, 0 or 1, or None."""
        entrant = self.entrant(player_id)
        return None if entrant is None else entrant.side

    @property
    def boards(self) -> tuple[Group, ...]:
        return () if self.stage is None else self.stage.groups

    def reserves(self, side: int) -> tuple[Entrant, ...]:
        """Return who could take someone's place on a side, the strongest first. Before the start, no one."""
        if self.stage is None:
            return ()
        used = {*self.stage.people, *(player_id for game in self.games for player_id in game.players)}
        free = [each for each in self.present if each.side == side and each.player.id not in used]
        return tuple(sorted(free, key=lambda each: each.strength.order))

    @property
    def starts_at(self) -> datetime:
        return self.postponed_until or self.created_at + timedelta(days=self.terms.sign_up_days)

    @property
    def score(self) -> tuple[float, float]:
        """Return the points of the two sides."""
        return self._points(0), self._points(1)

    def _points(self, side: int) -> float:
        counting = (game for game in self.games if game.counts)
        return sum(
            game.score_of(player)
            for game in counting
            for player in game.players
            if self.side_of(player) == side
        )
