"""Vacations, during which clocks stand still, and the days that are left for them.

A player is on vacation while there's a due time for its end. There's one for all their games in no event, and
one for each event in which they play, because only so much vacation counts there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.clocks import due_times, vacations
from bot.store.clocks.due_times import NewDue
from bot.store.clocks.vacations import VacationRow
from bot.store.connections.transactions import retried
from bot.store.events import cups
from bot.use_cases.names import remember
from bot.use_cases.use_cases import UseCases
from bot.values.clocks import TURN_KINDS, DueKind
from bot.values.errors import NoVacationDaysError, OnVacationError
from bot.values.players import Player

DAYS_A_YEAR = 14

DAYS_IN_EVENT = 7
"""So many days of vacation count in an event altogether."""

_DAY = timedelta(days=1)


Vacation = VacationRow
"""A player's vacation."""


@dataclass(frozen=True, slots=True)
class VacationBook:
    """A player's vacation days as they stand now.

    ``current`` is the vacation they're on, ``left`` is the number of days left this year, and ``most`` is the
    longest vacation, in days, that could start now.
    """

    current: Vacation | None
    left: int
    most: int


def end_of(starts_at: datetime, days: int) -> datetime:
    """Return when a vacation of this many days ends."""
    return starts_at + days * _DAY


def year_begins(now: datetime) -> datetime:
    """Return the first moment of the year of ``now``."""
    return datetime(now.astimezone(UTC).year, 1, 1, tzinfo=UTC)


def days_by_year(taken: Iterable[Vacation]) -> Counter[int]:
    """Return how many days of each year these vacations have used. A vacation uses at least one."""
    return Counter(year for vacation in taken for year in _years(vacation))


def days_left(now: datetime, taken: Iterable[Vacation]) -> int:
    """Return how many days are left this year after these vacations."""
    return DAYS_A_YEAR - days_by_year(taken)[now.astimezone(UTC).year]


def most_days(now: datetime, taken: Iterable[Vacation]) -> int:
    """Return the longest vacation in days that can start now, after these; at most ``DAYS_A_YEAR``."""
    used = days_by_year(taken)
    days = 0
    while days < DAYS_A_YEAR and used[year := _year_of_day(now, days)] < DAYS_A_YEAR:
        used[year] += 1
        days += 1
    return days


def end_in_event(vacation: Vacation, taken: Iterable[Vacation], since: datetime) -> datetime:
    """Return until when a vacation counts in an event in which the player's first game began at ``since``.

    ``taken`` are their vacations since then. If none of it counts, the end isn't after its start.
    """
    begins = max(vacation.starts_at, since)
    earlier = (min(each.ends_at, begins) - max(each.starts_at, since) for each in taken)
    used = sum((max(time, timedelta()) for time in earlier), timedelta())
    return min(vacation.ends_at, begins + max(DAYS_IN_EVENT * _DAY - used, timedelta()))


def _years(vacation: Vacation) -> list[int]:
    begun = max(1, -((vacation.starts_at - vacation.ends_at) // _DAY))
    return [_year_of_day(vacation.starts_at, day) for day in range(begun)]


def _year_of_day(starts_at: datetime, day: int) -> int:
    return (starts_at + day * _DAY).astimezone(UTC).year


class Vacations(UseCases):
    """The vacations in one database."""

    async def book(self, player_id: int) -> VacationBook:
        """Return a player's vacation days as they stand now."""
        return await self._database.read_once(_book, player_id, self._clock.now())

    async def check(self, days: int, *, player_id: int) -> VacationBook:
        """Return a player's days if a vacation of this many can start now, or raise what ``start`` would."""
        book = await self.book(player_id)
        _check(book, days)
        return book

    @retried
    async def start(self, player: Player, days: int) -> VacationBook:
        """Start a vacation of this many days, which pauses the player's clocks; return the days then."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            # This row keeps a player from having two vacations at the same time.
            await remember(connection, player, now)
            # A turn that begins meanwhile knows about the vacation, or is put off by it.
            await games.lock_clocked_of(connection, player.id)
            book = await _book(connection, player.id, now)
            _check(book, days)
            until = end_of(now, days)
            ends = await _ends(connection, player.id, Vacation(0, now, until))
            await vacations.add(connection, player.id, now, until)
            await due_times.drop_of_player(connection, player.id, DueKind.VACATION)
            for event, at in ends.items():
                due = NewDue(DueKind.VACATION, at, player_id=player.id, event_id=event)
                await due_times.add(connection, due)
                await due_times.shift_of_player(
                    connection, at - now, TURN_KINDS, player_id=player.id, now=now, event_id=event
                )
            return await _book(connection, player.id, now)

    @retried
    async def end(self, player: Player, number: int) -> VacationBook:
        """End a vacation early, and return the player's days after it. If it's over, nothing changes.

        Their clocks resume, with the time they'd have if the vacation had only been this long.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            await games.lock_clocked_of(connection, player.id)
            book = await _book(connection, player.id, now)
            if book.current is not None and book.current.number == number:
                await vacations.end(connection, number, now)
                marks = await due_times.of_players(connection, [player.id], [DueKind.VACATION])
                await due_times.drop_of_player(connection, player.id, DueKind.VACATION)
                for mark in marks:
                    if mark.at > now:
                        unused, there = mark.at - now, mark.event_id
                        await due_times.shift_of_player(
                            connection, -unused, TURN_KINDS, player_id=player.id, now=now, event_id=there
                        )
            return await _book(connection, player.id, now)


async def begin_in_event(
    connection: AsyncConnection, event: int, player_ids: Sequence[int], now: datetime
) -> None:
    """Have vacations that players are on count in an event, as one of their games there begins.

    This transaction holds the players, so a vacation that starts meanwhile knows about the game.
    """
    marks = await due_times.of_players(connection, player_ids, [DueKind.VACATION])
    counting = {mark.player_id for mark in marks if mark.event_id == event}
    for mark in marks:
        player_id = mark.player_id
        if mark.event_id is not None or player_id is None or player_id in counting:
            continue
        at = await _end_in_event(connection, Vacation(0, now, mark.at), event, player_id=player_id)
        if at > now:
            due = NewDue(DueKind.VACATION, at, player_id=player_id, event_id=event)
            await due_times.add(connection, due)


async def _ends(
    connection: AsyncConnection, player_id: int, vacation: Vacation
) -> Mapping[int | None, datetime]:
    """Return when a new vacation ends in each event where it counts, and for all other games."""
    events = await games.events_of(connection, player_id)
    ends = {event: await _end_in_event(connection, vacation, event, player_id=player_id) for event in events}
    return {None: vacation.ends_at, **{event: at for event, at in ends.items() if at > vacation.starts_at}}


async def _end_in_event(
    connection: AsyncConnection, vacation: Vacation, event: int, *, player_id: int
) -> datetime:
    if not await cups.counts_vacations(connection, event):
        return vacation.starts_at
    since = await games.began_in_event(connection, player_id, event_id=event) or vacation.starts_at
    return end_in_event(vacation, await vacations.since(connection, player_id, since), since)


def _check(book: VacationBook, days: int) -> None:
    if book.current is not None:
        raise OnVacationError(book.current.ends_at)
    if not 0 < days <= book.most:
        raise NoVacationDaysError(book.most)


async def _book(connection: AsyncConnection, player_id: int, now: datetime) -> VacationBook:
    taken = await vacations.since(connection, player_id, year_begins(now))
    current = next((vacation for vacation in taken if vacation.ends_at > now), None)
    return VacationBook(current, days_left(now, taken), most_days(now, taken))
