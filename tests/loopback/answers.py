"""Handles the bot's answers to interactions, and what it does in channels on its own."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from time import monotonic
from typing import Any

from aiohttp import web

from tests.loopback.exchanges import LONGEST_SILENCE, TOKEN_LIFETIME, Exchange
from tests.loopback.kinds import (
    ALREADY_ACKNOWLEDGED,
    ARCHIVED,
    EXPIRED_TOKEN,
    HAS_THREAD,
    NO_ACCESS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
)
from tests.loopback.messages import EPHEMERAL, PATIENCE, Message
from tests.loopback.places import Channel, Context, Person
from tests.loopback.refusals import RefusedError, reply

MESSAGE, THINKING, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

# No two stand-ins in one process give the same token: the library keeps a lock for each one, and a test's
# request that still waits when its loop ends would hold that of the next test's interaction.
_ids = count(1_200_000_000_000_000_000)

Listener = Callable[[Message, Exchange | None], None]
"""Called with a message that was just posted or edited, and with the interaction that it answers, if any."""


class Answers:
    """The messages and interactions of one stand-in."""

    def __init__(self) -> None:
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.exchanges: dict[str, Exchange] = {}
        self.listeners: list[Listener] = []
        self._nonces: dict[tuple[int, Any], Message] = {}
        self._changed = asyncio.Event()

    def next_id(self) -> int:
        """Return an unused id."""
        return next(_ids)

    def call_back(self, token: str, body: dict[str, Any]) -> web.Response:
        """Handle the first answer to an interaction."""
        exchange = self.exchanges.get(token)
        if exchange is None or exchange.age > LONGEST_SILENCE:
            raise RefusedError(UNKNOWN_INTERACTION)
        if exchange.kind is not None:
            exchange.repetitions += 1
            raise RefusedError(ALREADY_ACKNOWLEDGED)
        if body["type"] == UPDATE and exchange.source is not None and exchange.source.deleted:
            raise RefusedError(UNKNOWN_MESSAGE)
        exchange.kind, data = body["type"], body.get("data") or {}
        if exchange.kind in {MESSAGE, THINKING}:
            exchange.original = self._create(exchange.channel, data, exchange)
        elif exchange.kind in {DEFERRED_UPDATE, UPDATE}:
            exchange.original = exchange.source
            if exchange.kind == UPDATE and exchange.source is not None:
                self._edit(exchange.source, data, exchange)
        elif exchange.kind == CHOICES:
            exchange.choices = data["choices"]
        elif exchange.kind == MODAL:
            exchange.modal = data
        exchange.answered_at = monotonic()
        exchange.answered.set()
        return reply(_callback_response(exchange))

    def change_original(self, token: str, body: dict[str, Any] | None) -> web.Response:
        """Handle a later change to the answer, or its deletion."""
        original = self._original(token)
        if body is None:
            return self._delete(original)
        self._edit(original, body, self._alive(token))
        return reply(original.payload())

    def show_original(self, token: str) -> web.Response:
        """Show the bot its answer."""
        return reply(self._original(token).payload())

    def follow_up(self, token: str, body: dict[str, Any]) -> web.Response:
        """Handle another message. The first one after a deferral is the answer."""
        exchange = self._alive(token)
        if exchange.kind == THINKING and exchange.original is not None and not exchange.original.edits:
            self._edit(exchange.original, body, exchange)
            return reply(exchange.original.payload())
        exchange.followups.append(self._create(exchange.channel, body, exchange))
        exchange.followed.set()
        return reply(exchange.followups[-1].payload())

    def change_followup(self, token: str, message_id: int, body: dict[str, Any] | None) -> web.Response:
        """Handle a change to a later message, or its deletion."""
        exchange = self._alive(token)
        message = next((one for one in exchange.followups if one.id == message_id), None)
        if message is None:
            raise RefusedError(UNKNOWN_MESSAGE)
        if body is None:
            exchange.followups.remove(message)
            return self._delete(message)
        self._edit(message, body, exchange)
        return reply(message.payload())

    def post(self, channel_id: int, body: dict[str, Any]) -> web.Response:
        """Handle a message that the bot posts on its own. A second one with the same nonce isn't posted."""
        channel, nonce = self._reachable(channel_id), body.get("nonce")
        if channel.archived:
            # A message opens the thread again.
            channel = self.channels[channel_id] = replace(channel, archived=False)
        known = self._nonces.get((channel_id, nonce)) if body.get("enforce_nonce") else None
        message = known or self._create(channel, body, None)
        if nonce is not None:
            self._nonces[channel_id, nonce] = message
        return reply(message.payload())

    def change(self, channel_id: int, message_id: int, body: dict[str, Any] | None) -> web.Response:
        """Handle a change that the bot makes on its own, or a deletion."""
        message = self._posted(channel_id, message_id)
        if body is None:
            return self._delete(message)
        if self.channels[channel_id].archived:
            raise RefusedError(ARCHIVED)
        self._edit(message, body, None)
        return reply(message.payload())

    def show(self, channel_id: int, message_id: int) -> web.Response:
        """Show the bot a message."""
        return reply(self._posted(channel_id, message_id).payload())

    def open_thread(self, channel_id: int, thread_id: int, *, on_message: bool = True) -> web.Response:
        """Handle a new thread. One that's on a message has the id of that."""
        channel = self._reachable(channel_id)
        if thread_id in self.channels:
            raise RefusedError(HAS_THREAD)
        if on_message and thread_id not in self.messages:
            raise RefusedError(UNKNOWN_MESSAGE)
        self.channels[thread_id] = replace(channel, id=thread_id, parent_id=channel_id)
        return reply(self.channels[thread_id].payload(), 201)

    def change_thread(self, thread_id: int, body: dict[str, Any]) -> web.Response:
        """Handle a thread that's archived, or opened again."""
        thread = self._reachable(thread_id)
        self.channels[thread_id] = replace(thread, archived=body.get("archived", thread.archived))
        return reply(self.channels[thread_id].payload())

    def delete_thread(self, thread_id: int) -> web.Response:
        """Handle the deletion of a thread."""
        self._reachable(thread_id)
        return reply(self.channels.pop(thread_id).payload())

    def add_to_thread(self, thread_id: int) -> web.Response:
        """Handle someone who's brought into a thread."""
        self._reachable(thread_id)
        return web.Response(status=204)

    def describe(self, channel_id: int) -> web.Response:
        """Describe a channel to the bot."""
        return reply(self._reachable(channel_id).payload())

    def forget(self, newest: int) -> None:
        """Forget all interactions, and all messages except this many that were posted last."""
        self.exchanges.clear()
        self._nonces.clear()
        for message_id in [*self.messages][:-newest]:
            self.messages.pop(message_id).deleted = True

    def open_private(self, person: Person) -> Channel:
        """Open the channel of the bot's DMs with a person."""
        for channel in self.channels.values():
            if channel.context is Context.BOT_DM and channel.people == (person,):
                return channel
        channel = Channel(self.next_id(), Context.BOT_DM, (person,))
        self.channels[channel.id] = channel
        return channel

    async def wait(self, exchange: Exchange, seconds: float) -> Exchange:
        """Wait until the bot has answered."""
        await asyncio.wait_for(exchange.answered.wait(), seconds)
        return exchange

    async def posted(self, sought: str, number: int = 1) -> list[Message]:
        """Wait until this many messages say something."""
        async with asyncio.timeout(PATIENCE):
            while len(found := [one for one in self.messages.values() if sought in one.text]) < number:
                self._changed.clear()
                await self._changed.wait()
        return found

    def _alive(self, token: str) -> Exchange:
        exchange = self.exchanges.get(token)
        if exchange is None or exchange.age > TOKEN_LIFETIME:
            raise RefusedError(EXPIRED_TOKEN)
        if exchange.kind is None:
            raise RefusedError(UNKNOWN_INTERACTION)
        return exchange

    def _original(self, token: str) -> Message:
        original = self._alive(token).original
        if original is None or original.deleted:
            raise RefusedError(UNKNOWN_MESSAGE)
        return original

    def _posted(self, channel_id: int, message_id: int) -> Message:
        self._reachable(channel_id)
        message = self.messages.get(message_id)
        if message is None or message.channel.id != channel_id or message.ephemeral or message.deleted:
            raise RefusedError(UNKNOWN_MESSAGE)
        return message

    def _reachable(self, channel_id: int) -> Channel:
        channel = self.channels.get(channel_id)
        if channel is None or not channel.with_bot:
            raise RefusedError(NO_ACCESS)
        return channel

    def _create(self, channel: Channel, body: dict[str, Any], exchange: Exchange | None) -> Message:
        message = Message(self.next_id(), channel)
        message.put(body)
        message.mentions = [int(user) for user in (body.get("allowed_mentions") or {}).get("users", ())]
        if exchange is not None and not channel.with_bot and not channel.allows_external:
            message.flags |= EPHEMERAL
        self.messages[message.id] = message
        self._announce(message, exchange)
        return message

    def _edit(self, message: Message, body: dict[str, Any], exchange: Exchange | None) -> None:
        message.edits += 1
        message.put(body)
        self._announce(message, exchange)

    def _delete(self, message: Message) -> web.Response:
        self.messages.pop(message.id, None)
        message.deleted = True
        message.changed.set()
        return web.Response(status=204)

    def _announce(self, message: Message, exchange: Exchange | None) -> None:
        self._changed.set()
        for listener in self.listeners:
            listener(message, exchange)


def _callback_response(exchange: Exchange) -> dict[str, Any]:
    interaction: dict[str, Any] = {"id": str(exchange.id), "type": 2 if exchange.source is None else 3}
    if exchange.original is None:
        return {"interaction": interaction}
    interaction |= {
        "response_message_id": str(exchange.original.id),
        "response_message_ephemeral": exchange.original.ephemeral,
        "response_message_loading": exchange.kind == THINKING,
    }
    resource = {"type": exchange.kind, "message": exchange.original.payload()}
    return {"interaction": interaction, "resource": resource}
