"""A click on *Rematch*, below a finished game."""

import discord

from bot.matches.values import Challenge, Game
from bot.ui.beginnings import begin_from_elsewhere
from bot.ui.boards import post
from bot.ui.challenge_card import challenge_card
from bot.ui.failures import FAILURES
from bot.ui.moved_message import card_link, message_link
from bot.ui.permissions import check_can_post
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
        proposed = await services.rematches.propose(number, player_of(interaction))
        if isinstance(proposed, Challenge):
            await _post_card(interaction, responder, proposed)
        elif proposed.level is not None:
            await _post_board(interaction, responder, proposed)
        else:
            await _begin(interaction, responder, proposed)


async def _post_card(interaction: Interaction, responder: Responder, challenge: Challenge) -> None:
    services, content = interaction.client.services, await challenge_card(challenge)
    opponent = challenge.opponent or challenge.challenger
    channel = interaction.client.get_partial_messageable(challenge.place.channel_id)
    mentions = discord.AllowedMentions(users=[discord.Object(opponent.id)])
    try:
        message = await channel.send(view=content.view, files=content.files(), allowed_mentions=mentions)
    except FAILURES:
        # Nobody has seen it, so nobody could ever answer or cancel it.
        await services.challenges.cancel(challenge.number, player_of(interaction))
        raise
    await services.challenges.place(challenge.number, message.id)
    sentence = responder.words.gettext("You proposed a rematch to {opponent}: [here it is]({link}).")
    link = card_link(await services.challenges.get(challenge.number))
    await responder.tell(sentence.format(opponent=name(opponent), link=link))


async def _begin(interaction: Interaction, responder: Responder, game: Game) -> None:
    challenge = await interaction.client.services.challenges.of_game(game)
    shown = await begin_from_elsewhere(interaction.client, challenge.number, game)
    await _tell_where(interaction, responder, shown)


async def _post_board(interaction: Interaction, responder: Responder, begun: Game) -> None:
    services = interaction.client.services
    game = await post(interaction.client, begun)
    if game is None:
        await services.computer_games.call_off(begun)
        await responder.tell(
            responder.words.gettext("The board could not be posted here. Please try again soon.")
        )
        return
    interaction.client.let_computer_play(game)
    await _tell_where(interaction, responder, game)


async def _tell_where(interaction: Interaction, responder: Responder, game: Game) -> None:
    sentence = responder.words.gettext("You play against {opponent}: [to the board]({link})")
    opponent = name(game.opponent_of(interaction.user.id))
    await responder.tell(sentence.format(opponent=opponent, link=message_link(game)))
