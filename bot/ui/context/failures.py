"""What can go wrong whenever Discord is asked for something."""

import aiohttp
import discord

FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord refuses, has us wait longer than we can, or can't be reached."""

_UNKNOWN_INTERACTION = 10062
_ALREADY_ACKNOWLEDGED = 40060
_UNKNOWN_MESSAGE = 10008


def is_acknowledged(error: Exception) -> bool:
    """Whether Discord refuses because another process has answered the interaction."""
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY_ACKNOWLEDGED


def is_deleted(error: Exception) -> bool:
    """Whether Discord refuses because someone has deleted the message."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MESSAGE


def came_too_late(error: Exception) -> bool:
    """Whether Discord no longer waits for the first answer to an interaction."""
    unknown = isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_INTERACTION
    return unknown or is_acknowledged(error)
