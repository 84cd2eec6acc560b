"""What happens in events of any kind without a click: their games begin, follow them, and are decided."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.events import events
from bot.store.events.events import EventGameRow
from bot.use_cases.events.following import act_on, next_of, take_endings
from bot.use_cases.games import storing
from bot.values.events.event import EventGame, EventStatus, Leaving
from bot.values.game import endings
from bot.values.game.game import Game, Transition

LATER: Final = timedelta(minutes=10)
"""How much later it's tried again to do what couldn't be done."""


class _Event(Protocol):
    """What every event is: a frozen value."""

    @property
    def number(self) -> int: ...
    @property
    def status(self) -> EventStatus: ...
    @property
    def unsettled(self) -> bool: ...
    @property
    def unstarted(self) -> Sequence[Any]: ...
    @property
    def running(self) -> Sequence[EventGame]: ...
    def game_of(self, number: int, /) -> EventGame | None: ...
    def can_begin(self, now: datetime, /) -> bool: ...
    def is_time_over(self, now: datetime, /) -> bool: ...
    def why_left(self, player_id: int, /) -> Leaving | None: ...


E = TypeVar("E", bound=_Event)


class _Changes(Protocol[E]):
    """What can happen to every event: a module of pure functions."""

    def begin_game(self, event: E, planned: Any, number: int, /) -> E: ...
    def result(
        self, event: E, number: int, /, *, score: float, white: int | None = None, adjudicated: bool = False
    ) -> E: ...
    def annul(self, event: E, number: int, now: datetime, /) -> E: ...
    def wait(self, event: E, until: datetime, /) -> E: ...
    def settled(self, event: E, /) -> E: ...


async def with_results(connection: AsyncConnection, event: E, changes: _Changes[E], now: datetime) -> E:
    """Return an event that this transaction holds with the results it doesn't know yet, which it takes."""
    for ending in await take_endings(connection, event.number):
        if ending.score is None:
            event = changes.annul(event, ending.number, now)
        else:
            event = changes.result(
                event, ending.number, score=ending.score, white=ending.white, adjudicated=ending.adjudicated
            )
    return event


class EventGames(ABC, Generic[E]):
    """The events of one kind in one database, and their games."""

    changes: _Changes[E]

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        self._database = database
        self._clock = clock
        self._random = random

    # In what the kinds differ

    @abstractmethod
    async def _load(self, connection: AsyncConnection, number: int) -> E:
        """Load an event, or raise that there is none."""

    @abstractmethod
    async def _load_to_change(self, connection: AsyncConnection, number: int) -> E:
        """Load an event that no one else changes until the transaction ends."""

    @abstractmethod
    async def _save(self, connection: AsyncConnection, before: E, after: E, now: datetime) -> None:
        """Store a change of an event that this transaction holds."""

    @abstractmethod
    async def _stepped(self, connection: AsyncConnection, event: E, now: datetime) -> E:
        """Return an event after the next thing that's due, or the same one if there's none."""

    @abstractmethod
    async def _game_of(self, connection: AsyncConnection, event: E, planned: Any, now: datetime) -> Game:
        """Return the game of a planned game, as it begins."""

    # What they share

    async def advance(self, number: int) -> E:
        """Do what's due in an event and needs neither Discord nor the solver; return it after that.

        It can be repeated at any time, and goes on where it stopped.

        Raises:
            Refusal: there is no such event.
        """
        while await self._step(number):
            pass
        while await self._settle(number):
            pass
        return await self._get(number)

    @retried
    async def begin_next(self, number: int) -> Game | None:
        """Begin the next game of an event, and return it. No message shows it yet.

        None if no game can begin now.

        Raises:
            Refusal: there is no such event.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            event = await self._load_to_change(connection, number)
            if not event.can_begin(now):
                return None
            planned = await next_of(connection, event.unstarted)
            if planned is None:
                await self._save(connection, event, self.changes.wait(event, now + LATER), now)
                return None
            new = await self._game_of(connection, event, planned, now)
            game = await storing.begin(connection, new, now)
            await self._save(connection, event, self.changes.begin_game(event, planned, game.number), now)
            return game

    async def undecided(self, number: int) -> list[int]:
        """Return the numbers of the games of an event that still run although their time is over.

        Raises:
            Refusal: there is no such event.
        """
        event = await self._get(number)
        if not event.is_time_over(self._clock.now()):
            return []
        return [game.number for game in event.running if game.number is not None]

    @retried
    async def take_results(self, number: int) -> None:
        """Let an event know how its games have ended.

        Raises:
            Refusal: there is no such event.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            event = await self._load_to_change(connection, number)
            known = await with_results(connection, event, self.changes, now)
            await self._save(connection, event, known, now)

    @retried
    async def _get(self, number: int) -> E:
        async with self._database.reading() as connection:
            return await self._load(connection, number)

    @retried
    async def _step(self, number: int) -> bool:
        """Do the next thing that's due in an event; return whether there was any."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            before = await self._load_to_change(connection, number)
            event = await with_results(connection, before, self.changes, now)
            after = await self._stepped(connection, event, now)
            await self._save(connection, before, after, now)
            return after is not event

    async def _settle(self, number: int) -> bool:
        """Let all games follow what happened to their event; return whether there may be more."""
        acts = await self._acts(number)
        for game in acts:
            await self._act(number, game_number=game)
        return bool(acts)

    @retried
    async def _acts(self, number: int) -> list[int]:
        """Return the games that have something to follow, or note that there are none."""
        async with self._database.writing() as connection:
            event = await self._load_to_change(connection, number)
            if not event.unsettled:
                return []
            rows = await events.games_of(connection, number)
            found = [row.number for row in rows if _act_of(event, row) is not None]
            if not found:
                await self._save(connection, event, self.changes.settled(event), self._clock.now())
            return found

    @retried
    async def _act(self, number: int, *, game_number: int) -> None:
        now = self._clock.now()
        async with self._database.writing() as connection:
            event = await self._load_to_change(connection, number)
            game = await storing.load_to_change(connection, game_number)
            for row in await events.games_of(connection, number, [game_number]):
                transition = _act_of(event, row)
                if transition is not None:
                    await storing.save(connection, game, transition(game, now), now)


def _act_of(event: _Event, row: EventGameRow) -> Transition | None:
    """Return what has to happen to a game because of what happened to its event; None if nothing has."""
    if event.status is EventStatus.CANCELED:
        return endings.go_on_casually if row.reason is None else None
    game = event.game_of(row.number)
    people = () if game is None else game.players
    return act_on(row, game, {each: why for each in people if (why := event.why_left(each)) is not None})
