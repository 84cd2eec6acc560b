"""The only class of select menus. It's registered once; nothing is kept in memory for a message."""

import re
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import ui

from bot.ui.context.context import Context
from bot.ui.context.handlers import answer_choice
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.message.select_ids import SELECT_PATTERN, OpponentSelect, SelectId, SettingSelect, parse_select

MOST_OPTIONS = 25
"""Discord's limit for the number of options in a menu."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice in a menu: the value that the bot knows, the label that people read, and a description."""

    value: str
    label: str
    description: str | None = None


class Select(ui.DynamicItem[ui.Item[Any]], template=SELECT_PATTERN):
    """A menu of options, of channels or of people.

    Its whole meaning is its custom_id and what is chosen, so that it works after any restart.
    """

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu that was used."""
        del interaction, match
        return cls(item)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Return whether this process answers the choice; otherwise another process has claimed it."""
        return await Context.of(interaction).claims()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what was chosen, and always answer. A channel is passed as its id, a person as an object."""
        async with Context.of(interaction) as context:
            meaning = parse_select(self.custom_id)
            await answer_choice(context, meaning, self._chosen(meaning))

    def _chosen(self, meaning: SelectId) -> Sequence[str | discord.Member | discord.User]:
        """What was chosen: exactly one thing, except among settings.

        Raises:
            UnknownButtonError: a component of this kind never has such a custom_id, or this many values.
        """
        item, for_settings = self.item, isinstance(meaning, SettingSelect)
        chosen: Sequence[str | discord.Member | discord.User] | None = None
        if isinstance(item, ui.UserSelect) and isinstance(meaning, OpponentSelect):
            chosen = item.values
        elif isinstance(item, ui.ChannelSelect) and for_settings:
            chosen = [str(channel.id) for channel in item.values]
        elif isinstance(item, ui.Select) and not isinstance(meaning, OpponentSelect):
            chosen = item.values
        if chosen is None or (len(chosen) != 1 and not for_settings):
            raise UnknownButtonError(self.custom_id)
        return chosen


def select(
    custom_id: SelectId,
    options: Sequence[Option],
    chosen: Collection[str] = (),
    *,
    several: bool = False,
    placeholder: str | None = None,
) -> Select:
    """A menu for a message, showing the current choice: exactly one option, or any number with ``several``.

    ``placeholder`` is shown if nothing is chosen.
    """
    menu: ui.Select[Any] = ui.Select(
        custom_id=str(custom_id),
        id=_number(custom_id),
        placeholder=placeholder,
        min_values=0 if several else 1,
        max_values=len(options) if several else 1,
        options=[
            discord.SelectOption(
                label=option.label,
                value=option.value,
                description=option.description,
                default=option.value in chosen,
            )
            for option in options
        ],
    )
    return Select(menu)


def channel_select(
    custom_id: SettingSelect,
    kinds: Sequence[discord.ChannelType],
    chosen: Collection[str],
    *,
    most: int,
    placeholder: str,
) -> Select:
    """A menu of the server's channels of these kinds. Up to ``most`` can be chosen, or none.

    ``placeholder`` is shown if none is chosen.
    """
    menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=str(custom_id),
        id=_number(custom_id),
        channel_types=[*kinds],
        min_values=0,
        max_values=most,
        placeholder=placeholder,
        default_values=[discord.Object(int(channel), type=discord.abc.GuildChannel) for channel in chosen],
    )
    return Select(menu)


def person_select(custom_id: OpponentSelect, placeholder: str) -> Select:
    """A menu for choosing one of the people in this place."""
    menu: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=str(custom_id), id=_number(custom_id), placeholder=placeholder
    )
    return Select(menu)


def _number(custom_id: SelectId) -> int:
    # Clients remember the choice in a component by its number. The numbers that Discord assigns are the same
    # on every page, so a menu would show the choice of the previous page's menu. Numbers must be positive and
    # have at most 32 bits.
    return zlib.crc32(str(custom_id).encode()) >> 1 | 1 << 30
