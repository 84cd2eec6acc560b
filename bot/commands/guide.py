"""``/pyrga lesson``, ``/pyrga rules`` and ``/pyrga help``."""

from discord import app_commands

from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.guide.help_page import help_page
from bot.ui.guide.lesson import lesson_step
from bot.ui.guide.rules_pages import rules_page


@app_commands.command(name="lesson", description="Learn the game by playing, in six short steps")
async def teach(interaction: Interaction) -> None:
    """Show the first step of the lesson in private."""
    async with Responder.of(interaction) as responder:
        await interaction.client.intake.admit_extra()
        theme = await interaction.client.services.preferences.player_theme(interaction.user.id)
        await responder.show(await lesson_step(responder.words, 1, theme, interaction.client.icons))


@app_commands.command(name="rules", description="The rules, with pictures")
async def explain_rules(interaction: Interaction) -> None:
    """Show the first page of the rules in private."""
    async with Responder.of(interaction) as responder:
        await interaction.client.intake.admit_extra()
        theme = await interaction.client.services.preferences.player_theme(interaction.user.id)
        await responder.show(await rules_page(responder.words, 0, theme))


@app_commands.command(name="help", description="What the buttons and commands do")
async def help_(interaction: Interaction) -> None:
    """Show the short help in private."""
    async with Responder.of(interaction) as responder:
        await responder.show(help_page(responder.words))
