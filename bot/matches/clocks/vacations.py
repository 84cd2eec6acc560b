"""Vacations, which pause players' clocks."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.clocks.vacation_days import Vacation, VacationBook, days_left, end_of, most_days, year_begins
from bot.matches.errors import NoVacationDaysError, OnVacationError
from bot.matches.values.clocks import TURN_KINDS, DueKind
from bot.matches.values.players import Player
from bot.store.clocks import due_times
from bot.store.clocks import vacations as vacation_rows
from bot.store.clocks.due_times import NewDue
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import games as game_rows
from bot.store.settings.players import remember_player


class Vacations:
    """The vacations in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def book(self, player_id: int) -> VacationBook:
        """Return a player's vacation days as they stand now."""
        async with self._database.reading_once() as connection:
            return await _book(connection, player_id, self._clock.now())

    async def check(self, player_id: int, days: int) -> VacationBook:
        """Check that a vacation of this many days can start now, and return the player's days before it.

        Raises:
            OnVacationError, NoVacationDaysError: as in ``start``.
        """
        book = await self.book(player_id)
        _check(book, days)
        return book

    @retried
    async def start(self, player: Player, days: int) -> VacationBook:
        """Start a vacation of this many days, which pauses the player's clocks. Return their days after it.

        Raises:
            OnVacationError: they are already on vacation.
            NoVacationDaysError: they don't have that many days left, or ``days`` is less than one.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            # This row keeps a player from having two vacations at the same time.
            await remember_player(connection, player.id, player.name, now)
            # A turn that begins meanwhile knows about the vacation, or is put off by it.
            await game_rows.hold_clocked_of(connection, player.id)
            book = await _book(connection, player.id, now)
            _check(book, days)
            until = end_of(now, days)
            await vacation_rows.add(connection, player.id, now, until)
            await due_times.drop_of_player(connection, player.id, DueKind.VACATION)
            await due_times.add(connection, NewDue(DueKind.VACATION, until, player_id=player.id))
            await due_times.shift_of_player(connection, until - now, TURN_KINDS, player.id, now)
            return await _book(connection, player.id, now)

    @retried
    async def end(self, player: Player, number: int) -> VacationBook:
        """End a vacation early, and return the player's days after it. If it's over, nothing changes.

        Their clocks resume, with the time they'd have if the vacation had only been this long.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, now)
            await game_rows.hold_clocked_of(connection, player.id)
            book = await _book(connection, player.id, now)
            if book.current is not None and book.current.number == number:
                await vacation_rows.end(connection, number, now)
                await due_times.drop_of_player(connection, player.id, DueKind.VACATION)
                unused = book.current.ends_at - now
                await due_times.shift_of_player(connection, -unused, TURN_KINDS, player.id, now)
            return await _book(connection, player.id, now)


def _check(book: VacationBook, days: int) -> None:
    if book.current is not None:
        raise OnVacationError(book.current.ends_at)
    if not 0 < days <= book.most:
        raise NoVacationDaysError(book.most)


async def _book(connection: AsyncConnection, player_id: int, now: datetime) -> VacationBook:
    rows = await vacation_rows.since(connection, player_id, year_begins(now))
    taken = [Vacation(row.id, row.starts_at, row.ends_at) for row in rows]
    current = next((vacation for vacation in taken if vacation.ends_at > now), None)
    return VacationBook(current, days_left(now, taken), most_days(now, taken))
