"""What the rows of all events have in common: who is in them, their groups, and their cards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Table, delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Form, Json, Shape, optional, several
from bot.store.rows import upsert_values
from bot.values.events.event import Event
from bot.values.events.parts import Card, Entrant, EventGame, Extension, Group

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
