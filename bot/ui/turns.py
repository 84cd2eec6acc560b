"""Shows a turn, and calls the player to move where he is not at the board.

An edit calls nobody. So a turn that needs a call is posted anew, with one mention, and the message before it
becomes a pointer to the new one.
"""

import discord
import structlog

from bot.locale import words_for
from bot.matches.notices import Call
from bot.matches.values import Game, Player
from bot.ui.board_message import board_message
from bot.ui.boards import post, redraw, strip
from bot.ui.moved_message import message_link, moved_message
from bot.ui.responder import Responder
from bot.ui.services import Interaction, ServingClient
from bot.ui.words import game_name, name

log = structlog.get_logger(__name__)


async def show_turn_after_click(interaction: Interaction, responder: Responder, game: Game) -> None:
    """Answer the click that changed a game: on the clicked message, or with a new one below it."""
    client, services = interaction.client, interaction.client.services
    call = await services.notices.call(game)
    newer = await _post_if_needed(client, game, call)
    if newer is None:
        await responder.update(await board_message(game, client.icons))
        await services.games.mark_shown(game)
    else:
        await responder.update(moved_message(newer))
    if call is Call.PRIVATE:
        await _call_in_private(client, newer or game)


async def show_turn(client: ServingClient, game: Game) -> None:
    """Show a change of a game that no click on its message made, and call whoever has to know."""
    call = await client.services.notices.call(game)
    newer = await _post_if_needed(client, game, call)
    if newer is None:
        await redraw(client, game)
    elif game.message_id is not None:
        await strip(client, game.place.channel_id, game.message_id, newer)
    if call is Call.PRIVATE:
        await _call_in_private(client, newer or game)


async def post_turn(client: ServingClient, game: Game) -> Game | None:
    """Post the board of a game anew in any case, and call whoever has to know; the game as shown by it.

    None, and nothing changed, where Discord does not let us.
    """
    call = await client.services.notices.call(game)
    newer = await post(client, game, ping=game.to_move if call is Call.MENTION else None)
    if newer is not None and call is Call.PRIVATE:
        await _call_in_private(client, newer)
    return newer


async def _post_if_needed(client: ServingClient, game: Game, call: Call) -> Game | None:
    """The game as shown by a new message; None where the old one will do or there can be no new one."""
    if call is Call.MENTION:
        return await post(client, game, ping=game.to_move)
    if call is not Call.PRESENT and client.services.notices.is_out_of_sight(game):
        return await post(client, game)
    return None


async def _call_in_private(client: ServingClient, game: Game) -> None:
    if await tell_in_private(client, game.to_move, _turn_sentence(game)):
        return
    # He chose private messages and takes none from the bot: better a mention than nothing.
    newer = await post(client, game, ping=game.to_move)
    if newer is not None and game.message_id is not None:
        await strip(client, game.place.channel_id, game.message_id, newer)


async def tell_in_private(client: ServingClient, player: Player, text: str) -> bool:
    """Send a private message; False where Discord or the player takes none."""
    try:
        channel = await client.create_dm(discord.Object(player.id))
        await channel.send(text)
    except (discord.HTTPException, OSError) as error:
        log.info("no private message", error=str(error))
        return False
    return True


def _turn_sentence(game: Game) -> str:
    sentence = words_for(game.language).gettext(
        "It is your turn in game {game} against {opponent}: [to the board]({link})"
    )
    opponent = game.opponent_of(game.to_move.id)
    return sentence.format(game=game_name(game.number), opponent=name(opponent), link=message_link(game))
