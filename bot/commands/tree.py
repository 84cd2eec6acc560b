"""The tree of commands, which answers even what it cannot run."""

import discord
from discord import app_commands

from bot.matches.errors import MatchError
from bot.ui.context.client import Interaction, ServingClient
from bot.ui.context.context import Context
from bot.ui.context.refusals import obsolete_command, refusal, unfit_value


class CommandTree(app_commands.CommandTree[ServingClient]):
    """Discord's commands and the functions behind them."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Leave it to another process that has taken it on."""
        return await Context.of(interaction).claims()

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person what was wrong with a command that did not even begin.

        Commands answer their own errors. What comes here are options that the library could not read, and
        commands of an older or newer version of the bot that Discord still shows.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            return
        async with Context.of(interaction) as context:
            if isinstance(error, app_commands.TransformerError) and isinstance(error.__cause__, MatchError):
                await context.reply.private(refusal(context.words, error.__cause__))
            elif isinstance(error, app_commands.TransformerError):
                await context.reply.private(unfit_value(context.words, error.value))
            elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                await context.reply.private(obsolete_command(context.words))
            else:
                raise error
