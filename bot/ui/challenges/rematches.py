"""A click on *Rematch*, below a finished game."""

import discord

from bot.locale import words_for
from bot.matches.values.challenges import Challenge
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import send_card
from bot.ui.board.private_boards import bring_along
from bot.ui.board.shown_games import tell_in_private
from bot.ui.challenges import abandoned
from bot.ui.challenges.card import challenge_card
from bot.ui.challenges.started_games import begin_from_elsewhere
from bot.ui.context.failures import FAILURES
from bot.ui.context.permissions import ElsewhereError, PrivateAnswersOnlyError, check_can_post, is_apart
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, ServingClient, player_of
from bot.ui.text.links import card_link, message_link
from bot.ui.text.words import game_name, name


async def answer_rematch_click(interaction: Interaction, responder: Responder, number: int) -> None:
    """Propose a rematch, or begin it where the other has proposed it or is the computer.

    Raises:
        ElsewhereError: somebody clicked in his private messages what takes a click where the game is played.
        MatchError: as in ``Rematches.propose``.
    """
    check_can_post(interaction)
    services = interaction.client.services
    async with services.games.lock(number):
        former = await services.games.get(number)
        if is_apart(interaction, former) and (former.level is not None or not former.place.reachable):
            raise ElsewhereError(former)
        proposed = await abandoned.propose(
            interaction.client, lambda: services.rematches.propose(number, player_of(interaction))
        )
        if isinstance(proposed, Challenge):
            await _post_card(interaction, responder, proposed, former)
        elif proposed.level is not None:
            await _post_board(interaction, responder, proposed)
        else:
            await _begin(interaction, responder, proposed, former)


async def _post_card(
    interaction: Interaction, responder: Responder, challenge: Challenge, former: Game
) -> None:
    client, services = interaction.client, interaction.client.services
    content, opponent = await challenge_card(challenge), challenge.opponent or challenge.challenger
    try:
        if is_apart(interaction, former):
            message_id = await send_card(client, challenge, content, opponent)
        else:
            message_id = await responder.add(content, ping=[discord.Object(opponent.id)])
    except (*FAILURES, PrivateAnswersOnlyError):
        # Nobody has seen it, so nobody could ever answer or cancel it.
        await services.challenges.cancel(challenge.number, player_of(interaction))
        raise
    await services.challenges.place(challenge.number, message_id)
    sentence = responder.words.gettext("Rematch offered to {opponent}: [see it]({link})")
    link = card_link(await services.challenges.get(challenge.number))
    await responder.tell(sentence.format(opponent=name(opponent), link=link))
    if former.own_board_of(opponent.id) is not None:
        await _tell_apart(client, former, opponent)


async def _tell_apart(client: ServingClient, former: Game, opponent: Player) -> None:
    """Tell somebody of a rematch who has a board to himself, and may not see the card."""
    sentence = words_for(former.language).gettext(
        "{challenger} offers a rematch of game {game}. To accept, press Rematch [below your board]({link})."
    )
    challenger, link = name(former.opponent_of(opponent.id)), message_link(former, opponent.id)
    text = sentence.format(challenger=challenger, game=game_name(former.number), link=link)
    await tell_in_private(client, opponent, text)


async def _begin(interaction: Interaction, responder: Responder, game: Game, former: Game) -> None:
    client = interaction.client
    if game.place.reachable:
        challenge = await client.services.challenges.of_game(game)
        shown = await begin_from_elsewhere(client, challenge.number, game)
    else:
        shown = await bring_along(client, former, await _publish(interaction, responder, game))
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
    async with games.lock(game.number):
        message_id = await responder.add(await board_message(game, interaction.client.icons))
        await games.mark_shown(game)
        return await games.place(game, game.place, message_id)


async def _tell_where(interaction: Interaction, responder: Responder, game: Game) -> None:
    sentence = responder.words.gettext("Your game with {opponent} has started: [open the board]({link})")
    opponent = name(game.opponent_of(interaction.user.id))
    await responder.tell(sentence.format(opponent=opponent, link=message_link(game, interaction.user.id)))
