"""What a server can choose for its games, its seasons, and its puzzles."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from discord import ChannelType
from discord.utils import format_dt

from bot.locale import Words
from bot.ui.components.drawing import theme_options
from bot.ui.context.context import Context
from bot.ui.message.selects import Option
from bot.ui.settings.setting import (
    AnySetting,
    ChannelSetting,
    Setting,
    SettingsPage,
    language_options,
    one_of,
    switch,
    switched_on,
)
from bot.ui.text.status import clock_name
from bot.ui.text.words import ruleset_name
from bot.use_cases.preferences import MOST_CHANNELS
from bot.values.clocks import NO_CLOCK, TotalTime
from bot.values.players import ThemeName
from bot.values.preferences import GuildPreferences
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


async def _write_puzzle_channel(context: Context, chosen: Sequence[str]) -> None:
    puzzles, guild_id = context.services.daily_puzzles, context.guild_id
    if chosen:
        await puzzles.switch_on(guild_id, channel_id=int(chosen[0]), language=await context.public_language())
    else:
        await puzzles.switch_off(guild_id)


async def _write_lobby_channel(context: Context, chosen: Sequence[str]) -> None:
    channel_id, language = int(chosen[0]) if chosen else None, await context.public_language()
    await context.services.lobbies.choose(context.guild_id, channel_id=channel_id, language=language)
    context.client.looks.there(("lobby", channel_id))


async def _remark_on_lobby(context: Context, words: Words) -> str:
    if not await context.services.lobbies.is_awaited(context.guild_id):
        return ""
    return words.say("It comes within a minute. If it doesn't, I can't view that channel or post in it.")


def clock_options(words: Words) -> Sequence[Option]:
    """Return the usual clocks."""
    return (
        *(Option(str(seconds), clock_name(words, seconds or None)) for seconds in _TIMES),
        *(Option(value, clock_name(words, None, total)) for value, total in _TOTALS.items()),
    )


def clock_of(chosen: GuildPreferences) -> str:
    """Return the value of the option for a server's clock."""
    kept = (value for value, total in _TOTALS.items() if total == chosen.total)
    return next(kept, str(chosen.move_seconds))


def with_clock(old: GuildPreferences, value: str) -> GuildPreferences:
    """Replace a server's clock with the one that the option with this value means."""
    total = _TOTALS.get(value)
    return replace(old, total=total, move_seconds=NO_CLOCK if total else int(value))


def _local_hour(words: Words, chosen: Sequence[str], now: datetime) -> str:
    """Return the hour in the reader's own time."""
    instant = now.astimezone(UTC).replace(hour=int(chosen[0]), minute=0, second=0, microsecond=0)
    # Translators: Discord shows {time} as a time of day, such as "18:00".
    return words.say("That's {time} where you are.", time=format_dt(instant, "t"))


_yes_or_no = partial(switch, off_on=(_NO, _YES))

_GAMES: tuple[AnySetting, ...] = (
    ChannelSetting(
        "channels",
        lambda words: words.say("Channels where games can start"),
        lambda words: words.say("All channels"),
        _WHERE_GAMES_CAN_BE,
        "channels",
        MOST_CHANNELS,
    ),
    one_of(
        "ruleset",
        lambda words: words.say("Default ruleset"),
        lambda words: [Option(ruleset, ruleset_name(words, ruleset)) for ruleset in Ruleset],
        "ruleset",
        Ruleset,
    ),
    Setting(
        "clock",
        lambda words: words.say("Default clock"),
        clock_options,
        lambda chosen: [clock_of(chosen)],
        lambda old, chosen: with_clock(old, chosen[0]),
    ),
    one_of(
        "start",
        lambda words: words.say("Default start"),
        lambda words: (
            # Translators: what is chosen is shown on a phone's line: up to about 25 characters.
            Option(
                _BY_RATING, words.label("start of games", "Balanced if rated"), words.say("Otherwise plain")
            ),
            Option(
                Start.BALANCED,
                words.label("start of games", "Balanced"),
                words.say("A fair random first move"),
            ),
            Option(
                Start.SWAP, words.label("start of games", "Swap"), words.say("Black can take White's side")
            ),
            Option(Start.PLAIN, words.label("start of games", "Plain")),
        ),
        "start",
        Start,
        unset=_BY_RATING,
    ),
    _yes_or_no(
        "rated",
        lambda words: words.say("Rated by default"),
        lambda words: (
            Option(_NO, words.label("rated games", "Casual")),
            Option(_YES, words.label("rated games", "Rated")),
        ),
        "rated",
    ),
)

