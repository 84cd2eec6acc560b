"""Keeps what the application has at Discord up to date: its commands and its icons.

No one has to wait for either. Only what the bot has made is changed: the host may have added more.
"""

import json
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from hashlib import sha256
from typing import Any

import discord
import structlog
from discord.app_commands import CommandTree
from discord.ext import tasks
from discord.http import Route

import render
from bot.jobs.failures import going_on
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import LONGEST, RequestError, ask
from bot.ui.message.content import draw
from bot.ui.message.icons import NO_ICONS, Icons, icon_name, icon_png
from bot.ui.text.words import KnownCommands

INTERVAL = 10.0
LONGEST_PAUSE = 3600.0

_Payload = dict[str, Any]

log = structlog.get_logger(__name__)


class CommandSync:
    """The commands of one client, and whether Discord has them."""

    def __init__(self, client: ServingClient, tree: CommandTree[Any]) -> None:
        self._client = client
        self._tree = tree
        self._is_done = False

    async def bring_up_to_date(self) -> bool:
        """Learn the ids of the commands; whoever leads sends those of this version if Discord lacks them.

        Returns whether nothing is left to do for this process.

        Raises:
            RequestError: Discord doesn't tell the commands, or doesn't accept them.
        """
        leadership = self._client.services.leadership
        if leadership.is_held:
            await leadership.lead(self._sync_if_changed)
        elif not self._client.commands.ids:
            self._client.commands = KnownCommands.of(await fetch_commands(self._client))
        return self._is_done

    async def _sync_if_changed(self) -> None:
        synced, application_id = self._client.services.synced_commands, self._client.application_id or 0
        known, own = await fetch_commands(self._client), await command_payloads(self._tree)
        self._client.commands = KnownCommands.of(known)
        digest = sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()
        # Discord may write them in another way than the bot, so those that it has taken count, too.
        are_known = await synced.are_known(application_id, digest) and not lacks(known, own, _same_name)
        if lacks(known, own) and not are_known:
            self._client.commands = KnownCommands.of(await send_commands(self._client, known, own))
            await synced.note(application_id, digest)
            log.info("commands synced", commands=len(own))
        self._is_done = True


async def command_payloads(tree: CommandTree[Any]) -> list[_Payload]:
    """Return this version's commands as they're sent."""
    return [
        command.to_dict(tree)
        if tree.translator is None
        else await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands()
    ]


async def fetch_commands(client: discord.Client) -> list[_Payload]:
    """Return all commands as Discord has them, in every language.

    Raises:
        RequestError: Discord doesn't tell.
    """
    route = Route("GET", "/applications/{id}/commands", id=client.application_id)
    request = partial(client.http.request, route, params={"with_localizations": "true"})
    return await ask(_commands(request), LONGEST)


async def send_commands(client: discord.Client, known: list[_Payload], own: list[_Payload]) -> list[_Payload]:
    """Send the bot's own commands, with those that others have made, and return all that Discord then has.

    Discord would delete what's missing. It refuses everything if that includes a command that opens an
    activity, which it adds by itself.

    Raises:
        RequestError: Discord doesn't accept them.
    """
    others = [command for command in known if lacks(own, [command], _same_name)]
    upsert = client.http.bulk_upsert_global_commands
    return await ask(_commands(partial(upsert, client.application_id or 0, [*own, *others])), LONGEST)


async def _commands(request: Callable[[], Awaitable[Any]]) -> list[_Payload]:
    commands = await request()
    if not isinstance(commands, list):
        raise TypeError("an answer without commands")
    KnownCommands.of(commands)
    return commands


def _same_name(own: _Payload, known: _Payload) -> bool:
    """Return whether Discord allows only one of these: commands of a type have different names."""
    return (own["name"], own.get("type", 1)) == (known["name"], known.get("type", 1))


def says_the_same(own: Any, known: Any) -> bool:
    """Return whether Discord has what the bot sends.

    It leaves out what's empty, adds keys of its own, and may write numbers as texts and plain values in
    another order.

    >>> says_the_same({"scopes": ["b", "a"], "nsfw": False}, {"id": "7", "scopes": ["a", "b"]})
    True
    """
    if isinstance(own, dict) and isinstance(known, dict):
        return all(says_the_same(value, known.get(key)) for key, value in own.items())
    if isinstance(own, list) and isinstance(known, list):
        if own and isinstance(own[0], dict):
            return len(own) == len(known) and all(map(says_the_same, own, known))
        return sorted(map(str, own)) == sorted(map(str, known))
    return bool(str(own) == str(known) or not (own or known))


def lacks(
    known: list[_Payload],
    own: list[_Payload],
    is_same: Callable[[_Payload, _Payload], bool] = says_the_same,
) -> bool:
    """Return whether one of the bot's ``own`` commands isn't among those that are ``known``."""
    return any(not any(is_same(command, each) for each in known) for command in own)


async def bring_icons(client: ServingClient) -> bool:
    """Learn the icons' ids; whoever leads uploads those that Discord lacks. Returns whether that's done.

    Raises:
        RequestError: Discord doesn't tell the icons, or doesn't accept them all.
    """
    leadership = client.services.leadership

    async def fetch(*, complete: bool = True) -> None:
        client.icons = await fetch_icons(client, complete=complete)

    if leadership.is_held:
        await leadership.lead(fetch)
    else:
        await fetch(complete=False)
    return bool(client.icons)


async def fetch_icons(client: discord.Client, *, complete: bool) -> Icons:
    """Return the icons if Discord has all. To ``complete`` them, those that it lacks are uploaded first.

    An emoji of the bot's own is known by its name and by who has made it. All others stay as they are: the
    host's, and those of older versions, which old messages show.

    Raises:
        RequestError: Discord doesn't tell the icons, or doesn't accept them all.
    """
    emojis = await ask(client.fetch_application_emojis(), LONGEST)
    foreign = {emoji.name for emoji in emojis if emoji.user is not None and emoji.user != client.user}
    own = {emoji.name: emoji for emoji in emojis if emoji.name not in foreign}
    names = {piece: _free(icon_name(piece), foreign) for piece in render.PIECES}
    for piece, name in names.items() if complete else ():
        if name not in own:
            image = await draw(icon_png, piece)
            own[name] = await ask(client.create_application_emoji(name=name, image=image), LONGEST)
    if own.keys() >= set(names.values()):
        return {piece: discord.PartialEmoji(name=name, id=own[name].id) for piece, name in names.items()}
    return NO_ICONS


def _free(name: str, foreign: Collection[str]) -> str:
    """Return a name that no one else has taken. A screen reader doesn't say an underscore at its end."""
    while name in foreign:
        name += "_"
    return name


def application_job(bring: Callable[[], Awaitable[bool]], failure: str) -> tasks.Loop[Any]:
    """Return a job that ends once ``bring`` returns True, to be started once the client is logged in.

    What Discord refuses is tried again after longer and longer pauses. ``failure`` is logged then, once.
    """
    pause = INTERVAL

    @tasks.loop(seconds=pause)
    async def job() -> None:
        nonlocal pause
        with going_on(failure):
            try:
                if await bring():
                    job.stop()
                pause = INTERVAL
            except RequestError as error:
                if pause == INTERVAL:
                    log.warning(failure, error=str(error))
                pause = min(2 * pause, LONGEST_PAUSE)
        job.change_interval(seconds=pause)

    return job
