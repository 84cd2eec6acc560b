"""What people can choose about hearing of searches, and about their quiet hours, in their time zone."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.locale import Words
from bot.ui.message.content import Button
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.message.selects import Option
from bot.ui.settings.setting import AUTOMATIC, Setting, one_of
from bot.ui.text.status import clock_name
from bot.values.clocks import ZONES, local_time, zones_by_hour
from bot.values.players import NoticeReach, NotificationMode
from bot.values.preferences import PlayerPreferences
from bot.values.searches import SearchClock


class NotifyMe(CustomId, word="notify"):
    """Has the person hear of those who look for an opponent here, or no longer; in DMs, everywhere.

    Their settings for that are shown in place of what was clicked, or ``beside`` it.
    """

    wanted: bool
    beside: bool = False


class SendTestNotice(CustomId, word="test-notice"):
    """Sends a DM to find out whether it arrives."""


def notify_button(words: Words, *, beside: bool = True) -> Button:
    """Return the button with which someone hears of people who look for an opponent here."""
    # Translators: a button: tell you when someone looks for an opponent.
    return button(NotifyMe(wanted=True, beside=beside), words.say("Notify me"))


def notice_buttons(words: Words) -> Sequence[Button]:
    """Return the buttons below the settings for hearing of people who look for an opponent."""
    # Translators: buttons: don't tell you anymore when someone looks for an opponent here; and find out
    # whether DMs arrive.
    stop, test = words.say("Not here"), words.say("Send me a test notice")
    return (
        notify_button(words, beside=False),
        button(NotifyMe(wanted=False), stop),
        button(SendTestNotice(), test),
    )


_OFF = "off"
_MOST_NAMED: Final = 3


def hour_name(hour: int) -> str:
    return f"{hour}:00"


def zone_name(zone: str) -> str:
    """Return what people call a time zone: by its city, as the database of time zones names it."""
    return zone.rsplit("/", maxsplit=1)[-1].replace("_", " ")


def _all_zones(words: Words) -> Sequence[Option]:
    del words
    return [Option(zone, zone_name(zone)) for zone in ZONES]


def _hours_now(words: Words, chosen: Sequence[str], now: datetime) -> Sequence[Option]:
    """Return the hours that it can be for someone now, each with the zone that they're likely in."""
    options = []
    for zones in zones_by_hour(now).values():
        zone = next((zone for zone in zones if zone in chosen), zones[0])
        # Translators: an option: {time} is what someone's clock shows, such as "21:00".
        label = words.say("It's {time} for you now", time=_clock(zones[0], now))
        options.append(Option(zone, label, ", ".join(map(zone_name, zones[:_MOST_NAMED]))))
    return options


def _zones_now(words: Words, chosen: Sequence[str], now: datetime) -> Sequence[Option]:
    """Return the zones with the same hour now as the one that's chosen."""
    del words
    at = zones_by_hour(now)
    return [Option(zone, zone_name(zone)) for own in chosen for zone in at[local_time(own, now).hour]]


def _time_now(words: Words, chosen: Sequence[str], now: datetime) -> str:
    if not chosen:
        return words.say("Choose it once. Without it, you have no quiet hours.")
    time = _clock(chosen[0], now)
    return words.say("It's {time} there now. Daylight saving time is taken care of.", time=time)


def _clock(zone: str, now: datetime) -> str:
    time = local_time(zone, now)
    return f"{time.hour}:{time:%M}"


def _with(old: PlayerPreferences, **chosen: str | int | None) -> PlayerPreferences:
    return replace(old, quiet=replace(old.quiet, **chosen))  # type: ignore[arg-type]


def _zone_of(player: PlayerPreferences) -> Sequence[str]:
    return [] if player.quiet.time_zone is None else [player.quiet.time_zone]


def _hours(words: Words) -> Sequence[Option]:
    del words
    return [Option(str(hour), hour_name(hour)) for hour in range(24)]


NOTICES: Final[tuple[Setting[PlayerPreferences], ...]] = (
    one_of(
        "notice-reach",
        # Translators: a setting: whether you hear of people who look for an opponent.
        lambda words: words.say("When someone near your rating looks for an opponent"),
        lambda words: (
            Option(AUTOMATIC, words.say("Don't notify you")),
            Option(
                NoticeReach.SERVERS,
                # Translators: options: where you hear of people who look for an opponent.
                words.say("Only in your servers"),
                words.say("Where you asked for it"),
            ),
            Option(NoticeReach.EVERYWHERE, words.say("Everywhere"), words.say("Across servers, too")),
        ),
        "notice_reach",
        NoticeReach,
    ),
    one_of(
        "notice-mode",
        # Translators: a setting: how you hear of people who look for an opponent.
        lambda words: words.say("How you're told, at most once in six hours"),
        lambda words: (
            Option(NotificationMode.PRIVATE, words.say("Send you a DM")),
            Option(NotificationMode.MENTION, words.say("Mention you in the channel")),
        ),
        "notice_mode",
        NotificationMode,
    ),
    Setting(
        "notice-clocks",
        # Translators: a setting: for games of which speed you hear of people who look for an opponent.
        lambda words: words.say("For games with"),
        lambda words: [Option(str(int(clock)), clock_name(words, clock)) for clock in SearchClock],
        lambda player: [str(clock) for clock in player.notice_clocks],
        lambda old, chosen: replace(old, notice_clocks=frozenset(map(int, chosen))),
        lambda words: words.say("Don't notify you"),
    ),
)
"""The settings for hearing of people who look for an opponent."""

QUIET_HOURS: Final[tuple[Setting[PlayerPreferences], ...]] = (
    Setting(
        "time",
        lambda words: words.say("What time is it for you now?"),
        _all_zones,
        _zone_of,
        lambda old, chosen: _with(old, time_zone=chosen[0]),
        explain=_time_now,
        shown=_hours_now,
    ),
    Setting(
        "zone",
        # Translators: a setting: a place nearby, whose clock changes on the same days as yours.
        lambda words: words.say("The place nearest to you"),
        _all_zones,
        _zone_of,
        lambda old, chosen: _with(old, time_zone=chosen[0]),
        shown=_zones_now,
    ),
    Setting(
        "quiet-from",
        lambda words: words.say("Quiet hours from"),
        lambda words: (Option(_OFF, words.label("setting", "Off")), *_hours(words)),
        lambda player: [_OFF if player.quiet.quiet_from is None else str(player.quiet.quiet_from)],
        lambda old, chosen: _with(old, quiet_from=None if chosen[0] == _OFF else int(chosen[0])),
        explain=lambda words, _chosen, _now: words.say(
            "You'll hear afterward what happened, all at once. Live games and the last reminder before "
            "your time runs out still notify you."
        ),
    ),
    Setting(
        "quiet-until",
        # Translators: a setting: the hour at which quiet hours are over.
        lambda words: words.say("Quiet hours until"),
        _hours,
        lambda player: [str(player.quiet.quiet_until)],
        lambda old, chosen: _with(old, quiet_until=int(chosen[0])),
    ),
)
"""The settings of quiet hours. The first two are about the same: the hour guesses the place."""
