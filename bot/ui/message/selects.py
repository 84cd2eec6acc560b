"""Menus for messages: of buttons, of values, of channels, and of people."""

import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.ui.message.custom_ids import CustomId

MOST_OPTIONS = 25
"""Discord's limit for the number of options in a menu."""

Select = ui.Select[Any] | ui.ChannelSelect[Any] | ui.UserSelect[Any]


class Menu(CustomId, word="menu"):
    """A menu whose options' values are custom_ids of buttons: choosing one is like clicking on that button.

    ``number`` tells the menu from others.
    """

    number: int


@dataclass(frozen=True, slots=True)
class Option:
    """A choice in a menu: what it means, the label that people read, and a description."""

    value: CustomId | str
    label: str
    description: str | None = None


def menu(options: Sequence[Option], chosen: CustomId | None = None, placeholder: str | None = None) -> Select:
    """Return a menu whose options do what buttons would. It shows what's chosen, or ``placeholder``."""
    custom_id = Menu(_checksum("\n".join(str(option.value) for option in options)))
    return select(custom_id, options, [] if chosen is None else [str(chosen)], placeholder=placeholder)


def select(
    custom_id: CustomId,
    options: Sequence[Option],
    chosen: Collection[str] = (),
    *,
    several: bool = False,
    placeholder: str | None = None,
) -> Select:
    """Return a menu of one option, or of several. It shows what's chosen, or ``placeholder``."""
    return ui.Select(
        custom_id=str(custom_id),
        id=_number(custom_id),
        placeholder=placeholder,
        min_values=0 if several else 1,
        max_values=len(options) if several else 1,
        options=[
            discord.SelectOption(
                label=option.label,
                value=str(option.value),
                description=option.description,
                default=str(option.value) in chosen,
            )
            for option in options
        ],
    )


def channel_select(
    custom_id: CustomId,
    kinds: Sequence[discord.ChannelType],
    chosen: Collection[str],
    *,
    most: int,
    placeholder: str,
) -> Select:
    """Return a menu of the server's channels of these kinds. Up to ``most`` can be chosen, or none."""
    return ui.ChannelSelect(
        custom_id=str(custom_id),
        id=_number(custom_id),
        channel_types=[*kinds],
        min_values=0,
        max_values=most,
        placeholder=placeholder,
        default_values=[discord.Object(int(channel), type=discord.abc.GuildChannel) for channel in chosen],
    )


def person_select(custom_id: CustomId, placeholder: str) -> Select:
    """Return a menu for choosing one of the people in this place."""
    return ui.UserSelect(custom_id=str(custom_id), id=_number(custom_id), placeholder=placeholder)


def _number(custom_id: CustomId) -> int:
    # Clients remember the choice in a component by its number. The numbers that Discord assigns are the same
    # on every page, so a menu would show the choice of the previous page's menu. Numbers must be positive and
    # have at most 32 bits.
    return _checksum(str(custom_id)) >> 1 | 1 << 30


def _checksum(text: str) -> int:
    return zlib.crc32(text.encode())
