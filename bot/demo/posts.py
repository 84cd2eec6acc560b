"""What the channel shows when the demo starts: the welcome, and whatever an earlier run left open."""

from gettext import NullTranslations

import discord

from bot.demo.cafe import Cafe, spoken
from bot.locale import words_for
from bot.matches.match.boards import put
from bot.matches.match.match import Match
from bot.matches.values.players import Place
from bot.ui.board.messages import send_board
from bot.ui.challenges.card import challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.guide.help_page import welcome
from bot.ui.message.content import Content

_MOST_GAMES = 25


async def post_all(client: ServingClient, cafe: Cafe) -> None:
    """Post the welcome, then open challenges and the boards of running games, the newest last.

    The imitation forgets its messages when it ends, but the bot remembers where they were.
    """
    services, channel_id = client.services, cafe.channel.id
    words = words_for(await spoken(client, cafe))
    hello = welcome(words, computer=services.computer.available, note=f"-# {_note(words)}")
    await _post(client, channel_id, hello)
    for member in cafe.members:
        for challenge in await services.challenges.open_of(cafe.guild_id, member.id):
            score = await services.rematches.score(challenge)
            card_id = await _post(client, channel_id, await challenge_card(challenge, score))
            await services.challenges.set_card(challenge.number, card_id)
    for running in reversed(await services.moderation.running(cafe.guild_id, _MOST_GAMES)):
        await _show_again(client, running, Place(cafe.guild_id, channel_id))


async def _show_again(client: ServingClient, match: Match, place: Place) -> None:
    board_id = await send_board(client, place.channel_id, match)
    shown = match.revision
    await client.services.games.update(
        match.number, lambda match, now: put(match, place, board_id, now, shown)
    )


def _note(words: NullTranslations) -> str:
    # Translators: "Viewing as" is what the demo's page calls its menu, always in English.
    return words.gettext(
        "In this demo you're everyone: the menu **Viewing as** at the top says who you are. Challenge Blaise "
        "as Ada, then become Blaise and accept."
    )


async def _post(client: ServingClient, channel_id: int, content: Content) -> int:
    message = await client.get_partial_messageable(channel_id).send(
        view=content.view, files=content.files(), allowed_mentions=discord.AllowedMentions.none()
    )
    return message.id
