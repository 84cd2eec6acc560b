"""A click on *Rematch*, below a finished game."""

from collections.abc import Sequence
from functools import partial
from gettext import NullTranslations

import discord

from bot.computer.errors import ComputerUnavailableError
from bot.locale import words_for
from bot.matches.games.errors import StaleRevisionError
from bot.matches.values.challenges import Challenge
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import send_card
from bot.ui.board.buttons import OfferRematch, PlayNextLevel
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.private_boards import bring_along
from bot.ui.board.show_game import tell_in_private
from bot.ui.challenges import abandoned
from bot.ui.challenges.card import challenge_card
from bot.ui.challenges.started_games import begin_from_elsewhere, casual_lines
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.errors import ElsewhereError, PrivateAnswersOnlyError
from bot.ui.context.failures import FAILURES
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_belongs_here, check_can_post, is_apart
from bot.ui.text.levels import next_level
from bot.ui.text.links import card_link, message_link
from bot.ui.text.words import computer_name, game_name, name


@on_click(OfferRematch)
async def answer_rematch_click(context: Context, clicked: OfferRematch) -> None:
    """Propose a rematch, or start it if the other player has proposed it or is the computer.

    Raises:
        ElsewhereError: someone clicked on something in their DMs that only works where the game is played.
        MatchError: as in ``Rematches.propose``.
    """
    check_can_post(context)
    services = context.services
    async with services.games.lock(clicked.game):
        former = await services.games.get(clicked.game)
        if not is_apart(context, former):
            check_belongs_here(context, former)
        elif former.level is not None or not former.place.reachable:
            raise ElsewhereError(former)
        _check_computer(context, former)
        proposed = await abandoned.propose(
            context.client, lambda: services.rematches.propose(clicked.game, context.user)
        )
        if isinstance(proposed, Challenge):
            await _post_card(context, proposed, former)
        elif proposed.level is not None:
            await _post_board(context, proposed)
        else:
            await _begin(context, proposed, former)


@on_click(PlayNextLevel)
async def answer_next_level_click(context: Context, clicked: PlayNextLevel) -> None:
    """Start a game at the level above the one that the person has beaten.

    Raises:
        ElsewhereError: they clicked in their DMs, and the game was played elsewhere.
        ComputerUnavailableError: there is no longer a computer on this host.
        MatchError: as in ``Rematches.begin_next_level``.
    """
    check_can_post(context)
    services = context.services
    async with services.games.lock(clicked.game):
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
        await _post_board(context, begun)


def _check_computer(context: Context, former: Game) -> None:
    if former.level is not None and not context.services.computer.available:
        raise ComputerUnavailableError


async def _post_card(context: Context, challenge: Challenge, former: Game) -> None:
    client, services = context.client, context.services
    content = await challenge_card(challenge, await services.rematches.score(challenge))
    opponent = challenge.opponent or challenge.challenger
    try:
        if is_apart(context, former):
            message_id = await send_card(client, challenge, content, opponent)
        else:
            message_id = await context.reply.follow_up(content, ping=[discord.Object(opponent.id)])
    except (*FAILURES, PrivateAnswersOnlyError):
        # No one has seen it, so no one could ever answer or cancel it.
        await services.challenges.cancel(challenge.number, context.user)
        raise
    await services.challenges.set_card(challenge.number, message_id)
    sentence = context.words.gettext("Rematch offered to {opponent}: [see it]({link})")
    link = card_link(await services.challenges.get(challenge.number))
    await context.reply.private(sentence.format(opponent=name(opponent), link=link))
    if former.private_board_of(opponent.id) is not None:
        await _tell_apart(client, former, opponent)


async def _tell_apart(client: ServingClient, former: Game, opponent: Player) -> None:
    """Tell someone with a private board about a rematch, because they may not see the card."""
    await tell_in_private(client, opponent, former, partial(_rematch_offered, former, opponent))


def _rematch_offered(former: Game, opponent: Player, words: NullTranslations) -> str:
    return words.gettext(
        "{challenger} offers a rematch of game {game}. To accept, press Rematch [below your board]({link})."
    ).format(
        challenger=name(former.opponent_of(opponent.id)),
        game=game_name(former.number),
        link=message_link(former, opponent.id),
    )


async def _begin(context: Context, game: Game, former: Game) -> None:
    client = context.client
    challenge = await client.services.challenges.of_game(game)
    if game.place.reachable:
        shown = await begin_from_elsewhere(client, challenge.number, game)
    else:
        shown = await bring_along(client, former, await _publish(context, game))
    await _tell_where(context, shown, casual_lines(context.words, challenge, game))


async def _post_board(context: Context, begun: Game) -> None:
    try:
        game = await _publish(context, begun)
    except (*FAILURES, PrivateAnswersOnlyError):
        await context.services.computer_games.call_off(begun)
        raise
    let_computer_play(context.client, game, context.reply.amend)
    await _tell_where(context, game)


async def _publish(context: Context, game: Game) -> Game:
    games = context.services.games
    async with games.lock(game.number):
        message_id = await context.reply.follow_up(await board_message(game, context.client.icons))
        await games.mark_shown(game)
        return await games.set_board(game, game.place, message_id)


async def _tell_where(context: Context, game: Game, more: Sequence[str] = ()) -> None:
    sentence = context.words.gettext("Your game with {opponent} has started: [open the board]({link})")
    opponent = name(game.opponent_of(context.user.id))
    told = sentence.format(opponent=opponent, link=message_link(game, context.user.id))
    await context.reply.private("\n".join([told, *more]))
