"""A game night: a frozen value with everything that's true of it, its table, and who can be paired.

It has one stage with one group, whose games are in the order in which they were paired. Everyone plays one
game at a time, so that's also the order in which anyone's games end.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum
from typing import ClassVar, Final, Self

from bot.values.clocks import TotalTime
from bot.values.events.event import Event
from bot.values.events.groups import place_among
from bot.values.events.parts import Entrant, EventStatus
from bot.values.players import Player
from engine import Ruleset, Start

FEWEST: Final = 3
"""Minimum number of people with whom a game night begins."""

MOST: Final = 64
"""Maximum number of people in a game night, also counting those who only came for a while."""


class NightLength(IntEnum):
    """The numbers of minutes that a game night can last."""

    HOUR = 60
    LONGER = 75
    LONGEST = 90


class NightClock(IntEnum):
    """The minutes that players can have for a whole game in a game night."""

    THREE = 3
    FIVE = 5
    TEN = 10

    @property
    def total(self) -> TotalTime:
        """Return the time for a whole game, with what each move adds."""
        return TotalTime(60 * self, (self + 1) // 2)


LAST_MINUTES: Final = timedelta(minutes=2)
"""How long games can go on after the time of the night is over."""

LONGEST_WAIT: Final = timedelta(seconds=30)
"""How long someone waits because no one fits, until that's a bye."""

MOST_FORFEITS: Final = 2
"""Whoever has lost so many games without ever having moved is out."""

PLACES: Final = 3
"""The last place on the podium."""

WIN, DRAW, BYE = 2, 1, 1
"""The points for a win, a draw, and a bye, which counts once."""

STREAK: Final = 2
"""After so many wins in a row, every further one counts double, until a game isn't won."""


@dataclass(frozen=True, slots=True)
class NightTerms:
    """What was chosen when a game night was made."""

    ruleset: Ruleset
    total: TotalTime = NightClock.FIVE.total
    minutes: int = NightLength.HOUR
    rated: bool = True
    starts_at: datetime | None = None
    """None if it starts as soon as enough people are in."""

    move_seconds: ClassVar = None
    start: ClassVar = Start.BALANCED

    @property
    def playing_time(self) -> timedelta:
        """Return for how long people are paired."""
        return timedelta(minutes=self.minutes)

    @property
    def length(self) -> timedelta:
        return self.playing_time + LAST_MINUTES


@dataclass(frozen=True, slots=True)
class Score:
    """One person's line of the table: their points, wins, games that are over, and wins in a row now.

    Whoever has as many points and wins as someone else shares their ``place``, which is 1 for the best.
    """

    player: Player
    points: int = 0
    wins: int = 0
    games: int = 0
    streak: int = 0
    place: int = 0

    def after(self, points: float) -> Self:
        """Return the line after one more game, given what it would bring in a cup: 1, 0.5, or 0 points.

        >>> scores = [Score(Player(1, "Ada"))]
        >>> for points in (1, 1, 1, 1, 0.5, 1, 1, 0, 1):
        ...     scores.append(scores[-1].after(points))
        >>> [score.points for score in scores]
        [0, 2, 4, 8, 12, 13, 15, 17, 17, 19]
        """
        is_won = points == 1
        brought = WIN * (2 if self.streak >= STREAK else 1) if is_won else DRAW if points else 0
        return replace(
            self,
            points=self.points + brought,
            wins=self.wins + is_won,
            games=self.games + 1,
            streak=self.streak + 1 if is_won else 0,
        )

    @property
    def strength(self) -> tuple[int, int]:
        """Return what lines are compared by."""
        return self.points, self.wins


