"""What servers and players choose for themselves, and what someone wants of a game.

A field is stored in the column with its name, and its default is what applies to those who never chose.
"""

from dataclasses import dataclass

from bot.values.challenges import ColorChoice, Terms
from bot.values.clocks import NO_QUIET_HOURS, USUAL, QuietHours, TotalTime
from bot.values.players import (
    USUAL_CONTROLS,
    USUAL_REMINDERS,
    ChallengePolicy,
    Controls,
    GamePuzzles,
    NoticeReach,
    NotificationMode,
    ThemeName,
)
from bot.values.searches import SearchClock
from engine import Ruleset, Start


@dataclass(frozen=True, slots=True)
class Wish:
    """What a challenger said about the game they want. None means they left it open.

    ``move_seconds`` is the time per move, or ``clocks.NO_CLOCK``; with a ``total`` time there's none. With
    ``seats``, it's for that many opponents. ``both`` says whether it's two games, one with each color,
    and ``weekends_off`` whether clocks rest on weekends.
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
    both: bool = False
    weekends_off: bool = False


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """The choices of a server, with defaults where it made none.

    Challenges propose its ruleset, clock, start, and whether they're rated and in a thread, unless the
    challenger says otherwise.
    """

    theme: ThemeName = ThemeName.AEGEAN
    ruleset: Ruleset = Ruleset.PYRGA
    move_seconds: int = USUAL
    """The time per move, or ``clocks.NO_CLOCK``. With a total time, it says nothing."""

    total: TotalTime | None = None
    """The time for a whole game."""

    start: Start | None = None
    """None if it follows from ``rated``."""

    rated: bool = True
    thread: bool = False
    language: str | None = None
    """A locale as Discord names it, or None for that of the server on Discord."""

    channels: frozenset[int] = frozenset()
    """Where games can be started; everywhere, if there are none. They have a table of their own."""

    announcement_channel_id: int | None = None
    """Where results are announced, if anywhere."""

    monthly_seasons: bool = False
    """A season ends with the month, and the next one begins."""

    puzzle_channel_id: int | None = None
    """Where the puzzle of the day is posted, if anywhere. Only ``DailyPuzzles`` changes it."""

    puzzle_hour: int = 0
    """The hour of the day in UTC, 0 to 23, at which the puzzle of the day comes."""

    lobby_channel_id: int | None = None
    """Where the lobby is, if anywhere. Only ``Lobbies`` changes it."""

    across_servers: bool = True
    """Its members can play people from other servers in its channels."""

    events_for_all: bool = False
    """Everyone can set up cups in it."""

    guesses: bool = True
    """People who watch a game can guess the next move."""


@dataclass(frozen=True, slots=True)
class PlayerPreferences:
    """The choices of a player, with defaults where they made none."""

    theme: ThemeName = ThemeName.AEGEAN
    """The look of pictures that only they see."""

    language: str | None = None
    """A locale as Discord names it, or None for the one they use on Discord."""

    notifications: NotificationMode | None = None
    """How they are told about their turns, or None if they never chose."""

    challenge_policy: ChallengePolicy = ChallengePolicy.EVERYONE
    controls: Controls = USUAL_CONTROLS
    """How they choose their moves."""

    reminders: frozenset[int] = USUAL_REMINDERS
    """How many hours before a deadline they're reminded: some of ``clocks.REMINDER_HOURS``."""

    text_leaderboard: bool = False
    """Leaderboards are shown to them without pictures."""

    listed: bool | None = None
    """Whether they're on the leaderboards of all servers. None is no, too, but they were never asked."""

    text_board: bool = False
    """Boards are shown to them in words as well, and leaderboards without pictures."""

    across_servers: bool | None = None
    """Whether they play people from other servers, who see their name, their rating, and their server's name.

    None is no, too, but they were never asked.
    """

    guesses: bool = True
    """People who watch can guess their moves."""

    rating_roles: bool = True
    """Servers can give them roles for their rating."""

    game_puzzles: GamePuzzles = GamePuzzles.OFF
    """Their finished games may become puzzles where they were played, if both players agree."""

    notice_reach: NoticeReach | None = None
    """Where they're told of people who look for an opponent, if at all."""

    notice_mode: NotificationMode = NotificationMode.PRIVATE
    """How they're told of them: in a DM, or by a mention where they can see it."""

    notice_clocks: frozenset[int] = frozenset(SearchClock)
    """For which games they're told of them, by the times per move."""

    quiet: QuietHours = NO_QUIET_HOURS
    """When they aren't told of searches or turns, nor reminded, except right before their time runs out."""

    @property
    def without_pictures(self) -> bool:
        """Return whether leaderboards and profiles are shown to them as text."""
        return self.text_leaderboard or self.text_board


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
        per_move, total = preferences.move_seconds or None, preferences.total
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
        both=wish.both,
        weekends_off=wish.weekends_off,
    )
