"""Messages about the time left: reminders, and that a win can be claimed."""

from functools import partial
from gettext import NullTranslations

import discord
import structlog
from discord.utils import format_dt

from bot.locale import Wording, words_for
from bot.matches.games.notifications import Delivery
from bot.matches.values.games import Game, TurnClock
from bot.matches.values.players import Player
from bot.ui.board.show_game import tell_in_private
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES
from bot.ui.text.links import message_link
from bot.ui.text.words import game_name, name

log = structlog.get_logger(__name__)


async def remind(client: ServingClient, game: Game) -> None:
    """Remind the player to move of their deadline, in the way they chose, unless they are present."""
    if game.clock is None:
        return
    await _tell(client, game, game.to_move, partial(_reminder, game, game.clock))


async def tell_waiting(client: ServingClient, game: Game) -> bool:
    """Tell the waiting player, in the way they chose, that they can claim the win; False if that failed."""
    return await _tell(client, game, game.opponent_of(game.to_move.id), partial(_claimable, game))


def _reminder(game: Game, clock: TurnClock, words: NullTranslations) -> str:
    # Translators: Discord shows {until} in the reader's language, such as "in 3 hours".
    return words.gettext(
        "Your move in game {game} against {opponent} is due {until}: [open the board]({link})"
    ).format(
        game=game_name(game.number),
        opponent=name(game.opponent_of(game.to_move.id)),
        until=format_dt(clock.until, "R"),
        link=message_link(game, game.to_move.id),
    )


def _claimable(game: Game, words: NullTranslations) -> str:
    link = message_link(game, game.opponent_of(game.to_move.id).id)
    # Translators: {late} is a player's name.
    return words.gettext(
        "{late} has run out of time in game {game}. Claim the win or give more time: [open the board]({link})"
    ).format(late=name(game.to_move), game=game_name(game.number), link=link)


async def _tell(client: ServingClient, game: Game, player: Player, write: Wording) -> bool:
    """Tell a player in the way they chose, or else in another way; False if nothing works."""
    delivery = client.services.notifications.reach(game, player)
    if delivery is Delivery.PRIVATE:
        return await tell_in_private(client, player, game, write) or await _mention(
            client, game, player, write
        )
    if delivery is Delivery.MENTION:
        return await _mention(client, game, player, write) or await tell_in_private(
            client, player, game, write
        )
    return True


async def _mention(client: ServingClient, game: Game, player: Player, write: Wording) -> bool:
    if not game.place.reachable:
        return False
    channel = client.get_partial_messageable(game.place.channel_id)
    users = discord.AllowedMentions(users=[discord.Object(player.id)])
    try:
        await channel.send(f"<@{player.id}> {write(words_for(game.language))}", allowed_mentions=users)
    except FAILURES as error:
        log.info("player not told", game=game.number, error=str(error))
        return False
    return True
