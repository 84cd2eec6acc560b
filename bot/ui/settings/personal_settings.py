"""What everybody may choose for himself."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.values.clocks import REMINDER_HOURS
from bot.matches.values.players import Controls, NoticeWay, ThemeName, Welcome
from bot.ui.components.selects import Option
from bot.ui.components.themes import theme_options
from bot.ui.context.services import Interaction, player_of
from bot.ui.settings.language import AUTOMATIC, language_options
from bot.ui.settings.setting import ChannelSetting, Setting
from bot.ui.text.clocks import duration_name

_CONFIRM = "confirm"
_COMPACT = "compact"


def _notices_title(words: NullTranslations) -> str:
    return words.gettext("Turn notifications while you're away")


def _notices_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(NoticeWay.MENTION, _("Mention me in the channel")),
        Option(NoticeWay.PRIVATE, _("Send me a DM")),
        Option(NoticeWay.NONE, _("Don't notify me")),
    )


async def _read_notices(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.player_notices(interaction.user.id)]


async def _write_notices(interaction: Interaction, chosen: Sequence[str]) -> None:
    (way,) = chosen
    await interaction.client.services.preferences.set_player_notices(player_of(interaction), NoticeWay(way))


def _welcome_title(words: NullTranslations) -> str:
    return words.gettext("Who can challenge me")


def _welcome_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(Welcome.EVERYONE, _("Everyone")),
        Option(Welcome.ACQUAINTANCES, _("People I've played with")),
        Option(Welcome.NOBODY, _("No one")),
    )


async def _read_welcome(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.player_welcome(interaction.user.id)]


async def _write_welcome(interaction: Interaction, chosen: Sequence[str]) -> None:
    (welcome,) = chosen
    preferences = interaction.client.services.preferences
    await preferences.set_player_welcome(player_of(interaction), Welcome(welcome))


def _reminders_title(words: NullTranslations) -> str:
    return words.gettext("Remind me before my time runs out")


def _no_reminders(words: NullTranslations) -> str:
    return words.gettext("No reminders")


def _reminders_options(words: NullTranslations) -> Sequence[Option]:
    return [
        Option(
            str(hours),
            words.gettext("{duration} before").format(duration=duration_name(words, hours * 3600)),
        )
        for hours in REMINDER_HOURS
    ]


async def _read_reminders(interaction: Interaction) -> Sequence[str]:
    hours = await interaction.client.services.reminders.hours(interaction.user.id)
    return [str(each) for each in hours]


async def _write_reminders(interaction: Interaction, chosen: Sequence[str]) -> None:
    hours = {int(each) for each in chosen}
    await interaction.client.services.reminders.choose(player_of(interaction), hours)


def _moves_title(words: NullTranslations) -> str:
    return words.gettext("Move controls")


def _usual_moves(words: NullTranslations) -> str:
    return words.gettext("Buttons, played immediately")


def _moves_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(_CONFIRM, _("Confirm my moves"), _("Ask me before a move is played")),
        Option(_COMPACT, _("Compact controls"), _("One menu instead of many buttons")),
    )


async def _read_moves(interaction: Interaction) -> Sequence[str]:
    controls = await interaction.client.services.preferences.player_controls(interaction.user.id)
    chosen = ((controls.confirm, _CONFIRM), (controls.compact, _COMPACT))
    return [value for wanted, value in chosen if wanted]


async def _write_moves(interaction: Interaction, chosen: Sequence[str]) -> None:
    controls = Controls(confirm=_CONFIRM in chosen, compact=_COMPACT in chosen)
    await interaction.client.services.preferences.set_player_controls(player_of(interaction), controls)


def _theme_title(words: NullTranslations) -> str:
    return words.gettext("Theme for your private images")


async def _read_theme(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.player_theme(interaction.user.id)]


async def _write_theme(interaction: Interaction, chosen: Sequence[str]) -> None:
    (theme,) = chosen
    await interaction.client.services.preferences.set_player_theme(player_of(interaction), ThemeName(theme))


def _language_title(words: NullTranslations) -> str:
    return words.gettext("Language for your private messages")


def _language_options(words: NullTranslations) -> Sequence[Option]:
    return language_options(words.gettext("Same as my Discord"))


async def _read_language(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.player_language(interaction.user.id) or AUTOMATIC]


async def _write_language(interaction: Interaction, chosen: Sequence[str]) -> None:
    (language,) = chosen
    await interaction.client.services.preferences.set_player_language(
        player_of(interaction), None if language == AUTOMATIC else language
    )


PERSONAL_SETTINGS: tuple[Setting | ChannelSetting, ...] = (
    Setting("notices", _notices_title, _notices_options, _read_notices, _write_notices),
    Setting("moves", _moves_title, _moves_options, _read_moves, _write_moves, _usual_moves),
    Setting("welcome", _welcome_title, _welcome_options, _read_welcome, _write_welcome),
    Setting(
        "reminders", _reminders_title, _reminders_options, _read_reminders, _write_reminders, _no_reminders
    ),
    Setting("language", _language_title, _language_options, _read_language, _write_language),
    Setting("theme", _theme_title, theme_options, _read_theme, _write_theme),
)
"""In the order in which the panel shows them."""
