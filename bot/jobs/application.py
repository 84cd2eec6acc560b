"""Keeps what the application has at Discord up to date: its commands and its icons."""

import json
from functools import partial
from hashlib import sha256
from typing import Any

import structlog
from discord.app_commands import AppCommand, CommandTree
from discord.ext import tasks

from bot.ui.context.client import ServingClient
from bot.ui.context.requests import LONGEST, RequestError, ask
from bot.ui.message.icons import fetch_icons, upload_icons
from bot.ui.text.words import CommandMentions

INTERVAL = 10.0
_LONGEST_UPLOAD = 600.0

log = structlog.get_logger(__name__)


class CommandSync:
    """The commands of one client, and whether Discord has them."""

    def __init__(self, client: ServingClient, tree: CommandTree[Any]) -> None:
        self._client = client
        self._tree = tree
        self._is_done = False

    async def learn(self, known: list[AppCommand]) -> None:
        """Learn the ids of the commands that Discord has, and send it those of this version if necessary."""
        self._client.commands = CommandMentions.of(known)
        if self._client.services.leadership.is_held:
            await self._client.services.leadership.lead(partial(self._sync_if_changed, known))

    async def sync(self) -> None:
        """Send the commands unless this process has already sent them or Discord has the same ones."""
        if not self._is_done:
            await self._sync_if_changed(await self._tree.fetch_commands())

    async def _sync_if_changed(self, known: list[AppCommand]) -> None:
        synced, application_id = self._client.services.synced_commands, self._client.application_id or 0
        digest = await self._digest()
        names = {command.name for command in self._tree.get_commands()}
        if names != {command.name for command in known} or not await synced.are_known(application_id, digest):
            self._client.commands = CommandMentions.of(await self._tree.sync())
            await synced.note(application_id, digest)
            log.info("commands synced", commands=len(names))
        self._is_done = True

    async def _digest(self) -> str:
        """Return a digest that tells this version's commands from others."""
        translator = self._tree.translator
        payload = [
            command.to_dict(self._tree)
            if translator is None
            else await command.get_translated_payload(self._tree, translator)
            for command in self._tree.get_commands()
        ]
        return sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def icons_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in. It ends after its last try."""

    @tasks.loop(seconds=INTERVAL)
    async def icons() -> None:
        try:
            client.icons = client.icons or await ask(fetch_icons(client), LONGEST)
            if not client.icons and client.services.leadership.is_held:
                await client.services.leadership.lead(partial(_upload, client))
        except RequestError as error:
            # The buttons can use characters for the pieces instead.
            log.warning("no piece icons", error=str(error))
            icons.stop()
        if client.icons:
            icons.stop()

    return icons


async def _upload(client: ServingClient) -> None:
    client.icons = await ask(upload_icons(client), _LONGEST_UPLOAD)
