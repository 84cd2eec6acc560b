"""``/pyrga lesson``, ``/pyrga rules`` and ``/pyrga help``."""

from discord import app_commands

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.guide.help_page import help_page
from bot.ui.guide.lesson import lesson_step
from bot.ui.guide.rules_pages import rules_page


@app_commands.command(name="lesson", description="Learn the game by playing, in eight short steps")
async def teach(interaction: Interaction) -> None:
    """Show the first step of the lesson privately."""
    async with Context.of(interaction) as context:
        await context.admit_extra()
        theme = (await context.services.preferences.player(context.user.id)).theme
        await context.reply.private(await lesson_step(context.words, 1, theme, context.icons))


@app_commands.command(name="rules", description="The rules, with pictures")
async def explain_rules(interaction: Interaction) -> None:
    """Show the first page of the rules privately."""
    async with Context.of(interaction) as context:
        await context.admit_extra()
        theme = (await context.services.preferences.player(context.user.id)).theme
        await context.reply.private(await rules_page(context.words, 0, theme))


@app_commands.command(name="help", description="What the buttons and commands do")
async def help_(interaction: Interaction) -> None:
    """Show the short help page privately."""
    async with Context.of(interaction) as context:
        await context.reply.private(help_page(context.words))
