"""Options of commands: those that are chosen from a list, and times that are typed."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache, partial
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.commands.tree import written
from bot.locale import ENGLISH, Words, words_for
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.context_errors import UnfitStartError
from bot.ui.context.refusals import TellableError
from bot.ui.games.lists import game_label
from bot.ui.puzzles.words import kind_name
from bot.ui.searches import Reach
from bot.ui.text.status import clock_name, duration_name
from bot.ui.text.values import level_description, level_name
from bot.ui.text.words import bare
from bot.values.challenge_errors import UnfitClockError
from bot.values.challenges import ColorChoice
from bot.values.clocks import NO_CLOCK, TotalTime, is_fit
from bot.values.crowds import VotingWindow
from bot.values.events.night import NightClock, NightLength
from bot.values.game.game import Game
from bot.values.searches import SearchClock
from bot.values.standings import Result
from engine import Difficulty, Level, Ruleset, Start, Theme


class EnumOption(app_commands.Transformer):
    """One member of an enum, chosen by the name that people see."""

    def __init__(self, names: Mapping[Any, str | locale_str]) -> None:
        self._names = names
        self._members = {member.value: member for member in names}

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return what Discord sends: a number, if that's what the members' values are."""
        numbers = all(isinstance(value, int) for value in self._members)
        return discord.AppCommandOptionType.integer if numbers else discord.AppCommandOptionType.string

    @property
    def choices(self) -> list[Choice[Any]]:
        return [Choice(name=name, value=member.value) for member, name in self._names.items()]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """Return the chosen member. A value that games none is an error that the command tree answers."""
        del interaction
        return self._members[value]


def _level_choice(level: Level, words: Words) -> str:
    return f"{level_name(words, level)}: {level_description(words, level)}"


_RESULTS = {Result.WON: "wins", Result.DRAWN: "draws", Result.LOST: "losses"}
_RULESETS = {Ruleset.PYRGA: "Pyrga", Ruleset.CLASSIC: "Pyrga classic", Ruleset.PILOTIS: "Pilotis"}
_DIFFICULTIES = {difficulty: difficulty.value for difficulty in Difficulty}
_THEMES = {theme: written(partial(kind_name, kind=theme)) for theme in Theme}
LEVELS = {level: written(partial(_level_choice, level)) for level in Level}
_COLORS = {ColorChoice.RANDOM: "random", ColorChoice.WHITE: "White", ColorChoice.BLACK: "Black"}
_STARTS = {
    Start.BALANCED: "balanced: a fair random first move",
    Start.SWAP: "swap: Black can take White's side",
    Start.PLAIN: "plain",
    Start.ADVANTAGE: "advantage: the weaker player can win (casual)",
}

_CLOCKS = {
    SearchClock.MINUTES: "5 minutes per move",
    SearchClock.DAY: "1 day per move",
    SearchClock.THREE_DAYS: "3 days per move",
}
_WINDOWS = {
    VotingWindow.HOUR: "1 hour",
    VotingWindow.FOUR_HOURS: "4 hours",
    VotingWindow.HALF_DAY: "12 hours",
    VotingWindow.DAY: "24 hours",
}
_NIGHT_LENGTHS = {
    NightLength.HOUR: "60 minutes",
    NightLength.LONGER: "75 minutes",
    NightLength.LONGEST: "90 minutes",
}
_NIGHT_CLOCKS = {
    NightClock.THREE: "3 min + 2 s",
    NightClock.FIVE: "5 min + 3 s",
    NightClock.TEN: "10 min + 5 s",
}
_REACHES = {Reach.SERVER: "this server", Reach.EVERYWHERE: "everywhere"}

ResultOption = app_commands.Transform[Result, EnumOption(_RESULTS)]
RulesetOption = app_commands.Transform[Ruleset, EnumOption(_RULESETS)]
DifficultyOption = app_commands.Transform[Difficulty, EnumOption(_DIFFICULTIES)]
ThemeOption = app_commands.Transform[Theme, EnumOption(_THEMES)]
LevelOption = app_commands.Transform[Level, EnumOption(LEVELS)]
ColorOption = app_commands.Transform[ColorChoice, EnumOption(_COLORS)]
SearchClockOption = app_commands.Transform[SearchClock, EnumOption(_CLOCKS)]
ReachOption = app_commands.Transform[Reach, EnumOption(_REACHES)]
WindowOption = app_commands.Transform[VotingWindow, EnumOption(_WINDOWS)]
NightLengthOption = app_commands.Transform[NightLength, EnumOption(_NIGHT_LENGTHS)]
NightClockOption = app_commands.Transform[NightClock, EnumOption(_NIGHT_CLOCKS)]
StartOption = app_commands.Transform[Start, EnumOption(_STARTS)]


