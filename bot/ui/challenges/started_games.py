"""Starts a game: its board replaces the challenge's card, or is posted in its own thread.

A simul's card stays, and each of its games has a thread.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

import discord
import structlog

from bot.locale import Words
from bot.ui.board.display import announce, move_to
from bot.ui.board.messages import create_thread, edit_card, open_channel, send_board
from bot.ui.challenges.card import begun_card, challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.requests import FAILURES
from bot.use_cases.challenges.accepting import MOST_RATED
from bot.values.challenges import Challenge
from bot.values.game import boards
from bot.values.game.game import Board, Game
from bot.values.players import Place

PAUSE: Final = 0.5
"""Seconds from one game of a simul to the next: Discord doesn't open many threads at once."""


async def begin_on_card(
    client: ServingClient, challenge_number: int, game: Game, click: Context | None = None
) -> Game:
    """Show ``game`` where the card of its challenge is, or in its own thread; return it as shown.

    ``click`` is the one on the card that started it, if there was one.
    """
    challenge = await client.services.challenges.get(challenge_number)
    if challenge.terms.seats is not None:
        await show_simul(client, challenge_number, click)
        return await client.services.games.get(game.number)
    former = await client.services.rematches.former(challenge)
    if former is not None:
        game = await bring_along(client, former, game)
    placed = await open_thread(client, game) if challenge.terms.thread else None
    if placed is None:
        return await announce(client, game, click)
    card = begun_card(challenge, placed)
    if click is None:
        await edit_card(client, challenge, card)
    else:
        await click.reply.replace(card)
    return placed


async def show_simul(client: ServingClient, number: int, click: Context | None = None) -> None:
    """Bring the card of a simul up to date, as the answer to the ``click`` on it if there is one.

    Games that have begun since are posted, one after another. While that's going on, others may join.
    """
    await client.mailboxes.hand_in(("simul", number), click, partial(_show_simul, client, number))


async def _show_simul(client: ServingClient, number: int, clicks: Sequence[Context | None]) -> None:
    simul = await client.services.challenges.get(number)
    answered = [click for click in clicks if click is not None]
    for click in answered[:-1]:
        await click.reply.acknowledge()
    if answered:
        await answered[-1].reply.replace(await challenge_card(simul))
    unposted = [game.number for game in simul.games if not game.is_posted]
    for game in unposted:
        await announce(client, await client.services.games.get(game))
        if game != unposted[-1]:
            await asyncio.sleep(PAUSE)
    if unposted or not answered:
        simul = await client.services.challenges.get(number)
        await edit_card(client, simul, await challenge_card(simul))


def casual_lines(words: Words, challenge: Challenge, game: Game) -> list[str]:
    """Return what to tell who accepted if the game isn't rated, though the card said so; often empty."""
    if not game.over_limit or challenge.over_limit:
        return []
    sentence = words.count(
        "You two have already started {count} rated game today (UTC), so this one doesn't count for ratings.",
        "You two have already started {count} rated games today (UTC), so this one doesn't count for "
        "ratings.",
        MOST_RATED,
        count=MOST_RATED,
    )
    return [sentence]


log = structlog.get_logger(__name__)


async def bring_along(client: ServingClient, former: Game, game: Game) -> Game:
    """Give everyone with a private board in ``former`` one in ``game``, too; return the updated match."""
    for board in former.private_boards:
        if board.reader is not None:
            game = await _bring(client, former.player(board.reader).id, board.place, game)
    return game


async def _bring(client: ServingClient, player_id: int, place: Place, game: Game) -> Game:
    try:
        board = Board(place, game.language, game.theme, game.color_of(player_id))
        message_id = await send_board(client, game, board)
    except FAILURES as error:
        # They're notified in the game's channel, and `/pyrga show` posts the board.
        log.info("private board not posted", game=game.number, error=str(error))
        return game
    shown = game.revision
    return await client.services.games.update(
        game.number,
        lambda game, now: boards.put_private(
            game, player_id, place, message_id=message_id, now=now, shown=shown
        ),
    )


async def open_thread(client: ServingClient, game: Game) -> Game | None:
    """Post the board of a new game in its own thread on the game's message; return the game as shown there.

    Both players become members of the thread. If Discord doesn't allow a thread, the result is None and the
    game stays where it is: permissions may have changed since the challenge was made.
    """
    try:
        channel = await open_channel(client, game.place)
        thread = None if channel is None else await create_thread(channel, game, game.message_id)
    except FAILURES as error:
        log.info("no thread", game=game.number, error=str(error))
        return None
    if thread is None:
        return None
    placed = await move_to(client, game, thread.id)
    if placed is not None:
        await _bring_in(thread, placed)
    return placed


async def _bring_in(thread: discord.Thread, game: Game) -> None:
    for player in (game.white, game.black):
        try:
            await thread.add_user(discord.Object(player.id))
        except FAILURES as error:
            # They can still find the thread through the card.
            log.info("player not in thread", game=game.number, error=str(error))
