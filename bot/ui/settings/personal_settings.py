"""What players can choose for themselves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations

from bot.ui.components.drawing import theme_options
from bot.ui.context.context import Context
from bot.ui.message.selects import Option
from bot.ui.settings.setting import AUTOMATIC, Reader, Setting, SettingsPage, Writer, language_options
from bot.use_cases.preferences import PlayerPreferences
from bot.values.clocks import REMINDER_HOURS
from bot.values.players import ChallengePolicy, Controls, NotificationMode, ThemeName

_CONFIRM, _COMPACT = "confirm", "compact"
_TEXT, _LISTED = "text", "listed"
_OFF, _ON, _ASK = "off", "on", "ask"
_ACROSS = {_ASK: None, _ON: True, _OFF: False}


def _notices_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        # Translators: options of a menu (at most 100 characters).
        Option(NotificationMode.MENTION, _("Mention you in the channel")),
        Option(NotificationMode.PRIVATE, _("Send you a DM")),
        Option(NotificationMode.NONE, _("Don't notify you")),
    )


def _welcome_options(words: NullTranslations) -> Sequence[Option]:
    pgettext = words.pgettext
    return (
        Option(ChallengePolicy.EVERYONE, pgettext("who can challenge you", "Everyone")),
        Option(ChallengePolicy.ACQUAINTANCES, pgettext("who can challenge you", "People you've played with")),
        Option(ChallengePolicy.NOBODY, pgettext("who can challenge you", "No one")),
    )


def _reminders_options(words: NullTranslations) -> Sequence[Option]:
    return [
        Option(
            str(hours),
            # Translators: when to remind a player that their time runs out, as an option of a menu.
            words.ngettext("{count} hour before", "{count} hours before", hours).format(count=hours),
        )
        for hours in REMINDER_HOURS
    ]


def _moves_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(_CONFIRM, _("Confirm your moves"), _("Ask you before a move is played")),
        Option(_COMPACT, _("Compact controls"), _("One menu instead of many buttons")),
    )


def _leaderboard_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        Option(_TEXT, _("Text only"), _("Show you leaderboards without images")),
        # Translators: an option: you're also on the leaderboards of all servers, not only on your servers'.
        Option(_LISTED, _("All servers"), _("List you there, too, by your account's name")),
    )


def _across_options(words: NullTranslations) -> Sequence[Option]:
    _ = words.gettext
    return (
        # Translators: options: whether you play people from other servers.
        Option(_ASK, _("Ask you first"), _("Before your first search everywhere")),
        # Translators: a description of an option (at most 100 characters).
        Option(_ON, _("Everywhere"), _("They see your account's name, your rating, and your server's name")),
        Option(_OFF, _("Only in your servers")),
    )


def _guess_options(words: NullTranslations) -> Sequence[Option]:
    _, pgettext = words.gettext, words.pgettext
    return (
        # Translators: a description of an option (at most 100 characters).
        Option(_ON, pgettext("setting", "On"), _("People who watch can guess your next move")),
        Option(_OFF, pgettext("setting", "Off")),
    )


def _role_options(words: NullTranslations) -> Sequence[Option]:
    _, pgettext = words.gettext, words.pgettext
    return (
        # Translators: a description of an option (at most 100 characters).
        Option(_ON, pgettext("setting", "On"), _("Your servers can give you roles for your rating")),
        Option(_OFF, pgettext("setting", "Off")),
    )


def _text_mode_options(words: NullTranslations) -> Sequence[Option]:
    _, pgettext = words.gettext, words.pgettext
    return (
        Option(_OFF, pgettext("setting", "Off"), _("Boards as images")),
        # Translators: a description of an option (at most 100 characters).
        Option(_ON, pgettext("setting", "On"), _("Boards and moves in words as well, to be read to you")),
    )


def _read_by(values: Callable[[PlayerPreferences], Sequence[str]]) -> Reader:
    async def read(context: Context) -> Sequence[str]:
        return values(await context.services.preferences.player(context.user.id))

    return read


def _write_by(change: Callable[[PlayerPreferences, Sequence[str]], PlayerPreferences]) -> Writer:
    async def write(context: Context, chosen: Sequence[str]) -> None:
        await context.services.preferences.change_player(context.user, lambda old: change(old, chosen))

    return write


def _wanted(options: Mapping[str, bool]) -> Sequence[str]:
    return [value for value, wanted in options.items() if wanted]


def _with_listed(old: PlayerPreferences, *, wanted: bool) -> PlayerPreferences:
    # Someone who leaves it as it is, without ever having been asked, still will be.
    return old if wanted == bool(old.listed) else replace(old, listed=wanted)


_BOARDS: tuple[Setting, ...] = (
    Setting(
        "text-mode",
        lambda words: words.gettext("Text mode"),
        _text_mode_options,
        _read_by(lambda player: [_ON if player.text_board else _OFF]),
        _write_by(lambda old, chosen: replace(old, text_board=chosen[0] == _ON)),
    ),
    Setting(
        "moves",
        lambda words: words.gettext("Move controls"),
        _moves_options,
        _read_by(
            lambda player: _wanted({_CONFIRM: player.controls.confirm, _COMPACT: player.controls.compact})
        ),
        _write_by(
            lambda old, chosen: replace(
                old, controls=Controls(confirm=_CONFIRM in chosen, compact=_COMPACT in chosen)
            )
        ),
        # Translators: an option: what applies if neither of the others is chosen.
        lambda words: words.gettext("Buttons, played immediately"),
    ),
    Setting(
        "language",
        lambda words: words.gettext("Language for your private messages"),
        # Translators: an option: the language that your Discord has.
        lambda words: language_options(words.gettext("Same as your Discord")),
        _read_by(lambda player: [player.language or AUTOMATIC]),
        _write_by(lambda old, chosen: replace(old, language=None if chosen[0] == AUTOMATIC else chosen[0])),
    ),
    Setting(
        "theme",
        lambda words: words.gettext("Theme for your private images"),
        theme_options,
        _read_by(lambda player: [player.theme]),
        _write_by(lambda old, chosen: replace(old, theme=ThemeName(chosen[0]))),
    ),
)

_NOTIFICATIONS: tuple[Setting, ...] = (
    Setting(
        "notices",
        # Translators: a setting: how you're told that it's your turn.
        lambda words: words.gettext("Turn notifications while you're away"),
        _notices_options,
        _read_by(lambda player: [player.notifications or NotificationMode.MENTION]),
        _write_by(lambda old, chosen: replace(old, notifications=NotificationMode(chosen[0]))),
    ),
    Setting(
        "reminders",
        lambda words: words.gettext("Reminders before your time runs out"),
        _reminders_options,
        _read_by(lambda player: [str(hours) for hours in player.reminder_hours]),
        _write_by(lambda old, chosen: replace(old, reminder_hours=frozenset(map(int, chosen)))),
        lambda words: words.gettext("No reminders"),
    ),
    Setting(
        "welcome",
        lambda words: words.gettext("Who can challenge you"),
        _welcome_options,
        _read_by(lambda player: [player.challenge_policy]),
        _write_by(lambda old, chosen: replace(old, challenge_policy=ChallengePolicy(chosen[0]))),
    ),
    Setting(
        "leaderboard",
        lambda words: words.gettext("Leaderboards"),
        _leaderboard_options,
        _read_by(lambda player: _wanted({_TEXT: player.text_leaderboard, _LISTED: bool(player.listed)})),
        _write_by(
            lambda old, chosen: _with_listed(
                replace(old, text_leaderboard=_TEXT in chosen), wanted=_LISTED in chosen
            )
        ),
        # Translators: an option: what applies if neither of the others is chosen.
        lambda words: words.gettext("Images, listed only in your servers"),
    ),
    Setting(
        "across-servers",
        # Translators: a setting: whether you play people from other servers.
        lambda words: words.gettext("Games across servers"),
        _across_options,
        _read_by(
            lambda player: [value for value, chosen in _ACROSS.items() if chosen is player.across_servers]
        ),
        _write_by(lambda old, chosen: replace(old, across_servers=_ACROSS[chosen[0]])),
    ),
)

_SERVERS: tuple[Setting, ...] = (
    Setting(
        "guesses",
        # Translators: a setting: whether people who watch a game can guess your next move.
        lambda words: words.gettext("Guess the move"),
        _guess_options,
        _read_by(lambda player: [_ON if player.guessable else _OFF]),
        _write_by(lambda old, chosen: replace(old, guessable=chosen[0] == _ON)),
    ),
    Setting(
        "roles",
        # Translators: a setting: whether servers can give you roles for your rating.
        lambda words: words.gettext("Rating roles"),
        _role_options,
        _read_by(lambda player: [_ON if player.rating_roles else _OFF]),
        _write_by(lambda old, chosen: replace(old, rating_roles=chosen[0] == _ON)),
    ),
)

PERSONAL_SETTINGS = (
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.gettext("Boards and language"), _BOARDS),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.gettext("Notifications and privacy"), _NOTIFICATIONS),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.gettext("In your servers"), _SERVERS),
)
"""The pages of the panel, in order."""
