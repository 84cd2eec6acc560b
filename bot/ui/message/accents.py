"""The colours at the edge of containers, where they mean the same on several messages."""

import discord

GOLD = discord.Colour(0xFFCB47)
"""Something to decide, to win or won."""

BLUE = discord.Colour(0x4F86AF)
"""Something to read."""
