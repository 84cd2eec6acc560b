"""What a server can choose for its games, its seasons, and its puzzles."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from discord import ChannelType
from discord.utils import format_dt

from bot.locale import Wording, Words
from bot.ui.components.drawing import theme_options
from bot.ui.context.context import Context
from bot.ui.message.selects import Option
from bot.ui.settings.setting import (
    AUTOMATIC,
    ChannelSetting,
    Reader,
    Setting,
    SettingsPage,
    Writer,
    language_options,
)
from bot.ui.text.status import clock_name
from bot.ui.text.words import ruleset_name
from bot.use_cases.preferences import MOST_CHANNELS, GuildPreferences
from bot.values.clocks import NO_CLOCK, TotalTime
from bot.values.players import ThemeName
from engine import Ruleset, Start

_NO, _YES = "no", "yes"
_BY_RATING = "by-rating"

_HOUR, _DAY = 3600, 24 * 3600
_TIMES = (3 * _DAY, _DAY, 8 * _HOUR, _HOUR, 15 * 60, 5 * 60, 7 * _DAY, 14 * _DAY, NO_CLOCK)
_TOTALS = {
    f"{total.seconds // 60}+{total.increment}": total
    for total in (TotalTime(5 * 60, 3), TotalTime(10 * 60, 5), TotalTime(30 * 60, 10))
}

_WHERE_NEWS_CAN_BE = (ChannelType.text, ChannelType.news)
_WHERE_GAMES_CAN_BE = (*_WHERE_NEWS_CAN_BE, ChannelType.voice, ChannelType.forum)


def _read_by(values: Callable[[GuildPreferences], Sequence[str]]) -> Reader:
    async def read(context: Context) -> Sequence[str]:
        return values(await context.services.preferences.guild(context.guild_id))

    return read


def _write_by(change: Callable[[GuildPreferences, Sequence[str]], GuildPreferences]) -> Writer:
    async def write(context: Context, chosen: Sequence[str]) -> None:
        await context.services.preferences.change_guild(context.guild_id, lambda old: change(old, chosen))

    return write


async def _read_puzzle_channel(context: Context) -> Sequence[str]:
    channel_id = await context.services.daily_puzzles.channel_of(context.guild_id)
    return [] if channel_id is None else [str(channel_id)]


async def _write_puzzle_channel(context: Context, chosen: Sequence[str]) -> None:
    puzzles, guild_id = context.services.daily_puzzles, context.guild_id
    if chosen:
        await puzzles.switch_on(guild_id, channel_id=int(chosen[0]), language=await context.public_language())
    else:
        await puzzles.switch_off(guild_id)


def _choice(
    name: str,
    title: Wording,
    options: Callable[[Words], Sequence[Option]],
    value: Callable[[GuildPreferences], str],
    change: Callable[[GuildPreferences, str], GuildPreferences],
) -> Setting:
    return Setting(
        name,
        title,
        options,
        _read_by(lambda chosen: [value(chosen)]),
        _write_by(lambda old, chosen: change(old, chosen[0])),
    )


def clock_options(words: Words) -> Sequence[Option]:
    """Return the usual clocks."""
    return (
        *(Option(str(seconds), clock_name(words, seconds or None)) for seconds in _TIMES),
        *(Option(value, clock_name(words, None, total)) for value, total in _TOTALS.items()),
    )


def clock_of(chosen: GuildPreferences) -> str:
    """Return the value of the option for a server's clock."""
    kept = (value for value, total in _TOTALS.items() if total == chosen.total)
    return next(kept, str(chosen.move_seconds or NO_CLOCK))


def with_clock(old: GuildPreferences, value: str) -> GuildPreferences:
    """Replace a server's clock with the one that the option with this value means."""
    total = _TOTALS.get(value)
    return replace(old, total=total, move_seconds=None if total else int(value) or None)


def _start_options(words: Words) -> Sequence[Option]:
    return (
        # Translators: what is chosen is shown on a phone's line: up to about 25 characters.
        Option(_BY_RATING, words.label("start of games", "Balanced if rated"), words.say("Otherwise plain")),
        Option(
            Start.BALANCED, words.label("start of games", "Balanced"), words.say("A fair random first move")
        ),
        Option(Start.SWAP, words.label("start of games", "Swap"), words.say("Black can take White's side")),
        Option(Start.PLAIN, words.label("start of games", "Plain")),
    )


def _rated_options(words: Words) -> Sequence[Option]:
    return Option(_NO, words.label("rated games", "Casual")), Option(
        _YES, words.label("rated games", "Rated")
    )


def _thread_options(words: Words) -> Sequence[Option]:
    # Translators: an option: where games are played.
    return Option(_NO, words.say("In the channel")), Option(_YES, words.say("In its own thread"))


def _across_options(words: Words) -> Sequence[Option]:
    return (
        # Translators: a description of an option (at most 100 characters).
        Option(
            _YES, words.label("setting", "On"), words.say("Members find opponents who see this server's name")
        ),
        Option(_NO, words.label("setting", "Off")),
    )


def _guess_options(words: Words) -> Sequence[Option]:
    return (
        # Translators: a description of an option (at most 100 characters).
        Option(
            _YES, words.label("setting", "On"), words.say("People who watch a game can guess the next move")
        ),
        Option(_NO, words.label("setting", "Off")),
    )


def _season_options(words: Words) -> Sequence[Option]:
    return (
        # Translators: an option: who starts and ends the seasons of the leaderboard; you do, with a command.
        Option(_NO, words.label("seasons", "Manual"), words.say("With /pyrga-server season")),
        # Translators: an option: when seasons of the leaderboard start.
        Option(_YES, words.say("A new one every month")),
    )


