"""Keeps what the application has at Discord up to date: its commands and its icons.

No one has to wait for either. Only what the bot has made is changed: the host may have added more.
"""

import json
from collections.abc import Awaitable, Callable, Collection, Coroutine
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
from bot.ui.message.icons import icon_name, icon_png
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
            await self._fetch()
        return self._is_done

    async def _sync_if_changed(self) -> None:
        synced, application_id = self._client.services.synced_commands, self._client.application_id or 0
        known, own = await self._fetch(), await self._payloads()
        names = {_name(command) for command in own}
        digest = sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()
        if not names <= {*map(_name, known)} or not await synced.are_known(application_id, digest):
            # Discord would delete what's missing. It refuses everything if that includes a command that
            # opens an activity, which it adds by itself.
            others = [command for command in known if _name(command) not in names]
            sending = self._client.http.bulk_upsert_global_commands(application_id, [*own, *others])
            await ask(self._learn(sending), LONGEST)
            await synced.note(application_id, digest)
            log.info("commands synced", commands=len(own))
        self._is_done = True

    async def _fetch(self) -> list[_Payload]:
        """Return all commands as Discord has them, in every language, and learn their ids."""
        route = Route("GET", "/applications/{id}/commands", id=self._client.application_id)
        return await ask(self._learn(self._client.http.request(route, params={"with_localizations": "true"})))

    async def _learn(self, request: Coroutine[Any, Any, Any]) -> list[_Payload]:
        """Make a request, learn the ids of the commands that answer it, and return them."""
        commands = await request
        if not isinstance(commands, list):
            raise TypeError("an answer without commands")
        self._client.commands = KnownCommands.of(commands)
        return commands

    async def _payloads(self) -> list[_Payload]:
        """Return this version's commands as they're sent."""
        translator = self._tree.translator
        return [
            command.to_dict(self._tree)
            if translator is None
            else await command.get_translated_payload(self._tree, translator)
            for command in self._tree.get_commands()
        ]


def _name(command: _Payload) -> tuple[int, str]:
    """Return what Discord allows once: a name among the commands of a type."""
    return command.get("type", 1), command["name"]


async def bring_icons(client: ServingClient) -> bool:
    """Learn the icons' ids; whoever leads uploads those that Discord lacks. Returns whether that's done.

    Raises:
        RequestError: Discord doesn't tell the icons, or doesn't accept them all.
    """
    leadership = client.services.leadership
    if leadership.is_held:
        await leadership.lead(partial(_fetch_icons, client, complete=True))
    else:
        await _fetch_icons(client, complete=False)
    return bool(client.icons)


async def _fetch_icons(client: ServingClient, *, complete: bool) -> None:
    """Learn the icons if Discord has all. To ``complete`` them, those that it lacks are uploaded first.

    An emoji of the bot's own is known by its name and by who has made it. All others stay as they are: the
    host's, and those of older versions, which old messages show.
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
        client.icons = {
            piece: discord.PartialEmoji(name=name, id=own[name].id) for piece, name in names.items()
        }


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
