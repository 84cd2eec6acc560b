"""What the bot may do in a channel, and what a person may do."""

import discord

from bot.ui.context.context import Context
from bot.ui.context.context_errors import (
    ElsewhereError,
    ForbiddenChannelError,
    MissingPermissionsError,
    NotAHostError,
    NotAllowedError,
    NoThreadHereError,
    OutOfSightError,
)
from bot.values.game.game import Board, Game
from bot.values.players import FORGOTTEN_PLACE, Place

_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")


async def check_may_host(context: Context) -> None:
    """Check that the person may set up cups in the server, or start games of its channels."""
    if context.interaction.permissions.manage_guild:
        return
    if not (await context.services.preferences.guild(context.guild_id)).events_for_all:
        raise NotAHostError


def check_can_post(context: Context) -> None:
    """Check that the bot can post a board in the interaction's channel and edit it later.

    Outside servers, and where a person brought the bot along, the bot has no permissions itself.
    """
    place = context.place
    if place.guild_id is None or not place.reachable:
        return
    thread = isinstance(context.interaction.channel, discord.Thread)
    sending = "send_messages_in_threads" if thread else "send_messages"
    _check_granted(context, "view_channel", sending, "attach_files")


def can_have_threads(context: Context) -> bool:
    """Return whether threads can be opened in the interaction's channel."""
    return isinstance(context.interaction.channel, discord.TextChannel) and context.place.reachable


def can_open_threads(context: Context) -> bool:
    """Return whether the bot can open a thread in the interaction's channel and post a board there."""
    return can_have_threads(context) and not _missing(context, *_FOR_THREADS)


def threadless_note(context: Context) -> str | None:
    """Return where an event's games are played if the bot can't open threads here; None if it can."""
    if can_open_threads(context):
        return None
    # Translators: below a field of a form (at most 100 characters), or a line of its own.
    return context.words.say("I can't open threads in this channel, so games are played in DMs.")


def check_can_open_thread(context: Context) -> None:
    """Check that the bot can open a thread in the interaction's channel and post a board there."""
    if not can_have_threads(context):
        raise NoThreadHereError
    _check_granted(context, *_FOR_THREADS)


async def check_channel(context: Context) -> None:
    """Check that the server allows games in the interaction's channel, or in the channel of its thread.

    Where the lobby is, they can start, too.
    """
    place = context.place
    chosen = await context.services.preferences.guild(place.guild_id)
    allowed, here = chosen.channels, {place.channel_id}
    if isinstance(context.interaction.channel, discord.Thread):
        here.add(context.interaction.channel.parent_id)
    if allowed and chosen.lobby_channel_id not in here and allowed.isdisjoint(here):
        raise ForbiddenChannelError(allowed)


def check_belongs_here(context: Context, game: Game) -> None:
    """Check that the board of a game may be posted in the interaction's channel.

    A game of a server stays there. Outside servers a game with the computer follows its player, and a game of
    two people stays in its channel, as long as that's known.
    """
    if game.board.hidden:
        return
    here = context.place
    there = game.home_for(context.user.id, here).place
    follows = game.level is not None or there == FORGOTTEN_PLACE
    moves_along = here.guild_id is not None or follows
    if here.guild_id != there.guild_id or not (moves_along or here.channel_id == there.channel_id):
        raise ElsewhereError(game)


def is_apart(context: Context, game: Game) -> bool:
    """Return whether someone clicks in their DMs with the bot on a game that is played elsewhere."""
    if game.board.hidden:
        return False
    played_in = {home.place.channel_id for home in game.homes}
    return context.in_direct_messages and context.place.channel_id not in played_in


def meant_board(context: Context, game: Game) -> Board:
    """Return the board that the person means here: their private one in DMs, or where the game is played."""
    own = game.private_board_of(context.user.id) if is_apart(context, game) else None
    return own or game.home_for(context.user.id, context.place)


def can_have_private_board(context: Context, game: Game) -> bool:
    """Return whether the person plays in a game and can have a private board of it in this channel.

    A game with the computer outside servers needs no second board: it follows its player.
    """
    follows = game.level is not None and game.place.guild_id is None
    plays = game.color_of(context.user.id) is not None
    return is_apart(context, game) and plays and not follows


async def check_sees(context: Context, place: Place) -> None:
    """Check that the person can see the channel of a challenge."""
    if place.channel_id == context.place.channel_id:
        return
    if not await context.client.sight.sees(context.client, context.user.id, place):
        raise OutOfSightError


def check_may_manage(context: Context) -> None:
    """Check that the person may change the server's settings."""
    if not context.interaction.permissions.manage_guild:
        raise NotAllowedError


def _check_granted(context: Context, *permissions: str) -> None:
    missing = _missing(context, *permissions)
    if missing:
        raise MissingPermissionsError(missing)


def _missing(context: Context, *permissions: str) -> tuple[str, ...]:
    """Return which of these permissions the bot lacks here."""
    return tuple(key for key in permissions if not getattr(context.interaction.app_permissions, key))
