"""The looks of the boards, by their names."""

from gettext import NullTranslations

import render
from bot.matches.values import ThemeName

_DRAWN = {theme.name: theme for theme in render.THEMES}


def drawn(theme: ThemeName) -> render.Theme:
    """The colours of a theme."""
    return _DRAWN[theme.value]


def theme_title(words: NullTranslations, theme: ThemeName) -> str:
    """What people call a theme."""
    _ = words.gettext
    return {
        ThemeName.AEGEAN: _("Blue"),
        ThemeName.LIMESTONE: _("Light"),
        ThemeName.BASALT: _("High contrast"),
    }[theme]
