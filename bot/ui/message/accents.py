"""The colors at the edge of containers, if they mean the same on several messages."""

import discord

GOLD = discord.Colour(0xFFCB47)
"""Something to decide, or a win."""

BLUE = discord.Colour(0x4F86AF)
"""Something to read."""
