"""The languages of what one person sees, and of what everybody sees."""

from gettext import NullTranslations

from bot.locale import words_for
from bot.ui.context.services import Interaction


async def private_words(interaction: Interaction) -> NullTranslations:
    """The words in the language that a person has chosen, or else in that of his Discord."""
    chosen = await interaction.client.services.preferences.player_language(interaction.user.id)
    return words_for(chosen or str(interaction.locale))


async def public_language(interaction: Interaction) -> str:
    """The language of what a whole channel will see: the server's choice, or else that of it on Discord.

    Outside servers it is that of who clicked or commanded.
    """
    preferences = interaction.client.services.preferences
    if interaction.guild_id is None:
        return await preferences.player_language(interaction.user.id) or str(interaction.locale)
    chosen = (await preferences.guild(interaction.guild_id)).language
    return chosen or str(interaction.guild_locale or interaction.locale)
