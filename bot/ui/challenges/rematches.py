"""Rematches, and challenges that can't become games: their card is gone, or the challenger has left."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

import discord

from bot.computer.computer import ComputerUnavailableError
from bot.locale import Words, words_for
from bot.ui.board.controls import OfferRematch, PlayNextLevel
from bot.ui.board.display import publish, show
from bot.ui.board.messages import (
    card_nonce,
    clear_away,
    edit_card,
    send_card,
    started_text,
    tell_in_private,
)
from bot.ui.challenges.card import challenge_card
from bot.ui.challenges.starting import begin_on_card, bring_along, casual_lines, post_board
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NOT_POSTED, ElsewhereError
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_belongs_here, check_can_post, is_apart
from bot.ui.context.sight import is_missing, member_of
from bot.ui.text.values import next_level
from bot.ui.text.words import card_link, computer_name, game_name, message_link, name
from bot.values.challenge_errors import (
    AbsentOpponentError,
    ClosedChallengeError,
    CounterChallengeError,
    RepeatedChallengeError,
)
from bot.values.challenges import Challenge, ChallengeStatus
from bot.values.game.boards import put
from bot.values.game.game import Game
from bot.values.game.game_errors import StaleRevisionError
from bot.values.players import Player

T = TypeVar("T")


async def propose(client: ServingClient, proposing: Callable[[], Awaitable[T]]) -> T:
    """Make a challenge. An earlier one between the two doesn't get in the way if its card is gone."""
    try:
        return await proposing()
    except (RepeatedChallengeError, CounterChallengeError) as error:
        if not await _is_lost(client, error.challenge):
            raise
        await client.services.challenges.cancel(error.challenge.number, error.challenge.challenger)
    return await proposing()


async def check_challenger(client: ServingClient, challenge: Challenge) -> None:
    """Check that the challenger is still in the server before a challenge is accepted; or else close it.

    It's only closed after two looks.
    """
    place, challenger = challenge.place, challenge.challenger
    if challenge.status is not ChallengeStatus.OPEN or not await is_missing(client, place, challenger):
        return
    if client.looks.is_gone(member_of(place.guild_id, challenger)):
        closed = await client.services.challenges.cancel(challenge.number, challenger)
        await edit_card(client, closed, await challenge_card(closed))
    raise AbsentOpponentError(challenger.name)


async def _is_lost(client: ServingClient, challenge: Challenge) -> bool:
    if client.services.challenges.is_unseen(challenge):
        return True
    score = await client.services.rematches.score(challenge)
    return not await edit_card(client, challenge, await challenge_card(challenge, score))


@on_click(OfferRematch)
async def answer_rematch_click(context: Context, clicked: OfferRematch) -> None:
    """Propose a rematch, or start it if the other player has proposed it or is the computer."""
    check_can_post(context)
    services = context.services
    former = await services.games.get(clicked.game)
    if not is_apart(context, former):
        check_belongs_here(context, former)
    elif former.level is not None or not former.place.reachable:
        raise ElsewhereError(former)
    _check_computer(context, former)
    proposed = await propose(context.client, lambda: services.rematches.propose(clicked.game, context.user))
    if isinstance(proposed, Challenge):
        await _post_card(context, proposed, former)
    elif proposed.level is not None:
        await _tell_where(context, await post_board(context, proposed, beside=True))
    else:
        await _begin(context, proposed, former)


@on_click(PlayNextLevel)
async def answer_next_level_click(context: Context, clicked: PlayNextLevel) -> None:
    """Start a game at the level above the one that the person has beaten, or below the one that has won."""
    check_can_post(context)
    services = context.services
    former = await services.games.get(clicked.game)
    if is_apart(context, former):
        raise ElsewhereError(former)
    check_belongs_here(context, former)
    _check_computer(context, former)
    level = next_level(former)
    if level is None:
        raise StaleRevisionError(former)
    computer = Player(level.value, computer_name(words_for(former.language), level))
    begun = await services.rematches.begin_next_level(former.number, context.user, computer)
    await _tell_where(context, await post_board(context, begun, beside=True))


