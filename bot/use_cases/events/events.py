"""The use cases of any event: what people do, and what happens without a click.

Each change is one transaction, which first takes the results that the event doesn't know yet. They're rows of
kind ``result`` in ``due_times``, written by the transaction that ends a game, so a click in an event's game
takes no more statements than elsewhere.

An event's ``due_at`` says when something next has to be done. What a change of an event means for its games
follows one game at a time. Until all have followed, the event is ``unsettled``, and a restart goes on with
the rest.

No two transactions wait for each other, because all of them lock rows in one order: first events, then
players, leagues, games, and last what comes due.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import moderation
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import events
from bot.store.events.events import EventGameRow
from bot.store.moderation import NewAct
from bot.store.rows import StaleRowError
from bot.store.settings import guilds
from bot.use_cases.challenges.limits import KeptLimits
from bot.use_cases.events.following import (
    Ending,
    act_on,
    attendance,
    first_moves_of_pair,
    next_of,
    take_endings,
)
from bot.use_cases.games import storing
from bot.use_cases.names import remember
from bot.use_cases.standings.ratings import strengths
from bot.use_cases.use_cases import CHANCE, UseCases
from bot.values.acts import EventActKind
from bot.values.errors import Refusal
from bot.values.events import event_changes
from bot.values.events.event import Event
from bot.values.events.event_errors import BadStartError, EventError, NoSuchEntrantError, OwnRivalError
from bot.values.events.parts import Couple, EventGame, EventStatus, Leaving, PlannedGame
from bot.values.game import endings
from bot.values.game.game import Board, Game, PlayedMove, Seat
from bot.values.game.game import Transition as GameTransition
from bot.values.game.turns import draw_first_move
from bot.values.players import Player
from engine import Position, Start

LATER: Final = timedelta(minutes=10)
"""How much later it's tried again to do what couldn't be done."""

SOON: Final = timedelta(seconds=20)
"""How much later people are looked for again of whom Discord didn't tell whether they're still there."""

LONGEST_ROLL: Final = timedelta(minutes=5)
"""How long the start waits for that at most. After that, they count as there."""

LATEST_START: Final = timedelta(days=60)
"""How far ahead an event can start at most."""

E = TypeVar("E", bound=Event)

Transition = Callable[[E, datetime], E]
"""Returns an event as it stands after something happened to it at an instant, or raises a ``Refusal``."""


class Rows(Protocol[E]):
    """What a module of the store does for a kind of event."""

    async def fetch(self, connection: AsyncConnection, numbers: Collection[int], /) -> list[E]: ...
    async def lock(self, connection: AsyncConnection, number: int, /) -> None: ...
    async def add(self, connection: AsyncConnection, event: E, /) -> int: ...
    async def save(self, connection: AsyncConnection, before: E, after: E, /) -> None: ...
    async def due(self, connection: AsyncConnection, now: datetime, limit: int, /) -> list[int]: ...
    async def current_in(self, connection: AsyncConnection, guild_id: int, /) -> list[int]: ...
    async def current_of(self, connection: AsyncConnection, player_id: int, /) -> list[int]: ...


class Changes(Protocol[E]):
    """What can happen to any event, but not in the same way to each kind: a module of pure functions."""

    def leave(self, event: E, player_id: int, leaving: Leaving, /) -> E: ...
    def forget(self, event: E, player_id: int, /) -> E: ...
    def end_stage(self, event: E, now: datetime, /) -> E: ...


class Events(UseCases, ABC, Generic[E]):
    """The events of one kind in one database, and their games."""

    kind: ClassVar[str]
    """Which kind of event that is in the store."""
    rows: Rows[E]
    changes: Changes[E]
    unknown: type[Refusal]
    """What's raised if there's no event of a number."""

    def __init__(self, database: Database, clock: Clock, random: Random = CHANCE) -> None:
        super().__init__(database, clock, random)
        self._kept_limits = KeptLimits()

    # In what the kinds differ

    @abstractmethod
    async def _started(self, connection: AsyncConnection, event: E, now: datetime) -> E:
        """Return an event whose start is due as it starts, or waits."""

    async def _without(
        self, connection: AsyncConnection, event: E, absent: Collection[int], now: datetime
    ) -> E:
        """Return an event without those who didn't show up."""
        del connection, absent, now
        return event

    async def _check_room(self, connection: AsyncConnection, event: E) -> None:
        """Check that a new event can be made in its server, which this transaction has locked."""

    def _pool(self, event: E) -> int:
        """Return the pool of the ratings that an event goes by."""
        return event.card.guild_id

    def _boards(self, event: E, game: EventGame) -> tuple[Board, ...]:
        """Return where a game is shown that begins now."""
        del game
        return (Board(event.card.place, event.card.language, event.card.theme),)

    def _with_ending(self, event: E, ending: Ending, now: datetime) -> E:
        """Return an event that takes how one of its games ended."""
        if ending.score is None:
            return event_changes.annul(event, ending.number, now)
        return event_changes.result(
            event, ending.number, score=ending.score, white=ending.white, adjudicated=ending.adjudicated
        )

    # How it's found

    async def get(self, number: int) -> E:
        """Return the event with this number."""
        return await self._database.read(self._load, number)

    @retried
    async def in_guild(self, guild_id: int) -> list[E]:
        """Return a server's events that people can join or that are played, the newest first."""
        async with self._database.reading() as connection:
            return await self.rows.fetch(connection, await self.rows.current_in(connection, guild_id))

    async def due(self, limit: int) -> list[int]:
        """Return the numbers of events for which something has to be done now."""
        return await self._database.read_once(self.rows.due, self._clock.now(), limit)

    def to_show(self, event: E) -> list[int]:
        """Return the sides whose cards have to be posted or edited now, as in ``Event.is_to_show``."""
        return [side for side in range(len(event.cards)) if event.is_to_show(side, self._clock.now())]

    def is_to_advance(self, event: E) -> bool:
        """Return whether anything has to happen now in an event, as in ``Event.is_to_advance``."""
        return event.is_to_advance(self._clock.now())

    def undecided(self, event: E) -> list[int]:
        """Return the numbers of the games of an event that still run although their time is over."""
        running = event.running if event.is_time_over(self._clock.now()) else ()
        return [game.number for game in running if game.number is not None]

    def may_call(self, event: E, side: int) -> bool:
        """Return whether everyone on a side may be mentioned, as in ``Card.may_call``."""
        return event.cards[side].may_call(self._clock.now())

    # How it's made

    @retried
    async def _create(self, event: E, host: Player, *, repeated: bool = False) -> E:
        """Store a new event of one server, and return it with its number."""
        guild_id = event.card.guild_id
        async with self._database.writing() as connection:
            await guilds.remember_guild(connection, guild_id, event.created_at)
            await guilds.lock(connection, [guild_id])
            await remember(connection, host, event.created_at, guild_id=guild_id)
            if repeated:
                # If the answer to the commit got lost, the event is recognized by the time when it was made.
                current = await self.rows.fetch(connection, await self.rows.current_in(connection, guild_id))
                made = [each for each in current if replace(each, number=0) == event]
                if made:
                    return made[0]
            await self._check_room(connection, event)
            return replace(event, number=await self.rows.add(connection, event))

    def check_start(self, begins: datetime | timedelta) -> None:
        """Check when a new event would start, at an instant or in a while, or raise a BadStartError."""
        now = self._clock.now()
        at = now + begins if isinstance(begins, timedelta) else begins
        if not now < at <= now + LATEST_START:
            raise BadStartError

    # What people do

    @retried
    async def change(
        self,
        number: int,
        transition: Transition[E],
        *,
        moderator: Player | None = None,
        act: NewAct | None = None,
        repeated: bool = False,
    ) -> E:
        """Let something happen to an event, after the results that it doesn't know yet; return it then.

        If a ``moderator`` does it, it's logged as this ``act``.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await self._load_to_change(connection, number)
            if moderator is not None and act is not None:
                await remember(connection, moderator, now, guild_id=act.guild_id)
            current = await self._with_results(connection, before, now)
            try:
                after = transition(current, now)
            except EventError:
                if not repeated:
                    raise
                # It was done and logged, in a transaction that was committed although the answer got lost.
                return await self._save(connection, before, current, now)
            if act is not None:
                await moderation.log(connection, act, now)
            return await self._save(connection, before, after, now)

    async def leave(self, number: int, *, player_id: int) -> E:
        """Let someone out because they want to."""
        return await self.change(number, lambda event, _: self.changes.leave(event, player_id, Leaving.LEFT))

    async def forget(self, player_id: int) -> None:
        """Let someone who deletes their data out of all events that aren't over."""
        for number in await self._database.read_once(self.rows.current_of, player_id):
            await self.change(number, lambda event, _: self.changes.forget(event, player_id))

    async def remove(self, number: int, moderator: Player, *, guild_id: int, player_id: int) -> E:
        """Remove someone from the side of a server for a moderator."""

        def removed(event: E, _now: datetime) -> E:
            entrant = event.entrant(player_id)
            if entrant is None or entrant.side != event.side_in(guild_id):
                raise NoSuchEntrantError(event)
            rivals = [each.player.id for each in event.playing if each.side == entrant.side]
            is_contest = event.status is EventStatus.RUNNING and len(event.cards) == 1
            if is_contest and moderator.id in rivals and moderator.id != player_id:
                raise OwnRivalError(event)
            return self.changes.leave(event, player_id, Leaving.REMOVED)

        act = NewAct(guild_id, moderator.id, EventActKind.REMOVE, event_id=number, player_id=player_id)
        return await self.change(number, removed, moderator=moderator, act=act)

    async def cancel(self, number: int, moderator: Player, *, guild_id: int) -> E:
        """Call an event off for a moderator of one of its servers."""
        act = NewAct(guild_id, moderator.id, EventActKind.CANCEL, event_id=number)
        return await self.change(number, event_changes.cancel, moderator=moderator, act=act)

    # What its cards show, and who was told

    async def note(self, known: E, transition: Transition[E]) -> E:
        """Note what isn't a change of an event itself, which was read before; return it then."""
        now = self._clock.now()

        async def noted(event: E) -> E:
            return transition(event, now)

        return await self._database.write(self._apply, known, noted, now)

    async def put_card(self, event: E, side: int, *, channel_id: int, message_id: int | None) -> E:
        """Note where the card of a server is now."""
        put = partial(event_changes.put_card, side=side, channel_id=channel_id, message_id=message_id)
        return await self.note(event, lambda each, _: put(each))

    async def lose_card(self, event: E, side: int) -> E:
        """Note that nothing can be posted where the card of a server was."""
        return await self.note(event, lambda each, now: event_changes.lose_card(each, side, now))

    # What happens without a click

    @retried
    async def take_results(self, number: int) -> E | None:
        """Let an event know how its games have ended; return it then, or None if there's nothing new."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await self.rows.lock(connection, number)
            if not await events.results(connection, number):
                return None
            before = await self._load(connection, number)
            known = await self._with_results(connection, before, now)
            return await self._save(connection, before, known, now)

    def is_starting(self, event: E) -> bool:
        """Return whether an event is about to start whose people have to be there."""
        now = self._clock.now()
        return event.calls_roll and event.is_start_due(now) and event.is_to_advance(now)

    async def let_out(self, number: int, absent: Collection[int], *, is_complete: bool) -> E:
        """Let out who isn't there when an event is about to start; if it has begun, nothing changes.

        Unless that ``is_complete``, it waits a bit, so that the others can be looked for.
        """

        def without(event: E, now: datetime) -> E:
            if not event.is_start_due(now):
                return event
            waits = not is_complete and now < event.start_due_at + LONGEST_ROLL
            for entrant in event.present:
                if entrant.player.id in absent:
                    event = self.changes.leave(event, entrant.player.id, Leaving.LEFT)
            return event_changes.wait(event, now + SOON) if waits else event

        return await self.change(number, without)

    async def advance(self, number: int) -> E:
        """Do what's due in an event and needs neither Discord nor the solver; return it after that.

        It can be repeated at any time, and goes on where it stopped.
        """
        event = await self._advance(number)
        while event.unsettled:
            event, games = await self._unsettled(number)
            for game in games:
                await self._follow(number, game=game)
        return event

    @retried
    async def _advance(self, number: int) -> E:
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await self._load_to_change(connection, number)
            event = await self._with_results(connection, before, now)
            while (after := await self._stepped(connection, event, now)) is not event:
                event = after
            return await self._save(connection, before, event, now)

    async def _stepped(self, connection: AsyncConnection, event: E, now: datetime) -> E:
        """Return an event after the next thing that's due, or the same one if there's none."""
        waits = event.waits_until is not None and now < event.waits_until
        if event.is_start_due(now):
            return event if waits else await self._started(connection, event, now)
        until = event.looks_until(now)
        if until is not None and (event.is_decided or not waits):
            return await self._checked(connection, event, until, now=now)
        is_over = event.is_stage_over(now) and not event.running
        return self.changes.end_stage(event, now) if is_over else event

    async def _checked(self, connection: AsyncConnection, event: E, until: datetime, *, now: datetime) -> E:
        """Take out everyone who had to move until then and has lost a game on time without ever having moved.

        Someone whose time hasn't run out anywhere, because of a vacation, say, is looked at again later.
        """
        seen = await attendance(connection, event.number)
        absent = frozenset(event.no_shows(seen.moved, until))
        waits = bool(absent - seen.late) and not event.is_decided
        gone = absent & seen.late
        event = event_changes.wait(event, now + LATER) if waits else event_changes.checked(event, until)
        return await self._without(connection, event, gone, now) if gone else event

    @retried
    async def _unsettled(self, number: int) -> tuple[E, Sequence[int]]:
        """Return an event and the games that have something to follow, or note that there are none."""
        async with self._database.writing() as connection:
            event = await self._load_to_change(connection, number)
            rows, canceler = await _games_of(connection, event)
            found = [row.number for row in rows if _act_of(event, row, canceler) is not None]
            after = event if found else event_changes.settled(event)
            return await self._save(connection, event, after, self._clock.now()), found

    @retried
    async def _follow(self, number: int, *, game: int) -> None:
        now = self._clock.now()
        async with self._database.writing() as connection:
            event = await self._load_to_change(connection, number)
            before = await storing.load_to_change(connection, game)
            rows, canceler = await _games_of(connection, event, [game])
            for row in rows:
                transition = _act_of(event, row, canceler)
                if transition is not None:
                    await storing.save(connection, before, transition(before, now), now)

    @retried
    async def begin_next(self, number: int) -> Game | None:
        """Begin the next game of an event, and return it. No message shows it yet.

        None if no game can begin now.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            event = await self._load_to_change(connection, number)
            if not event.can_begin(now):
                return None
            planned = await next_of(connection, event.unstarted)
            if planned is None:
                await self._save(connection, event, event_changes.wait(event, now + LATER), now)
                return None
            new = await self._new_game(connection, event, planned, now)
            limits = await self._kept_limits.between(connection, new.white.id, other_id=new.black.id, now=now)
            new = await storing.within_day(connection, new, now, limits.rated)
            due_by = event.first_turn_until(new.to_move.id, now)
            first_turn = None if due_by is None else int((due_by - now).total_seconds())
            game = await storing.begin(connection, new, now, first_turn=first_turn)
            await self._save(connection, event, event_changes.begin_game(event, planned, game.number), now)
            return game

    async def _new_game(
        self, connection: AsyncConnection, event: E, planned: PlannedGame, now: datetime
    ) -> Game:
        """Return a planned game as it begins."""
        terms, game = event.terms, planned.game
        strong = await strengths(connection, self._pool(event), terms.ruleset, game.players, now)
        moves: tuple[PlayedMove, ...] = ()
        if terms.start is Start.BALANCED:
            taken = await first_moves_of_pair(connection, event.number, event.games, game.players)
            moves = (draw_first_move(terms.ruleset, self._random, now, other_than=taken),)
        left = None if terms.total is None else timedelta(seconds=terms.total.seconds)
        # Where each has a total time, they wait for their game.
        seen_at = None if left is None else now
        white, black = (
            Seat(rating=strong[player_id].shown if terms.rated else None, seen_at=seen_at, left=left)
            for player_id in game.players
        )
        return Game(
            white=event.player(game.white),
            black=event.player(game.black),
            position=Position.replay(terms.ruleset, [move.text for move in moves]),
            created_at=now,
            boards=self._boards(event, game),
            start=terms.start,
            rated=terms.rated,
            moves=moves,
            white_seat=white,
            black_seat=black,
            move_seconds=terms.move_seconds,
            total=terms.total,
            event=event.number,
        )

    # How it's read and stored

    async def _load(self, connection: AsyncConnection, number: int) -> E:
        found = await self.rows.fetch(connection, [number])
        if not found:
            raise self.unknown
        return found[0]

    async def _load_to_change(self, connection: AsyncConnection, number: int) -> E:
        """Load an event that no one else changes until the transaction ends."""
        await self.rows.lock(connection, number)
        return await self._load(connection, number)

    async def _with_results(self, connection: AsyncConnection, event: E, now: datetime) -> E:
        """Return an event that this transaction has locked with the results that it takes now."""
        for ending in await take_endings(connection, event.number):
            event = self._with_ending(event, ending, now)
        return event

    async def _barred(self, connection: AsyncConnection, event: E) -> Collection[Couple]:
        """Return who in an event can't play whom, because one of them has blocked the other."""
        people = sorted(entrant.player.id for entrant in event.entrants)
        return await self._kept_limits.barred_among(connection, people)

    async def _apply(
        self, connection: AsyncConnection, known: E, change: Callable[[E], Awaitable[E]], now: datetime
    ) -> E:
        """Let something happen to an event as it was read before, or as it's stored if it has changed."""
        await self.rows.lock(connection, known.number)
        try:
            return await self._save(connection, known, await change(known), now)
        except StaleRowError:
            current = await self._load(connection, known.number)
            return await self._save(connection, current, await change(current), now)

    async def _save(self, connection: AsyncConnection, before: E, after: E, now: datetime) -> E:
        """Store a change of an event; return the event after it."""
        del now
        if after != before:
            await self.rows.save(connection, before, after)
        return after


async def _games_of(
    connection: AsyncConnection, event: Event, numbers: Collection[int] | None = None
) -> tuple[Sequence[EventGameRow], int | None]:
    """Return the games of an event, or those of them with these numbers, and who has called it off."""
    is_canceled = event.status is EventStatus.CANCELED
    canceler = await moderation.canceler_of(connection, event.number) if is_canceled else None
    return await events.games_of(connection, event.number, numbers), canceler


def _act_of(event: Event, row: EventGameRow, canceler: int | None) -> GameTransition | None:
    """Return what has to happen to a game because of what happened to its event; None if nothing has.

    Whoever calls an event off can't make a game of their own casual that they may be about to lose.
    """
    if event.status is EventStatus.CANCELED:
        is_own = canceler in {row.white_id, row.black_id}
        return partial(endings.go_on, is_casual=not is_own) if row.reason is None else None
    game = event.game_of(row.number)
    people = () if game is None else game.players
    return act_on(row, game, {each: why for each in people if (why := event.why_left(each)) is not None})