_BOARDS: tuple[AnySetting, ...] = (
    _yes_or_no(
        "thread",
        lambda words: words.say("Default place for games"),
        lambda words: (
            # Translators: an option: where games are played.
            Option(_NO, words.say("In the channel")),
            Option(_YES, words.say("In its own thread")),
        ),
        "thread",
    ),
    one_of(
        "language",
        lambda words: words.say("Language for new games"),
        # Translators: an option: the language that the server has on Discord.
        lambda words: language_options(words.say("Same as the server")),
        "language",
    ),
    one_of(
        "theme",
        lambda words: words.say("Theme for new boards (games in progress keep theirs)"),
        theme_options,
        "theme",
        ThemeName,
    ),
    _yes_or_no(
        "across-servers",
        # Translators: a setting: whether members play people from other servers in this one's channels.
        lambda words: words.say("Games across servers"),
        lambda words: (
            # Translators: a description of an option (at most 100 characters).
            switched_on(words, _YES, words.say("Members find opponents who see this server's name")),
            Option(_NO, words.label("setting", "Off")),
        ),
        "across_servers",
    ),
    _yes_or_no(
        "guesses",
        # Translators: a setting: whether people who watch a game can guess the next move.
        lambda words: words.say("Guess the move"),
        lambda words: (
            # Translators: a description of an option (at most 100 characters).
            switched_on(words, _YES, words.say("People who watch a game can guess the next move")),
            Option(_NO, words.label("setting", "Off")),
        ),
        "guesses",
    ),
)

_NEWS: tuple[AnySetting, ...] = (
    ChannelSetting(
        "lobby",
        # Translators: a setting: the channel with a message that shows what people can join and watch now.
        lambda words: words.say("Lobby channel (no pings)"),
        lambda words: words.label("setting", "Off"),
        _WHERE_NEWS_CAN_BE,
        "lobby_channel_id",
        write=_write_lobby_channel,
        remark=_remark_on_lobby,
    ),
    ChannelSetting(
        "announcements",
        lambda words: words.say("Results channel (no pings)"),
        lambda words: words.label("setting", "Off"),
        _WHERE_NEWS_CAN_BE,
        "announcement_channel_id",
    ),
    # The first puzzle is posted within a minute, unless the server already had one today. If the bot can't
    # post, the daily puzzle is switched off again.
    ChannelSetting(
        "puzzle",
        lambda words: words.say("Daily puzzle channel (no pings)"),
        lambda words: words.label("setting", "Off"),
        _WHERE_NEWS_CAN_BE,
        "puzzle_channel_id",
        write=_write_puzzle_channel,
    ),
    replace(
        one_of(
            "puzzle-hour",
            lambda words: words.say("Hour of the daily puzzle"),
            lambda words: [
                Option(str(each), words.say("{hour}:00 UTC", hour=f"{each:02}")) for each in range(24)
            ],
            "puzzle_hour",
            int,
        ),
        explain=_local_hour,
    ),
)

_EVENTS: tuple[AnySetting, ...] = (
    _yes_or_no(
        "seasons",
        lambda words: words.say("Seasons of the leaderboard"),
        lambda words: (
            # Translators: an option: who starts and ends the seasons of the leaderboard; you do, with a
            # command.
            Option(_NO, words.label("seasons", "Manual"), words.say("With /pyrga-server season")),
            # Translators: an option: when seasons of the leaderboard start.
            Option(_YES, words.say("A new one every month")),
        ),
        "monthly_seasons",
    ),
    _yes_or_no(
        "events",
        lambda words: words.say("Who can set up events"),
        lambda words: (
            # Translators: options: who can set up cups and game nights in a server.
            Option(_NO, words.label("who can set up cups", "People who manage the server")),
            Option(_YES, words.label("who can set up cups", "Everyone")),
        ),
        "events_for_all",
    ),
)

SERVER_SETTINGS = (
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("New games"), _GAMES),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Boards and other servers"), _BOARDS),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Lobby, results, and puzzles"), _NEWS),
    # Translators: a page of the settings, after its title and "·".
    SettingsPage(lambda words: words.say("Seasons and events"), _EVENTS),
)
"""The pages of the panel, in order."""
