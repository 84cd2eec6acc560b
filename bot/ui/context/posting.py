"""What the bot posts in a server's channels by itself.

Cards of events stay where they are and show what the database knows. Announcements come once, and ping no
one.
"""

from collections.abc import Sequence
from typing import Any, Final

import discord
import structlog

from bot.locale import words_for
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.requests import PASSING, RefusedError, RequestError, Thing, ask, nonce_of
from bot.ui.context.sending import change, say, send
from bot.ui.context.sight import has_same_audience
from bot.ui.message.content import Content
from bot.ui.text.words import game_name, message_link, named_in, result, sides
from bot.use_cases.servers import Announcement
from bot.values.base36 import format_number
from bot.values.game.game import Game

_AT_ONCE: Final = 64
"""Maximum number of people that one message mentions. It has room for no more than 2,000 characters."""

log = structlog.get_logger(__name__)


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
    below: bool = False,
) -> int:
    """Edit a message to show the card of the event with this number; return the message's id.

    If there's no message, one is posted. With ``again``, it's also posted if someone has deleted the message,
    and with ``below`` in any case, silently.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    channel, nobody = client.get_partial_messageable(channel_id), discord.AllowedMentions.none()
    if message_id is not None and not below:
        message = channel.get_partial_message(message_id)
        try:
            await change(message.edit, card, allowed_mentions=nobody)
        except RequestError as error:
            if not (again and error.gone is Thing.MESSAGE):
                raise
        else:
            return message_id
    nonce = nonce_of("card", number, channel_id, message_id)
    posted = await send(channel.send, card, allowed_mentions=nobody, nonce=nonce, silent=below)
    # If a process died after it had posted the card, this is that one, and shows an older state.
    await change(posted.edit, card, allowed_mentions=nobody)
    return posted.id


async def send_private(
    client: ServingClient, player_id: int, text: str, nonce: str | None = None
) -> bool | None:
    """Send a DM; False if Discord or the person doesn't accept it, None if that's not possible now.

    Discord ignores the second of two with the same ``nonce``, if one is given.
    """
    try:
        channel = await ask(client.create_dm(discord.Object(player_id)))
        await say(channel.send, text, **({} if nonce is None else {"nonce": nonce}))
    except RequestError as error:
        log.info("no private message", error=str(error))
        return None if isinstance(error, PASSING) else False
    return True


async def tell_people(  # noqa: PLR0913 - what's said, where, and to whom
    client: ServingClient, channel_id: int, text: str, called: Sequence[int], *, names: str, key: str
) -> None:
    """Post a text that notifies those who are called; if no one is, it has the ``names`` of those it's about.

    Discord ignores the second of two messages with the same nonce, which ``key`` makes, so what a restart
    interrupts comes once.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    channel = client.get_partial_messageable(channel_id)
    for part, first in enumerate(range(0, max(len(called), 1), _AT_ONCE)):
        some = called[first : first + _AT_ONCE]
        people = " ".join(f"<@{person}>" for person in some) or names
        said = people if part else f"{text}\n{people}"
        mentions = discord.AllowedMentions(users=[discord.Object(person) for person in some])
        await say(channel.send, said, allowed_mentions=mentions, suppress_embeds=True, nonce=f"{key}-{part}")


async def announce_once(client: ServingClient, channel_id: int, key: str, what: Content | str) -> bool:
    """Post something that ``key`` names among all that are announced, with up to 25 characters.

    Return whether that's settled. It isn't if Discord can't be reached or is busy, or if only one look has
    found the channel out of reach; if it doesn't accept it, that's logged and needn't be tried again.
    """
    looks, thing = client.looks, ("announcements", channel_id)
    if not looks.is_due(thing):
        return looks.is_gone(thing)
    try:
        channel, nobody = client.get_partial_messageable(channel_id), discord.AllowedMentions.none()
        # Discord ignores the second of two messages with the same nonce, so what a restart interrupts comes
        # only once.
        options: dict[str, Any] = {"allowed_mentions": nobody, "nonce": key}
        if isinstance(what, str):
            await say(channel.send, what, suppress_embeds=True, **options)
        else:
            await send(channel.send, what, **options)
    except RequestError as error:
        log.warning("not announced", what=key, channel=channel_id, error=str(error))
        return looks.fails(thing, error) or isinstance(error, RefusedError)
    looks.there(thing)
    return True


async def announce_result(client: ServingClient, announcement: Announcement) -> None:
    """Post a result, unless some of the channel's readers can't see the game's channel.

    If the channel doesn't accept it, that's logged and not tried again.
    """
    game, channel_id = announcement.game, announcement.channel_id
    audience = await has_same_audience(client, game.place, channel_id)
    settled = audience is False
    if audience:
        key = f"{format_number(game.number)}-result"
        settled = await announce_once(client, channel_id, key, _line(game))
    if settled:
        await client.services.announcements.done(announcement)


def _line(game: Game) -> str:
    words = words_for(game.language)
    game = named_in(words, game)
    return f"{sides(words, game)} · {result(words, game)} [{game_name(game.number)}]({message_link(game)})"