MOST_CHOICES = 25
"""Discord's limit."""

Complete = Callable[[Context, str], Awaitable[Sequence[Choice[str]]]]
"""Finds choices for what someone has typed."""

log = structlog.get_logger(__name__)


def completion(complete: Complete) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    """Return the function that discord.py calls while someone types.

    It always answers: with nothing if the person can't use the command or if something fails.
    """

    async def answer(interaction: Interaction, typed: str) -> list[Choice[str]]:
        context = Context.of(interaction)
        if not await context.complete(await _found(complete, context, typed)):
            # The library would try again, and then log an error because Discord refuses that, too.
            raise asyncio.CancelledError
        return []

    return answer


async def _found(complete: Complete, context: Context, typed: str) -> Sequence[Choice[str]]:
    try:
        return await complete(context, typed)
    except Exception as error:
        # What a stop interrupts is no defect.
        if not (isinstance(error, TellableError) or context.client.is_closed()):
            log.exception("completion failed")
        return ()


async def game_choices(context: Context, games: list[Game], typed: str) -> list[Choice[str]]:
    """Return choices for the games whose label contains what someone has typed, the best matches first."""
    words = await context.read_words()
    choices = (
        Choice(name=game_label(words, context.named(game), context.user.id), value=str(game.number))
        for game in games
    )
    return best_first(choices, typed.strip().removeprefix("#"))


async def finished_game_choices(context: Context, typed: str) -> list[Choice[str]]:
    """Return choices for the finished games that someone may see, as ``game_choices`` does."""
    queries = context.services.game_queries
    games = await queries.finished(context.place.guild_id, player_id=context.user.id, limit=MOST_CHOICES)
    return await game_choices(context, games, typed)


def best_first(choices: Iterable[Choice[str]], typed: str) -> list[Choice[str]]:
    """Return the choices whose name or value contains what someone has typed.

    Exact matches come first, then those that begin with it; otherwise they keep their order.

    >>> offered = [Choice(name="15 minutes", value="15m"), Choice(name="5 minutes", value="5m")]
    >>> [choice.value for choice in best_first(offered, "5M")]
    ['5m', '15m']
    """
    sought = typed.strip().casefold()
    found = [choice for choice in choices if any(sought in text for text in _texts(choice))]
    return sorted(
        found,
        key=lambda choice: min((text != sought, not text.startswith(sought)) for text in _texts(choice)),
    )


def _texts(choice: Choice[str]) -> tuple[str, str]:
    return choice.name.casefold(), choice.value.casefold()


_TOKEN = re.compile(r"[0-9]{1,6}|[^\W\d_]+|[^\s,.]")
_NUMBER = re.compile(r"[0-9]+")
_SHORT_NUMBER = re.compile(r"[0-9]{1,6}")
_SECOND, _MINUTE, _HOUR, _DAY = 1, 60, 3600, 24 * 3600
_JOINING = -1

_NONE = "none"
_PLUS = "+"
_OFFERED_CLOCKS = ("3d", "1d", "8h", "1h", "15m", "5m", "5+3", "10+5", "30+10", "7d", "14d", _NONE)

_TIMESTAMP = re.compile(r"<t:([0-9]{1,11})(?::[tTdDfFsSR])?>")
_CLOCK_TIME = re.compile(
    r"(?<![0-9])(?P<hour>[0-9]{1,2})(?:(?::|\s?h)(?P<minute>[0-9]{2})?)?\s*(?:(?P<half>[ap])\.?m\.?)?\s*$"
)
_WORD = re.compile(r"[0-9-]+|[^\W\d_]+(?:\u2019[^\W\d_]+)*")
_LONGEST_JOINING = 2
_MONDAY, _WEEK = 2, 7
_NOON = 12
_WAITS = ("1d", "2d", "3d", "5d", "7d", "14d")
_LONGEST_WAIT = 365 * _DAY
"""A longer time isn't worth a date that no calendar has."""

T = TypeVar("T")