def _check_computer(context: Context, former: Game) -> None:
    if former.level is not None and not context.services.computer.available:
        raise ComputerUnavailableError


async def _post_card(context: Context, challenge: Challenge, former: Game) -> None:
    client, services = context.client, context.services
    content = await challenge_card(challenge, await services.rematches.score(challenge))
    opponent = challenge.opponent or challenge.challenger
    called = [] if opponent.id in challenge.apart else [opponent]
    try:
        if is_apart(context, former):
            message_id = await send_card(client, challenge, content, called)
        else:
            message_id = await context.reply.follow_up(
                content, ping=[discord.Object(player.id) for player in called], nonce=card_nonce(challenge)
            )
    except NOT_POSTED:
        await withdraw_unseen(context, challenge)
        raise
    stored = await keep_card(context, challenge, message_id)
    if stored.status is ChallengeStatus.ACCEPTED:
        return
    named = stored.as_seen_from(context.place.guild_id, player_id=context.user.id)
    offered = context.words.say(
        "Rematch offered to {opponent}: [see it]({link})",
        opponent=name(named.opponent or named.challenger),
        link=card_link(named),
    )
    await context.reply.private(offered)
    if former.plays_apart(opponent.id):
        # They may not see the card.
        await tell_in_private(client, opponent, [former], partial(_rematch_offered, opponent))


async def withdraw_unseen(context: Context, challenge: Challenge) -> None:
    """Withdraw a challenge whose card couldn't be posted: hardly anyone could ever answer or cancel it."""
    # Someone may have accepted it without the card. Then the game stays.
    with suppress(ClosedChallengeError):
        await context.services.challenges.cancel(challenge.number, context.user)


async def keep_card(context: Context, challenge: Challenge, message_id: int) -> Challenge:
    """Store which message is the card of a challenge, and bring it up to date if it's been answered already.

    Returns the challenge as it then stands.
    """
    challenges = context.services.challenges
    await challenges.set_card(challenge.number, message_id=message_id)
    stored = await challenges.get(challenge.number)
    if stored.status is ChallengeStatus.ACCEPTED and stored.terms.seats is None:
        await _show_begun(context, stored, message_id)
    elif stored.status is not ChallengeStatus.OPEN or stored.games:
        await edit_card(context.client, stored, await challenge_card(stored))
    return stored


async def _show_begun(context: Context, challenge: Challenge, message_id: int) -> None:
    """Show the game of a challenge that was accepted before its card was there."""
    client, services = context.client, context.services
    game = await services.challenges.accepted_game(challenge.number)
    if game.message_id is None:
        game = await services.games.update(
            game.number, lambda game, now: put(game, game.place, now, message_id=message_id)
        )
        game = await show(client, game)
    elif game.message_id != message_id and game.place.reachable:
        await clear_away(
            client, challenge.place.channel_id, message_id=message_id, game=game, board=game.board
        )
    await _tell_where(context, game)


def _rematch_offered(opponent: Player, games: Sequence[Game], words: Words) -> str:
    (former,) = games
    return words.say(
        "{challenger} offers a rematch of game {game}. To accept, press Rematch [below your board]({link}).",
        challenger=name(former.opponent_of(opponent.id)),
        game=game_name(former.number),
        link=message_link(former, opponent.id),
    )


async def _begin(context: Context, game: Game, former: Game) -> None:
    client = context.client
    challenge = await client.services.challenges.of_game(game)
    if game.place.reachable:
        shown = await begin_on_card(client, challenge.number, game)
    else:
        shown = await bring_along(client, former, await publish(context, game, beside=True))
    await _tell_where(context, shown, casual_lines(context.words, challenge, game))


async def _tell_where(context: Context, game: Game, more: Sequence[str] = ()) -> None:
    await context.reply.private("\n".join([started_text(context, game), *more]))
