"""What the rows of all events have in common: who is in them, their groups, and their cards.

And all of it for those that are in one server.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Column, ColumnElement, Table, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Form, Json, Shape, optional, several
from bot.store.events import events
from bot.store.names import name_in
from bot.store.rows import change_row, fetch_all, lock_rows, upsert_values
from bot.store.schema.tables import players
from bot.values.events.event import Event
from bot.values.events.parts import Card, Entrant, EventGame, Extension, Group

E = TypeVar("E", bound=Event)

_PERSON: Final = Form(lambda player_id, people: people.index(player_id), lambda place, people: people[place])

_GROUP: Final = Json({EventGame: Shape(forms={"white": _PERSON, "black": _PERSON}, is_array=True)}).form(
    Group, Shape(forms={"seats": several(optional(_PERSON))}, without={"number"})
)

GROUPS: Final = Form(
    several(_GROUP).write,
    lambda stored, people: tuple(
        replace(_GROUP.read(each, people), number=number) for number, each in enumerate(stored, start=1)
    ),
)
"""How the groups of a stage are stored. They name people by their place among the ``people_in`` the event."""

IN_STAGES: Final[Mapping[Any, Form | Shape]] = {
    tuple[Group, ...]: GROUPS,
    Extension: Shape(forms={"absent": several(_PERSON)}),
}
"""How what's in a stage is stored."""


def people_in(event: Event) -> tuple[int, ...]:
    """Return the ids of the entrants of an event."""
    return tuple(entrant.player.id for entrant in event.entrants)


def entrant_columns(table: Table) -> Columns[Entrant]:
    """Return how entrants are stored in a table."""
    return Columns(Entrant, table, Shape(names={"left": "leaving"}, flat={"strength"}))


def card_columns(table: Table, names: Mapping[str, str], forms: Mapping[str, Form] = {}) -> Columns[Card]:
    """Return how cards are stored in a table, where fields have these other names and forms."""
    return Columns(Card, table, Shape(names, forms, flat={"place"}))


async def save_entrants(
    connection: AsyncConnection,
    table: Table,
    before: Sequence[Mapping[str, Any]],
    after: Sequence[Mapping[str, Any]],
) -> None:
    """Store who is in an event now, given their rows before and after a change."""
    here = {row["player_id"] for row in after}
    event, person, *_ = table.primary_key
    for row in sorted(before, key=lambda row: row["player_id"]):
        if row["player_id"] not in here:
            await connection.execute(
                delete(table).where(event == row[event.name], person == row["player_id"])
            )
    await upsert_values(connection, table, [row for row in after if row not in before])


