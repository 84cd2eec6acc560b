"""What events consist of: games, the people in them, groups and stages, and a card in each server."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Self

from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength

DAY: Final = 24 * 3600

LENGTHS: Final = (14, 21, 28, 42)
"""The numbers of days that an event, or a stage of it, can last."""

Couple = frozenset[int]
"""The ids of two people."""

REPEATABLE: Final = timedelta(minutes=1)
"""How long Discord surely notices that a message is a repetition."""


class EventStatus(StrEnum):
    """How far an event is: people can join, it's played, it has ended, or it was called off."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELED = "canceled"


class Leaving(StrEnum):
    """Why someone isn't in a running event anymore.

    They wanted to leave, a moderator removed them, they never moved, or they deleted their data.
    """

    LEFT = "left"
    REMOVED = "removed"
    NO_SHOW = "no_show"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of an event, between the people with these ids."""

    white: int
    black: int
    number: int | None = None
    """Its number once it has begun."""
    score: float | None = None
    """White's points: 1, 0.5, or 0; None while it isn't decided."""
    second: bool = False
    """Whether it's the second game of the two."""
    struck: bool = False
    """Whether it counts for no one."""
    adjudicated: bool = False
    """Whether it was still running at the end."""
    forfeited: bool = False
    """Whether it counts as lost for the one who left, or never moved in a game night."""

    @property
    def players(self) -> tuple[int, int]:
        """Return the ids of White and Black."""
        return self.white, self.black

    @property
    def is_planned(self) -> bool:
        return self.number is None and not self.is_settled

    @property
    def is_running(self) -> bool:
        """Return whether it has begun, and the event waits for its result."""
        return self.number is not None and not self.is_settled

    @property
    def is_settled(self) -> bool:
        """Return whether the event doesn't wait for it anymore."""
        return self.struck or self.score is not None

    @property
    def counts(self) -> bool:
        return self.score is not None and not self.struck

    @property
    def is_void(self) -> bool:
        """Return whether no one waits for its players to do anything."""
        return self.struck or self.forfeited

    def lost_by(self, player_id: int) -> Self:
        """Return it as lost for one of its players, who has left."""
        return replace(self, score=0.0 if self.white == player_id else 1.0, forfeited=True)

    def opponent_of(self, player_id: int) -> int:
        return self.black if player_id == self.white else self.white

    def score_of(self, player_id: int) -> float:
        """Return the points of one of its players; 0 while it isn't decided."""
        if self.score is None:
            return 0
        return self.score if player_id == self.white else 1 - self.score


@dataclass(frozen=True, slots=True)
class Entrant:
    """Someone who has joined an event."""

    player: Player
    joined_at: datetime
    """When they joined. For a reserve who has taken someone's place, that's when they did."""
    strength: Strength
    """How strong they seemed when it began, or when they joined later."""
    left: Leaving | None = None
    """Why they left it while it was played, if they did."""
    left_in: int | None = None
    """In which stage that was, counted from 0."""
    side: int = 0
    """Which of the event's servers they play for: in a team match, that can also be 1."""
    medal: int | None = None
    """Which place they've won in what's over: 1 to 3, or, in a month of a league, 1."""
    free_since: datetime | None = None
    """When they came to a game night, or last came back or finished a game there."""
    had_bye: bool = False
    """Whether they've had a point in a game night because no one fitted."""

    def is_in(self, stage: int) -> bool:
        """Return whether they hadn't left when a stage ended, or haven't yet."""
        return self.left_in is None or self.left_in > stage


@dataclass(frozen=True, slots=True)
class Card:
    """Where one server sees an event, and what people there know of it."""

    place: Place
    host_id: int
    """Who made the event there, or agreed to it."""
    language: str
    theme: ThemeName
    server_name: str = ""
    """What the other server of a team match sees of this one."""
    message_id: int | None = None
    lost: bool = False
    """Whether nothing can be posted there."""
    shown: int | None = None
    """The revision that it's known to show."""
    shown_at: datetime | None = None
    """When it was last edited, or looked for after it was lost."""
    called_at: datetime | None = None
    """When the bot began to mention everyone at the start."""
    told: int = 0
    """How often people were told that a stage has begun, or was extended."""
    told_end: bool = False
    """Whether the result was announced."""
    told_loss: bool = False
    """Whether its host was told that nothing can be posted there, since that was last possible."""

    @property
    def guild_id(self) -> int:
        """Return the server."""
        if self.place.guild_id is None:
            raise RuntimeError(self)
        return self.place.guild_id

    def may_call(self, now: datetime) -> bool:
        """Return whether mentioning everyone doesn't risk that someone is mentioned twice.

        It may if a process that died has begun to do so, unless Discord would notice the repetition.
        """
        return self.called_at is None or now - self.called_at <= REPEATABLE


@dataclass(frozen=True, slots=True)
class Group:
    """People who all play each other: in a cup, or on one of the boards of a team match."""

    seats: tuple[int | None, ...]
    """Their ids in the order of dealing, by which they're paired.

    None is the empty place of an odd group, until someone joins late or no one can anymore. On a board, the
    first side's player comes first, and those who were replaced aren't there anymore.
    """
    games: tuple[EventGame, ...]
    """In a cup, in the order of the rounds."""
    number: int = 1
    """Its number in its stage, from 1."""

    @property
    def people(self) -> tuple[int, ...]:
        """Return the ids of everyone in it, in the order of dealing."""
        return tuple(seat for seat in self.seats if seat is not None)

    @property
    def has_free_place(self) -> bool:
        """Return whether someone could join it without changing anyone's games."""
        return None in self.seats

    def games_of(self, player_id: int) -> tuple[EventGame, ...]:
        """Return someone's games, also those that are struck."""
        return tuple(game for game in self.games if player_id in game.players)


@dataclass(frozen=True, slots=True)
class Extension:
    """A day more for people who haven't made a move, because no game would be left without them."""

    until: datetime
    absent: tuple[int, ...]
    """Their ids, in the order in which they joined."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a cup, or all of a team match, with groups that all play at the same time."""

    groups: tuple[Group, ...]
    started_at: datetime
    ends_at: datetime
    prolonged: bool = False
    """Whether a moderator has moved its end."""
    checked_at: datetime | None = None
    """No-shows were looked for among those who had to move by then."""
    extension: Extension | None = None
    """Why it lasts a day longer than it would have, if it does."""

    @property
    def awaited(self) -> Extension | None:
        """Return its extension, unless it's known by now who has moved in it."""
        is_over = self.checked_at is not None and self.extension and self.checked_at >= self.extension.until
        return None if is_over else self.extension

    @property
    def people(self) -> tuple[int, ...]:
        """Return the ids of everyone in it, group by group."""
        return tuple(player_id for group in self.groups for player_id in group.people)

    @property
    def games(self) -> tuple[EventGame, ...]:
        """Return all its games, group by group."""
        return tuple(game for group in self.groups for game in group.games)

    def group_of(self, player_id: int) -> Group | None:
        return next((group for group in self.groups if player_id in group.seats), None)


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game of the current stage that's still to begin: its group, and its place in it, counted from 0."""

    group: int
    index: int
    game: EventGame
