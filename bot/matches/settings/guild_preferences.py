"""What a server has chosen for its games."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.values.clocks import NO_CLOCK, USUAL
from bot.matches.values.players import ThemeName
from bot.store.settings import guilds
from bot.store.settings.guilds import GuildChoices
from engine import Ruleset, Start

MOST_CHANNELS = 25
"""Maximum number of channels that a server can restrict its games to."""


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """The choices of a server, with defaults where it made none.

    Challenges propose ``ruleset``, ``move_seconds``, ``start``, ``rated`` and ``thread`` unless the
    challenger says otherwise. ``move_seconds`` is the time per move, or None for games without a clock;
    ``start`` is None if it follows from ``rated``. ``language`` is a locale as Discord names it, or None for
    that of the server on Discord. Games can be started in ``channels``; an empty list means all.
    ``announcement_channel`` is where results are announced, if anywhere. With ``monthly_seasons``, a season
    ends with the month, and the next one begins. ``puzzle_hour`` is the hour of the day in UTC, 0 to 23, at
    which the puzzle of the day comes, if the server wants it.
    """

    theme: ThemeName = ThemeName.AEGEAN
    ruleset: Ruleset = Ruleset.PYRGA
    move_seconds: int | None = USUAL
    start: Start | None = None
    rated: bool = False
    thread: bool = False
    language: str | None = None
    channels: frozenset[int] = frozenset()
    announcement_channel: int | None = None
    monthly_seasons: bool = False
    puzzle_hour: int = 0


Change = Callable[[GuildPreferences], GuildPreferences]


async def guild_preferences(connection: AsyncConnection, guild_id: int | None) -> GuildPreferences:
    """Return what a server, known or not, has chosen; the defaults outside servers."""
    if guild_id is None:
        return GuildPreferences()
    choices = await guilds.fetch_choices(connection, guild_id)
    return _read(choices, await guilds.channels_of(connection, guild_id))


async def change_guild_preferences(
    connection: AsyncConnection, guild_id: int, change: Change, now: datetime
) -> None:
    """Replace a server's choices with what ``change`` makes of them.

    Raises:
        ValueError: more channels than ``MOST_CHANNELS``.
    """
    await guilds.remember_guild(connection, guild_id, now)
    choices = await guilds.fetch_choices(connection, guild_id, to_change=True)
    changed = change(_read(choices, await guilds.channels_of(connection, guild_id)))
    if len(changed.channels) > MOST_CHANNELS:
        raise ValueError(changed.channels)
    await guilds.keep_choices(connection, guild_id, _choices(changed))
    await guilds.keep_channels(connection, guild_id, changed.channels)


def _read(choices: GuildChoices, channels: list[int]) -> GuildPreferences:
    return GuildPreferences(
        theme=ThemeName.chosen(choices.theme),
        ruleset=Ruleset(choices.ruleset or Ruleset.PYRGA),
        move_seconds=USUAL if choices.move_seconds is None else choices.move_seconds or None,
        start=None if choices.start is None else Start(choices.start),
        rated=bool(choices.rated),
        thread=bool(choices.thread),
        language=choices.language,
        channels=frozenset(channels),
        announcement_channel=choices.announcement_channel_id,
        monthly_seasons=bool(choices.monthly_seasons),
        puzzle_hour=choices.puzzle_hour or 0,
    )


def _choices(preferences: GuildPreferences) -> GuildChoices:
    return GuildChoices(
        theme=preferences.theme,
        ruleset=preferences.ruleset,
        move_seconds=preferences.move_seconds or NO_CLOCK,
        start=preferences.start,
        rated=preferences.rated,
        thread=preferences.thread,
        language=preferences.language,
        announcement_channel_id=preferences.announcement_channel,
        monthly_seasons=preferences.monthly_seasons,
        puzzle_hour=preferences.puzzle_hour,
    )
