"""Languages to choose from, and those of what one person and what everybody sees."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.locale import language_name, languages, words_for
from bot.ui.selects import Option
from bot.ui.services import Interaction

AUTOMATIC = "auto"


def language_options(automatic: str) -> Sequence[Option]:
    """The languages that there are, after one that is not fixed and is called ``automatic``."""
    return (
        Option(AUTOMATIC, automatic),
        *(Option(language, language_name(language)) for language in languages()),
    )


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
