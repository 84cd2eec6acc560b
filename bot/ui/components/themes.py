"""The looks of boards, by name."""

from collections.abc import Sequence
from gettext import NullTranslations

import render
from bot.matches.values.players import ThemeName
from bot.ui.components.selects import Option

_DRAWN = {theme.name: theme for theme in render.THEMES}


def drawn(theme: ThemeName) -> render.Theme:
    """The colors of a theme."""
    return _DRAWN[theme.value]


def theme_options(words: NullTranslations) -> Sequence[Option]:
    """The themes to choose from, with their display names."""
    pgettext = words.pgettext
    titles = {
        ThemeName.AEGEAN: pgettext("theme", "Blue"),
        ThemeName.LIMESTONE: pgettext("theme", "Light"),
        ThemeName.BASALT: pgettext("theme", "High contrast"),
    }
    return [Option(theme, title) for theme, title in titles.items()]
