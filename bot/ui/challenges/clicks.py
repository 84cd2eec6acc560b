"""Clicks on the card of a challenge."""

from bot.matches.challenges.errors import ClosedChallengeError, TakenChallengeError
from bot.matches.values.challenges import Challenge, ChallengeStatus
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import redraw
from bot.ui.board.pointer import moved_message
from bot.ui.challenges.abandoned import check_challenger
from bot.ui.challenges.card import begun_card, challenge_card
from bot.ui.challenges.started_games import begin_on_card
from bot.ui.context.refusals import refusal
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, player_of
from bot.ui.message.custom_ids import ChallengeAction, ChallengeButton


async def answer_challenge_click(
    interaction: Interaction, responder: Responder, clicked: ChallengeButton
) -> None:
    """Accept or join, decline or cancel. On a closed challenge, the card is brought up to date."""
    challenges = interaction.client.services.challenges
    who = player_of(interaction)
    try:
        if clicked.action is ChallengeAction.ACCEPT:
            await _accept(interaction, responder, clicked.challenge)
        elif clicked.action is ChallengeAction.DECLINE:
            challenge = await challenges.decline(clicked.challenge, who)
            await responder.update(await challenge_card(challenge))
        else:
            challenge = await challenges.cancel(clicked.challenge, who)
            await responder.update(await challenge_card(challenge))
    except ClosedChallengeError as error:
        await _repair_card(interaction, responder, error.challenge)
        if isinstance(error, TakenChallengeError):
            await responder.tell(refusal(responder.words, error))


async def _accept(interaction: Interaction, responder: Responder, number: int) -> None:
    challenges, who = interaction.client.services.challenges, player_of(interaction)
    challenge = await challenges.get(number)
    if challenge.opponent is None or challenge.opponent.id == who.id:
        await check_challenger(interaction.client, challenge)
    game = await challenges.accept(number, who, _message_id(interaction))
    await begin_on_card(interaction, responder, number, game)


async def _repair_card(interaction: Interaction, responder: Responder, challenge: Challenge) -> None:
    if challenge.status is not ChallengeStatus.ACCEPTED:
        await responder.update(await challenge_card(challenge))
        return
    services = interaction.client.services
    begun = await services.challenges.accepted_game(challenge.number)
    async with services.games.lock(begun.number):
        game = await services.games.get(begun.number)
        if game.message_id == _message_id(interaction):
            await responder.update(await board_message(game, interaction.client.icons))
            await redraw(interaction.client, game, besides=game.message_id)
        elif challenge.terms.thread:
            await responder.update(begun_card(challenge, game))
        else:
            await responder.update(moved_message(game))


def _message_id(interaction: Interaction) -> int:
    if interaction.message is None:
        raise RuntimeError("a click without a message")
    return interaction.message.id
