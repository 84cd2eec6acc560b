"""Answers challenges: on their cards, by a code, or in the list of open ones."""

from bot.ui.board.display import publish, show
from bot.ui.board.messages import clear_away, lead_on, started_text
from bot.ui.challenges.card import AnswerChallenge, ChallengeAction, begun_card, challenge_card
from bot.ui.challenges.rematches import check_challenger
from bot.ui.challenges.starting import begin_on_card, casual_lines
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_sees
from bot.ui.message.custom_ids import JoinChallenge
from bot.values.challenge_errors import (
    ClosedChallengeError,
    FullSimulError,
    TakenChallengeError,
    UnknownChallengeError,
)
from bot.values.challenges import Challenge, ChallengeStatus
from bot.values.game.game import Game
from bot.values.players import FORGOTTEN_PLACE


@on_click(AnswerChallenge)
async def answer_challenge_click(context: Context, clicked: AnswerChallenge) -> None:
    """Accept or join, decline or cancel. If the challenge is closed, update the card."""
    challenges = context.services.challenges
    if not _is_here(context, await challenges.get(clicked.challenge)):
        raise UnknownChallengeError
    try:
        if clicked.action is ChallengeAction.ACCEPT:
            await _accept(context, clicked.challenge)
        elif clicked.action is ChallengeAction.DECLINE:
            declined = await challenges.decline(clicked.challenge, context.user)
            await context.reply.replace(await challenge_card(declined))
        else:
            canceled = await challenges.cancel(clicked.challenge, context.user)
            await context.reply.replace(await challenge_card(canceled))
    except ClosedChallengeError as error:
        await _repair_card(context, error.challenge)
        if isinstance(error, TakenChallengeError | FullSimulError):
            await context.reply.private(context.refusal(error))


def _is_here(context: Context, challenge: Challenge) -> bool:
    if challenge.place == FORGOTTEN_PLACE and context.message is not None:
        return context.message.id == challenge.message_id
    return challenge.place.channel_id == context.place.channel_id


async def _accept(context: Context, number: int) -> None:
    challenges, who = context.services.challenges, context.user
    challenge = await challenges.get(number)
    if challenge.opponent is None or challenge.opponent.id == who.id:
        await check_challenger(context.client, challenge)
    game = await challenges.accept(number, who, message_id=_message_id(context))
    shown = await begin_on_card(context.client, number, game, context)
    if game.simul is not None:
        await context.reply.private(started_text(context, shown))
    for line in casual_lines(context.words, challenge, game):
        await context.reply.private(line)
    other = challenge.message_id
    if other not in {None, _message_id(context)} and challenge.place.reachable:
        # The process that posted the clicked card died before it could record it.
        await clear_away(
            context.client, challenge.place.channel_id, message_id=other, game=shown, board=shown.board
        )


async def _repair_card(context: Context, challenge: Challenge) -> None:
    if challenge.status is not ChallengeStatus.ACCEPTED or challenge.terms.seats is not None:
        await context.reply.replace(await challenge_card(challenge))
        return
    services = context.services
    begun = await services.challenges.accepted_game(challenge.number)
    if begun.message_id == _message_id(context) and challenge.terms.thread:
        # The click that accepted is about to open the thread, and turns the card into a link there.
        await context.reply.acknowledge()
    elif begun.message_id == _message_id(context):
        await show(context.client, begun, context)
    elif challenge.terms.thread:
        await context.reply.replace(begun_card(challenge, begun))
    else:
        await lead_on(context, begun)


def _message_id(context: Context) -> int:
    if context.message is None:
        raise RuntimeError("a click without a message")
    return context.message.id


async def join_by_code(context: Context, code: str) -> None:
    """Start the game of the challenge with this code in its place, and tell the person where that is.

    In DMs they get a private board.
    """
    client, challenges = context.client, context.services.challenges
    found = await challenges.find(code, context.place.guild_id)
    await check_challenger(client, found.as_seen_from(context.place.guild_id))
    if context.in_direct_messages:
        begun = await challenges.accept(found.number, context.user, apart=True)
        await _begin_apart(context, found, begun)
        for line in casual_lines(context.words, found, begun):
            await context.reply.private(line)
        return
    await check_sees(context, found.place)
    await _join(context, found)


@on_click(JoinChallenge)
async def join_listed_challenge(context: Context, clicked: JoinChallenge) -> None:
    """Start the game of a challenge that was listed, in its place, and tell the person where that is."""
    found = await context.services.challenges.get(clicked.challenge)
    if not await context.sees_at(found.place, ()):
        raise UnknownChallengeError
    await check_challenger(context.client, found)
    await _join(context, found)


async def _join(context: Context, challenge: Challenge) -> None:
    begun = await context.services.challenges.accept(challenge.number, context.user)
    game = await begin_on_card(context.client, challenge.number, begun)
    told = started_text(context, game)
    await context.reply.private("\n".join([told, *casual_lines(context.words, challenge, begun)]))


async def _begin_apart(context: Context, challenge: Challenge, begun: Game) -> None:
    """Show a game that was joined in DMs both there and in the place of its challenge, and any second one."""
    begun = await context.services.games.see(begun, context.user.id)
    others = await context.services.challenges.begun(challenge) if challenge.terms.both else []
    try:
        begun = await publish(context, begun)
        for other in others[1:]:
            await publish(context, other, beside=True)
    finally:
        await begin_on_card(context.client, challenge.number, begun)
