"""Posts, edits and deletes messages, except as answers to clicks and commands."""

from collections.abc import Sequence

import discord
import structlog
from discord import ui

from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.matches.values.challenges import Challenge
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES, ask
from bot.ui.message.content import Box, Content, layout
from bot.ui.text.links import message_link, shown_in
from bot.ui.text.words import game_name

# Discord's code for a message in an archived thread.
_ASLEEP = 50083

log = structlog.get_logger(__name__)


async def send_board(
    client: ServingClient, channel_id: int, match: Match, called: Sequence[Player] = ()
) -> int:
    """Post the board of a match in a channel, and return the message's id. It notifies ``called``.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    content = await board_message(match, client.icons, called=called)
    users = [discord.Object(player.id) for player in called]
    message = await ask(
        client.get_partial_messageable(channel_id).send(
            view=content.view,
            files=content.files(),
            allowed_mentions=discord.AllowedMentions(users=users),
            # Discord ignores the second of two messages with the same nonce, so a retried request only
            # pings once.
            nonce=f"{format_number(match.number)}-{match.revision}",
        )
    )
    return message.id


async def edit(client: ServingClient, channel_id: int, message_id: int, content: Content) -> None:
    """Replace a message, even in an archived thread, with ``content``.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    try:
        await ask(message.edit(view=content.view, attachments=content.files()))
    except discord.HTTPException as error:
        if error.code != _ASLEEP:
            raise
        thread = await ask(client.fetch_channel(channel_id))
        if isinstance(thread, discord.Thread):
            await ask(thread.edit(archived=False))
        await ask(message.edit(view=content.view, attachments=content.files()))


async def clear_away(
    client: ServingClient, channel_id: int, message_id: int, match: Match, reader: int | None = None
) -> None:
    """Delete a message that no longer shows ``match``, as far as Discord allows.

    If the match has moved to another channel, a line with a link stays: people may look for it where it was,
    or have been mentioned there. It also stays if the message can't be deleted. The link takes a ``reader``
    who has a private board there.
    """
    try:
        if channel_id == shown_in(match, reader) and await _delete(client, channel_id, message_id):
            return
        await edit(client, channel_id, message_id, moved_message(match, reader))
    except FAILURES as error:
        # Nothing depends on this: a click on the old message gives the same link.
        log.info("old board not turned into a link", message=message_id, error=str(error))


async def _delete(client: ServingClient, channel_id: int, message_id: int) -> bool:
    """Delete a message of the bot; False if Discord doesn't allow it."""
    try:
        message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await ask(message.delete())
    except discord.NotFound:
        return True
    except FAILURES as error:
        log.info("old board not deleted", message=message_id, error=str(error))
        return False
    return True


async def send_card(client: ServingClient, challenge: Challenge, content: Content, called: Player) -> int:
    """Post the card of a challenge, and return the message's id. It notifies ``called``.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    message = await ask(
        client.get_partial_messageable(challenge.place.channel_id).send(
            view=content.view,
            files=content.files(),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(called.id)]),
        )
    )
    return message.id


async def edit_card(client: ServingClient, challenge: Challenge, content: Content) -> bool:
    """Replace the card of a challenge with ``content``, as far as Discord allows.

    Returns:
        Whether the card still exists, as far as is known.
    """
    if challenge.message_id is None or not challenge.place.reachable:
        return True
    try:
        await edit(client, challenge.place.channel_id, challenge.message_id, content)
    except FAILURES as error:
        # A click on the old card updates it.
        log.info("card not edited", challenge=challenge.number, error=str(error))
        return not isinstance(error, discord.NotFound)
    return True


def moved_message(match: Match, reader: int | None = None) -> Content:
    """A link to the message that shows ``match`` now, without buttons.

    It doesn't change when the game goes on or ends, so it says nothing that could become untrue. The link
    takes a ``reader`` who has a private board there.
    """
    sentence = words_for(match.language).gettext("Game {game} moved here: [open the board]({link})")
    text = sentence.format(game=game_name(match.number), link=message_link(match, reader))
    return Content(layout(Box(ui.TextDisplay(text))))
