"""The only class of buttons. It's registered once; nothing is kept in memory for a message."""

import re
from typing import Any, Self, cast

import discord
from discord import ui

from bot.ui.context.context import Context
from bot.ui.context.handlers import answer_click
from bot.ui.message.actions import MoveAction
from bot.ui.message.content import take_apart
from bot.ui.message.custom_ids import PATTERN, ButtonId, GameButton, UnknownButtonError, parse


class Button(ui.DynamicItem[ui.Button[Any]], template=PATTERN):
    """A button whose whole meaning is its custom_id, so that it works after any restart.

    ``meaning`` is None if the bot doesn't know the custom_id, no longer knows it, or it's that of a menu.
    """

    def __init__(self, item: ui.Button[Any], meaning: ButtonId | None) -> None:
        super().__init__(item)
        self.meaning = meaning

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button that was clicked."""
        del interaction
        if not isinstance(item, ui.Button):
            # It's only used to say that it isn't known.
            return cls(cast("ui.Button[Any]", item), None)
        try:
            return cls(item, parse(match.string))
        except UnknownButtonError:
            return cls(item, None)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Return whether this process answers the click; otherwise another process has claimed it.

        A move is claimed in the transaction that plays it.
        """
        context = Context.of(interaction)
        if isinstance(self.meaning, GameButton) and self.meaning.action is MoveAction.MOVE:
            return context.services.interactions.accepted
        return await context.claims()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says, and always answer."""
        async with Context.of(interaction) as context:
            if self.meaning is None:
                raise UnknownButtonError(self.custom_id)
            await answer_click(context, self.meaning)
        if self.view is not None:
            # The library rebuilt the whole message from the click to find this button in it.
            take_apart(self.view)


def button(
    custom_id: ButtonId,
    label: str,
    style: discord.ButtonStyle,
    *,
    enabled: bool = True,
    icon: discord.PartialEmoji | None = None,
) -> Button:
    """A button for a message; ``icon`` is before the label, and a screen reader says its name."""
    item: ui.Button[Any] = ui.Button(
        custom_id=str(custom_id), label=label, style=style, disabled=not enabled, emoji=icon
    )
    return Button(item, custom_id)
