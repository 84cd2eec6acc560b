"""The command tree, which answers even commands that it can't run."""

import discord
from discord import app_commands

from bot.ui.context.client import Interaction, ServingClient
from bot.ui.context.context import Context
from bot.ui.context.refusals import obsolete_command, unfit_value


class CommandTree(app_commands.CommandTree[ServingClient]):
    """Discord's commands and the functions behind them."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether this process answers the interaction; otherwise another process has claimed it."""
        return await Context.of(interaction).claims()

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer options that the library couldn't read, and commands of other versions of the bot."""
        if interaction.type is discord.InteractionType.autocomplete:
            await Context.of(interaction).complete(())
            return
        async with Context.of(interaction) as context:
            if isinstance(error, app_commands.TransformerError):
                await context.reply.private(unfit_value(context.words, error.value))
            elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                await context.reply.private(obsolete_command(context.words))
            else:
                raise error
