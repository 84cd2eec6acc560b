"""Posts the results of games as lines in a channel that the server chose. No one is pinged."""

from bot.locale import words_for
from bot.ui.context.announcing import announce_once
from bot.ui.context.client import ServingClient
from bot.ui.context.sight import has_same_audience
from bot.ui.text.words import game_name, labeled, message_link, result, sides
from bot.use_cases.servers import Announcement
from bot.values.base36 import format_number
from bot.values.game.game import Game


async def announce(client: ServingClient, announcement: Announcement) -> bool:
    """Post a result, unless some of the channel's readers can't see the game's channel.

    If the channel doesn't accept it, that's logged and not tried again. Return whether this is settled; it
    isn't if Discord can't be reached or is busy.
    """
    game, channel_id = announcement.game, announcement.channel_id
    audience = await has_same_audience(client, game.place, channel_id)
    settled = audience is False
    if audience:
        key = f"{format_number(game.number)}-result"
        settled = await announce_once(client, channel_id, key, content=_line(game), suppress_embeds=True)
    if settled:
        await client.services.announcements.done(announcement)
    return settled


def _line(game: Game) -> str:
    words = words_for(game.language)
    said = labeled(words, sides(words, game), result(words, game))
    return f"{said} [{game_name(game.number)}]({message_link(game)})"
