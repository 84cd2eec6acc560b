"""Threads that games are played in."""

from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.matches.values.games import Game
from bot.ui.board.show_game import post_turn
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES
from bot.ui.text.words import game_name, plain_name

log = structlog.get_logger(__name__)

# The longest that Discord offers; an archived thread is reopened by the next board.
_MINUTES_UNTIL_ASLEEP: Final = 10080


async def open_thread(client: ServingClient, game: Game) -> Game | None:
    """Post the board of a new game in its own thread on the game's message; return the game as shown there.

    Both players become members of the thread. If Discord doesn't allow a thread, the result is None and the
    game stays where it is: permissions may have changed since the challenge was made.
    """
    try:
        thread = await _create(client, game)
    except FAILURES as error:
        log.info("no thread", game=game.number, error=str(error))
        return None
    if thread is None:
        return None
    placed = await post_turn(client, replace(game, place=replace(game.place, channel_id=thread.id)))
    if placed is not None:
        await _bring_in(thread, placed)
    return placed


async def _create(client: ServingClient, game: Game) -> discord.Thread | None:
    channel = await client.fetch_channel(game.place.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return None
    players = f"{plain_name(game.white)} \N{EN DASH} {plain_name(game.black)}"
    name = f"{players} · Pyrga {game_name(game.number)}"
    if game.message_id is not None:
        message = channel.get_partial_message(game.message_id)
        return await message.create_thread(name=name, auto_archive_duration=_MINUTES_UNTIL_ASLEEP)
    return await channel.create_thread(
        name=name, type=discord.ChannelType.public_thread, auto_archive_duration=_MINUTES_UNTIL_ASLEEP
    )


async def _bring_in(thread: discord.Thread, game: Game) -> None:
    for player in (game.white, game.black):
        try:
            await thread.add_user(discord.Object(player.id))
        except FAILURES as error:
            # They can still find the thread through the card.
            log.info("player not in thread", game=game.number, error=str(error))
