"""``/pyrga settings`` and ``/pyrga-server settings``."""

from discord import app_commands

from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.message.select_ids import SettingOwner
from bot.ui.settings.panel import show_settings


@app_commands.command(name="settings", description="Your preferences: notifications, theme, language")
async def player_settings(interaction: Interaction) -> None:
    """Show the person's own settings in private."""
    async with Responder.of(interaction) as responder:
        await show_settings(interaction, responder, SettingOwner.PLAYER)


@app_commands.command(name="settings", description="Server defaults for games")
async def server_settings(interaction: Interaction) -> None:
    """Show the server's settings, in private, to somebody who may change them."""
    async with Responder.of(interaction) as responder:
        await show_settings(interaction, responder, SettingOwner.SERVER)
