"""Clicks on the card of a challenge."""

from bot.matches.errors import ClosedChallengeError
from bot.matches.values import Challenge, ChallengeStatus, Game
from bot.ui.board_message import board_message
from bot.ui.challenge_card import challenge_card
from bot.ui.custom_ids import ChallengeAction, ChallengeButton
from bot.ui.moved_message import moved_message
from bot.ui.responder import Responder
from bot.ui.services import Interaction, player_of
from bot.ui.turns import show_turn_after_click


async def answer_challenge_click(
    interaction: Interaction, responder: Responder, clicked: ChallengeButton
) -> None:
    """Accept, decline or cancel. On a challenge that is closed already, the card is brought up to date."""
    challenges = interaction.client.services.challenges
    who = player_of(interaction)
    try:
        if clicked.action is ChallengeAction.ACCEPT:
            game = await challenges.accept(clicked.challenge, who, _message_id(interaction))
            async with interaction.client.services.games.lock(game.number):
                await show_turn_after_click(interaction, responder, game)
        elif clicked.action is ChallengeAction.DECLINE:
            challenge = await challenges.decline(clicked.challenge, who)
            await responder.update(await challenge_card(challenge))
        else:
            challenge = await challenges.cancel(clicked.challenge, who)
            await responder.update(await challenge_card(challenge))
    except ClosedChallengeError as error:
        await _repair_card(interaction, responder, error.challenge)


async def _repair_card(interaction: Interaction, responder: Responder, challenge: Challenge) -> None:
    if challenge.status is not ChallengeStatus.ACCEPTED:
        await responder.update(await challenge_card(challenge))
        return
    game = await interaction.client.services.challenges.accepted_game(challenge.number)
    if game.message_id == _message_id(interaction):
        await _show_board(interaction, responder, game)
    else:
        await responder.update(moved_message(game))


async def _show_board(interaction: Interaction, responder: Responder, game: Game) -> None:
    games = interaction.client.services.games
    async with games.lock(game.number):
        game = await games.get(game.number)
        await responder.update(await board_message(game, interaction.client.icons))
        await games.mark_shown(game)


def _message_id(interaction: Interaction) -> int:
    if interaction.message is None:
        raise RuntimeError("a click without a message")
    return interaction.message.id
