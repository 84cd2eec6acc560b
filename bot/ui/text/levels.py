"""The names of the computer's levels for people, and what people are told after beating one."""

from gettext import NullTranslations

from bot.matches.match.match import Match
from engine import Level


def level_name(words: NullTranslations, level: Level) -> str:
    """A level's number and how well the computer plays at it, in a word: ``1 · Newcomer``."""
    pgettext = words.pgettext
    names = {
        Level.ONE: pgettext("level of the computer", "Newcomer"),
        Level.TWO: pgettext("level of the computer", "Beginner"),
        Level.THREE: pgettext("level of the computer", "Casual"),
        Level.FOUR: pgettext("level of the computer", "Regular"),
        Level.FIVE: pgettext("level of the computer", "Skilled"),
        Level.SIX: pgettext("level of the computer", "Sharp"),
        Level.SEVEN: pgettext("level of the computer", "Expert"),
        Level.EIGHT: pgettext("level of the computer", "Perfect"),
    }
    return f"{level.value} · {names[level]}"


def level_description(words: NullTranslations, level: Level) -> str:
    """What playing against a level is like, in one line."""
    _ = words.gettext
    return {
        # Translators: descriptions of the computer's levels in a menu (at most 100 characters).
        Level.ONE: _("Just learned the rules. A good first opponent"),
        Level.TWO: _("A good idea now and then, and many bad ones"),
        Level.THREE: _("Plays for fun and overlooks a lot"),
        Level.FOUR: _("Knows what matters, but falls into traps"),
        Level.FIVE: _("Sees simple traps and sets a few"),
        Level.SIX: _("Looks far ahead, with a lapse now and then"),
        Level.SEVEN: _("Rarely goes wrong, and punishes those who do"),
        Level.EIGHT: _("Never gives away a win or a draw"),
    }[level]


def next_level(game: Match) -> Level | None:
    """The level above the one that a person has beaten in ``game``, if they have and there is one."""
    if not _is_beaten(game) or game.level == max(Level):
        return None
    return Level((game.level or 0) + 1)


def beaten_lines(words: NullTranslations, game: Match) -> list[str]:
    """What the result of ``game`` says about the level that was beaten, as a line; empty if none was."""
    if not _is_beaten(game):
        return []
    _ = words.gettext
    if game.is_unaided:
        # Translators: after a game against the computer.
        beaten = _("Level {level} beaten.")
    else:
        beaten = _("Level {level} beaten with help, so it doesn't count on the ladder.")
    following = next_level(game)
    last = _("There's no higher one.") if following is None else _("Next: level {level}")
    return [f"{beaten.format(level=game.level)} {last.format(level=following)}"]


def _is_beaten(game: Match) -> bool:
    return game.level is not None and game.winner is not None and game.winner.level is None
