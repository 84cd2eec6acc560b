"""The commands in other languages, as they're sent to Discord."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog
from discord import app_commands

from bot.commands import LEARNING, PLAYING, all_commands
from bot.commands.tree import CommandTranslator
from tests.bot.languages.made import LONG, install, languages_in, translators_list
from tests.loopback.description import violations

pytestmark = pytest.mark.quick

LONGEST_COMMAND = 8000
MOST_IN_A_GROUP = 20
LOCALES = [locale.value for locale in discord.Locale]
STRINGS = ("name", "description")


def payload() -> list[dict[str, Any]]:
    """Return what's sent to Discord about the commands."""

    async def told() -> list[dict[str, Any]]:
        tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
        return [await each.get_translated_payload(tree, CommandTranslator()) for each in all_commands()]

    return asyncio.run(told())


def parts(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command and all of its parts that have names."""
    yield command
    for inner in (*command.get("options", []), *command.get("choices", [])):
        yield from parts(inner)


def shown(part: dict[str, Any], string: str, locale: str) -> str:
    """Return what a person with this locale sees."""
    localized: dict[str, str] = part.get(f"{string}_localizations") or {}
    return localized.get(locale) or str(part.get(string, ""))


def size(command: dict[str, Any], locale: str | None = None) -> int:
    """Return the number of characters Discord counts: of each string's longest translation or a locale's."""
    return sum(
        max(len(shown(part, string, each)) for each in ([locale] if locale else LOCALES))
        for part in parts(command)
        for string in STRINGS
    ) + sum(len(str(part.get("value", ""))) for part in parts(command))


def check(commands: list[dict[str, Any]]) -> None:
    """Assert that Discord would accept the commands in every language."""
    assert violations("PUT", "applications/1/commands", commands) == []
    for command in commands:
        assert size(command) <= LONGEST_COMMAND
        for part in parts(command):
            for locale in LOCALES:
                _check_part(part, locale)


def _check_part(part: dict[str, Any], locale: str) -> None:
    is_menu = "description" not in part
    for inside in ("options", "choices"):
        names = [shown(inner, "name", locale) for inner in part.get(inside, [])]
        assert len(names) == len(set(names)) <= 25
    if "value" in part:
        assert 1 <= len(shown(part, "name", locale)) <= 100
    elif not is_menu:
        name = shown(part, "name", locale)
        assert name == name.lower()
        assert app_commands.commands.VALID_SLASH_COMMAND_NAME.fullmatch(name), name
        assert 1 <= len(shown(part, "description", locale)) <= 100


def test_discord_accepts_the_commands_in_every_language() -> None:
    check(payload())


def test_no_group_has_more_commands_than_people_survey() -> None:
    for name, commands in (("pyrga", PLAYING), ("pyrga-learn", LEARNING)):
        assert len(commands) <= MOST_IN_A_GROUP, (
            f"/{name} would have {len(commands)} commands. Discord takes 25, and people survey about "
            f"{MOST_IN_A_GROUP}: make the new one a button, or move one to another group in bot/commands."
        )


def test_every_command_that_a_sentence_names_exists() -> None:
    """Otherwise it would be plain text instead of a mention that opens the command."""
    there = {
        command.qualified_name
        for each in all_commands()
        for command in (each.walk_commands() if isinstance(each, app_commands.Group) else ())
    }
    named = {
        name
        for message in translators_list()
        for text in ((message.id,) if isinstance(message.id, str) else message.id)
        for name in re.findall(r"/(pyrga[a-z-]*(?: [a-z-]+)+)", text)
    }
    assert [name for name in named if not any(f"{name} ".startswith(f"{each} ") for each in there)] == []
    assert named


@pytest.mark.usefixtures("all_languages")
def test_every_string_of_the_commands_can_be_translated() -> None:
    commands = payload()
    check(commands)
    roots = [command["name"] for command in commands if command["type"] == 1]
    assert roots == ["pyrga", "pyrga-learn", "pyrga-server", "pyrga-event"]
    for command in commands:
        for part in parts(command):
            for string in STRINGS:
                if part.get(string) and (part["name"] not in roots or string == "description"):
                    assert LONG in part[f"{string}_localizations"], part[string]


def test_a_language_is_sent_for_all_its_regions(tmp_path: Path) -> None:
    catalog = Catalog(locale="es")
    catalog.add("Challenge to Pyrga", "Retar a Pyrga", context="name in a menu")
    install(catalog, tmp_path)
    with languages_in(tmp_path):
        (menu,) = (command for command in payload() if command["name"] == "Challenge to Pyrga")
    assert menu["name_localizations"] == {"es-ES": "Retar a Pyrga", "es-419": "Retar a Pyrga"}
