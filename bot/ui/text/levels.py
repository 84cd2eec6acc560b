"""What people call the computer's levels."""

from gettext import NullTranslations

from engine import Level


def level_name(words: NullTranslations, level: Level) -> str:
    """How well the computer plays on a level, in a word, after its number: ``1 · Beginner``."""
    _ = words.gettext
    names = {
        Level.ONE: _("Beginner"),
        Level.TWO: _("Novice"),
        Level.THREE: _("Casual"),
        Level.FOUR: _("Intermediate"),
        Level.FIVE: _("Skilled"),
        Level.SIX: _("Advanced"),
        Level.SEVEN: _("Expert"),
        Level.EIGHT: _("Perfect"),
    }
    return f"{level.value} · {names[level]}"
