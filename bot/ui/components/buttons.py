"""The one class of button. It is registered once; nothing is kept in memory for a message."""

import re
from typing import Any, Self

import discord
from discord import ui

from bot.ui.context.responder import Responder
from bot.ui.message.custom_ids import PATTERN, ButtonId, plays_move


class Button(ui.DynamicItem[ui.Button[Any]], template=PATTERN):
    """A button whose whole meaning is its custom_id, so that it works after any restart."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button that was clicked."""
        del interaction, match
        if not isinstance(item, ui.Button):
            raise TypeError(item)
        return cls(item)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Leave it to another process that has taken it on.

        A move is claimed in the transaction that plays it.
        """
        return plays_move(self.custom_id) or await Responder.of(interaction).claims()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says."""
        await interaction.client.click(interaction, self.custom_id)


def button(
    custom_id: ButtonId,
    label: str,
    style: discord.ButtonStyle,
    *,
    enabled: bool = True,
    icon: discord.PartialEmoji | None = None,
) -> Button:
    """A button to be put on a message. The label says all without the icon."""
    return Button(
        ui.Button(custom_id=str(custom_id), label=label, style=style, disabled=not enabled, emoji=icon)
    )
