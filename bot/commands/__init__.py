"""The slash commands, all in one group: each reads its options, calls one use case and answers."""

from typing import Any

from discord import app_commands

from bot.commands.challenge import challenge
from bot.commands.games import games, resign, show
from bot.commands.guide import explain_rules, help_
from bot.commands.leaderboard import show_leaderboard


def pyrga_group() -> app_commands.Group:
    """The group ``/pyrga``. It works in servers only."""
    group = app_commands.Group(
        name="pyrga",
        description="Play Pyrga with a friend in this channel",
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    commands: tuple[app_commands.Command[Any, ..., None], ...] = (
        challenge,
        games,
        show,
        resign,
        show_leaderboard,
        explain_rules,
        help_,
    )
    for command in commands:
        group.add_command(command)
    return group
