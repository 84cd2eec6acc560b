"""The commands: each reads its options, calls one use case and answers."""

from collections.abc import Callable, Coroutine
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
    teach,
    train,
)

AnyCommand = app_commands.Group | app_commands.ContextMenu

_EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_BY_ANYBODY = app_commands.AppInstallationType(guild=True, user=True)


def all_commands() -> tuple[AnyCommand, ...]:
    """Create all commands that are sent to Discord."""
    # It works in the bot's servers and anywhere people bring it along.
    everywhere = app_commands.Group(
        name="pyrga",
        description="Play Pyrga with a friend in this channel",
        allowed_contexts=_EVERYWHERE,
        allowed_installs=_BY_ANYBODY,
    )
    commands: tuple[app_commands.Command[Any, ..., None], ...] = (
        *(challenge, find, join, play),
        *(games, show, move, resign),
        *(leaderboard, profile, versus),
        *(give_puzzle, teach, explain_rules, help_),
        *(history, replay, review, analyze, explore, train),
        *(player_settings, block, vacation, show_privacy),
    )
    for command in commands:
        everywhere.add_command(command)
    managing = app_commands.Group(
        name="pyrga-server",
        description="Manage Pyrga in this server",
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    for command in (server_settings, rating_roles, annul, log):
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
    return everywhere, managing, event_group(), *offered
