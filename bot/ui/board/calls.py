"""Tells players outside of the boards that something in their match concerns them."""

from functools import partial
from gettext import NullTranslations

import discord
import structlog
from discord.utils import format_dt

from bot.locale import Wording, first_known, words_for
from bot.matches.match.match import Match, TurnClock
from bot.matches.match.presence import Delivery
from bot.matches.values.players import Player
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES, ask
from bot.ui.text.links import message_link
from bot.ui.text.offers import called_sentence
from bot.ui.text.words import game_name, name, result

log = structlog.get_logger(__name__)


def called(match: Match, player: Player, words: NullTranslations) -> str:
    """What a player is told in a DM: that it's their turn, what they're asked, or how the match ended."""
    opponent = name(match.opponent_of(player.id))
    facts = {"game": game_name(match.number), "opponent": opponent, "link": message_link(match, player.id)}
    if match.outcome is not None:
        over = words.gettext("Your game {game} against {opponent} is over.").format(**facts)
        there = words.gettext("[Open the board]({link})").format(**facts)
        return f"{over} {result(words, match)} {there}"
    return called_sentence(words, match).format(**facts)


async def remind(client: ServingClient, match: Match) -> None:
    """Remind the player to move of their deadline, in the way they chose, unless they are present."""
    if match.clock is not None:
        await _tell(client, match, match.to_move, partial(_reminder, match, match.clock))


async def tell_waiting(client: ServingClient, match: Match) -> bool:
    """Tell the waiting player, in the way they chose, that they can claim the win; False if that failed."""
    return await _tell(client, match, match.opponent_of(match.to_move.id), partial(_claimable, match))


async def tell_in_private(client: ServingClient, player: Player, match: Match, write: Wording) -> bool:
    """Send a DM about a match; False if Discord or the player doesn't accept it.

    Discord only says which language a person uses when they click, so their choice is used, or else the
    match's.
    """
    chosen = (await client.services.preferences.remembered(player.id)).language
    text = write(words_for(first_known(chosen, match.language)))
    try:
        channel = await ask(client.create_dm(discord.Object(player.id)))
        await ask(channel.send(text))
    except FAILURES as error:
        log.info("no private message", error=str(error))
        return False
    return True


async def _tell(client: ServingClient, match: Match, player: Player, write: Wording) -> bool:
    """Tell a player in the way they chose, or else in another way; False if nothing works."""
    in_private, in_channel = (
        partial(way, client, player, match, write) for way in (tell_in_private, _mention)
    )
    delivery = client.services.games.reach(match, player)
    if delivery is Delivery.PRIVATE:
        return await in_private() or await in_channel()
    if delivery is Delivery.MENTION:
        return await in_channel() or await in_private()
    return True


async def _mention(client: ServingClient, player: Player, match: Match, write: Wording) -> bool:
    if not match.place.reachable:
        return False
    channel = client.get_partial_messageable(match.place.channel_id)
    users = discord.AllowedMentions(users=[discord.Object(player.id)])
    text = f"<@{player.id}> {write(words_for(match.language))}"
    try:
        await ask(channel.send(text, allowed_mentions=users))
    except FAILURES as error:
        log.info("player not told", game=match.number, error=str(error))
        return False
    return True


def _reminder(match: Match, clock: TurnClock, words: NullTranslations) -> str:
    # Translators: Discord shows {until} in the reader's language, such as "in 3 hours".
    return words.gettext(
        "Your move in game {game} against {opponent} is due {until}: [open the board]({link})"
    ).format(
        game=game_name(match.number),
        opponent=name(match.opponent_of(match.to_move.id)),
        until=format_dt(clock.until, "R"),
        link=message_link(match, match.to_move.id),
    )


def _claimable(match: Match, words: NullTranslations) -> str:
    link = message_link(match, match.opponent_of(match.to_move.id).id)
    # Translators: {late} is a player's name.
    return words.gettext(
        "{late} has run out of time in game {game}. Claim the win or give more time: [open the board]({link})"
    ).format(late=name(match.to_move), game=game_name(match.number), link=link)
