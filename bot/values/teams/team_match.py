"""A team match: a frozen value with everything that's true of it, and questions about it."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.values.events.event import (
    DAY,
    DRAWN_EVERY,
    NO_SHOW_GRACE,
    EventGame,
    EventStatus,
    Leaving,
    strength_order,
)
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength
from engine import Ruleset

FEWEST_BOARDS: Final = 2
"""Minimum number of boards, and of people who have to sign up on each side."""

MOST_BOARDS: Final = 20

MOST_MEMBERS: Final = 64
"""Maximum number of people who sign up on a side. Those without a board are reserves."""

MOVE_TIMES: Final = (DAY, 2 * DAY, 3 * DAY)
"""The times per move, in seconds, that a team match can have."""

SIGN_UP_DAYS: Final = range(1, 8)
"""The numbers of days for which people can sign up."""

Pair = tuple[int, int]
"""Something of each side, the first side's first."""


@dataclass(frozen=True, slots=True)
class TeamTerms:
    """What the two servers have agreed on. ``days`` is how long it's played after ``sign_up_days``."""

    ruleset: Ruleset
    move_seconds: int = DAY
    boards: int = 4
    sign_up_days: int = 3
    days: int = 28


@dataclass(frozen=True, slots=True)
class Member:
    """Someone who has signed up, and how strong they seemed when play began, or when they signed up.

    ``left`` says why they left while it was played, if they did.
    """

    player: Player
    joined_at: datetime
    strength: Strength
    left: Leaving | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two servers.

    ``manager_id`` agreed to it there, and ``name`` is what the other server sees of this one. Its card is
    ``message_id`` in ``place``, in that place's language and theme. If it's ``lost``, nothing can be posted
    there. ``members`` are in the order in which they signed up, also those who left while it was played.

    ``shown`` is the revision that the card is known to show, or None, and ``shown_at`` is when it was last
    edited. ``called_at`` is when the bot began to mention everyone at the start. ``told`` says whether people
    were told of the start, and ``told_end`` whether the result was announced.
    """

    place: Place
    manager_id: int
    name: str
    language: str
    theme: ThemeName
    members: tuple[Member, ...] = ()
    message_id: int | None = None
    lost: bool = False
    shown: int | None = None
    shown_at: datetime | None = None
    called_at: datetime | None = None
    told: bool = False
    told_end: bool = False

    @property
    def guild_id(self) -> int:
        """Return the server."""
        if self.place.guild_id is None:
            raise RuntimeError(self)
        return self.place.guild_id

    @property
    def present(self) -> tuple[Member, ...]:
        """Return everyone who hasn't left."""
        return tuple(member for member in self.members if member.left is None)

    def member(self, player_id: int) -> Member | None:
        """Return the member with this id, also if they've left, or None."""
        return next((member for member in self.members if member.player.id == player_id), None)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """Where one person of each side plays two games against the other.

    ``players`` are those who play there now, and ``since`` says since when. ``games`` are also those that
    were struck because a reserve took someone's place.
    """

    players: Pair
    since: tuple[datetime, datetime]
    games: tuple[EventGame, ...]


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game that's still to begin: its place among the games of a board, both counted from 0."""

    board: int
    index: int
    game: EventGame


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A team match in its current state.

    The first side has made the code, and the second one has used it. ``postponed_until`` is set once it had
    to wait for more people, and ``checked_at`` is when no-shows were last looked for.

    ``revision`` begins at 0 and rises with every change of what's above and of who is on the sides. With
    ``unsettled``, there may be matches that have to follow. ``waits_until`` is when it's tried again to do
    what couldn't be done.
    """

    number: int
    terms: TeamTerms
    sides: tuple[Side, Side]
    created_at: datetime
    status: EventStatus = EventStatus.OPEN
    boards: tuple[TeamBoard, ...] = ()
    started_at: datetime | None = None
    ends_at: datetime | None = None
    postponed_until: datetime | None = None
    checked_at: datetime | None = None
    ended_at: datetime | None = None
    unsettled: bool = False
    waits_until: datetime | None = None
    revision: int = 0

    # Who is in it

    def side_in(self, guild_id: int | None) -> int | None:
        return next((index for index, side in enumerate(self.sides) if side.guild_id == guild_id), None)

    def side_of(self, player_id: int) -> int | None:
        return next((index for index, side in enumerate(self.sides) if side.member(player_id)), None)

    def member(self, player_id: int) -> Member | None:
        """Return the member with this id, also if they've left, or None."""
        return next((found for side in self.sides if (found := side.member(player_id))), None)

    def why_left(self, player_id: int) -> Leaving | None:
        """Return why someone left; None if they're still there, or never were."""
        member = self.member(player_id)
        return None if member is None else member.left

    @property
    def playing(self) -> frozenset[int]:
        """Return the ids of those who have a board and haven't left."""
        on_boards = {player_id for board in self.boards for player_id in board.players}
        present = {member.player.id for side in self.sides for member in side.present}
        return frozenset(on_boards & present)

    def on_boards(self, side: int) -> tuple[Member, ...]:
        """Return who has a board on a side, and hasn't left."""
        return tuple(member for member in self.sides[side].members if member.player.id in self.playing)

    def reserves(self, side: int) -> tuple[Member, ...]:
        """Return who could take someone's place on a side, the strongest first. Before the start, no one."""
        used = {player_id for board in self.boards for game in board.games for player_id in game.players}
        used |= {player_id for board in self.boards for player_id in board.players}
        free = [member for member in self.sides[side].present if member.player.id not in used]
        return tuple(sorted(free, key=lambda member: strength_order(member.strength))) if self.boards else ()

    # When it's played

    @property
    def starts_at(self) -> datetime:
        """Return when sign-up ends and it starts."""
        return self.postponed_until or self.created_at + timedelta(days=self.terms.sign_up_days)

    def is_start_due(self, now: datetime) -> bool:
        """Return whether it's time to start it."""
        return self.status is EventStatus.OPEN and now >= self.starts_at

    def is_time_over(self, now: datetime) -> bool:
        """Return whether it's played, and its end date has come."""
        return self.status is EventStatus.RUNNING and self.ends_at is not None and now >= self.ends_at

    def can_begin(self, now: datetime) -> bool:
        return bool(self.unstarted) and not self.is_time_over(now)

    def is_over(self, now: datetime) -> bool:
        """Return whether it has to end: every game is decided, or no more can begin and none runs."""
        if self.status is not EventStatus.RUNNING:
            return False
        return self.is_decided or (self.is_time_over(now) and not self.running)

    # Who doesn't show up

    @property
    def no_show_check_at(self) -> datetime | None:
        """Return when no-shows are looked for next; None if everyone has been checked."""
        return min((by for _, by in self._unchecked()), default=None)

    def looks_until(self, now: datetime) -> datetime | None:
        """Return until when people had to move who have to be looked at now; None if no one has to be.

        If every game is decided, that's everyone: those who never moved have lost, but may have a reserve.
        """
        times = sorted(by for _, by in self._unchecked())
        if times and self.is_decided:
            return times[-1]
        return now if times and times[0] <= now else None

    def no_shows(self, moved: Container[int], now: datetime) -> tuple[int, ...]:
        """Return the ids of those who had to move by now, except for those who did."""
        return tuple(player_id for player_id, by in self._unchecked() if by <= now and player_id not in moved)

    def _unchecked(self) -> Iterator[tuple[int, datetime]]:
        """Yield everyone who wasn't looked at, and until when they must have moved once."""
        if self.status is not EventStatus.RUNNING:
            return
        time, playing = timedelta(seconds=self.terms.move_seconds) + NO_SHOW_GRACE, self.playing
        for board in self.boards:
            for player_id, since in zip(board.players, board.since, strict=True):
                by = since + time
                is_new = self.checked_at is None or by > self.checked_at
                if is_new and player_id in playing and not all(_is_void(game) for game in board.games):
                    yield player_id, by

    # What is played, and its score

    @property
    def games(self) -> tuple[EventGame, ...]:
        """Return all games, board by board, also those that are struck."""
        return tuple(game for board in self.boards for game in board.games)

    def game_of(self, number: int) -> EventGame | None:
        return next((game for game in self.games if game.number == number), None)

    def games_of(self, player_id: int) -> tuple[EventGame, ...]:
        """Return someone's games, also those that are struck."""
        return tuple(game for game in self.games if player_id in game.players)

    @property
    def unstarted(self) -> tuple[PlannedGame, ...]:
        """Return the games that are still to begin, in their order: the first of every board comes first."""
        if self.status is not EventStatus.RUNNING:
            return ()
        planned = (
            PlannedGame(number, index, game)
            for number, board in enumerate(self.boards)
            for index, game in enumerate(board.games)
            if game.is_planned
        )
        return tuple(sorted(planned, key=lambda each: (each.game.second, each.board)))

    @property
    def running(self) -> tuple[EventGame, ...]:
        """Return the games that have begun and whose results it waits for."""
        return tuple(game for game in self.games if game.is_running)

    @property
    def is_decided(self) -> bool:
        """Return whether no game is waited for."""
        return all(game.is_settled for game in self.games)

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

    # What has to be done without a click

    @property
    def due_at(self) -> datetime | None:
        """Return when something next has to be done; None if nothing has to."""
        told = (self._told_at(side) for side in self.sides)
        drawn = (self._drawn_at(side) for side in self.sides)
        return min((at for at in (self._happens_at, *told, *drawn) if at is not None), default=None)

    @property
    def _happens_at(self) -> datetime | None:
        if self.ended_at is not None:
            return self.ended_at if self.unsettled else None
        if self.started_at is None or self.ends_at is None:
            return self.starts_at
        if self.unsettled or self.is_decided:
            return self.started_at
        tries = [self.no_show_check_at, self.started_at if self.unstarted else None]
        return min([self.ends_at, *(max(at, self.waits_until or at) for at in tries if at is not None)])

    def is_to_tell(self, index: int) -> bool:
        """Return whether people on a side have to be told of the start, or of the result."""
        return self._told_at(self.sides[index]) is not None

    def _told_at(self, side: Side) -> datetime | None:
        if side.lost:
            return None
        if self.status is EventStatus.RUNNING and not side.told:
            return self.started_at
        return self.ended_at if self.status is EventStatus.OVER and not side.told_end else None

    def is_to_show(self, index: int, now: datetime) -> bool:
        """Return whether the card of a side has to be posted or edited by now."""
        at = self._drawn_at(self.sides[index])
        return at is not None and at <= now

    def _drawn_at(self, side: Side) -> datetime | None:
        """Return when the card of a side has to be posted or edited."""
        if side.lost or (side.message_id is not None and side.shown == self.revision):
            return None
        if side.message_id is None:
            # Whoever has agreed to it posts it first.
            return None if self.ended_at is not None else self.created_at + DRAWN_EVERY
        return self.created_at if side.shown_at is None else side.shown_at + DRAWN_EVERY

    def is_end_shown(self, index: int) -> bool:
        """Return whether it's over and the card of a side has shown that."""
        shown_at = self.sides[index].shown_at
        return self.ended_at is not None and shown_at is not None and shown_at >= self.ended_at

    # How it changes

    def with_side(self, index: int, side: Side) -> "TeamMatch":
        return replace(self, sides=(side, self.sides[1]) if index == 0 else (self.sides[0], side))


def _is_void(game: EventGame) -> bool:
    """Return whether no one waits for its players to do anything."""
    return game.struck or game.forfeited
