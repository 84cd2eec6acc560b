"""Posts the results of games as lines in a channel that the server chose. No one is pinged."""

import discord
import structlog

from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.servers.announcements import Announcement
from bot.matches.values.games import Game
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES
from bot.ui.text.links import message_link
from bot.ui.text.words import game_name, name, result

# Too many requests, or a problem at Discord.
_LATER = {429, *range(500, 600)}

log = structlog.get_logger(__name__)


async def announce(client: ServingClient, announcement: Announcement) -> bool:
    """Post a result. If the channel doesn't accept it, that is logged and not tried again.

    Returns:
        Returns whether this is settled. It isn't if Discord can't be reached or is busy.
    """
    game = announcement.game
    try:
        await client.get_partial_messageable(announcement.channel_id).send(
            _line(game),
            allowed_mentions=discord.AllowedMentions.none(),
            suppress_embeds=True,
            # Discord ignores the second of two messages with the same nonce, so what a restart interrupts
            # comes only once.
            nonce=f"{format_number(game.number)}-result",
        )
    except FAILURES as error:
        if not isinstance(error, discord.HTTPException) or error.status in _LATER:
            log.info("result not announced yet", game=game.number, error=str(error))
            return False
        channel = announcement.channel_id
        log.warning("result not announced", game=game.number, channel=channel, error=str(error))
    await client.services.announcements.done(announcement)
    return True


def _line(game: Game) -> str:
    words = words_for(game.language)
    sentence = words.gettext("{white} (White) against {black} (Black): {result} [{game}]({link})")
    return sentence.format(
        white=name(game.white),
        black=name(game.black),
        result=result(words, game),
        game=game_name(game.number),
        link=message_link(game),
    )
