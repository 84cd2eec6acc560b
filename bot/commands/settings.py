"""``/pyrga settings`` and ``/pyrga-server settings``."""

from discord import app_commands

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.settings.panel import SettingOwner, show_settings


@app_commands.command(name="settings", description="Your preferences: notifications, theme, language")
async def player_settings(interaction: Interaction) -> None:
    """Show the person's own settings privately."""
    async with Context.of(interaction) as context:
        await show_settings(context, SettingOwner.PLAYER)


@app_commands.command(name="settings", description="Server defaults for games")
async def server_settings(interaction: Interaction) -> None:
    """Show the server's settings privately to someone who may change them."""
    async with Context.of(interaction) as context:
        await show_settings(context, SettingOwner.SERVER)
