"""Which of a game's messages was clicked: the one that is everybody's, or one that a player has alone."""

from dataclasses import replace

from bot.matches.values import Game, OwnBoard
from bot.ui.content import Content
from bot.ui.moved_message import moved_message
from bot.ui.permissions import is_apart
from bot.ui.services import Interaction, place_of


async def adopt(interaction: Interaction, game: Game) -> Game:
    """Take the clicked message for the game's board if there is none, as it was lost only seemingly."""
    message, who, here = interaction.message, interaction.user.id, place_of(interaction)
    if message is None:
        return game
    services = interaction.client.services
    if not is_apart(interaction, game):
        if game.message_id is None:
            return await services.games.place(
                game, replace(game.place, channel_id=here.channel_id), message.id
            )
    elif game.colour_of(who) is not None and game.own_board_of(who) is None:
        return await services.own_boards.put(game.number, OwnBoard(who, here.channel_id, message.id))
    return game


def pointer(interaction: Interaction, game: Game) -> Content | None:
    """What the clicked message is to become where a newer one has taken its place; else None."""
    clicked, reader = interaction.message, interaction.user.id if is_apart(interaction, game) else None
    own = None if reader is None else game.own_board_of(reader)
    current = game.message_id if own is None else own.message_id
    return None if clicked is None or clicked.id == current else moved_message(game, reader)
