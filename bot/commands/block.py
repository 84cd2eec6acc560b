"""``/pyrga block``."""

import discord
from discord import app_commands

from bot.matches.values.players import Player
from bot.ui.challenges.blocks import block_panel
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context


@app_commands.command(
    name="block", description="Block someone from challenging you, or see who you've blocked"
)
@app_commands.describe(member="Who to block (leave empty to see your list)")
async def block(interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
    """Block someone, if given, and show the list privately."""
    async with Context.of(interaction) as context:
        blocks = context.services.blocks
        new = None
        if member is not None:
            new = Player(member.id, member.display_name)
            await blocks.block(context.user, new)
        await context.reply.private(await block_panel(context.words, blocks, context.user.id, 0, new=new))
