"""The threads of games: each on a message of the channel where the game began."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

import discord
import structlog
from discord import ui

from bot.locale import words_for
from bot.ui.board.board_message import board_message
from bot.ui.board.messages import edit
from bot.ui.context.client import ServingClient
from bot.ui.context.requests import FAILURES, ask
from bot.ui.message.content import Box, layout
from bot.ui.text.words import game_name, plain_name, sides
from bot.values.base36 import format_number
from bot.values.game.game import Board, Game
from bot.values.players import Place, Player

# The longest that Discord offers; an archived thread is reopened by the next board.
_MINUTES_UNTIL_ASLEEP: Final = 10080

# Discord's code for a message that already has a thread.
_HAS_THREAD: Final = 160004

log = structlog.get_logger(__name__)


async def create_thread(channel: discord.TextChannel, game: Game, message_id: int | None) -> discord.Thread:
    """Create the thread of a game on a message of a channel, or without one.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    players = f"{plain_name(game.white)} \N{EN DASH} {plain_name(game.black)}"
    name = f"{players} · Pyrga {game_name(game.number)}"
    if message_id is not None:
        message = channel.get_partial_message(message_id)
        return await message.create_thread(name=name, auto_archive_duration=_MINUTES_UNTIL_ASLEEP)
    return await channel.create_thread(
        name=name, type=discord.ChannelType.public_thread, auto_archive_duration=_MINUTES_UNTIL_ASLEEP
    )


async def open_channel(client: ServingClient, place: Place) -> discord.TextChannel | None:
    """Return the channel of a place, or None if it's of a kind that has no threads.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    channel = await ask(client.fetch_channel(place.channel_id))
    return channel if isinstance(channel, discord.TextChannel) else None


async def post_opening(channel: discord.TextChannel, game: Game, board: Board) -> int:
    """Post the line that a game's thread will be on, and return the message's id. It notifies no one."""
    said = f"**{game_name(game.number)}** · {sides(words_for(board.language), game)}"
    # If each player has a thread of their own, each has an opening of its own.
    opening = f"opening-{board.side.value[0]}" if board.side else "opening"
    message = await ask(
        channel.send(
            view=layout(Box(ui.TextDisplay(said))),
            silent=True,
            # Discord ignores the second of two messages with the same nonce, so what a restart interrupts
            # is only posted once.
            nonce=f"{format_number(game.number)}-{opening}",
        )
    )
    return message.id


async def thread_on(channel: discord.TextChannel, game: Game, message_id: int) -> int | None:
    """Return the id of the thread of a game on a message, which may be new; None if there can't be one."""
    try:
        return (await ask(create_thread(channel, game, message_id))).id
    except discord.HTTPException as error:
        if error.code == _HAS_THREAD:
            # A thread has the id of the message that it's on.
            return message_id
        if error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        log.info("no thread", game=game.number, error=str(error))
    return None


async def bring_in_silently(
    client: ServingClient, game: Game, board: Board, people: Sequence[Player]
) -> None:
    """Make players members of the thread of a board that has just been posted there.

    Discord does that for everyone whom an edit mentions, and notifies no one. If they were added directly, it
    would tell each of them.
    """
    if board.message_id is None:
        return
    named = game.as_seen_on(board)
    content = await board_message(named, client.icons, board=board, called=people)
    try:
        await edit(
            client, board.place.channel_id, message_id=board.message_id, content=content, called=people
        )
    except FAILURES as error:
        # They can still find the thread through the event.
        log.info("players not in thread", game=game.number, error=str(error))