def read_time(text: str, languages: Sequence[Words]) -> int | None:
    """Return the seconds that a text means in the words of these languages; None if it isn't a time.

    ``NO_CLOCK`` stands for words such as ``none``. Case and accents don't matter.
    """
    meanings = _meanings(languages)
    tokens = _TOKEN.findall(bare(text))
    if meanings.get(" ".join(tokens)) == NO_CLOCK:
        return NO_CLOCK
    rest = [token for token in tokens if meanings.get(token) != _JOINING]
    numbers, units = rest[::2], [meanings.get(word, NO_CLOCK) for word in rest[1::2]]
    if len(numbers) != len(units) or not all(map(_NUMBER.fullmatch, numbers)):
        return None
    if not {*units} <= {_MINUTE, _HOUR, _DAY}:
        return None
    # A time of zero isn't a time, and mustn't be mistaken for a game without a clock.
    return sum(int(number) * unit for number, unit in zip(numbers, units, strict=True)) or None


def read_total(text: str, languages: Sequence[Words]) -> TotalTime | None:
    """Return the total time that a text means; None if it isn't one.

    Without a unit, the time is in minutes, and what each move adds in seconds.
    """
    time, plus, added = bare(text).partition(_PLUS)
    seconds = int(time) * _MINUTE if _SHORT_NUMBER.fullmatch(time.strip()) else read_time(time, languages)
    number, *unit = _TOKEN.findall(added) or [""]
    known = not unit or (len(unit) == 1 and _meanings(languages).get(unit[0]) == _SECOND)
    if not plus or not seconds or not known or not _SHORT_NUMBER.fullmatch(number):
        return None
    return TotalTime(seconds, int(number))


def _meanings(languages: Sequence[Words]) -> Mapping[str, int]:
    return {word: meaning for words in languages for word, meaning in _vocabulary(words).items()}


@lru_cache(maxsize=64)
def _vocabulary(words: Words) -> Mapping[str, int]:
    """Return what each word means: the seconds of a unit, ``NO_CLOCK``, or a connection of two parts."""
    # Translators: these are what people type for a time per move, such as "2d 12h": list all usual words and
    # abbreviations in all their forms, with commas between them and without periods. Capitals and accents
    # make no difference.
    listed = {
        _DAY: words.label("typed time", "d, day, days"),
        _HOUR: words.label("typed time", "h, hour, hours"),
        _MINUTE: words.label("typed time", "m, min, mins, minute, minutes"),
        _SECOND: words.label("typed time", "s, sec, secs, second, seconds"),
        # Translators: what people type for a game without a clock.
        NO_CLOCK: words.label("typed time", "none, no clock"),
        # Translators: what people may type between two parts of a time, as in "2 days and 12 hours".
        _JOINING: words.label("typed time", "and"),
    }
    return {
        " ".join(bare(phrase).split()): meaning
        for meaning, phrases in listed.items()
        for phrase in phrases.split(",")
    }


def _suggesting(
    offered: Sequence[str],
    read: Callable[[str, Words], T | None],
    label: Callable[[Words, T], str],
    shortest: Callable[[T], str],
) -> Complete:
    """Suggest common times, after what was typed if that's a different one."""

    async def complete(context: Context, current: str) -> list[Choice[str]]:
        words, typed = await context.read_words(), current.strip()
        times = [(text, read(text, words_for(ENGLISH))) for text in offered]
        found = best_first(
            (Choice(name=label(words, time), value=text) for text, time in times if time is not None), typed
        )
        time = read(typed, words)
        if time is None:
            return found
        # What was typed may be too long for a choice.
        meant = Choice(name=label(words, time), value=shortest(time))
        return [meant, *(choice for choice in found if choice.name != meant.name)]

    return complete


class _TypedTime(app_commands.Transformer):
    """The time as it was chosen or typed, so that the command itself can answer one that makes no sense."""

    def __init__(self, suggesting: Complete) -> None:
        self._complete = completion(suggesting)

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        del interaction
        return str(value)

    async def autocomplete(self, interaction: discord.Interaction[Any], value: Any, /) -> list[Choice[Any]]:
        return await self._complete(interaction, str(value))


def typed_clock(text: str, words: Words) -> int | TotalTime:
    """Read a time per move, in seconds, or a total time; ``NO_CLOCK`` for a game without a clock."""
    clock = _read_clock(text.strip(), words)
    if clock is None:
        raise UnfitClockError(text.strip())
    return clock


def _read_clock(typed: str, words: Words) -> int | TotalTime | None:
    """Return the clock that someone typed; None if no game can have it."""
    languages = [words, words_for(ENGLISH)]
    total = read_total(typed, languages)
    if total is not None:
        return total if total.is_fit else None
    seconds = read_time(typed, languages)
    return seconds if seconds is not None and (seconds == NO_CLOCK or is_fit(seconds)) else None


def _shortest_clock(clock: int | TotalTime) -> str:
    if isinstance(clock, TotalTime):
        return f"{clock.seconds // _MINUTE}{_PLUS}{clock.increment}"
    return f"{clock // _MINUTE}m" if clock else _NONE


