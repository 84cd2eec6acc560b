"""What players can choose for themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.ui.components.drawing import theme_options
from bot.ui.message.selects import Option
from bot.ui.settings.notice_settings import NOTICES, QUIET_HOURS, notice_buttons
from bot.ui.settings.setting import Setting, SettingsPage, language_options, one_of, switch, switched_on
from bot.values.clocks import REMINDER_HOURS
from bot.values.players import ChallengePolicy, Controls, GamePuzzles, NotificationMode, ThemeName
from bot.values.preferences import PlayerPreferences

_CONFIRM, _COMPACT, _TURNED = "confirm", "compact", "turned"
_TEXT, _LISTED = "text", "listed"
_OFF, _ON, _ASK = "off", "on", "ask"
_ACROSS = {_ASK: None, _ON: True, _OFF: False}


def _wanted(options: Mapping[str, bool]) -> Sequence[str]:
    return [value for value, wanted in options.items() if wanted]


def _with_listed(old: PlayerPreferences, *, wanted: bool) -> PlayerPreferences:
    # Someone who leaves it as it is, without ever having been asked, still will be.
    return old if wanted == bool(old.listed) else replace(old, listed=wanted)


_BOARDS: tuple[Setting[PlayerPreferences], ...] = (
    switch(
        "text-mode",
        lambda words: words.say("Text mode"),
        lambda words: (
            Option(_OFF, words.label("setting", "Off"), words.say("Boards as images")),
            # Translators: a description of an option (at most 100 characters).
            switched_on(words, _ON, words.say("Boards and moves in words as well, to be read to you")),
        ),
        "text_board",
        (_OFF, _ON),
    ),
    Setting(
        "moves",
        lambda words: words.say("Move controls"),
        lambda words: (
            Option(_CONFIRM, words.say("Confirm your moves"), words.say("Ask you before a move is played")),
            Option(_COMPACT, words.say("Compact controls"), words.say("One menu instead of many buttons")),
            # Translators: an option: the board is turned so that the person's own pieces and name are below.
            Option(_TURNED, words.say("Your side below"), words.say("On your own boards, if you play Black")),
        ),
        lambda player: _wanted(
            {
                _CONFIRM: player.controls.confirm,
                _COMPACT: player.controls.compact,
                _TURNED: player.controls.turned,
            }
        ),
        lambda old, chosen: replace(
            old, controls=Controls(_CONFIRM in chosen, _COMPACT in chosen, _TURNED in chosen)
        ),
        # Translators: an option: what applies if none of the others is chosen.
        lambda words: words.say("Buttons, played immediately"),
    ),
    one_of(
        "language",
        lambda words: words.say("Language for your private messages"),
        # Translators: an option: the language that your Discord has.
        lambda words: language_options(words.say("Same as your Discord")),
        "language",
    ),
    one_of(
        "theme", lambda words: words.say("Theme for your private images"), theme_options, "theme", ThemeName
    ),
)

_NOTIFICATIONS: tuple[Setting[PlayerPreferences], ...] = (
    Setting(
        "notices",
        # Translators: a setting: how you're told that it's your turn.
        lambda words: words.say("Turn notifications while you're away"),
        lambda words: (
            # Translators: options of a menu (at most 100 characters).
            Option(NotificationMode.MENTION, words.say("Mention you in the channel")),
            Option(NotificationMode.PRIVATE, words.say("Send you a DM")),
            Option(NotificationMode.NONE, words.say("Don't notify you")),
        ),
        lambda player: [player.notifications or NotificationMode.MENTION],
        lambda old, chosen: replace(old, notifications=NotificationMode(chosen[0])),
    ),
    Setting(
        "reminders",
        lambda words: words.say("Reminders before your time runs out"),
        lambda words: [
            Option(
                str(hours),
                # Translators: when to remind a player that their time runs out, as an option of a menu.
                words.count("{count} hour before", "{count} hours before", hours, count=hours),
            )
            for hours in REMINDER_HOURS
        ],
        lambda player: [str(hours) for hours in player.reminders],
        lambda old, chosen: replace(old, reminders=frozenset(map(int, chosen))),
        lambda words: words.say("No reminders"),
    ),
    one_of(
        "welcome",
        lambda words: words.say("Who can challenge you"),
        lambda words: (
            Option(ChallengePolicy.EVERYONE, words.label("who can challenge you", "Everyone")),
            Option(
                ChallengePolicy.ACQUAINTANCES,
                words.label("who can challenge you", "People you've played with"),
            ),
            Option(ChallengePolicy.NOBODY, words.label("who can challenge you", "No one")),
        ),
        "challenge_policy",
        ChallengePolicy,
    ),
    Setting(
        "leaderboard",
        lambda words: words.say("Leaderboards"),
        lambda words: (
            Option(_TEXT, words.say("Text only"), words.say("Show you leaderboards without images")),
            Option(
                _LISTED,
                # Translators: an option: you're also on the leaderboards of all servers, not only on your
                # servers'.
                words.say("All servers"),
                words.say("List you there, too, by your account's name"),
            ),
        ),
        lambda player: _wanted({_TEXT: player.text_leaderboard, _LISTED: bool(player.listed)}),
        lambda old, chosen: _with_listed(
            replace(old, text_leaderboard=_TEXT in chosen), wanted=_LISTED in chosen
        ),
        # Translators: an option: what applies if neither of the others is chosen.
        lambda words: words.say("Images, listed only in your servers"),
    ),
    Setting(
        "across-servers",
        # Translators: a setting: whether you play people from other servers.
        lambda words: words.say("Games across servers"),
        lambda words: (
            # Translators: options: whether you play people from other servers.
            Option(_ASK, words.say("Ask you first"), words.say("Before your first search everywhere")),
            Option(
                _ON,
                words.say("Everywhere"),
                # Translators: a description of an option (at most 100 characters).
                words.say("They see your account's name, your rating, and your server's name"),
            ),
            Option(_OFF, words.say("Only in your servers")),
        ),
        lambda player: [value for value, chosen in _ACROSS.items() if chosen is player.across_servers],
        lambda old, chosen: replace(old, across_servers=_ACROSS[chosen[0]]),
    ),
)

_SERVERS: tuple[Setting[PlayerPreferences], ...] = (
    switch(
        "guesses",
        # Translators: a setting: whether people who watch a game can guess your next move.
        lambda words: words.say("Guess the move"),
        lambda words: (
            # Translators: a description of an option (at most 100 characters).
            switched_on(words, _ON, words.say("People who watch can guess your next move")),
            Option(_OFF, words.label("setting", "Off")),
        ),
        "guesses",
        (_OFF, _ON),
    ),
    switch(
        "roles",
        # Translators: a setting: whether servers can give you roles for your rating.
        lambda words: words.say("Rating roles"),
        lambda words: (
            # Translators: a description of an option (at most 100 characters).
            switched_on(words, _ON, words.say("Your servers can give you roles for your rating")),
            Option(_OFF, words.label("setting", "Off")),
        ),
        "rating_roles",
        (_OFF, _ON),
    ),
    one_of(
        "game-puzzles",
        # Translators: a setting: whether your finished games can become puzzles for their server.
        lambda words: words.say("Puzzles from your games"),
        lambda words: (
            Option(GamePuzzles.OFF, words.label("setting", "Off")),
            Option(
                GamePuzzles.UNNAMED,
                # Translators: options: your finished games can become puzzles for their server.
                words.say("Without your name"),
                # Translators: a description of an option (at most 100 characters).
                words.say("A week later, in their server, if the other player agrees, too"),
            ),
            Option(
                GamePuzzles.NAMED,
                words.say("With your name"),
                words.say("Names are shown if both players say so"),
            ),
        ),
        "game_puzzles",
        GamePuzzles,
    ),
)

# Translators: a page of the settings, after its title and "·": of whose searches for an opponent you hear.
NOTICE_PAGE = SettingsPage(lambda words: words.say("Someone to play"), NOTICES, notice_buttons)
"""The page for hearing of people who look for an opponent."""

PERSONAL_SETTINGS = (
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Boards and language"), _BOARDS),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Notifications and privacy"), _NOTIFICATIONS),
    NOTICE_PAGE,
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Quiet hours"), QUIET_HOURS),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("In your servers"), _SERVERS),
)
"""The pages of the panel, in order."""
