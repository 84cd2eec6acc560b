"""The words for clocks. Times use Discord's timestamps, which count down for each reader without an edit."""

from gettext import NullTranslations

from discord.utils import format_dt

from bot.matches.match.match import Match
from bot.ui.text.words import name

_MINUTE, _HOUR, _DAY = 60, 3600, 24 * 3600


def duration_name(words: NullTranslations, seconds: int) -> str:
    """A duration in whole minutes in words: ``2 days 12 hours``."""
    days, rest = divmod(seconds, _DAY)
    hours, rest = divmod(rest, _HOUR)
    minutes = rest // _MINUTE
    parts = (
        (days, words.ngettext("{count} day", "{count} days", days)),
        (hours, words.ngettext("{count} hour", "{count} hours", hours)),
        (minutes, words.ngettext("{count} minute", "{count} minutes", minutes)),
    )
    return " ".join(text.format(count=count) for count, text in parts if count)


def time_per_move(words: NullTranslations, seconds: int | None) -> str:
    """The clock of a game, for its terms."""
    if seconds is None:
        return words.pgettext("time per move", "no clock")
    # Translators: {duration} is how long a move can take, such as "2 days 12 hours". Also an option of a
    # menu.
    return words.gettext("{duration} per move").format(duration=duration_name(words, seconds))


def clock_lines(words: NullTranslations, game: Match) -> list[str]:
    """What the board says about the time of the player to move; nothing in a game without a clock."""
    _ = words.gettext
    if game.clock is None:
        return []
    until = format_dt(game.clock.until, "R")
    if game.clock.claimable:
        waiting = game.opponent_of(game.to_move.id)
        # Translators: {late} and {waiting} are names; Discord shows {until} as "in 3 hours" in the reader's
        # language.
        sentence = _(
            "{late} is out of time but can still move. {waiting} can claim the win or give more time, and "
            "otherwise wins {until}."
        )
        return [sentence.format(late=name(game.to_move), waiting=name(waiting), until=until)]
    # Translators: Discord shows {until} in the reader's language, such as "in 3 hours".
    lines = [_("Move due {until}").format(until=until)]
    if game.clock.vacation_until is not None:
        # Translators: Discord shows {end} as a date in the reader's language.
        away = _("{player} is on vacation until {end}.")
        end = format_dt(game.clock.vacation_until, "D")
        lines.insert(0, away.format(player=name(game.to_move), end=end))
    return lines
