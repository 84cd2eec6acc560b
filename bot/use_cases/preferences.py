"""What servers and players have chosen for themselves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from cachetools import TTLCache
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.settings import guilds, players, rating_roles
from bot.store.settings.guilds import GuildChoices
from bot.store.settings.players import PlayerChoices
from bot.use_cases.games.queries import plan_reminders, redraw_all
from bot.use_cases.names import remember
from bot.values.challenges import ColorChoice, Terms
from bot.values.clocks import NO_CLOCK, USUAL, TotalTime, total_of
from bot.values.players import (
    USUAL_CONTROLS,
    USUAL_REMINDERS,
    ChallengePolicy,
    Controls,
    NotificationMode,
    Player,
    ThemeName,
    reminder_hours,
)
from engine import Ruleset, Start

MOST: Final = 10_000
"""Maximum number of players whose choices are kept in memory; the least recently used go first."""

FRESH_FOR: Final = 60.0
"""Choices that another process may have changed are read again after this many seconds."""

MOST_CHANNELS = 25
"""Maximum number of channels that a server can restrict its games to."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a challenger said about the game they want. None means they left it open.

    ``move_seconds`` is the time per move, or ``clocks.NO_CLOCK``; with a ``total`` time there's none. With
    ``seats``, it's for that many opponents.
    """

    ruleset: Ruleset | None = None
    color: ColorChoice = ColorChoice.RANDOM
    start: Start | None = None
    rated: bool | None = None
    hints: bool = False
    thread: bool | None = None
    move_seconds: int | None = None
    total: TotalTime | None = None
    seats: int | None = None


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """The choices of a server, with defaults where it made none.

    Challenges propose ``ruleset``, ``move_seconds`` or ``total``, ``start``, ``rated`` and ``thread``
    unless the challenger says otherwise. ``move_seconds`` is the time per move, and ``total`` the time
    for the whole game; without either, games have no clock. ``start`` is None if it follows from
    ``rated``. ``language`` is a locale as Discord names it, or None for that of the server on Discord.
    Games can be started in ``channels``; an empty list means all. ``announcement_channel`` is where
    results are announced, if anywhere. With ``monthly_seasons``, a season ends with the month, and the
    next one begins. ``puzzle_hour`` is the hour of the day in UTC, 0 to 23, at which the puzzle of the
    day comes, if the server wants it. With ``across_servers``, its members can play people from other
    servers in its channels. With ``events_for_all``, everyone can set up cups in it. With
    ``guessing``, people who watch a game can guess the next move.
    """

    theme: ThemeName = ThemeName.AEGEAN
    ruleset: Ruleset = Ruleset.PYRGA
    move_seconds: int | None = USUAL
    total: TotalTime | None = None
    start: Start | None = None
    rated: bool = True
    thread: bool = False
    language: str | None = None
    channels: frozenset[int] = frozenset()
    announcement_channel: int | None = None
    monthly_seasons: bool = False
    puzzle_hour: int = 0
    across_servers: bool = True
    events_for_all: bool = False
    guessing: bool = True


def terms_of(wish: Wish, preferences: GuildPreferences, *, language: str, threads_possible: bool) -> Terms:
    """Return the terms of a challenge: the challenger's choices, or else the server's, or else the defaults.

    ``language`` is a locale as Discord names it, and ``threads_possible`` says whether a game started there
    could have its own thread. Someone who asks for hints or an advantage without saying ``rated`` wants a
    casual game; someone who asks for a thread gets it in the terms, whether or not it's possible. A simul's
    games have threads in any case.
    """
    fit = not wish.hints and wish.start is not Start.ADVANTAGE
    rated = preferences.rated and fit if wish.rated is None else wish.rated
    thread = preferences.thread and threads_possible if wish.thread is None else wish.thread
    asked = wish.move_seconds is not None or wish.total is not None
    per_move, total = wish.move_seconds or None, wish.total
    if not asked:
        per_move, total = preferences.move_seconds, preferences.total
    return Terms(
        wish.ruleset or preferences.ruleset,
        wish.color,
        language,
        # A plain game is a win for White, and a rating must not depend on that.
        wish.start or preferences.start or (Start.BALANCED if rated else Start.PLAIN),
        rated=rated,
        hints=wish.hints,
        thread=wish.seats is None and thread,
        move_seconds=per_move if total is None else None,
        total=total,
        seats=wish.seats,
    )


GuildChange = Callable[[GuildPreferences], GuildPreferences]


async def guild_preferences(connection: AsyncConnection, guild_id: int | None) -> GuildPreferences:
    """Return what a server, known or not, has chosen; outside servers, the defaults for casual games."""
    if guild_id is None:
        # No one else sees a leaderboard there.
        return GuildPreferences(rated=False)
    choices = await guilds.fetch_choices(connection, guild_id)
    return _guild_of(choices, await guilds.channels_of(connection, guild_id))


def _guild_of(choices: GuildChoices, channels: list[int]) -> GuildPreferences:
    return GuildPreferences(
        theme=ThemeName.chosen(choices.theme),
        ruleset=Ruleset(choices.ruleset or Ruleset.PYRGA),
        move_seconds=USUAL if choices.move_seconds is None else choices.move_seconds or None,
        total=total_of(choices.total_seconds, increment=choices.increment_seconds),
        start=None if choices.start is None else Start(choices.start),
        rated=choices.rated is not False,
        thread=bool(choices.thread),
        language=choices.language,
        channels=frozenset(channels),
        announcement_channel=choices.announcement_channel_id,
        monthly_seasons=bool(choices.monthly_seasons),
        puzzle_hour=choices.puzzle_hour or 0,
        across_servers=choices.across_servers is not False,
        events_for_all=bool(choices.events_for_all),
        guessing=choices.guessing is not False,
    )


def _choices(preferences: GuildPreferences) -> GuildChoices:
    return GuildChoices(
        theme=preferences.theme,
        ruleset=preferences.ruleset,
        move_seconds=preferences.move_seconds or NO_CLOCK,
        total_seconds=None if preferences.total is None else preferences.total.seconds,
        increment_seconds=None if preferences.total is None else preferences.total.increment,
        start=preferences.start,
        rated=preferences.rated,
        thread=preferences.thread,
        language=preferences.language,
        announcement_channel_id=preferences.announcement_channel,
        monthly_seasons=preferences.monthly_seasons,
        puzzle_hour=preferences.puzzle_hour,
        across_servers=preferences.across_servers,
        events_for_all=preferences.events_for_all,
        guessing=preferences.guessing,
    )


@dataclass(frozen=True, slots=True)
class PlayerPreferences:
    """The choices of a player, with defaults where they made none.

    ``theme`` is the look of pictures that only they see. ``language`` is a locale as Discord names it, or
    None for the one they use on Discord. ``notifications`` is how they are told about their turns, or None if
    they never chose; ``challenge_policy`` is who may challenge them; ``controls`` is how they choose their
    moves. ``reminder_hours`` says how many hours before a deadline they're reminded: some of
    ``clocks.REMINDER_HOURS``. With ``text_leaderboard``, leaderboards are shown to them without pictures.
    ``listed`` says whether they're on those of all servers; None is no, too, but they were never asked. With
    ``text_board``, boards are shown to them in words as well, and leaderboards without pictures.
    ``across_servers`` says whether they play people from other servers, who see their name, their rating, and
    the name of their server; None is no, too, but they were never asked. ``guessable`` says whether people
    who watch can guess their moves, and ``rating_roles`` whether servers can give them roles for it.
    """

    theme: ThemeName = ThemeName.AEGEAN
    language: str | None = None
    notifications: NotificationMode | None = None
    challenge_policy: ChallengePolicy = ChallengePolicy.EVERYONE
    controls: Controls = USUAL_CONTROLS
    reminder_hours: frozenset[int] = USUAL_REMINDERS
    text_leaderboard: bool = False
    listed: bool | None = None
    text_board: bool = False
    across_servers: bool | None = None
    guessable: bool = True
    rating_roles: bool = True

    @property
    def without_pictures(self) -> bool:
        """Return whether leaderboards and profiles are shown to them as text."""
        return self.text_leaderboard or self.text_board


PlayerChange = Callable[[PlayerPreferences], PlayerPreferences]


async def player_preferences(connection: AsyncConnection, player_id: int) -> PlayerPreferences:
    """Return what a player, known or not, has chosen."""
    return _player_of(await players.fetch_choices(connection, player_id))


def _player_of(choices: PlayerChoices) -> PlayerPreferences:
    return PlayerPreferences(
        theme=ThemeName.chosen(choices.theme),
        language=choices.language,
        notifications=None if choices.notices is None else NotificationMode(choices.notices),
        challenge_policy=ChallengePolicy.chosen(choices.welcome),
        controls=Controls(confirm=choices.confirm_moves, compact=choices.compact_controls),
        reminder_hours=reminder_hours(choices.reminders),
        text_leaderboard=choices.text_leaderboard,
        listed=choices.listed,
        text_board=choices.text_board,
        across_servers=choices.across_servers,
        guessable=choices.guessable is not False,
        rating_roles=choices.rating_roles is not False,
    )


def _changed(stored: PlayerChoices, old: PlayerPreferences, new: PlayerPreferences) -> PlayerChoices:
    """Return the choices to store. Anything never chosen stays that way, because its default may change."""
    written = PlayerChoices(
        theme=new.theme,
        notices=new.notifications,
        welcome=new.challenge_policy,
        language=new.language,
        reminders=" ".join(map(str, sorted(new.reminder_hours))),
        confirm_moves=new.controls.confirm,
        compact_controls=new.controls.compact,
        text_leaderboard=new.text_leaderboard,
        listed=new.listed,
        text_board=new.text_board,
        across_servers=new.across_servers,
        guessable=new.guessable,
        rating_roles=new.rating_roles,
    )
    unchanged = {
        "theme": new.theme == old.theme,
        "welcome": new.challenge_policy == old.challenge_policy,
        "reminders": new.reminder_hours == old.reminder_hours,
        "guessable": new.guessable == old.guessable,
        "rating_roles": new.rating_roles == old.rating_roles,
    }
    return replace(written, **{name: getattr(stored, name) for name, same in unchanged.items() if same})


class Preferences:
    """The choices kept in one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        # Only another process can change them unnoticed.
        lifetime = FRESH_FOR if database.is_shared else inf
        self._players: TTLCache[int, PlayerPreferences] = TTLCache(MOST, lifetime)

    @retried
    async def guild(self, guild_id: int | None) -> GuildPreferences:
        """Return what a server has chosen for its games; the defaults outside servers."""
        async with self._database.reading() as connection:
            return await guild_preferences(connection, guild_id)

    @retried
    async def change_guild(self, guild_id: int, change: GuildChange) -> None:
        """Replace a server's choices with what ``change`` makes of them; running games don't change.

        Raises:
            ValueError: more channels than ``MOST_CHANNELS``.
        """
        async with self._database.writing() as connection:
            await guilds.remember_guild(connection, guild_id, self._clock.now())
            choices = await guilds.fetch_choices(connection, guild_id, to_change=True)
            old = _guild_of(choices, await guilds.channels_of(connection, guild_id))
            changed = change(old)
            if len(changed.channels) > MOST_CHANNELS:
                raise ValueError(changed.channels)
            await guilds.keep_choices(connection, guild_id, _choices(changed))
            await guilds.keep_channels(connection, guild_id, changed.channels)
            if changed.ruleset is not old.ruleset:
                await rating_roles.note_everyone(connection, guild_id, self._clock.now())

    async def player(self, player_id: int) -> PlayerPreferences:
        return await self._database.read_once(player_preferences, player_id)

    @retried
    async def change_player(self, player: Player, change: PlayerChange) -> None:
        """Replace a player's choices with what ``change`` makes of them.

        If the controls or boards in words change, the boards of their running games are redrawn. New
        reminders also apply to turns that are already in progress.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            stored = await players.fetch_choices(connection, player.id, to_change=True)
            old = _player_of(stored)
            new = change(old)
            await players.keep_choices(connection, player.id, _changed(stored, old, new))
            if (new.controls, new.text_board) != (old.controls, old.text_board):
                await redraw_all(connection, player.id, now)
            if new.rating_roles != old.rating_roles:
                await rating_roles.note_player(connection, player.id, now)
            if new.reminder_hours != old.reminder_hours:
                await plan_reminders(connection, player.id, now)
        self._players[player.id] = new

    async def note_asked(self, player_ids: Sequence[int]) -> None:
        """Record that players were asked whether all servers may list them. Until they answer, it's no."""
        await self._database.write(players.note_asked, player_ids)
        for player_id in player_ids:
            self._players.pop(player_id, None)

    def forget(self, player_id: int) -> None:
        """Forget the choices of a player whose data was deleted."""
        self._players[player_id] = PlayerPreferences()

    async def remembered(self, player_id: int) -> PlayerPreferences:
        """Return what a player has chosen, as this process last read or changed it.

        Every answer needs their language and whether they read boards in words, so it's kept in memory.
        """
        chosen = self._players.get(player_id)
        if chosen is None:
            chosen = self._players[player_id] = await self.player(player_id)
        return chosen
