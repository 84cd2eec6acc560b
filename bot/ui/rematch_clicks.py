"""A click on *Rematch*, below a finished game."""

import discord

from bot.matches.values import Challenge, Game
from bot.ui import lost_cards
from bot.ui.beginnings import begin_from_elsewhere
from bot.ui.board_message import board_message
from bot.ui.challenge_card import challenge_card
from bot.ui.failures import FAILURES
from bot.ui.moved_message import card_link, message_link
from bot.ui.permissions import PrivateAnswersOnlyError, check_can_post
from bot.ui.responder import Responder
from bot.ui.services import Interaction, player_of
from bot.ui.words import name


async def answer_rematch_click(interaction: Interaction, responder: Responder, number: int) -> None:
    """Propose a rematch, or begin it where the other has proposed it or is the computer.

    Raises:
        MatchError: as in ``Rematches.propose``.
    """
    check_can_post(interaction)
    services = interaction.client.services
    async with services.games.lock(number):
        proposed = await lost_cards.propose(
            interaction.client, lambda: services.rematches.propose(number, player_of(interaction))
        )
        if isinstance(proposed, Challenge):
            await _post_card(interaction, responder, proposed)
        elif proposed.level is not None:
            await _post_board(interaction, responder, proposed)
        else:
            await _begin(interaction, responder, proposed)


async def _post_card(interaction: Interaction, responder: Responder, challenge: Challenge) -> None:
    services, content = interaction.client.services, await challenge_card(challenge)
    opponent = challenge.opponent or challenge.challenger
    try:
        message_id = await responder.add(content, ping=[discord.Object(opponent.id)])
    except (*FAILURES, PrivateAnswersOnlyError):
        # Nobody has seen it, so nobody could ever answer or cancel it.
        await services.challenges.cancel(challenge.number, player_of(interaction))
        raise
    await services.challenges.place(challenge.number, message_id)
    sentence = responder.words.gettext("You proposed a rematch to {opponent}: [here it is]({link}).")
    link = card_link(await services.challenges.get(challenge.number))
    await responder.tell(sentence.format(opponent=name(opponent), link=link))


async def _begin(interaction: Interaction, responder: Responder, game: Game) -> None:
    if game.place.reachable:
        challenge = await interaction.client.services.challenges.of_game(game)
        shown = await begin_from_elsewhere(interaction.client, challenge.number, game)
    else:
        shown = await _publish(interaction, responder, game)
    await _tell_where(interaction, responder, shown)


async def _post_board(interaction: Interaction, responder: Responder, begun: Game) -> None:
    try:
        game = await _publish(interaction, responder, begun)
    except (*FAILURES, PrivateAnswersOnlyError):
        await interaction.client.services.computer_games.call_off(begun)
        raise
    interaction.client.let_computer_play(game, responder.amend)
    await _tell_where(interaction, responder, game)


async def _publish(interaction: Interaction, responder: Responder, game: Game) -> Game:
    games = interaction.client.services.games
    message_id = await responder.add(await board_message(game, interaction.client.icons))
    await games.mark_shown(game)
    return await games.place(game, game.place, message_id)


async def _tell_where(interaction: Interaction, responder: Responder, game: Game) -> None:
    sentence = responder.words.gettext("You play against {opponent}: [to the board]({link})")
    opponent = name(game.opponent_of(interaction.user.id))
    await responder.tell(sentence.format(opponent=opponent, link=message_link(game)))
