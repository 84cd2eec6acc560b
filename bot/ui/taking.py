"""Whether this process is the one that answers."""

import discord
import structlog

from bot.ui.services import ServingClient

log = structlog.get_logger(__name__)


async def takes(interaction: discord.Interaction[ServingClient]) -> bool:
    """Whether to answer: False where another process that got the interaction does.

    Where that cannot be found out, it is answered: Discord lets no second answer through.
    """
    try:
        return await interaction.client.services.interactions.claim(interaction.id)
    except Exception:
        log.exception("interaction not claimed", interaction=interaction.id)
        return True
