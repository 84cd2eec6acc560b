"""The strings of the commands, for the translators' list."""

import asyncio
from dataclasses import dataclass

import discord
from discord import Locale
from discord.app_commands import (
    Command,
    CommandTree,
    ContextMenu,
    Group,
    TranslationContextLocation,
    TranslationContextTypes,
    Translator,
    locale_str,
)

from bot.commands import all_commands
from bot.commands.tree import has_own_message, message_context

_NAME = "At most 32 characters: lower case, no spaces."
_MENU = "At most 32 characters. In the menu of a right click on a person or a message."
_SENTENCE = "At most 100 characters, without a period at the end."
_COMMENTS = {
    TranslationContextLocation.command_description: _SENTENCE,
    TranslationContextLocation.group_description: _SENTENCE,
    TranslationContextLocation.parameter_name: _NAME,
    TranslationContextLocation.parameter_description: _SENTENCE,
    TranslationContextLocation.choice_name: "At most 100 characters.",
}
_NAMES = {TranslationContextLocation.command_name, TranslationContextLocation.group_name}


@dataclass(frozen=True, slots=True)
class CommandString:
    """A name, a description or a choice of a command, in English.

    ``context`` is its context in the catalogs, which says what it is; ``comment`` is for translators.
    """

    text: str
    context: str
    comment: str


def command_strings() -> list[CommandString]:
    """Return the strings of the commands in the catalogs, in the order they're sent to Discord."""
    return asyncio.run(_collected())


async def _collected() -> list[CommandString]:
    collector = _Collector()
    tree = CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in all_commands():
        await command.get_translated_payload(tree, collector)
    return list(collector.found)


class _Collector(Translator):
    """Requests all strings as if sending them to Discord, since there's no other list of them."""

    def __init__(self) -> None:
        self.found: dict[CommandString, None] = {}

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> None:
        if locale is Locale.american_english and has_own_message(string, context):
            found = CommandString(string.message, message_context(context), _comment(context))
            self.found[found] = None


def _comment(context: TranslationContextTypes) -> str:
    if isinstance(context.data, ContextMenu):
        return _MENU
    if isinstance(context.data, Command | Group) and context.location in _NAMES:
        return f"/{context.data.qualified_name}: {context.data.description}. {_NAME}"
    return _COMMENTS[context.location]
