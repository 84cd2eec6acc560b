"""``/pyrga settings`` and ``/pyrga-server settings``."""

from discord import app_commands

from bot.ui.permissions import check_may_manage
from bot.ui.responder import Responder
from bot.ui.services import Interaction, place_of
from bot.ui.theme_panel import Owner, theme_panel


@app_commands.command(name="settings", description="Choose how your private pictures look")
async def player_settings(interaction: Interaction) -> None:
    """Show the person's own settings in private."""
    async with Responder(interaction) as responder:
        theme = await interaction.client.services.preferences.player_theme(interaction.user.id)
        await responder.show(await theme_panel(responder.words, Owner.PLAYER, theme))


@app_commands.command(name="settings", description="Choose how the boards of this server look")
async def server_settings(interaction: Interaction) -> None:
    """Show the server's settings, in private, to somebody who may change them."""
    async with Responder(interaction) as responder:
        check_may_manage(interaction)
        guild_id = place_of(interaction).guild_id
        theme = await interaction.client.services.preferences.guild_theme(guild_id)
        await responder.show(await theme_panel(responder.words, Owner.SERVER, theme))
