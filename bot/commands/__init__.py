"""The commands: each reads its options, calls one use case and answers."""

from typing import Any

import discord
from discord import app_commands

from bot.commands.block import block
from bot.commands.challenge import MENU, challenge, challenge_member, join
from bot.commands.games import games, move, resign, show
from bot.commands.guide import explain_rules, help_, teach
from bot.commands.history import history, replay, review
from bot.commands.moderation import annul, log
from bot.commands.play import play
from bot.commands.privacy import show_privacy
from bot.commands.puzzle import give_puzzle
from bot.commands.seasons import season_group
from bot.commands.settings import player_settings, server_settings
from bot.commands.standings import leaderboard, profile, versus
from bot.commands.study import analyze, explore, train
from bot.commands.vacation import vacation

AnyCommand = app_commands.Group | app_commands.ContextMenu

_EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_IN_SERVERS = app_commands.AppCommandContext(guild=True)
_BY_ANYBODY = app_commands.AppInstallationType(guild=True, user=True)
_BY_SERVERS = app_commands.AppInstallationType(guild=True)


def all_commands() -> tuple[AnyCommand, ...]:
    """Create all commands that are sent to Discord."""
    return _pyrga_group(), _server_group(), _challenge_menu()


def _pyrga_group() -> app_commands.Group:
    """Create the group ``/pyrga``. It works in the bot's servers and anywhere people bring it along."""
    group = app_commands.Group(
        name="pyrga",
        description="Play Pyrga with a friend in this channel",
        allowed_contexts=_EVERYWHERE,
        allowed_installs=_BY_ANYBODY,
    )
    commands: tuple[app_commands.Command[Any, ..., None], ...] = (
        challenge,
        join,
        play,
        games,
        show,
        move,
        resign,
        leaderboard,
        profile,
        versus,
        give_puzzle,
        teach,
        explain_rules,
        help_,
        history,
        replay,
        review,
        analyze,
        explore,
        train,
        player_settings,
        block,
        vacation,
        show_privacy,
    )
    for command in commands:
        group.add_command(command)
    return group


def _server_group() -> app_commands.Group:
    """Create the group ``/pyrga-server``, for managers of the server."""
    group = app_commands.Group(
        name="pyrga-server",
        description="Manage Pyrga in this server",
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=_IN_SERVERS,
        allowed_installs=_BY_SERVERS,
    )
    commands: tuple[app_commands.Command[Any, ..., None], ...] = (server_settings, annul, log)
    for command in commands:
        group.add_command(command)
    group.add_command(season_group())
    return group


def _challenge_menu() -> app_commands.ContextMenu:
    """Create the command for right-clicking a member."""
    return app_commands.ContextMenu(
        name=MENU, callback=challenge_member, allowed_contexts=_EVERYWHERE, allowed_installs=_BY_ANYBODY
    )
