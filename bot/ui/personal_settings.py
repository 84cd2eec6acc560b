"""What everybody may choose for himself."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.clocks import REMINDER_HOURS
from bot.matches.values import NoticeWay, ThemeName
from bot.ui.clock_words import duration_name
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


def _reminders_title(words: NullTranslations) -> str:
    return words.gettext("When to remind me, in the same way, that my time is running out")


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


def _theme_title(words: NullTranslations) -> str:
    return words.gettext("How pictures look that only you see")


async def _read_theme(interaction: Interaction) -> Sequence[str]:
    return [await interaction.client.services.preferences.player_theme(interaction.user.id)]


async def _write_theme(interaction: Interaction, chosen: Sequence[str]) -> None:
    (theme,) = chosen
    await interaction.client.services.preferences.set_player_theme(player_of(interaction), ThemeName(theme))


PERSONAL_SETTINGS = (
    Setting("notices", _notices_title, _notices_options, _read_notices, _write_notices),
    Setting(
        "reminders", _reminders_title, _reminders_options, _read_reminders, _write_reminders, several=True
    ),
    Setting("theme", _theme_title, theme_options, _read_theme, _write_theme),
)
"""In the order in which the panel shows them."""