def _host_options(words: Words) -> Sequence[Option]:
    return (
        # Translators: options: who can set up a cup in a server.
        Option(_NO, words.label("who can set up cups", "People who manage the server")),
        Option(_YES, words.label("who can set up cups", "Everyone")),
    )


def _hour_options(words: Words) -> Sequence[Option]:
    return [Option(str(each), words.say("{hour}:00 UTC", hour=f"{each:02}")) for each in range(24)]


def _local_hour(words: Words, chosen: Sequence[str], now: datetime) -> str:
    """Return the hour in the reader's own time."""
    instant = now.astimezone(UTC).replace(hour=int(chosen[0]), minute=0, second=0, microsecond=0)
    # Translators: Discord shows {time} as a time of day, such as "18:00".
    return words.say("That's {time} where you are.", time=format_dt(instant, "t"))


_GAMES: tuple[Setting | ChannelSetting, ...] = (
    ChannelSetting(
        "channels",
        lambda words: words.say("Channels where games can start"),
        lambda words: words.say("All channels"),
        _WHERE_GAMES_CAN_BE,
        MOST_CHANNELS,
        _read_by(lambda chosen: [str(channel) for channel in sorted(chosen.channels)]),
        _write_by(lambda old, chosen: replace(old, channels=frozenset(map(int, chosen)))),
    ),
    _choice(
        "ruleset",
        lambda words: words.say("Default ruleset"),
        lambda words: [Option(ruleset, ruleset_name(words, ruleset)) for ruleset in Ruleset],
        lambda chosen: chosen.ruleset,
        lambda old, value: replace(old, ruleset=Ruleset(value)),
    ),
    _choice(
        "clock",
        lambda words: words.say("Default clock"),
        clock_options,
        clock_of,
        with_clock,
    ),
    _choice(
        "start",
        lambda words: words.say("Default start"),
        _start_options,
        lambda chosen: chosen.start or _BY_RATING,
        lambda old, value: replace(old, start=None if value == _BY_RATING else Start(value)),
    ),
    _choice(
        "rated",
        lambda words: words.say("Rated by default"),
        _rated_options,
        lambda chosen: _YES if chosen.rated else _NO,
        lambda old, value: replace(old, rated=value == _YES),
    ),
)

_BOARDS: tuple[Setting | ChannelSetting, ...] = (
    _choice(
        "thread",
        lambda words: words.say("Default place for games"),
        _thread_options,
        lambda chosen: _YES if chosen.thread else _NO,
        lambda old, value: replace(old, thread=value == _YES),
    ),
    _choice(
        "language",
        lambda words: words.say("Language for new games"),
        # Translators: an option: the language that the server has on Discord.
        lambda words: language_options(words.say("Same as the server")),
        lambda chosen: chosen.language or AUTOMATIC,
        lambda old, value: replace(old, language=None if value == AUTOMATIC else value),
    ),
    _choice(
        "theme",
        lambda words: words.say("Theme for new boards (games in progress keep theirs)"),
        theme_options,
        lambda chosen: chosen.theme,
        lambda old, value: replace(old, theme=ThemeName(value)),
    ),
    _choice(
        "across-servers",
        # Translators: a setting: whether members play people from other servers in this one's channels.
        lambda words: words.say("Games across servers"),
        _across_options,
        lambda chosen: _YES if chosen.across_servers else _NO,
        lambda old, value: replace(old, across_servers=value == _YES),
    ),
    _choice(
        "guesses",
        # Translators: a setting: whether people who watch a game can guess the next move.
        lambda words: words.say("Guess the move"),
        _guess_options,
        lambda chosen: _YES if chosen.guessing else _NO,
        lambda old, value: replace(old, guessing=value == _YES),
    ),
)

_EVENTS: tuple[Setting | ChannelSetting, ...] = (
    ChannelSetting(
        "announcements",
        lambda words: words.say("Results channel (no pings)"),
        lambda words: words.label("setting", "Off"),
        _WHERE_NEWS_CAN_BE,
        1,
        _read_by(
            lambda chosen: [] if chosen.announcement_channel is None else [str(chosen.announcement_channel)]
        ),
        _write_by(lambda old, chosen: replace(old, announcement_channel=int(chosen[0]) if chosen else None)),
    ),
    # The first puzzle is posted within a minute, unless the server already had one today. If the bot can't
    # post, the daily puzzle is switched off again.
    ChannelSetting(
        "puzzle",
        lambda words: words.say("Daily puzzle channel (no pings)"),
        lambda words: words.label("setting", "Off"),
        _WHERE_NEWS_CAN_BE,
        1,
        _read_puzzle_channel,
        _write_puzzle_channel,
    ),
    replace(
        _choice(
            "puzzle-hour",
            lambda words: words.say("Hour of the daily puzzle"),
            _hour_options,
            lambda chosen: str(chosen.puzzle_hour),
            lambda old, value: replace(old, puzzle_hour=int(value)),
        ),
        explain=_local_hour,
    ),
    _choice(
        "seasons",
        lambda words: words.say("Seasons of the leaderboard"),
        _season_options,
        lambda chosen: _YES if chosen.monthly_seasons else _NO,
        lambda old, value: replace(old, monthly_seasons=value == _YES),
    ),
    _choice(
        "events",
        lambda words: words.say("Who can set up cups"),
        _host_options,
        lambda chosen: _YES if chosen.events_for_all else _NO,
        lambda old, value: replace(old, events_for_all=value == _YES),
    ),
)

SERVER_SETTINGS = (
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("New games"), _GAMES),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Boards and other servers"), _BOARDS),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Results, puzzles, and events"), _EVENTS),
)
"""The pages of the panel, in order."""
