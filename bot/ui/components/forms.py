"""Forms that people fill in.

Nothing is kept with a form: its custom_id says everything that's needed to handle what comes back.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

import discord
from discord import ui

from bot.ui.message.custom_ids import CustomId, UnknownButtonError
from bot.ui.message.incoming import chosen_values
from bot.ui.message.selects import Option

T = TypeVar("T")


def form_with(form: CustomId, title: str, *fields: ui.Label[Any]) -> ui.Modal:
    """Return a form with these fields, which means ``form``."""
    modal = ui.Modal(title=title, custom_id=str(form))
    # So that the library doesn't keep it.
    modal.stop()
    for field in fields:
        modal.add_item(field)
    return modal


def menu_field(
    field: str, label: str, options: Sequence[Option], chosen: str, description: str | None = None
) -> ui.Label[Any]:
    """Return a field for exactly one of up to 25 options, which are listed once the person opens it."""
    menu: ui.Select[Any] = ui.Select(
        custom_id=field, options=_offered(discord.SelectOption, options, [chosen]), required=True
    )
    return ui.Label(text=label, description=description, component=menu)


def radio_field(
    field: str, label: str, options: Sequence[Option], chosen: str, description: str | None = None
) -> ui.Label[Any]:
    """Return a field for exactly one of two to ten options, which are all in sight."""
    group: ui.RadioGroup[Any] = ui.RadioGroup(
        custom_id=field, options=_offered(discord.RadioGroupOption, options, [chosen])
    )
    return ui.Label(text=label, description=description, component=group)


def check_field(
    field: str,
    label: str,
    options: Sequence[Option],
    chosen: Collection[str],
    description: str | None = None,
) -> ui.Label[Any]:
    """Return a field for any number of up to ten options."""
    group: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=field,
        options=_offered(discord.CheckboxGroupOption, options, chosen),
        required=False,
        min_values=0,
    )
    return ui.Label(text=label, description=description, component=group)


def person_field(field: str, label: str, chosen: discord.abc.Snowflake) -> ui.Label[Any]:
    """Return a field for one of the people in this place."""
    menu: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=field, default_values=[discord.Object(chosen.id, type=discord.User)], required=True
    )
    return ui.Label(text=label, component=menu)


def role_field(field: str, label: str, description: str) -> ui.Label[Any]:
    """Return a field for one of the server's roles."""
    menu: ui.RoleSelect[Any] = ui.RoleSelect(custom_id=field, required=True)
    return ui.Label(text=label, description=description, component=menu)


def _offered(kind: Callable[..., T], options: Sequence[Option], chosen: Collection[str]) -> list[T]:
    return [
        kind(
            label=option.label,
            value=str(option.value),
            description=option.description,
            default=option.value in chosen,
        )
        for option in options
    ]


def chosen_of(data: Mapping[str, Any], field: str, offered: Collection[str]) -> str:
    """Return the one option that was chosen in a field. Modified clients send any."""
    chosen = chosen_values(data, field)
    if len(chosen) != 1 or chosen[0] not in offered:
        raise UnknownButtonError
    return chosen[0]
