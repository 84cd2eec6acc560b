"""The commands: each reads its options, calls one use case and answers."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import discord
from discord import app_commands

from bot.commands.events import event_group
from bot.commands.games import (
    block,
    challenge,
    challenge_member,
    find,
    games,
    history,
    join,
    move,
    play,
    replay,
    replay_message,
    resign,
    review,
    show,
    today,
)
from bot.commands.settings import (
    annul,
    log,
    player_settings,
    rating_roles,
    server_settings,
    show_privacy,
    vacation,
)
from bot.commands.standings import leaderboard, profile, profile_of_member, season_group, versus
from bot.commands.study import (
    analyze,
    analyze_message,
    explain_rules,
    explore,
    give_puzzle,
    help_,
    rush,
    teach,
    train,
)

AnyCommand = app_commands.Group | app_commands.ContextMenu

_EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_BY_ANYBODY = app_commands.AppInstallationType(guild=True, user=True)


_Command = app_commands.Command[Any, ..., None]

PLAYING: tuple[_Command, ...] = (
    *(challenge, find, join, play, today),
    *(games, show, move, resign, history, replay),
    *(leaderboard, profile, versus),
    *(help_, player_settings, block, vacation, show_privacy),
)
"""The commands of ``/pyrga``, with which people play, in the order of Discord's menu."""

LEARNING: tuple[_Command, ...] = (teach, explain_rules, give_puzzle, rush, review, analyze, explore, train)
"""The commands of ``/pyrga-learn``."""


def all_commands() -> tuple[AnyCommand, ...]:
    """Create all commands that are sent to Discord."""
    managing = app_commands.Group(
        name="pyrga-server",
        description="Manage Pyrga in this server",
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    managed: tuple[_Command, ...] = (server_settings, rating_roles, annul, log)
    for command in managed:
        managing.add_command(command)
    managing.add_command(season_group())
    # What a right click on a member or a message offers: up to five each.
    menus: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
        "Challenge to Pyrga": challenge_member,
        "Pyrga profile": profile_of_member,
        "Replay this game": replay_message,
        "Analyze this position": analyze_message,
    }
    offered = (
        app_commands.ContextMenu(
            name=name, callback=callback, allowed_contexts=_EVERYWHERE, allowed_installs=_BY_ANYBODY
        )
        for name, callback in menus.items()
    )
    return (
        _everywhere("pyrga", "Play Pyrga with a friend in this channel", PLAYING),
        _everywhere("pyrga-learn", "Learn Pyrga, and get better at it", LEARNING),
        managing,
        event_group(),
        *offered,
    )


def _everywhere(name: str, description: str, commands: Iterable[_Command]) -> app_commands.Group:
    """Create a group that works in the bot's servers and anywhere people bring it along."""
    group = app_commands.Group(
        name=name, description=description, allowed_contexts=_EVERYWHERE, allowed_installs=_BY_ANYBODY
    )
    for command in commands:
        group.add_command(command)
    return group