def _clock_label(words: Words, clock: int | TotalTime) -> str:
    return (
        clock_name(words, None, clock) if isinstance(clock, TotalTime) else clock_name(words, clock or None)
    )


async def typed_start(text: str, context: Context) -> datetime | timedelta:
    """Read when an event starts: at an instant, or in a while.

    A date and a time are in the person's time zone if they've chosen one, and otherwise in UTC.
    """
    typed, words = text.strip(), context.words
    if found := _TIMESTAMP.fullmatch(typed):
        return datetime.fromtimestamp(int(found[1]), UTC)
    seconds = _read_wait(typed, words)
    if seconds is not None:
        return timedelta(seconds=seconds)
    zone = ZoneInfo((await context.services.preferences.remembered(context.user.id)).quiet.time_zone or "UTC")
    instant = read_date(typed, [words, words_for(ENGLISH)], context.services.clock.now().astimezone(zone))
    if instant is None:
        raise UnfitStartError(typed)
    return instant


def read_date(text: str, languages: Sequence[Words], now: datetime) -> datetime | None:
    """Return the instant that a text means at the local time ``now``; None if it isn't a day and a time.

    A time alone is today's, and a day of the week is the next one on which that's still to come.

    >>> now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    >>> str(read_date("Tuesday at 8pm", [words_for(ENGLISH)], now))
    '2026-03-03 20:00:00+00:00'
    """
    typed = bare(text).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")
    found = _CLOCK_TIME.search(typed)
    if found is None or found[0].strip().isdigit():
        return None
    named = {word: days for words in languages for word, days in _days(words).items()}
    said = _WORD.findall(typed[: found.start()])
    # Short words join the others, such as "at".
    meant = [word for word in said if word in named or word[0].isdigit() or len(word) > _LONGEST_JOINING]
    try:
        (word,) = meant or [now.date().isoformat()]
        if word[0].isdigit():
            return _at(date.fromisoformat(word), found, now)
        ahead = named[word]
        if ahead < _MONDAY:
            return _at(now.date() + timedelta(days=ahead), found, now)
        day = now.date() + timedelta(days=(ahead - _MONDAY - now.weekday()) % _WEEK)
        first = _at(day, found, now)
        return first if first > now else _at(day + timedelta(days=_WEEK), found, now)
    except (ValueError, LookupError, OverflowError):
        return None


def _at(day: date, found: re.Match[str], now: datetime) -> datetime:
    """Return the instant of a time on a day, where it's ``now``, or raise a ValueError."""
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), found["half"]
    if half is not None:
        hour = hour % _NOON + (_NOON if half == "p" else 0) if hour in range(1, _NOON + 1) else -1
    return datetime.combine(day, time(hour, minute), now.tzinfo).astimezone(UTC)


@lru_cache(maxsize=64)
def _days(words: Words) -> Mapping[str, int]:
    """Return how many days ahead a word means, or from ``_MONDAY`` on the day of the week."""
    # Translators: these are what people type for the day on which an event starts, such as "tomorrow 20:00":
    # list all usual words and abbreviations, with commas between them. Capitals and accents make no
    # difference.
    listed = (
        words.label("typed day", "today"),
        words.label("typed day", "tomorrow"),
        words.label("typed day", "Monday, Mon"),
        words.label("typed day", "Tuesday, Tue"),
        words.label("typed day", "Wednesday, Wed"),
        words.label("typed day", "Thursday, Thu"),
        words.label("typed day", "Friday, Fri"),
        words.label("typed day", "Saturday, Sat"),
        words.label("typed day", "Sunday, Sun"),
    )
    return {bare(word).strip(): days for days, names in enumerate(listed) for word in names.split(",")}


def _read_wait(typed: str, words: Words) -> int | None:
    seconds = read_time(typed, [words, words_for(ENGLISH)])
    return seconds if seconds and seconds <= _LONGEST_WAIT else None


def _wait_label(words: Words, seconds: int) -> str:
    # Translators: when an event starts: {duration} is such as "2 days 12 hours".
    return words.say("in {duration}", duration=duration_name(words, seconds))


ClockOption = app_commands.Transform[
    str, _TypedTime(_suggesting(_OFFERED_CLOCKS, _read_clock, _clock_label, _shortest_clock))
]
StartTimeOption = app_commands.Transform[
    str, _TypedTime(_suggesting(_WAITS, _read_wait, _wait_label, lambda seconds: f"{seconds // _MINUTE}m"))
]
