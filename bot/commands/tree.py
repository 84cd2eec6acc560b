"""The command tree, which answers even commands that it can't run, and translates them for Discord."""

import discord
from discord import Locale, app_commands
from discord.app_commands import (
    ContextMenu,
    Group,
    TranslationContextLocation,
    TranslationContextTypes,
    Translator,
    locale_str,
)

from bot.locale import ENGLISH, Wording, words_for
from bot.ui.context.client import Interaction, ServingClient
from bot.ui.context.context import Context
from bot.ui.context.refusals import obsolete_command, unfit_value

_CONTEXTS = {
    TranslationContextLocation.command_name: "name of a command",
    TranslationContextLocation.command_description: "description of a command",
    TranslationContextLocation.group_name: "name of a command",
    TranslationContextLocation.group_description: "description of a command",
    TranslationContextLocation.parameter_name: "name of an option",
    TranslationContextLocation.parameter_description: "description of an option",
    TranslationContextLocation.choice_name: "choice of an option",
}


def written(write: Wording) -> locale_str:
    """Return a string of a command that consists of messages used elsewhere."""
    return locale_str(write(words_for(ENGLISH)), write=write)


def message_context(context: TranslationContextTypes) -> str:
    """Return a string's context in the catalogs."""
    if isinstance(context.data, ContextMenu):
        return "name in a menu"
    return _CONTEXTS[context.location]


def has_own_message(string: locale_str, context: TranslationContextTypes) -> bool:
    """Return whether the catalogs have a message for a string of a command.

    The names before all commands have none: they're the game's, the same in every language.
    """
    is_root = isinstance(context.data, Group) and context.data.parent is None
    is_name = context.location is TranslationContextLocation.group_name
    return "write" not in string.extras and not (is_root and is_name)


class CommandTranslator(Translator):
    """Translates what people see while they choose a command and its options."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return the string in the language of a person's Discord; None if it's the same as in English."""
        words = words_for(locale.value)
        if not words.is_translated:
            # Most of Discord's languages have no catalog, and every string is asked for in all of them.
            return None
        write: Wording | None = string.extras.get("write")
        if write is not None:
            translated = write(words)
        elif has_own_message(string, context):
            translated = words.label(message_context(context), string.message)
        else:
            return None
        return None if translated == string.message else translated


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
