"""What can go wrong whenever Discord is asked for something."""

import aiohttp
import discord

FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord says no, asks for more patience than we have, or is out of reach."""
