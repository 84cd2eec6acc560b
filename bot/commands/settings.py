"""Commands about oneself: settings, data, and vacations."""

from discord import app_commands

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.privacy import show_privacy_panel
from bot.ui.servers.rating_roles import show_roles
from bot.ui.settings.panel import SettingOwner, show_settings
from bot.ui.vacations import vacation_panel, vacation_question
from bot.use_cases.clocks.vacations import DAYS_A_YEAR


@app_commands.command(name="settings", description="Your preferences: notifications, theme, language")
async def player_settings(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await show_settings(context, SettingOwner.PLAYER)


@app_commands.command(name="settings", description="Server defaults for games")
async def server_settings(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await show_settings(context, SettingOwner.SERVER)


@app_commands.command(name="roles", description="Give members roles for their rating")
async def rating_roles(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_roles(context)


@app_commands.command(name="privacy", description="See or delete what's stored about you")
async def show_privacy(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await show_privacy_panel(context)


@app_commands.command(description="Pause your clocks while you're away")
@app_commands.describe(days="How many days, starting now (leave empty to see how many you have left)")
async def vacation(
    interaction: Interaction, days: app_commands.Range[int, 1, DAYS_A_YEAR] | None = None
) -> None:
    async with Context.of(interaction) as context:
        if days is None:
            book = await context.services.vacations.book(context.user.id)
            await context.reply.private(vacation_panel(context.words, book))
        else:
            await context.reply.private(await vacation_question(context, days))
