"""What's true of every event (a cup, a team match, a game night), and when what has to be done."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar, Final, Protocol, Self

from bot.values.clocks import TotalTime
from bot.values.events.parts import (
    Card,
    Entrant,
    EventGame,
    EventStatus,
    Extension,
    Group,
    Leaving,
    PlannedGame,
    Stage,
)
from bot.values.players import Player
from engine import Ruleset, Start

NO_SHOW_GRACE: Final = timedelta(days=1)
"""How much time people have for their very first move, in addition to the time per move."""

DRAWN_EVERY: Final = timedelta(minutes=1)
"""How often a card is edited at most, unless an event says otherwise."""

LONGEST_PAUSE: Final = timedelta(days=7)
"""How long a cup waits for its channel to come back, and how long the card of what's over is looked for."""

LOOKED_EVERY: Final = timedelta(minutes=10)
"""How often it's tried to show a card that was lost."""


class Terms(Protocol):
    """What every event's terms have."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def move_seconds(self) -> int | None: ...
    @property
    def total(self) -> TotalTime | None: ...
    @property
    def length(self) -> timedelta:
        """Return how long each stage lasts."""

    @property
    def rated(self) -> bool: ...
    @property
    def start(self) -> Start: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(ABC):
    """A cup, a team match, or a game night in its current state."""

    number: int = 0
    terms: Terms
    cards: tuple[Card, ...]
    """One for each server."""
    created_at: datetime
    status: EventStatus = EventStatus.OPEN
    entrants: tuple[Entrant, ...] = ()
    """Side by side, in the order in which they joined, also those who left while it was played."""
    stages: tuple[Stage, ...] = ()
    postponed_until: datetime | None = None
    """Set once it had to wait for more people."""
    paused_at: datetime | None = None
    """When a cup's channel was lost, if it hasn't come back."""
    ended_at: datetime | None = None
    revision: int = 0
    """Rises with every change of what's above, except for what's on the cards and who was told."""
    unsettled: bool = False
    """Whether there may be games that have to follow what happened: those of someone who left, say."""
    waits_until: datetime | None = None
    """When it's tried again to do what couldn't be done.

    That's to start while too many others are played, or while Discord doesn't tell who is still there, to
    begin games of someone who already plays too many, or to find out whether someone shows up whose time
    hasn't run out anywhere.
    """

    posted_after: ClassVar = timedelta()
    """How long its first card is left to whoever has made it."""

    drawn_every: ClassVar = DRAWN_EVERY
    """How often a card of it is edited at most."""

    plays_again: ClassVar = True
    """Whether a game without a result is played again, if there's time."""

    calls_roll: ClassVar = True
    """Whether people who have left their server are let out before it starts."""

    @property
    def card(self) -> Card:
        """Return the card of its server, or of the first one."""
        return self.cards[0]

    # Who is in it

    def entrant(self, player_id: int) -> Entrant | None:
        """Return the entrant with this id, also if they've left, or None."""
        return next((entrant for entrant in self.entrants if entrant.player.id == player_id), None)

    def player(self, player_id: int) -> Player:
        """Return the player with this id, who is or was in it."""
        entrant = self.entrant(player_id)
        if entrant is None:
            raise LookupError(player_id)
        return entrant.player

    def why_left(self, player_id: int) -> Leaving | None:
        """Return why someone left; None if they're still there, or never were."""
        entrant = self.entrant(player_id)
        return None if entrant is None else entrant.left

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Return everyone who hasn't left, also those who don't play in the current stage."""
        return tuple(entrant for entrant in self.entrants if entrant.left is None)

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Return everyone who is in the current stage and hasn't left."""
        people = frozenset() if self.stage is None else frozenset(self.stage.people)
        return tuple(entrant for entrant in self.present if entrant.player.id in people)

    def is_playing(self, player_id: int) -> bool:
        return any(entrant.player.id == player_id for entrant in self.playing)

    def present_in(self, stage: int) -> frozenset[int]:
        """Return the ids of those who hadn't left when a stage ended, or haven't yet."""
        return frozenset(entrant.player.id for entrant in self.entrants if entrant.is_in(stage))

    def side_in(self, guild_id: int | None) -> int | None:
        """Return the number of a server's card and of its side, or None."""
        return next((side for side, card in enumerate(self.cards) if card.guild_id == guild_id), None)

    # When it's played

    @property
    @abstractmethod
    def starts_at(self) -> datetime:
        """Return when it starts, if nothing lets it start before."""

    @property
    def start_due_at(self) -> datetime:
        """Return when it has to start, as things stand."""
        return self.starts_at

    def is_start_due(self, now: datetime) -> bool:
        """Return whether it's time to start it."""
        is_open = self.status is EventStatus.OPEN and self.paused_at is None
        return is_open and now >= self.start_due_at

    @property
    def late_entry_until(self) -> datetime | None:
        """Return until when people can join after the start; None if they can't."""
        return None

    @property
    def stage(self) -> Stage | None:
        """Return the current stage, or the last one; None before the start."""
        return self.stages[-1] if self.stages else None

    @property
    def _ends_at(self) -> datetime | None:
        """Return when the current stage ends; None if none is played, or the cup waits."""
        is_played = self.status is EventStatus.RUNNING and self.paused_at is None
        return self.stage.ends_at if is_played and self.stage is not None else None

    def is_time_over(self, now: datetime) -> bool:
        """Return whether the time of the current stage is over."""
        return self._ends_at is not None and now >= self._ends_at

    def is_stage_over(self, now: datetime) -> bool:
        """Return whether the current stage has to end: every game is decided, or its time is over."""
        return self._ends_at is not None and (self.is_decided or now >= self._ends_at)

    # Who doesn't show up

    @property
    def no_show_check_at(self) -> datetime | None:
        """Return when no-shows are looked for next; None if everyone has been checked."""
        return min((by for _, by in self._unchecked()), default=None)

    def looks_until(self, now: datetime) -> datetime | None:
        """Return until when people had to move who are checked now; None if no one is.

        If every game is decided, that's everyone: those who never moved can't do so anymore.
        """
        times = sorted(by for _, by in self._unchecked())
        if times and self.is_decided:
            return times[-1]
        return now if times and times[0] <= now else None

    def no_shows(self, moved: Container[int], now: datetime) -> tuple[int, ...]:
        """Return the ids of those who had to move by now, except for those who did or couldn't."""
        return tuple(player_id for player_id, by in self._unchecked() if by <= now and player_id not in moved)

    def _unchecked(self) -> Iterator[tuple[int, datetime]]:
        """Yield everyone who hasn't been checked, and until when they must have moved once in the stage."""
        stage = self.stage
        if stage is None or self.status is not EventStatus.RUNNING or self.terms.move_seconds is None:
            return
        time = timedelta(seconds=self.terms.move_seconds) + NO_SHOW_GRACE
        waited_for = {player_id for game in stage.games if not game.is_void for player_id in game.players}
        for entrant in self.playing:
            by = max(stage.started_at, entrant.joined_at) + time
            by = by if stage.extension is None else max(by, stage.extension.until)
            is_new = stage.checked_at is None or by > stage.checked_at
            if is_new and entrant.player.id in waited_for:
                yield entrant.player.id, by

    # What is played

    @property
    def games(self) -> tuple[EventGame, ...]:
        """Return the games of the current stage."""
        return () if self.stage is None else self.stage.games

    def game_of(self, number: int) -> EventGame | None:
        """Return its game with this number, in whatever stage it is, or None."""
        return next((game for stage in self.stages for game in stage.games if game.number == number), None)

    def games_of(self, player_id: int) -> tuple[EventGame, ...]:
        """Return someone's games in the current stage, also those that are struck."""
        return tuple(game for game in self.games if player_id in game.players)

    @property
    def unstarted(self) -> tuple[PlannedGame, ...]:
        """Return the games that are still to begin, in their order: round by round in all groups.

        The second games of two come after all others.
        """
        if self.status is not EventStatus.RUNNING:
            return ()
        return tuple(sorted(self._planned(), key=lambda each: (each.game.second, each.index, each.group)))

    def _planned(self) -> Iterator[PlannedGame]:
        for number, group in enumerate(() if self.stage is None else self.stage.groups):
            for index, game in enumerate(group.games):
                if game.is_planned:
                    yield PlannedGame(number, index, game)

    @property
    def running(self) -> tuple[EventGame, ...]:
        """Return the games that have begun and whose results it waits for."""
        if self.status is not EventStatus.RUNNING:
            return ()
        return tuple(game for game in self.games if game.is_running)

    @property
    def is_decided(self) -> bool:
        """Return whether no game of the current stage is waited for."""
        return all(game.is_settled for game in self.games)

    def first_turn_until(self, player_id: int, now: datetime) -> datetime | None:
        """Return until when someone has to begin a game that begins now, if that isn't up to its clock."""
        extension = self.extension
        is_awaited = extension is not None and player_id in extension.absent and now < extension.until
        return extension.until if extension is not None and is_awaited else None

    def can_begin(self, now: datetime) -> bool:
        """Return whether there are games that can begin now."""
        return bool(self.unstarted) and self.paused_at is None and not self.is_time_over(now)

    # What has to be done without a click

    @property
    def due_at(self) -> datetime | None:
        """Return when something next has to be done; None if nothing has to."""
        told, drawn = map(self._told_at, self.cards), map(self._drawn_at, self.cards)
        return min((at for at in (self._happens_at, *told, *drawn) if at is not None), default=None)

    @property
    def _happens_at(self) -> datetime | None:
        if self.ended_at is not None:
            return self.ended_at if self.unsettled else None
        if self.paused_at is not None:
            return self.paused_at + LONGEST_PAUSE
        if self.stage is None:
            return max(self.start_due_at, self.waits_until or self.start_due_at)
        if self.unsettled or self.is_decided:
            return self.stage.started_at
        tries = [self.no_show_check_at, self.stage.started_at if self.unstarted else None]
        tried = [max(at, self.waits_until or at) for at in tries if at is not None]
        return min([self.stage.ends_at, self.late_entry_until or self.stage.ends_at, *tried])

    def is_to_advance(self, now: datetime) -> bool:
        """Return whether anything has to happen by now that isn't only shown or told."""
        return self._happens_at is not None and self._happens_at <= now

    @property
    def extension(self) -> Extension | None:
        """Return the extension of the current stage, if it has one."""
        return None if self.stage is None else self.stage.extension

    @property
    def tellings(self) -> int:
        """Return how often people have to be told something: that a stage has begun, or was extended."""
        return len(self.stages) + sum(stage.extension is not None for stage in self.stages)

    def is_to_tell(self, side: int) -> bool:
        """Return whether people of a server have to be told about a stage, or of the result."""
        return self._told_at(self.cards[side]) is not None

    def _told_at(self, card: Card) -> datetime | None:
        if self.stage is None or self.paused_at is not None or card.lost:
            return None
        if self.status is EventStatus.RUNNING and card.told < self.tellings:
            return self.stage.started_at
        return self.ended_at if self.status is EventStatus.OVER and not card.told_end else None

    def is_to_show(self, side: int, now: datetime) -> bool:
        """Return whether the card of a server has to be posted or edited by now, as often as it may be."""
        at = self._drawn_at(self.cards[side])
        return at is not None and at <= now

    def _drawn_at(self, card: Card) -> datetime | None:
        """Return when a card has to be posted or edited."""
        is_shown = card.message_id is not None and card.shown == self.revision
        if self.paused_at is not None or card.lost:
            tried_at = card.shown_at or self.created_at
            is_over = self.ended_at is not None and tried_at >= self.ended_at + LONGEST_PAUSE
            return None if is_over else tried_at + LOOKED_EVERY
        if is_shown:
            return None
        if card.message_id is None:
            return None if self.ended_at is not None else self.created_at + self.posted_after
        return self.created_at if card.shown_at is None else card.shown_at + self.drawn_every

    def is_end_shown(self, side: int) -> bool:
        """Return whether it's over and the card of a server has shown that."""
        shown_at = self.cards[side].shown_at
        return self.ended_at is not None and shown_at is not None and shown_at >= self.ended_at

    # How it changes

    def with_card(self, side: int, card: Card) -> Self:
        """Return the event with the card of a server replaced."""
        return replace(self, cards=(*self.cards[:side], card, *self.cards[side + 1 :]))

    def with_stage(self, stage: Stage) -> Self:
        """Return the event with its current stage replaced."""
        return replace(self, stages=(*self.stages[:-1], stage))

    def with_group(self, place: int, group: Group) -> Self:
        """Return the event with a group of its current stage replaced. The first place is 0."""
        stage = self.stages[-1]
        groups = (*stage.groups[:place], group, *stage.groups[place + 1 :])
        return self.with_stage(replace(stage, groups=groups))

    def with_entrant(self, entrant: Entrant) -> Self:
        """Return the event with what's known of one entrant replaced."""
        found = (each if each.player.id != entrant.player.id else entrant for each in self.entrants)
        return replace(self, entrants=tuple(found))

    def changed(self) -> Self:
        """Return the event with the next revision."""
        return replace(self, revision=self.revision + 1)
