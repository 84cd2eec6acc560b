"""Forms that were refused: they come back with what was filled in, which the refusal itself keeps."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.locale import Words
from bot.ui.message.content import Content, Row, unboxed
from bot.ui.message.custom_ids import LONGEST, Chosen, CustomId, button
from bot.ui.text.words import escaped

_QUOTE = ">>> "
_ESCAPED = re.compile(r"\\(.)")


class EditForm(CustomId, word="edit", label=lambda words: words.label("button", "Edit")):
    """Opens ``form`` again, with what was ``chosen`` in it and what was typed, which the message shows."""

    chosen: Chosen
    form: CustomId


def refused_form(words: Words, refusal: str, form: CustomId, data: Mapping[str, Any]) -> Content:
    """Return a refusal of a form with what was typed into it, and a button that opens it again."""
    fields = [*_fields_of(data)]
    typed = [str(field["value"]) for field in fields if _is_text(field) and field.get("value")]
    edit = EditForm(tuple(_values_of(field) for field in fields if not _is_text(field)), form)
    # Only modified clients send more than fits.
    rows = [Row(button(edit, words, discord.ButtonStyle.primary))] if len(str(edit)) <= LONGEST else []
    return unboxed(refusal, *[ui.TextDisplay(f"{_QUOTE}{escaped(text)}") for text in typed], *rows)


def refill(form: ui.Modal, chosen: Chosen, message: discord.Message | None) -> None:
    """Fill in a form as it was when it was refused with this message."""
    components = [] if message is None else message.components
    shown = [part.content for part in components if isinstance(part, discord.TextDisplay)]
    typed = [_ESCAPED.sub(r"\1", text.removeprefix(_QUOTE)) for text in shown if text.startswith(_QUOTE)]
    fields = [label.component for label in form.children if isinstance(label, ui.Label)]
    for field, text in zip((each for each in fields if isinstance(each, ui.TextInput)), typed, strict=False):
        field.default = text
    choices = (each for each in fields if not isinstance(each, ui.TextInput))
    for choice, values in zip(choices, chosen, strict=False):
        _choose(choice, values)


def _choose(field: ui.Item[Any], values: Sequence[str]) -> None:
    if isinstance(field, ui.UserSelect | ui.RoleSelect):
        kind = discord.User if isinstance(field, ui.UserSelect) else discord.Role
        field.default_values = [discord.Object(int(each), type=kind) for each in values if each.isdecimal()]
    elif isinstance(field, ui.Select | ui.RadioGroup | ui.CheckboxGroup):
        for option in field.options:
            option.default = option.value in values


def _fields_of(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (label["component"] for label in data.get("components", ()) if "component" in label)


def _is_text(field: Mapping[str, Any]) -> bool:
    return field.get("type") == discord.ComponentType.text_input.value


def _values_of(field: Mapping[str, Any]) -> tuple[str, ...]:
    values = field.get("values") or filter(None, [field.get("value")])
    return tuple(map(str, values))
