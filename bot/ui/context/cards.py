"""Cards of events: messages that stay where they are, and show what the database knows."""

from collections.abc import Sequence

import discord

from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES, ask, is_deleted
from bot.ui.message.content import Content


async def put_card(
    client: ServingClient, channel_id: int, *, message_id: int | None, card: Content, again: bool
) -> int:
    """Edit a message to show a card, or post one if there's none; return its id.

    With ``again``, it's also posted if someone has deleted the message.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    channel, nobody = client.get_partial_messageable(channel_id), discord.AllowedMentions.none()
    if message_id is not None:
        message = channel.get_partial_message(message_id)
        try:
            await ask(message.edit(view=card.view, attachments=card.files(), allowed_mentions=nobody))
        except FAILURES as error:
            if not (again and is_deleted(error)):
                raise
        else:
            return message_id
    return (await ask(channel.send(view=card.view, files=card.files(), allowed_mentions=nobody))).id


async def tell_people(
    client: ServingClient, channel_id: int, text: str, people: Sequence[int], *, nonce: str
) -> None:
    """Post a text that notifies these people.

    Discord ignores the second of two messages with the same nonce, so what a restart interrupts comes once.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    mentions = discord.AllowedMentions(users=[discord.Object(person) for person in people])
    channel = client.get_partial_messageable(channel_id)
    await ask(channel.send(text, allowed_mentions=mentions, suppress_embeds=True, nonce=nonce))
