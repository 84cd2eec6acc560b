"""The colors at the edge of containers, if they mean the same on several messages."""

import discord

GOLD = discord.Color(0xFFCB47)
"""Something to decide, or a win."""

BLUE = discord.Color(0x4F86AF)
"""Something to read."""
