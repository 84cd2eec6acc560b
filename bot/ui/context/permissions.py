"""What the bot may do in a channel, and what it lacks."""

from gettext import NullTranslations

import discord

from bot.matches.errors import MatchError
from bot.matches.games.errors import GameError
from bot.matches.values.games import Game
from bot.matches.values.places import Place
from bot.ui.context.services import Interaction, place_of


class MissingPermissionsError(MatchError):
    """The bot lacks permissions that it needs in the channel. ``permissions`` are Discord's keys of them."""

    def __init__(self, permissions: tuple[str, ...]) -> None:
        super().__init__(permissions)
        self.permissions = permissions


def check_can_post(interaction: Interaction) -> None:
    """See that the bot can post a board in the interaction's channel and edit it later.

    Outside servers, and where a person brought the bot along, there are no permissions of its own to have.

    Raises:
        MissingPermissionsError: it cannot.
    """
    place = place_of(interaction)
    if place.guild_id is None or not place.reachable:
        return
    thread = isinstance(interaction.channel, discord.Thread)
    sending = "send_messages_in_threads" if thread else "send_messages"
    _check_granted(interaction, "view_channel", sending, "attach_files")


class NoThreadHereError(MatchError):
    """The channel cannot have threads: it is one itself, or of another kind than text."""


def can_have_threads(interaction: Interaction) -> bool:
    """Whether threads can be opened in the interaction's channel."""
    return isinstance(interaction.channel, discord.TextChannel) and place_of(interaction).reachable


def check_can_open_thread(interaction: Interaction) -> None:
    """See that the bot can open a thread in the interaction's channel and post a board there.

    Raises:
        NoThreadHereError: nobody can open one here.
        MissingPermissionsError: the bot cannot.
    """
    if not can_have_threads(interaction):
        raise NoThreadHereError
    _check_granted(interaction, "create_public_threads", "send_messages_in_threads")


class PrivateAnswersOnlyError(MatchError):
    """The server shows what a bot that somebody brought along answers to that person only."""


class ForbiddenChannelError(MatchError):
    """The server keeps its games to other channels. ``allowed`` are their ids."""

    def __init__(self, allowed: frozenset[int]) -> None:
        super().__init__(allowed)
        self.allowed = allowed


async def check_channel(interaction: Interaction) -> None:
    """See that the server allows games in the interaction's channel, or in that of its thread.

    Raises:
        ForbiddenChannelError: it does not.
    """
    place = place_of(interaction)
    allowed = (await interaction.client.services.preferences.guild(place.guild_id)).channels
    here = {place.channel_id}
    if isinstance(interaction.channel, discord.Thread):
        here.add(interaction.channel.parent_id)
    if allowed and allowed.isdisjoint(here):
        raise ForbiddenChannelError(allowed)


class ElsewhereError(GameError):
    """The game is played where this is not, and its opponent could not follow it here."""


def check_belongs_here(interaction: Interaction, game: Game) -> None:
    """See that the board of a game may be posted in the interaction's channel.

    A game of a server stays there. Outside servers a game with the computer follows its player, and one of
    two people stays in its channel.

    Raises:
        ElsewhereError: it may not.
    """
    here = place_of(interaction)
    moves_along = here.guild_id is not None or game.level is not None
    if here.guild_id != game.place.guild_id or not (moves_along or here.channel_id == game.place.channel_id):
        raise ElsewhereError(game)


def is_apart(interaction: Interaction, game: Game) -> bool:
    """Whether somebody acts in his private messages with the bot, and the game is played elsewhere."""
    return interaction.context.dm_channel and place_of(interaction).channel_id != game.place.channel_id


def can_have_own_board(interaction: Interaction, game: Game) -> bool:
    """Whether who acts plays in a game and may have a board of it to himself in the interaction's channel.

    A game with the computer outside servers needs no second board: it follows its player.
    """
    follows = game.level is not None and game.place.guild_id is None
    plays = game.colour_of(interaction.user.id) is not None
    return is_apart(interaction, game) and plays and not follows


class OutOfSightError(MatchError):
    """The person cannot see the channel in which a challenge was made."""


async def check_sees(interaction: Interaction, place: Place) -> None:
    """See that whoever clicked or commanded can see the channel of a challenge.

    Raises:
        OutOfSightError: he cannot.
    """
    here = place_of(interaction)
    if place.channel_id == here.channel_id or place.guild_id == here.guild_id is not None:
        return
    if place.guild_id is None:
        raise OutOfSightError
    try:
        guild = await interaction.client.fetch_guild(place.guild_id)
        member = await guild.fetch_member(interaction.user.id)
        channel = await guild.fetch_channel(place.channel_id)
        if isinstance(channel, discord.Thread):
            channel = await guild.fetch_channel(channel.parent_id)
    except (discord.NotFound, discord.Forbidden) as error:
        raise OutOfSightError from error
    if isinstance(channel, discord.Thread) or not channel.permissions_for(member).view_channel:
        raise OutOfSightError


class NotAllowedError(MatchError):
    """The person may not do this in the server."""


def check_may_manage(interaction: Interaction) -> None:
    """See that the person may change the server's settings.

    Raises:
        NotAllowedError: he may not.
    """
    if not interaction.permissions.manage_guild:
        raise NotAllowedError


def permission_name(words: NullTranslations, key: str) -> str:
    """A permission as Discord's settings call it."""
    _ = words.gettext
    names = {
        "view_channel": _("View Channel"),
        "send_messages": _("Send Messages"),
        "send_messages_in_threads": _("Send Messages in Threads"),
        "create_public_threads": _("Create Public Threads"),
        "attach_files": _("Attach Files"),
    }
    return names[key]


def _check_granted(interaction: Interaction, *permissions: str) -> None:
    missing = tuple(key for key in permissions if not getattr(interaction.app_permissions, key))
    if missing:
        raise MissingPermissionsError(missing)
