"""Cards of events: messages that stay where they are, and show what the database knows."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.requests import FAILURES, ask, is_deleted, nonce_of
from bot.ui.message.content import Content

_AT_ONCE: Final = 64
"""Maximum number of people that one message mentions. It has room for no more than 2,000 characters."""


async def answer_clicks(clicks: Sequence[Context | None], card: Content) -> bool:
    """Show a card as the answer to the last of the clicks on it; return whether there are any."""
    answered = [click for click in clicks if click is not None]
    for click in answered[:-1]:
        await click.reply.acknowledge()
    for click in answered[-1:]:
        await click.reply.replace(card)
    return bool(answered)


async def put_card(  # noqa: PLR0913 - a message, and what's on it
    client: ServingClient,
    number: int,
    card: Content,
    *,
    channel_id: int,
    message_id: int | None,
    again: bool,
) -> int:
    """Edit a message to show the card of the event with this number; return the message's id.

    If there's no message, one is posted. With ``again``, it's also posted if someone has deleted the message.

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
    nonce = nonce_of("card", number, channel_id, message_id)
    posted = await ask(channel.send(view=card.view, files=card.files(), allowed_mentions=nobody, nonce=nonce))
    # If a process died after it had posted the card, this is that one, and shows an older state.
    await ask(posted.edit(view=card.view, attachments=card.files(), allowed_mentions=nobody))
    return posted.id


async def tell_people(  # noqa: PLR0913 - what's said, where, and to whom
    client: ServingClient, channel_id: int, text: str, called: Sequence[int], *, names: str, key: str
) -> None:
    """Post a text that notifies those who are called; if no one is, it has the ``names`` of those it's about.

    Discord ignores the second of two messages with the same nonce, which ``key`` makes, so what a restart
    interrupts comes once.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    channel = client.get_partial_messageable(channel_id)
    for part, first in enumerate(range(0, max(len(called), 1), _AT_ONCE)):
        some = called[first : first + _AT_ONCE]
        people = " ".join(f"<@{person}>" for person in some) or names
        said = people if part else f"{text}\n{people}"
        mentions = discord.AllowedMentions(users=[discord.Object(person) for person in some])
        await ask(channel.send(said, allowed_mentions=mentions, suppress_embeds=True, nonce=f"{key}-{part}"))
