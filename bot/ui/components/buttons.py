"""Buttons for messages."""

from typing import Any

import discord
from discord import ui

from bot.ui.message.custom_ids import CustomId

Button = ui.Button[Any]


def button(
    custom_id: CustomId,
    label: str,
    style: discord.ButtonStyle,
    *,
    enabled: bool = True,
    icon: discord.PartialEmoji | None = None,
) -> Button:
    """A button for a message; ``icon`` is before the label, and a screen reader says its name."""
    return ui.Button(custom_id=str(custom_id), label=label, style=style, disabled=not enabled, emoji=icon)
