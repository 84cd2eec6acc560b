"""What pictures of games show, and in which colors."""

from collections.abc import Sequence
from gettext import NullTranslations

import render
from bot.matches.match.match import Match
from bot.matches.values.players import ThemeName
from bot.ui.components.selects import Option
from engine import Move, Space, Start

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


def scene_of(game: Match, *, chosen: Move | None = None, aimed: Space | None = None) -> render.Scene:
    """What the board of ``game`` shows.

    ``chosen`` is a move that's waiting to be confirmed, and ``aimed`` is the space of a Triangle whose
    direction is being chosen.
    """
    start = render.Start.BALANCED if game.start is Start.BALANCED else render.Start.PLAIN
    return render.Scene(
        game.position,
        game.white.name,
        game.black.name,
        game.outcome,
        start=render.Start.SWAPPED if game.swapped else start,
        chosen=chosen,
        aimed=aimed,
    )
