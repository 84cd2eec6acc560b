"""``/pyrga privacy``."""

from discord import app_commands

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.privacy.panel import show_privacy_panel


@app_commands.command(name="privacy", description="See or delete what's stored about you")
async def show_privacy(interaction: Interaction) -> None:
    """Send the person a file with what's stored about them, privately."""
    async with Context.of(interaction) as context:
        await show_privacy_panel(context)
