"""What those who manage a server may choose for it."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.values import ThemeName
from bot.ui.daily_setting import DAILY_SETTING
from bot.ui.services import Interaction, place_of
from bot.ui.setting import Setting
from bot.ui.themes import theme_options


def _theme_title(words: NullTranslations) -> str:
    return words.gettext("How new boards look; running games keep their look")


async def _read_theme(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.guild_theme(place_of(interaction).guild_id)]


async def _write_theme(interaction: Interaction, chosen: Sequence[str]) -> None:
    (theme,) = chosen
    guild_id = place_of(interaction).guild_id
    await interaction.client.services.preferences.set_guild_theme(guild_id, ThemeName(theme))


SERVER_SETTINGS = (
    Setting("theme", _theme_title, theme_options, _read_theme, _write_theme),
    DAILY_SETTING,
)
"""In the order in which the panel shows them."""
