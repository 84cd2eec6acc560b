"""What a challenge proposes when the challenger leaves something open."""

from dataclasses import dataclass

from bot.matches.settings.guild_preferences import GuildPreferences
from bot.matches.values.challenges import ColorChoice, Terms
from engine import Ruleset, Start


@dataclass(frozen=True, slots=True)
class Wish:
    """What a challenger said about the game they want. None means they left it open.

    ``move_seconds`` is the time per move, or ``clocks.NO_CLOCK``.
    """

    ruleset: Ruleset | None = None
    color: ColorChoice = ColorChoice.RANDOM
    start: Start | None = None
    rated: bool | None = None
    hints: bool = False
    thread: bool | None = None
    move_seconds: int | None = None


def terms_of(wish: Wish, preferences: GuildPreferences, *, language: str, threads_possible: bool) -> Terms:
    """Return the terms of a challenge: the challenger's choices, or else the server's, or else the defaults.

    ``language`` is a locale as Discord names it, and ``threads_possible`` says whether a game started there
    could have its own thread. Someone who asks for hints without saying ``rated`` wants a casual game;
    someone who asks for a thread gets it in the terms, whether or not it's possible.
    """
    rated = preferences.rated and not wish.hints if wish.rated is None else wish.rated
    return Terms(
        wish.ruleset or preferences.ruleset,
        wish.color,
        language,
        wish.start or preferences.start or _usual_start(rated=rated),
        rated=rated,
        hints=wish.hints,
        thread=preferences.thread and threads_possible if wish.thread is None else wish.thread,
        move_seconds=preferences.move_seconds if wish.move_seconds is None else wish.move_seconds or None,
    )


def _usual_start(*, rated: bool) -> Start:
    # A plain game is a win for White, and a rating must not depend on that.
    return Start.BALANCED if rated else Start.PLAIN
