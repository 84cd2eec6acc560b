"""``pyrga setup``: from a token to an application that's ready. It changes only what differs."""

import asyncio
import sys
from base64 import b64encode
from collections.abc import Iterator
from getpass import getpass
from typing import Any

import discord
from discord.app_commands import CommandTree
from discord.http import Route

import render
from bot.commands import all_commands
from bot.commands.tree import CommandTranslator
from bot.environment import ENV_FILE, CommandError, SettingError, variable, write_variable
from bot.hosting.running import NEW_TOKEN, PERMISSIONS, invite
from bot.jobs.application import (
    command_payloads,
    fetch_commands,
    fetch_icons,
    lacks,
    says_the_same,
    send_commands,
)
from bot.locale import ENGLISH, Words, languages, words_for
from bot.settings import Settings
from bot.ui.context.limits import Limits
from bot.ui.context.requests import LONGEST, RefusedError, RequestError, TokenError, ask
from bot.ui.message.content import draw
from engine import Position

_TOKEN = "DISCORD_TOKEN"  # noqa: S105 - its name
_APPLICATION = "/applications/@me"
_PROMPT = "The bot's token (Bot > Reset Token in the Discord Developer Portal; it isn't shown): "
_PICTURED = ("Sb3", "Tc3n")

_INSTALLATION = {
    "0": {
        "oauth2_install_params": {
            "scopes": ["applications.commands", "bot"],
            "permissions": PERMISSIONS.value,
        }
    },
    "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": 0}},
}
"""What Discord calls the contexts: 0, a server, and 1, a person's account."""

_IN_PORTAL = {
    "integration_types_config": "Installation > allow Guild Install and User Install",
    "interactions_endpoint_url": "General Information > leave Interactions Endpoint URL empty",
    "description": "General Information > Description",
    "tags": "General Information > Tags",
    "icon": "General Information > App Icon",
}


def set_up() -> int:
    """Set the application up at Discord, and write the token to ``.env``; return the exit code.

    It may be run again, also beside the bot. At a terminal, a token that won't do is asked for again.
    """
    settings = Settings.load()
    stored = settings.discord_token
    while True:
        try:
            token = Settings(discord_token=stored or _asked()).token()
            asyncio.run(_set_up(token, is_stored=token == settings.discord_token))
        except SettingError as error:
            if error.setting != _TOKEN or not sys.stdin.isatty():
                raise
            print(f"{error.problem} {error.remedy}")  # noqa: T201 - for the terminal
            stored = ""
        else:
            return 0


def _asked() -> str:
    """Return what someone types or pastes, unseen, or what comes from a file."""
    if not sys.stdin.isatty():
        return sys.stdin.read()
    try:
        return getpass(_PROMPT)
    except EOFError:
        raise KeyboardInterrupt from None


async def _set_up(token: str, *, is_stored: bool) -> None:
    client = discord.Client(
        intents=discord.Intents.none(), max_ratelimit_timeout=LONGEST, http_trace=Limits().trace()
    )
    async with client:
        try:
            await ask(client.login(token), LONGEST)
            if ENV_FILE.exists() or not is_stored:
                write_variable(_TOKEN, token)
            await _bring_up_to_date(client)
        except TokenError:
            raise SettingError(_TOKEN, "Discord doesn't accept this token.", NEW_TOKEN) from None
        except RequestError as error:
            raise CommandError(f"Discord didn't do everything ({error}). Run pyrga setup again.") from None
    if variable(_TOKEN) != token:
        print(f"Another {_TOKEN} in the environment takes precedence over .env: remove it.")  # noqa: T201


async def _bring_up_to_date(client: discord.Client) -> None:
    """Make the application as the bot needs it, and print what was done and what's left."""
    application = await ask(client.http.request(Route("GET", _APPLICATION)), LONGEST)
    changes = await _changes(application)
    refused = await _change(client, changes) if changes else []
    changed = [_IN_PORTAL[each] for each in changes if each not in refused]
    _tell(f"Discord accepts the token of {client.user}.")
    _tell(*([f"Changed: {'; '.join(changed)}."] if changed else []))
    _tell(f"Commands: {'sent' if await _send_commands(client) else 'already up to date'}.")
    _tell(f"Emojis: {len(await fetch_icons(client, complete=True))} of the bot's own.")
    left = [*(_IN_PORTAL[each] for each in refused), *_left(application)]
    _tell("", "Left to click in the Discord Developer Portal:" if left else "Nothing is left in the portal.")
    _tell(*(f"- {each}" for each in left))
    _tell("", f"Invite the bot to a server: {invite(client)}", "Then start it: pyrga run")


def _tell(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)  # noqa: T201 - for the terminal


async def _changes(application: dict[str, Any]) -> dict[str, Any]:
    """Return what has to change. What the host has written or drawn stays."""
    every = [words_for(language) for language in languages()]
    changes: dict[str, Any] = {}
    if not says_the_same(_INSTALLATION, application.get("integration_types_config")):
        changes["integration_types_config"] = _INSTALLATION
    if application.get("interactions_endpoint_url"):
        # Discord would send it the clicks.
        changes["interactions_endpoint_url"] = None
    if not application.get("description"):
        others = {language: _description(words_for(language)) for language in languages()[1:]}
        changes["description"] = {"default": _description(words_for(ENGLISH)), "localizations": others}
    if not application.get("tags"):
        changes["tags"] = ["Pyrga", *dict.fromkeys(_tag(words) for words in every)][:5]
    if not application.get("icon"):
        picture = await draw(render.diagram, Position.replay("pyrga", _PICTURED))
        changes["icon"] = f"data:image/png;base64,{b64encode(picture).decode()}"
    return changes


def _description(words: Words) -> str:
    # Translators: the bot's description in its profile on Discord, at most 400 characters.
    return words.say(
        "Play the board game Pyrga with friends, the whole channel, or the computer. Type /pyrga challenge "
        "to begin, or /pyrga-learn lesson to learn it in five minutes."
    )


def _tag(words: Words) -> str:
    # Translators: at most 20 characters.
    return words.label("tag of the application", "board game")


async def _change(client: discord.Client, changes: dict[str, Any]) -> list[str]:
    """Change the application, and return what Discord refuses: then all else is changed by itself."""
    try:
        await ask(client.http.request(Route("PATCH", _APPLICATION), json=changes), LONGEST)
    except RefusedError:
        if len(changes) == 1:
            return [*changes]
        return [each for name, value in changes.items() for each in await _change(client, {name: value})]
    return []


async def _send_commands(client: discord.Client) -> bool:
    """Send the commands if Discord hasn't got them as they are; return whether that was so."""
    tree = CommandTree(client)
    await tree.set_translator(CommandTranslator())
    for command in all_commands():
        tree.add_command(command)
    known, own = await fetch_commands(client), await command_payloads(tree)
    if lacks(known, own):
        await send_commands(client, known, own)
        return True
    return False


def _left(application: dict[str, Any]) -> Iterator[str]:
    """Yield what only a person can do in the portal."""
    if application.get("bot_require_code_grant"):
        yield "Bot > turn Requires OAuth2 Code Grant off: with it, no one can add the bot."
    if not application.get("bot_public", True):
        yield "Bot > turn Public Bot on, if others than you may add the bot to their servers."
    if not (application.get("terms_of_service_url") and application.get("privacy_policy_url")):
        yield "General Information > the addresses of your terms and privacy policy, before verification."
