"""What everybody may choose for himself."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.values import NoticeWay, ThemeName
from bot.ui.selects import Option
from bot.ui.services import Interaction, player_of
from bot.ui.setting import Setting
from bot.ui.themes import theme_options


def _notices_title(words: NullTranslations) -> str:
    return words.gettext("When it is your turn and you are away")


def _notices_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(NoticeWay.MENTION, _("Mention me in the channel")),
        Option(NoticeWay.PRIVATE, _("Send me a private message")),
        Option(NoticeWay.NONE, _("Do not tell me")),
    )


async def _read_notices(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.player_notices(interaction.user.id)]


async def _write_notices(interaction: Interaction, chosen: Sequence[str]) -> None:
    (way,) = chosen
    await interaction.client.services.preferences.set_player_notices(player_of(interaction), NoticeWay(way))


def _theme_title(words: NullTranslations) -> str:
    return words.gettext("How pictures look that only you see")


async def _read_theme(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.player_theme(interaction.user.id)]


async def _write_theme(interaction: Interaction, chosen: Sequence[str]) -> None:
    (theme,) = chosen
    await interaction.client.services.preferences.set_player_theme(player_of(interaction), ThemeName(theme))


PERSONAL_SETTINGS = (
    Setting("notices", _notices_title, _notices_options, _read_notices, _write_notices),
    Setting("theme", _theme_title, theme_options, _read_theme, _write_theme),
)
"""In the order in which the panel shows them."""
