"""Starts games: from a challenge, and against the computer.

The board replaces the challenge's card, or is posted in its own thread. A simul's card stays, and each of its
games has a thread.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

import discord
import structlog

from bot.computer.computer import ComputerUnavailableError
from bot.locale import Words, words_for
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import announce, announce_beside, move_to, publish
from bot.ui.board.messages import create_thread, edit_card, open_channel, send_board
from bot.ui.challenges.card import begun_card, challenge_card
from bot.ui.components.panels import PlayLevel, level_menu
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NOT_POSTED
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.context.requests import RequestError, SavedError, ask
from bot.ui.message.content import Row, boxed
from bot.ui.message.custom_ids import PlayComputer
from bot.ui.text.words import computer_name
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.use_cases.games.storing import MOST_RATED
from bot.values.challenges import Challenge, ColorChoice
from bot.values.game import boards, endings
from bot.values.game.game import Board, Game, Thread
from bot.values.players import Place, Player
from engine import Ruleset

PAUSE: Final = 0.5
"""Seconds from one game of a simul to the next: Discord doesn't open many threads at once."""


async def begin_on_card(
    client: ServingClient, challenge_number: int, game: Game, click: Context | None = None
) -> Game:
    """Show ``game`` where the card of its challenge is, or in its own thread; return it as shown.

    A second game, with the other colors, is shown beside it. ``click`` is the one on the card that started
    them, if there was one.
    """
    challenge = await client.services.challenges.get(challenge_number)
    if challenge.terms.seats is not None:
        await show_simul(client, challenge_number, click)
        return await client.services.games.get(game.number)
    former = await client.services.rematches.former(challenge)
    if former is not None:
        game = await bring_along(client, former, game)
    game = await _show_on_card(client, challenge, game, click)
    others = await client.services.challenges.begun(challenge) if challenge.terms.both else []
    for other in others[1:]:
        placed = await open_thread(client, other) if challenge.terms.thread else None
        if placed is None:
            await (announce(client, other) if click is None else announce_beside(click, other))
    return game


async def _show_on_card(
    client: ServingClient, challenge: Challenge, game: Game, click: Context | None
) -> Game:
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
    except RequestError as error:
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
    except RequestError as error:
        log.info("no thread", game=game.number, error=str(error))
        return None
    if thread is None:
        return None
    opened = Thread(game.place.channel_id, thread.id)
    game = await client.services.games.update(
        game.number, lambda stored, _: boards.open_thread(stored, None, opened)
    )
    placed = await move_to(client, game, thread.id)
    if placed is not None:
        await _bring_in(thread, placed)
    return placed


async def _bring_in(thread: discord.Thread, game: Game) -> None:
    for player in (game.white, game.black):
        try:
            await ask(thread.add_user(discord.Object(player.id)))
        except RequestError as error:
            # They can still find the thread through the card.
            log.info("player not in thread", game=game.number, error=str(error))


async def begin_with_computer(
    context: Context,
    *,
    level: int | None = None,
    ruleset: Ruleset | None = None,
    color: ColorChoice = ColorChoice.RANDOM,
    only: bool = False,
) -> None:
    """Post the board of a new game with the computer, which then moves when it's its turn.

    The default level is one above the highest that the person has beaten here; the default ruleset is the
    server's. With ``only``, no game starts if they already have one here.
    """
    await check_channel(context)
    check_can_post(context)
    services = context.services
    if not services.computer.available:
        raise ComputerUnavailableError
    place, person = context.place, context.user
    preferences = await services.preferences.guild(place.guild_id)
    language = await context.public_language()
    if level is None:
        level = await services.computer_games.next_level(place.guild_id, player_id=person.id)
    computer = Player(level, computer_name(words_for(language), level))
    terms = ComputerTerms(ruleset or preferences.ruleset, color, language, only=only)
    begun = await services.computer_games.begin(place, person, computer, terms)
    await post_board(context, begun)


async def post_board(context: Context, begun: Game, *, beside: bool = False) -> Game:
    """Post the board of a new game with the computer as the answer, or ``beside`` it; return the game.

    If nothing was posted, no one has seen the game, and it's called off. If that's not sure, the bot posts it
    by itself later.
    """
    games = context.services.games
    try:
        game = await publish(context, begun, beside=beside)
    except NOT_POSTED:
        await games.note_shown(await games.change(begun.number, endings.call_off), (), told=True)
        raise
    except RequestError as error:
        let_computer_play(context.client, begun)
        raise (SavedError("board not posted") if begun.place.reachable else error) from error
    let_computer_play(context.client, game, context)
    return game


async def offer_levels(context: Context, ruleset: Ruleset | None, color: ColorChoice) -> None:
    """Show the menu of levels to someone who wants to play the computer."""
    if not context.services.computer.available:
        raise ComputerUnavailableError
    text = context.words.say("### Play the computer\nIt has eight levels. The game starts right away.")
    menu = level_menu(context.words, ruleset=ruleset, color=color)
    await context.reply.private(boxed(text, rows=[Row(menu)]))


@on_click(PlayLevel)
async def play_level(context: Context, clicked: PlayLevel) -> None:
    """Start a game at the chosen level."""
    level = clicked.level.value
    await begin_with_computer(context, level=level, ruleset=clicked.ruleset, color=clicked.color)


@on_click(PlayComputer)
async def play_computer(context: Context, clicked: PlayComputer) -> None:
    """Start a game with the computer for the person who clicks. A double click starts only one."""
    level = None if clicked.level is None else clicked.level.value
    await begin_with_computer(context, level=level, only=True)