class InOneServer(Generic[E]):
    """The rows of a kind of event that's in one server, with one card, and of its entrants."""

    def __init__(  # noqa: PLR0913 - where everything is
        self,
        kind: Callable[..., E],
        name: str,
        table: Table,
        entrants: Table,
        *,
        due: ColumnElement[bool],
        current: ColumnElement[bool],
    ) -> None:
        """Make what stores events of a ``kind``, which has this ``name`` among all kinds, in these tables.

        There are indexes of those that are ``due``, and of the ``current`` ones, which aren't over.
        """
        self._name, self._table, self._entrants = name, table, entrants
        self._due, self._current = due, current
        card = card_columns(table, {"told": "told_stages"})
        names = {"number": "id", "league": "league_id"}
        apart = ("cards", "entrants")
        self._card, self._entrant = card, entrant_columns(entrants)
        self.columns = Columns(
            kind,
            table,
            Shape(names=names, without=apart),
            Json(IN_STAGES, ascii_only=False),
            context=people_in,
            derived=lambda event: card.write(event.card) | {"due_at": event.due_at},
        )
        self._without_texts = Columns(
            kind,
            table,
            Shape(names=names, without={*apart, "terms", "stages"}),
            derived=lambda event: card.write(event.card),
        )

    @property
    def _event_id(self) -> Column[int]:
        event_id, *_ = self._entrants.primary_key
        return event_id

    async def fetch(self, connection: AsyncConnection, numbers: Collection[int]) -> list[E]:
        """Return the events with these numbers, the newest first, in two statements."""
        people: dict[int, list[Entrant]] = {number: [] for number in numbers}
        name, account_name = name_in(self._table.c.guild_id, players), players.c.name
        entrants = (
            select(self._entrants, name.label("player_name"), account_name.label("player_account_name"))
            .join_from(self._entrants, self._table, self._table.c.id == self._event_id)
            .join(players, players.c.id == self._entrants.c.player_id)
            .where(self._event_id.in_(list(numbers)))
            .order_by(self._event_id, self._entrants.c.position)
        )
        for row in await fetch_all(connection, entrants, dict[str, Any]):
            people[row[self._event_id.name]].append(self._entrant.read(row))
        wanted = select(self._table).where(self._table.c.id.in_(list(numbers)))
        rows = await fetch_all(connection, wanted.order_by(self._table.c.id.desc()), dict[str, Any])
        return [self._event(row, people[row["id"]]) for row in rows]

    def _event(self, row: Mapping[str, Any], entrants: Collection[Entrant]) -> E:
        people = [entrant.player.id for entrant in entrants]
        return self.columns.read(row, people, cards=(self._card.read(row),), entrants=tuple(entrants))

    async def lock(self, connection: AsyncConnection, number: int) -> None:
        """Keep other transactions from changing an event until this one ends."""
        await lock_rows(connection, self._table, number)

    async def add(self, connection: AsyncConnection, event: E) -> int:
        """Store a new event, whose number is ignored, and return its number."""
        number = await events.add(connection, self._name)
        await connection.execute(self._table.insert().values({**self.columns.write(event), "id": number}))
        await save_entrants(connection, self._entrants, [], self._rows(event, number))
        return number

    async def save(self, connection: AsyncConnection, before: E, after: E) -> None:
        """Store a change of an event, or raise a StaleRowError if ``before`` isn't what's stored."""
        changes = self.columns.changes(before, after)
        if changes:
            await change_row(connection, self._table, self._without_texts.write(before), changes)
        rows = (self._rows(event, before.number) for event in (before, after))
        await save_entrants(connection, self._entrants, *rows)

    def _rows(self, event: E, number: int) -> list[dict[str, Any]]:
        return [
            {self._event_id.name: number, "position": position, **self._entrant.write(entrant)}
            for position, entrant in enumerate(event.entrants)
        ]

    async def discard(self, connection: AsyncConnection, number: int) -> None:
        """Delete an event that no one is in."""
        await connection.execute(delete(self._table).where(self._table.c.id == number))
        await events.discard(connection, number)

    async def due(self, connection: AsyncConnection, now: datetime, limit: int) -> list[int]:
        """Return the numbers of events for which something has to be done, the longest waiting first."""
        due_at = self._table.c.due_at
        waiting = select(self._table.c.id).where(self._due, due_at <= now).order_by(due_at).limit(limit)
        return [*await connection.scalars(waiting)]

    async def current_in(self, connection: AsyncConnection, guild_id: int) -> list[int]:
        """Return the numbers of a guild's events that aren't over, in order."""
        theirs = select(self._table.c.id).where(self._table.c.guild_id == guild_id, self._current)
        return [*await connection.scalars(theirs.order_by(self._table.c.id))]

    async def current_of(self, connection: AsyncConnection, player_id: int) -> list[int]:
        """Return the numbers of the events that go on and that someone is in and hasn't left, in order."""
        source = self._entrants.join(self._table, self._table.c.id == self._event_id)
        theirs = (self._entrants.c.player_id == player_id, self._entrants.c.leaving.is_(None), self._current)
        found = select(self._table.c.id).select_from(source).where(*theirs).order_by(self._table.c.id)
        return [*await connection.scalars(found)]
