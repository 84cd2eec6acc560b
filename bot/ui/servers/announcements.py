"""Posts the results of games as lines in a channel that the server chose. No one is pinged."""

from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.matches.servers.announcements import Announcement
from bot.ui.context.announcing import announce_once
from bot.ui.context.client import ServingClient
from bot.ui.context.sight import has_same_audience
from bot.ui.text.words import game_name, labeled, message_link, name, result


async def announce(client: ServingClient, announcement: Announcement) -> bool:
    """Post a result. If the channel doesn't accept it, that's logged and not tried again.

    A result isn't posted in a channel if some of its readers can't see the game's channel.

    Returns:
        Whether this is settled. It isn't if Discord can't be reached or is busy.
    """
    game = announcement.game
    audience = await has_same_audience(client, game.place, announcement.channel_id)
    if audience is None:
        return False
    if not audience:
        # Some of its readers can't see the game.
        await client.services.announcements.done(announcement)
        return True
    settled = await announce_once(
        client,
        announcement.channel_id,
        f"{format_number(game.number)}-result",
        content=_line(game),
        suppress_embeds=True,
    )
    if settled:
        await client.services.announcements.done(announcement)
    return settled


def _line(game: Match) -> str:
    words = words_for(game.language)
    players = words.gettext("{white} (White) against {black} (Black)").format(
        white=name(game.white), black=name(game.black)
    )
    return f"{labeled(words, players, result(words, game))} [{game_name(game.number)}]({message_link(game)})"
