"""Shows a change to a game, and notifies people who have to know about it and aren't present.

Edits don't notify anyone. So a change that needs a notification is posted as a new message with a mention,
and the previous message is cleared away.
"""

from collections.abc import Mapping
from functools import partial
from gettext import NullTranslations

import discord
import structlog

from bot.locale import Wording, first_known, words_for
from bot.matches.games.notifications import Delivery
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import clear_board_away, post, redraw_messages
from bot.ui.board.clicked_boards import show_on_clicked
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.errors import PrivateAnswersOnlyError
from bot.ui.context.failures import FAILURES, impatiently
from bot.ui.text.links import message_link
from bot.ui.text.offers import called_sentence
from bot.ui.text.words import game_name, name, result

Deliveries = Mapping[Player, Delivery]

log = structlog.get_logger(__name__)


async def show_turn_after_click(context: Context, game: Game) -> None:
    """Answer the click that changed a game: on the clicked message, or with a new one below it."""
    client, clicked = context.client, context.message.id if context.message else None
    if clicked is not None and game.has_private_board(clicked):
        game, own = await show_on_clicked(context, game)
        await show_turn(client, game, besides=own)
        return
    deliveries = client.services.notifications.deliveries(game)
    newer, shown = await _post_if_needed(client, game, deliveries), False
    if newer is None:
        game, board = await show_on_clicked(context, game)
        shown = await redraw_messages(client, game, besides=board)
    else:
        await context.reply.acknowledge()
        await clear_board_away(client, game, newer)
    for player in _followed_up(deliveries):
        await context.reply.mention(player.id, _sentence(game, player, words_for(game.language)))
    await _call_others(client, newer or game, deliveries, posted=newer is not None)
    await _note(client, game, deliveries, shown=shown)


async def show_turn(client: ServingClient, game: Game, *, besides: int | None = None) -> None:
    """Show a game that changed without a click on its message, and notify the people who have to know.

    The message ``besides``, a private board, already shows it.
    """
    deliveries = client.services.notifications.deliveries(game)
    newer, shown = await _post_if_needed(client, game, deliveries, besides), False
    if newer is not None:
        await clear_board_away(client, game, newer)
    elif not game.shown:
        shown = await redraw_messages(client, game, besides=besides)
    await _call_others(client, newer or game, deliveries, posted=newer is not None)
    await _note(client, game, deliveries, shown=shown)
    if game.outcome is None and Delivery.PRESENT in deliveries.values():
        await client.services.notifications.wait(game)


async def show_turn_after_panel(context: Context, game: Game) -> None:
    """Show a game that a click on a private panel changed, and notify the people who have to know.

    If the bot can't edit the board on its own, a click there posts a new one, and the next click on the old
    one leads there.
    """
    client, games = context.client, context.services.games
    here = context.place
    if not game.place.reachable and here.channel_id == game.place.channel_id:
        called = _followed_up(client.services.notifications.deliveries(game))
        content = await board_message(game, client.icons, called=called)
        try:
            message_id = await context.reply.follow_up(
                content, ping=[discord.Object(player.id) for player in called]
            )
        except (*FAILURES, PrivateAnswersOnlyError) as error:
            log.info("board not posted after a panel", game=game.number, error=repr(error))
        else:
            await games.mark_shown(game)
            game = await games.set_board(game, here, message_id)
    await show_turn(client, game)


async def post_turn(client: ServingClient, game: Game) -> Game | None:
    """Always post the board again, and notify the people who have to know; return the game as shown by it.

    If Discord doesn't allow it, nothing changes and the result is None.
    """
    deliveries = client.services.notifications.deliveries(game)
    mentioned = [player for player, delivery in deliveries.items() if delivery is Delivery.MENTION]
    newer = await post(client, game, called=mentioned)
    if newer is not None:
        await _call_others(client, newer, deliveries, posted=True)
        await _note(client, newer, deliveries, shown=False)
    return newer


async def _post_if_needed(
    client: ServingClient, game: Game, deliveries: Deliveries, besides: int | None = None
) -> Game | None:
    """Return the game as shown by a new message; None if the old one will do or there can't be a new one."""
    mentioned = [player for player, delivery in deliveries.items() if delivery is Delivery.MENTION]
    if mentioned:
        return await post(client, game, called=mentioned, besides=besides)
    if Delivery.PRESENT not in deliveries.values() and client.services.notifications.is_out_of_sight(game):
        return await post(client, game, besides=besides)
    return None


async def _call_others(client: ServingClient, game: Game, deliveries: Deliveries, *, posted: bool) -> None:
    """Notify the people that no mention has reached."""
    for player, delivery in deliveries.items():
        if delivery is Delivery.PRIVATE and not await tell_in_private(
            client, player, game, partial(_sentence, game, player)
        ):
            # They chose DMs but don't accept any from the bot. A mention is better than nothing.
            newer = await post(client, game, called=[player])
            if newer is not None:
                await clear_board_away(client, game, newer)
        if delivery is Delivery.MENTION and not posted:
            await tell_in_private(client, player, game, partial(_sentence, game, player))


async def _note(client: ServingClient, game: Game, deliveries: Deliveries, *, shown: bool) -> None:
    """Record whether all messages of a game show it, and whether everyone has been notified."""
    told = game.outcome is not None or Delivery.PRESENT not in deliveries.values()
    if shown:
        await client.services.games.mark_shown(game, told=told)
    elif told:
        await client.services.notifications.settle(game)


def _followed_up(deliveries: Deliveries) -> list[Player]:
    """The people mentioned below an answer, if the bot can only answer."""
    return [player for player, delivery in deliveries.items() if delivery is Delivery.FOLLOWUP]


async def tell_in_private(client: ServingClient, player: Player, game: Game, write: Wording) -> bool:
    """Send a DM about a game; False if Discord or the player doesn't accept it.

    Discord only says which language a person uses when they click, so their choice is used, or else the
    game's.
    """
    chosen = (await client.services.preferences.remembered(player.id)).language
    text = write(words_for(first_known(chosen, game.language)))
    try:
        channel = await impatiently(client.create_dm(discord.Object(player.id)))
        await impatiently(channel.send(text))
    except FAILURES as error:
        log.info("no private message", error=str(error))
        return False
    return True


def _sentence(game: Game, player: Player, words: NullTranslations) -> str:
    """What a player is told in a DM: that it's their turn, what they're asked, or how the game ended."""
    opponent = name(game.opponent_of(player.id))
    facts = {"game": game_name(game.number), "opponent": opponent, "link": message_link(game, player.id)}
    if game.outcome is not None:
        over = words.gettext("Your game {game} against {opponent} is over.").format(**facts)
        there = words.gettext("[Open the board]({link})").format(**facts)
        return f"{over} {result(words, game)} {there}"
    return called_sentence(words, game).format(**facts)