@dataclass(frozen=True, slots=True, kw_only=True)
class Night(Event):
    """A game night in its current state. Whoever isn't paired at the moment has left, and can come back."""

    terms: NightTerms
    played: int | None = None
    """How many people had finished a game in it that counts, if it's over."""
    scheduled_id: int | None = None
    """The id of Discord's own event about it, if there's one."""

    drawn_every: ClassVar = timedelta(seconds=15)
    plays_again: ClassVar = False
    calls_roll: ClassVar = False

    # When it's played

    @property
    def starts_at(self) -> datetime:
        return self.terms.starts_at or self.created_at

    @property
    def start_due_at(self) -> datetime:
        """Return when it begins, from its time on, with enough people, or else is called off."""
        if len(self.entrants) < FEWEST:
            return self.starts_at + self.terms.playing_time
        return max(self.starts_at, self.entrants[FEWEST - 1].joined_at)

    @property
    def closes_at(self) -> datetime | None:
        """Return until when people are paired; None before the start."""
        return None if self.stage is None else self.stage.ends_at - LAST_MINUTES

    @property
    def is_closed(self) -> bool:
        """Return whether no one is paired anymore."""
        is_last = self.stage is not None and self.waits_until == self.stage.ends_at
        return self.ended_at is not None or is_last

    def is_to_close(self, now: datetime) -> bool:
        return not self.is_closed and self.closes_at is not None and now >= self.closes_at

    def is_stage_over(self, now: datetime) -> bool:
        return self.is_closed and self.ended_at is None and (self.is_decided or self.is_time_over(now))

    @property
    def _happens_at(self) -> datetime | None:
        if self.ended_at is not None:
            return self.ended_at if self.unsettled else None
        if self.stage is None or self.closes_at is None:
            return self.start_due_at
        if self.is_closed:
            return self.stage.started_at if self.is_decided else self.stage.ends_at
        tried_at, free = self.waits_until or self.stage.started_at, self.free
        is_waiting = bool(self.unstarted) or len(free) > 1
        byes = (self.waits_since(each) + LONGEST_WAIT for each in free if not each.had_bye)
        return min([self.closes_at, *([tried_at] if is_waiting else []), *byes])

    # People are only told by their boards, not by the event.
    @property
    def tellings(self) -> int:
        return 0

    # Who can be paired

    @property
    def playing(self) -> tuple[Entrant, ...]:
        return self.present if self.status is EventStatus.RUNNING else ()

    @property
    def free(self) -> tuple[Entrant, ...]:
        """Return those who are there and in no game, the one who has waited longest first."""
        busy = {player_id for game in self.games if not game.is_settled for player_id in game.players}
        there = (entrant for entrant in self.playing if entrant.player.id not in busy)
        return tuple(sorted(there, key=self.waits_since))

    def waits_since(self, entrant: Entrant) -> datetime:
        """Return since when someone who's free could have been paired."""
        started_at = self.created_at if self.stage is None else self.stage.started_at
        return max(entrant.free_since or entrant.joined_at, started_at)

    @property
    def last_opponents(self) -> Mapping[int, int]:
        """Return the id of everyone's last opponent, by their own."""
        last: dict[int, int] = {}
        for game in self.games:
            last |= {game.white: game.black, game.black: game.white}
        return last

    def forfeits_of(self, player_id: int) -> int:
        """Return how many games someone has lost without ever having moved."""
        return sum(game.forfeited and game.score_of(player_id) == 0 for game in self.games_of(player_id))

    # The table

    @property
    def table(self) -> tuple[Score, ...]:
        """Return everyone's points, the best first; those who are equal are in the order of joining."""
        scores = {each.player.id: Score(each.player, BYE * each.had_bye) for each in self.entrants}
        for game in self.games:
            for player_id in game.players if game.counts else ():
                scores[player_id] = scores[player_id].after(game.score_of(player_id))
        ranked = sorted(scores.values(), key=lambda score: score.strength, reverse=True)
        return tuple(replace(score, place=place_among(score, ranked)) for score in ranked)

    @property
    def leaders(self) -> Iterator[Score]:
        """Yield the first three places of the table, which people can share, if they have points."""
        return (score for score in self.table if score.place <= PLACES and score.points)
