"""A cup: a frozen value with everything that's true of it, and questions about it."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.values.events.event import DAY, DRAWN_EVERY, NO_SHOW_GRACE, EventGame, EventStatus, Leaving
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength
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

LONGEST_PAUSE: Final = timedelta(days=7)
"""How long a cup waits for its channel to come back."""


@dataclass(frozen=True, slots=True)
class CupTerms:
    """What was chosen when a cup was made.

    ``days`` is how long each stage lasts. With ``double``, each pair plays two games. It starts at
    ``starts_at``, or when ``wanted`` people have joined; the other one is None. A month of a league has no
    stages: no one advances.
    """

    name: str
    ruleset: Ruleset
    move_seconds: int = DAY
    days: int = 28
    rated: bool = True
    double: bool = False
    start: Start = Start.BALANCED
    starts_at: datetime | None = None
    wanted: int | None = None
    has_stages: bool = True


@dataclass(frozen=True, slots=True)
class Entrant:
    """Someone who has joined a cup, and how strong they seemed when it began, or when they joined later.

    ``left`` says why they left it while it was played, if they did, and ``left_in`` in which stage, counted
    from 0.
    """

    player: Player
    joined_at: datetime
    strength: Strength
    left: Leaving | None = None
    left_in: int | None = None

    def is_in(self, stage: int) -> bool:
        """Return whether they hadn't left when a stage ended, or haven't yet."""
        return self.left_in is None or self.left_in > stage


@dataclass(frozen=True, slots=True)
class Group:
    """People who all play each other.

    ``seats`` are their ids in the order of dealing, by which they're paired. None is the empty place of an
    odd group, until someone joins late or no one can anymore. ``games`` are in the order of the rounds.
    """

    number: int
    seats: tuple[int | None, ...]
    games: tuple[EventGame, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """Return the ids of everyone who was ever in it, in the order of dealing."""
        return tuple(seat for seat in self.seats if seat is not None)

    @property
    def has_free_place(self) -> bool:
        """Return whether someone could join it without changing anyone's games."""
        return None in self.seats

    def games_of(self, player_id: int) -> tuple[EventGame, ...]:
        """Return someone's games, also those that are struck."""
        return tuple(game for game in self.games if player_id in game.players)


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a cup, with groups that all play at the same time.

    ``prolonged`` says whether a moderator has moved its end. Everyone who had to move by ``checked_at`` was
    looked at.
    """

    groups: tuple[Group, ...]
    started_at: datetime
    ends_at: datetime
    prolonged: bool = False
    checked_at: datetime | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """Return the ids of everyone who was ever in it, group by group."""
        return tuple(player_id for group in self.groups for player_id in group.people)

    @property
    def games(self) -> tuple[EventGame, ...]:
        """Return all its games, group by group."""
        return tuple(game for group in self.groups for game in group.games)

    def group_of(self, player_id: int) -> Group | None:
        return next((group for group in self.groups if player_id in group.seats), None)

    def game_of(self, number: int) -> EventGame | None:
        """Return the game that is the game with this number, or None."""
        return next((game for game in self.games if game.number == number), None)


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game of the current stage that is still to begin: its place in the stage, counted from 0."""

    group: int
    index: int
    game: EventGame


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup in its current state.

    Its card is ``message_id`` in ``channel_id``, and ``host_id`` made it. ``entrants`` are in the order in
    which they joined, also those who left while it was played. ``postponed_until`` is set once it had to wait
    for more people. ``paused_at`` is when its channel was lost, if it hasn't come back. ``league`` is the
    number of the league, if this is one of its months.

    ``revision`` begins at 0 and rises with every change of what's above. With ``unsettled``, there may be
    games that have to follow: the games of someone who left, say. ``waits_until`` is when it's tried again
    to do what couldn't be done: to start while too many others are played, to begin games of someone who
    already plays too many, or to find out whether someone shows up whose time hasn't run out anywhere.

    ``shown`` is the revision that the card is known to show, or None, and ``shown_at`` is when it was last
    edited. ``called_at`` is when the bot began to mention everyone at the start. ``told_stages`` is of how
    many stages people were told that they have begun, and ``told_end`` whether the result was announced.
    """

    number: int
    guild_id: int
    channel_id: int
    host_id: int
    terms: CupTerms
    language: str
    theme: ThemeName
    created_at: datetime
    status: EventStatus = EventStatus.OPEN
    entrants: tuple[Entrant, ...] = ()
    stages: tuple[Stage, ...] = ()
    postponed_until: datetime | None = None
    paused_at: datetime | None = None
    ended_at: datetime | None = None
    league: int | None = None
    unsettled: bool = False
    waits_until: datetime | None = None
    revision: int = 0
    message_id: int | None = None
    shown: int | None = None
    shown_at: datetime | None = None
    called_at: datetime | None = None
    told_stages: int = 0
    told_end: bool = False

    @property
    def place(self) -> Place:
        """Return where it's played, and its card is."""
        return Place(self.guild_id, self.channel_id)

    # Who is in it

    def entrant(self, player_id: int) -> Entrant | None:
        """Return the entrant with this id, also if they've left, or None."""
        return next((entrant for entrant in self.entrants if entrant.player.id == player_id), None)

    def why_left(self, player_id: int) -> Leaving | None:
        """Return why someone left; None if they're still there, or never were."""
        entrant = self.entrant(player_id)
        return None if entrant is None else entrant.left

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Return everyone who hasn't left, also those who didn't advance."""
        return tuple(entrant for entrant in self.entrants if entrant.left is None)

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Return everyone who is in the current stage and hasn't left."""
        people = frozenset() if self.stage is None else frozenset(self.stage.people)
        return tuple(entrant for entrant in self.present if entrant.player.id in people)

    def present_in(self, stage: int) -> frozenset[int]:
        """Return the ids of those who hadn't left when a stage ended, or haven't yet."""
        return frozenset(entrant.player.id for entrant in self.entrants if entrant.is_in(stage))

    # When it's played

    @property
    def starts_by(self) -> datetime:
        """Return when it starts, if not enough people have joined before."""
        return self.postponed_until or self.terms.starts_at or self.created_at + LONGEST_WAIT

    def is_start_due(self, now: datetime) -> bool:
        """Return whether it's time to start it."""
        if self.status is not EventStatus.OPEN or self.paused_at is not None:
            return False
        wanted = self.terms.wanted
        return now >= self.starts_by or (wanted is not None and len(self.entrants) >= wanted)

    @property
    def late_entry_until(self) -> datetime | None:
        """Return until when people can join after the start; None if they can't."""
        if self.status is not EventStatus.RUNNING or len(self.stages) > 1 or not self.terms.has_stages:
            return None
        if not any(group.has_free_place for group in self.stages[0].groups):
            return None
        return self.stages[0].started_at + timedelta(days=self.terms.days) / LATE_ENTRY

    def is_joinable(self, now: datetime) -> bool:
        """Return whether someone who isn't in it could join it."""
        if len(self.entrants) >= MOST or self.paused_at is not None:
            return False
        if self.status is EventStatus.OPEN:
            return True
        return self.late_entry_until is not None and now <= self.late_entry_until

    @property
    def no_show_check_at(self) -> datetime | None:
        """Return when no-shows are looked for next; None if everyone has been checked."""
        return min((by for _, by in self._unchecked()), default=None)

    def looks_until(self, now: datetime) -> datetime | None:
        """Return until when people had to move who have to be looked at now; None if no one has to be.

        If every game is decided, that's everyone: those who never moved can't do so anymore.
        """
        times = sorted(by for _, by in self._unchecked())
        if times and self.is_decided:
            return times[-1]
        return now if times and times[0] <= now else None

    def no_shows(self, moved: Container[int], now: datetime) -> tuple[int, ...]:
        """Return the ids of those who had to move by now, except for those who did or couldn't."""
        return tuple(
            entrant.player.id
            for entrant, by in self._unchecked()
            if by <= now and entrant.player.id not in moved
        )

    def _unchecked(self) -> Iterator[tuple[Entrant, datetime]]:
        """Yield everyone who wasn't looked at, and until when they must have moved once in the stage."""
        stage = self.stage
        if stage is None or self.status is not EventStatus.RUNNING:
            return
        time = timedelta(seconds=self.terms.move_seconds) + NO_SHOW_GRACE
        waited_for = {
            player_id
            for game in stage.games
            if not game.struck and not game.forfeited
            for player_id in game.players
        }
        for entrant in self.present:
            by = max(stage.started_at, entrant.joined_at) + time
            is_new = stage.checked_at is None or by > stage.checked_at
            if is_new and entrant.player.id in waited_for:
                yield entrant, by

    def is_given_up(self, now: datetime) -> bool:
        """Return whether it has been paused for so long that it's called off."""
        return self.ended_at is None and self._is_lost(now)

    @property
    def was_given_up(self) -> bool:
        """Return whether it was called off because it had been paused for so long."""
        return self.ended_at is not None and self._is_lost(self.ended_at)

    def _is_lost(self, now: datetime) -> bool:
        return self.paused_at is not None and now >= self.paused_at + LONGEST_PAUSE

    # What is played

    @property
    def stage(self) -> Stage | None:
        """Return the current stage, or the last one; None before the start."""
        return self.stages[-1] if self.stages else None

    @property
    def is_final(self) -> bool:
        """Return whether the current stage decides the cup."""
        return self.stage is not None and len(self.stage.groups) == 1

    @property
    def games(self) -> tuple[EventGame, ...]:
        """Return the games of the current stage."""
        return () if self.stage is None else self.stage.games

    def game_of(self, number: int) -> EventGame | None:
        """Return the game that is this game, in whatever stage it is, or None."""
        return next((found for stage in self.stages if (found := stage.game_of(number))), None)

    def group_of(self, player_id: int) -> Group | None:
        """Return someone's group in the current stage, or None."""
        return None if self.stage is None else self.stage.group_of(player_id)

    def games_of(self, player_id: int) -> tuple[EventGame, ...]:
        """Return someone's games in the current stage, also those that are struck."""
        return tuple(game for game in self.games if player_id in game.players)

    @property
    def unstarted(self) -> tuple[PlannedGame, ...]:
        """Return the games that are still to begin, in their order: round by round in all groups."""
        if self.status is not EventStatus.RUNNING:
            return ()
        return tuple(sorted(self._planned(), key=lambda planned: (planned.index, planned.group)))

    def _planned(self) -> Iterator[PlannedGame]:
        groups = () if self.stage is None else self.stage.groups
        for number, group in enumerate(groups):
            for index, game in enumerate(group.games):
                if game.is_planned:
                    yield PlannedGame(number, index, game)

    @property
    def running(self) -> tuple[EventGame, ...]:
        """Return the games that have begun and whose results the cup waits for."""
        if self.status is not EventStatus.RUNNING:
            return ()
        return tuple(game for game in self.games if game.is_running)

    @property
    def is_decided(self) -> bool:
        """Return whether no game of the current stage is waited for."""
        return all(game.is_settled for game in self.games)

    def can_begin(self, now: datetime) -> bool:
        return bool(self.unstarted) and self.paused_at is None and not self.is_time_over(now)

    def is_time_over(self, now: datetime) -> bool:
        return self._ends_at is not None and now >= self._ends_at

    def is_stage_over(self, now: datetime) -> bool:
        """Return whether the current stage has to end: every game is decided, or its time is over."""
        return self._ends_at is not None and (self.is_decided or now >= self._ends_at)

    @property
    def _ends_at(self) -> datetime | None:
        """Return when the current stage ends; None if none is played, or the cup waits."""
        is_played = self.status is EventStatus.RUNNING and self.paused_at is None
        return self.stage.ends_at if is_played and self.stage is not None else None

    # What has to be done without a click

    @property
    def due_at(self) -> datetime | None:
        """Return when something next has to be done; None if nothing has to."""
        due = [self._happens_at, self._told_at, self._drawn_at]
        return min((at for at in due if at is not None), default=None)

    @property
    def _happens_at(self) -> datetime | None:
        if self.status in {EventStatus.OVER, EventStatus.CANCELED}:
            return self.ended_at if self.unsettled else None
        if self.paused_at is not None:
            return self.paused_at + LONGEST_PAUSE
        if self.stage is None:
            wanted = self.terms.wanted
            full = wanted is not None and len(self.entrants) >= wanted
            starts_at = self.entrants[-1].joined_at if full else self.starts_by
            return max(starts_at, self.waits_until or starts_at)
        if self.unsettled or self.is_decided:
            return self.stage.started_at
        tries = [self.no_show_check_at, self.stage.started_at if self.unstarted else None]
        tried = [max(at, self.waits_until or at) for at in tries if at is not None]
        return min([self.stage.ends_at, self.late_entry_until or self.stage.ends_at, *tried])

    @property
    def _told_at(self) -> datetime | None:
        if self.stage is None or self.paused_at is not None:
            return None
        if self.status is EventStatus.RUNNING and self.told_stages < len(self.stages):
            return self.stage.started_at
        return self.ended_at if self.status is EventStatus.OVER and not self.told_end else None

    def is_to_show(self, now: datetime) -> bool:
        """Return whether its card has to be posted or edited by now."""
        return self._drawn_at is not None and self._drawn_at <= now

    @property
    def _drawn_at(self) -> datetime | None:
        """Return when the card has to be posted or edited."""
        if self.paused_at is not None or (self.message_id is not None and self.shown == self.revision):
            return None
        if self.message_id is None:
            return None if self.ended_at is not None else self.created_at
        return self.created_at if self.shown_at is None else self.shown_at + DRAWN_EVERY

    @property
    def is_end_shown(self) -> bool:
        """Return whether it's over and its card has shown that."""
        return self.ended_at is not None and self.shown_at is not None and self.shown_at >= self.ended_at

    # How it changes

    def with_stage(self, stage: Stage) -> "Cup":
        return replace(self, stages=(*self.stages[:-1], stage))

    def with_entrant(self, entrant: Entrant) -> "Cup":
        """Return the cup with what's known of one entrant replaced."""
        found = (each if each.player.id != entrant.player.id else entrant for each in self.entrants)
        return replace(self, entrants=tuple(found))
