"""What the bot may do in a channel, and what it lacks."""

from gettext import NullTranslations

import discord

from bot.matches.errors import MatchError
from bot.ui.services import Interaction, place_of


class MissingPermissionsError(MatchError):
    """The bot lacks permissions that it needs in the channel. ``permissions`` are Discord's keys of them."""

    def __init__(self, permissions: tuple[str, ...]) -> None:
        super().__init__(permissions)
        self.permissions = permissions


def check_can_post(interaction: Interaction) -> None:
    """See that the bot can post a board in the interaction's channel and edit it later.

    Raises:
        MissingPermissionsError: it cannot.
    """
    thread = isinstance(interaction.channel, discord.Thread)
    sending = "send_messages_in_threads" if thread else "send_messages"
    _check_granted(interaction, "view_channel", sending, "attach_files")


class NoThreadHereError(MatchError):
    """The channel cannot have threads: it is one itself, or of another kind than text."""


def can_have_threads(interaction: Interaction) -> bool:
    """Whether threads can be opened in the interaction's channel by anybody."""
    return isinstance(interaction.channel, discord.TextChannel)


def check_can_open_thread(interaction: Interaction) -> None:
    """See that the bot can open a thread in the interaction's channel and post a board there.

    Raises:
        NoThreadHereError: nobody can open one here.
        MissingPermissionsError: the bot cannot.
    """
    if not can_have_threads(interaction):
        raise NoThreadHereError
    _check_granted(interaction, "create_public_threads", "send_messages_in_threads")


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
