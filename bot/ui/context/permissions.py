"""What the bot may do in a channel, and what it lacks."""

import discord

from bot.matches.values.games import Game
from bot.matches.values.places import Place
from bot.ui.context.context import Context
from bot.ui.context.errors import (
    ElsewhereError,
    ForbiddenChannelError,
    MissingPermissionsError,
    NotAllowedError,
    NoThreadHereError,
    OutOfSightError,
)


def check_can_post(context: Context) -> None:
    """See that the bot can post a board in the interaction's channel and edit it later.

    Outside servers, and where a person brought the bot along, there are no permissions of its own to have.

    Raises:
        MissingPermissionsError: it cannot.
    """
    place = context.place
    if place.guild_id is None or not place.reachable:
        return
    thread = isinstance(context.interaction.channel, discord.Thread)
    sending = "send_messages_in_threads" if thread else "send_messages"
    _check_granted(context, "view_channel", sending, "attach_files")


def can_have_threads(context: Context) -> bool:
    """Whether threads can be opened in the interaction's channel."""
    return isinstance(context.interaction.channel, discord.TextChannel) and context.place.reachable


def check_can_open_thread(context: Context) -> None:
    """See that the bot can open a thread in the interaction's channel and post a board there.

    Raises:
        NoThreadHereError: nobody can open one here.
        MissingPermissionsError: the bot cannot.
    """
    if not can_have_threads(context):
        raise NoThreadHereError
    _check_granted(context, "create_public_threads", "send_messages_in_threads")


async def check_channel(context: Context) -> None:
    """See that the server allows games in the interaction's channel, or in that of its thread.

    Raises:
        ForbiddenChannelError: it does not.
    """
    place = context.place
    allowed = (await context.services.preferences.guild(place.guild_id)).channels
    here = {place.channel_id}
    if isinstance(context.interaction.channel, discord.Thread):
        here.add(context.interaction.channel.parent_id)
    if allowed and allowed.isdisjoint(here):
        raise ForbiddenChannelError(allowed)


def check_belongs_here(context: Context, game: Game) -> None:
    """See that the board of a game may be posted in the interaction's channel.

    A game of a server stays there. Outside servers a game with the computer follows its player, and one of
    two people stays in its channel.

    Raises:
        ElsewhereError: it may not.
    """
    here = context.place
    moves_along = here.guild_id is not None or game.level is not None
    if here.guild_id != game.place.guild_id or not (moves_along or here.channel_id == game.place.channel_id):
        raise ElsewhereError(game)


def is_apart(context: Context, game: Game) -> bool:
    """Whether somebody acts in his private messages with the bot, and the game is played elsewhere."""
    return context.in_direct_messages and context.place.channel_id != game.place.channel_id


def can_have_private_board(context: Context, game: Game) -> bool:
    """Whether who acts plays in a game and may have a board of it to himself in the interaction's channel.

    A game with the computer outside servers needs no second board: it follows its player.
    """
    follows = game.level is not None and game.place.guild_id is None
    plays = game.colour_of(context.user.id) is not None
    return is_apart(context, game) and plays and not follows


async def check_sees(context: Context, place: Place) -> None:
    """See that whoever clicked or commanded can see the channel of a challenge.

    Raises:
        OutOfSightError: he cannot.
    """
    here = context.place
    if place.channel_id == here.channel_id or place.guild_id == here.guild_id is not None:
        return
    if place.guild_id is None:
        raise OutOfSightError
    try:
        guild = await context.client.fetch_guild(place.guild_id)
        member = await guild.fetch_member(context.user.id)
        channel = await guild.fetch_channel(place.channel_id)
        if isinstance(channel, discord.Thread):
            channel = await guild.fetch_channel(channel.parent_id)
    except (discord.NotFound, discord.Forbidden) as error:
        raise OutOfSightError from error
    if isinstance(channel, discord.Thread) or not channel.permissions_for(member).view_channel:
        raise OutOfSightError


def check_may_manage(context: Context) -> None:
    """See that the person may change the server's settings.

    Raises:
        NotAllowedError: he may not.
    """
    if not context.interaction.permissions.manage_guild:
        raise NotAllowedError


def _check_granted(context: Context, *permissions: str) -> None:
    missing = tuple(key for key in permissions if not getattr(context.interaction.app_permissions, key))
    if missing:
        raise MissingPermissionsError(missing)
