"""What everybody may choose for himself."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.values.clocks import REMINDER_HOURS
from bot.matches.values.players import Controls, NoticeWay, ThemeName, Welcome
from bot.ui.components.selects import Option
from bot.ui.components.themes import theme_options
from bot.ui.context.context import Context
from bot.ui.settings.language import AUTOMATIC, language_options
from bot.ui.settings.setting import ChannelSetting, Setting
from bot.ui.text.clocks import duration_name

_CONFIRM = "confirm"
_COMPACT = "compact"


def _notices_title(words: NullTranslations) -> str:
    return words.gettext("When it is your turn and you are away")


def _notices_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(NoticeWay.MENTION, _("Mention me in the channel")),
        Option(NoticeWay.PRIVATE, _("Send me a private message")),
        Option(NoticeWay.NONE, _("Do not tell me")),
    )


async def _read_notices(context: Context) -> Sequence[str]:
    return [await context.services.preferences.player_notices(context.user.id)]


async def _write_notices(context: Context, chosen: Sequence[str]) -> None:
    (way,) = chosen
    await context.services.preferences.set_player_notices(context.user, NoticeWay(way))


def _welcome_title(words: NullTranslations) -> str:
    return words.gettext("Who may challenge me")


def _welcome_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(Welcome.EVERYONE, _("Everyone")),
        Option(Welcome.ACQUAINTANCES, _("People I have played with")),
        Option(Welcome.NOBODY, _("Nobody")),
    )


async def _read_welcome(context: Context) -> Sequence[str]:
    return [await context.services.preferences.player_welcome(context.user.id)]


async def _write_welcome(context: Context, chosen: Sequence[str]) -> None:
    (welcome,) = chosen
    preferences = context.services.preferences
    await preferences.set_player_welcome(context.user, Welcome(welcome))


def _reminders_title(words: NullTranslations) -> str:
    return words.gettext("When to remind me, in the same way, that my time is running out")


def _no_reminders(words: NullTranslations) -> str:
    return words.gettext("Do not remind me")


def _reminders_options(words: NullTranslations) -> Sequence[Option]:
    return [
        Option(
            str(hours),
            words.gettext("{duration} before").format(duration=duration_name(words, hours * 3600)),
        )
        for hours in REMINDER_HOURS
    ]


async def _read_reminders(context: Context) -> Sequence[str]:
    hours = await context.services.reminders.hours(context.user.id)
    return [str(each) for each in hours]


async def _write_reminders(context: Context, chosen: Sequence[str]) -> None:
    hours = {int(each) for each in chosen}
    await context.services.reminders.choose(context.user, hours)


def _moves_title(words: NullTranslations) -> str:
    return words.gettext("How I choose my moves")


def _usual_moves(words: NullTranslations) -> str:
    return words.gettext("By buttons, each played at once")


def _moves_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(_CONFIRM, _("Confirm my moves"), _("Ask me before a move is played")),
        Option(_COMPACT, _("Compact controls"), _("One menu in place of many buttons")),
    )


async def _read_moves(context: Context) -> Sequence[str]:
    controls = await context.services.preferences.player_controls(context.user.id)
    chosen = ((controls.confirm, _CONFIRM), (controls.compact, _COMPACT))
    return [value for wanted, value in chosen if wanted]


async def _write_moves(context: Context, chosen: Sequence[str]) -> None:
    controls = Controls(confirm=_CONFIRM in chosen, compact=_COMPACT in chosen)
    await context.services.preferences.set_player_controls(context.user, controls)


def _theme_title(words: NullTranslations) -> str:
    return words.gettext("How pictures look that only you see")


async def _read_theme(context: Context) -> Sequence[str]:
    return [await context.services.preferences.player_theme(context.user.id)]


async def _write_theme(context: Context, chosen: Sequence[str]) -> None:
    (theme,) = chosen
    await context.services.preferences.set_player_theme(context.user, ThemeName(theme))


def _language_title(words: NullTranslations) -> str:
    return words.gettext("Language of what only you see")


def _language_options(words: NullTranslations) -> Sequence[Option]:
    return language_options(words.gettext("As my Discord"))


async def _read_language(context: Context) -> Sequence[str]:
    return [await context.services.preferences.player_language(context.user.id) or AUTOMATIC]


async def _write_language(context: Context, chosen: Sequence[str]) -> None:
    (language,) = chosen
    await context.services.preferences.set_player_language(
        context.user, None if language == AUTOMATIC else language
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
