"""Badges: medallions with a symbol or a number. They also differ in shape."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from PIL import Image

from render.drawing import icons, shapes
from render.drawing.icons import placed, scaled
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.shapes import Outline
from render.drawing.theme import Theme, Tint
from render.text import lettering

SIDE = 84
"""In pixels. A phone shows a card of 1100 pixels as 330, and so a badge as 25."""

REACH = 32.0
"""Half of a badge in units."""

RIM = 3.0
FIGURE = 38.0
WIDE_FIGURE = 32.0
SMALL_FIGURE = 27.0
"""Sizes of a digit, of two, and of a number under a symbol."""

RIBBONED_MIDDLE = -7.5
"""Height of the middle of a medal with a ribbon under it."""

ABOVE = -12.5
BELOW = 11.0
SMALL = 0.62
"""Heights and scale of a symbol with a number under it."""


class BadgeIcon(Enum):
    """What a badge was given for, which determines how it looks."""

    FIRST_GAME = "first_game"
    FIRST_WIN = "first_win"
    LESSON = "lesson"
    LEVEL_1 = "level_1"
    LEVEL_3 = "level_3"
    LEVEL_5 = "level_5"
    LEVEL_8 = "level_8"
    PERFECT_GAME = "perfect_game"
    PUZZLE_WEEK = "puzzle_week"
    PUZZLE_MONTH = "puzzle_month"
    PERFECT_DAY = "perfect_day"
    DAY_WEEK = "day_week"
    FIFTY_PUZZLES = "fifty_puzzles"
    ALL_PUZZLES = "all_puzzles"
    POINTS_WIN = "points_win"
    TOWER_WIN = "tower_win"
    QUICK_WIN = "quick_win"
    COMEBACK = "comeback"
    TEN_OPPONENTS = "ten_opponents"
    DRAW_HELD = "draw_held"
    BLACK_WIN = "black_win"
    ALL_RULESETS = "all_rulesets"
    SEASON_GOLD = "season_gold"
    SEASON_SILVER = "season_silver"
    SEASON_BRONZE = "season_bronze"
    CUP_GOLD = "cup_gold"
    CUP_SILVER = "cup_silver"
    CUP_BRONZE = "cup_bronze"
    FAIR_PLAY = "fair_play"
    GOOD_VOTES = "good_votes"
    NIGHT_WIN = "night_win"


class _Metal(Enum):
    PLAIN = "plain"
    BLACK = "black"
    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


def _round(inset: float) -> tuple[Outline, ...]:
    return (shapes.disc(REACH - inset),)


def _square(inset: float) -> tuple[Outline, ...]:
    return (shapes.rounded_square(REACH - 2 - inset, 11 - inset),)


def _hexagon(inset: float) -> tuple[Outline, ...]:
    corners = ((-13, -24), (13, -24), (27, 0), (13, 24), (-13, 24), (-27, 0))
    return (shapes.swollen(corners, 4.5 - inset),)


def _shield(inset: float) -> tuple[Outline, ...]:
    corners = ((-23, -25), (23, -25), (23, 6), (12, 20), (0, 26), (-12, 20), (-23, 6))
    return (shapes.swollen(corners, 5 - inset),)


def _ribboned(inset: float) -> tuple[Outline, ...]:
    ends = (((-14, 4), (-1, 4), (-5, 27), (-18, 27)), ((1, 4), (14, 4), (18, 27), (5, 27)))
    return (*(shapes.swollen(end, 4 - inset) for end in ends), shapes.disc(24.5 - inset, 0, RIBBONED_MIDDLE))


@dataclass(frozen=True, slots=True)
class _Look:
    """How a badge looks: its outline at an inset, and its symbol, its number, or both."""

    outline: Callable[[float], tuple[Outline, ...]]
    symbol: tuple[Outline, ...] = ()
    figure: str = ""
    metal: _Metal = _Metal.PLAIN


_LOOKS = {
    BadgeIcon.FIRST_GAME: _Look(_round, scaled(icons.CHECK, 1.35)),
    BadgeIcon.FIRST_WIN: _Look(_round, icons.TROPHY),
    BadgeIcon.LESSON: _Look(_round, icons.BOOK),
    BadgeIcon.LEVEL_1: _Look(_square, figure="1"),
    BadgeIcon.LEVEL_3: _Look(_square, figure="3"),
    BadgeIcon.LEVEL_5: _Look(_square, figure="5"),
    BadgeIcon.LEVEL_8: _Look(_square, figure="8", metal=_Metal.GOLD),
    BadgeIcon.PERFECT_GAME: _Look(_round, icons.STAR, metal=_Metal.GOLD),
    BadgeIcon.PUZZLE_WEEK: _Look(_hexagon, icons.FLAME, "7"),
    BadgeIcon.PUZZLE_MONTH: _Look(_hexagon, icons.FLAME, "30", _Metal.GOLD),
    BadgeIcon.PERFECT_DAY: _Look(_square, icons.STAR, metal=_Metal.GOLD),
    BadgeIcon.DAY_WEEK: _Look(_square, icons.FLAME, "7"),
    BadgeIcon.FIFTY_PUZZLES: _Look(_hexagon, figure="50"),
    BadgeIcon.ALL_PUZZLES: _Look(_hexagon, scaled(icons.CHECK, 1.35), metal=_Metal.GOLD),
    BadgeIcon.POINTS_WIN: _Look(_round, icons.SCALES),
    BadgeIcon.TOWER_WIN: _Look(_round, icons.ROOK),
    BadgeIcon.QUICK_WIN: _Look(_round, icons.BOLT),
    BadgeIcon.COMEBACK: _Look(_round, icons.COMEBACK),
    BadgeIcon.TEN_OPPONENTS: _Look(_round, icons.PEOPLE),
    BadgeIcon.DRAW_HELD: _Look(_shield, scaled(icons.EQUAL, 1.35)),
    BadgeIcon.BLACK_WIN: _Look(_round, scaled(icons.CROWN, 1.3), metal=_Metal.BLACK),
    BadgeIcon.ALL_RULESETS: _Look(_square, icons.THREE_PIECES),
    BadgeIcon.SEASON_GOLD: _Look(_ribboned, figure="1", metal=_Metal.GOLD),
    BadgeIcon.SEASON_SILVER: _Look(_ribboned, figure="2", metal=_Metal.SILVER),
    BadgeIcon.SEASON_BRONZE: _Look(_ribboned, figure="3", metal=_Metal.BRONZE),
    BadgeIcon.CUP_GOLD: _Look(_shield, icons.TROPHY, metal=_Metal.GOLD),
    BadgeIcon.CUP_SILVER: _Look(_shield, figure="2", metal=_Metal.SILVER),
    BadgeIcon.CUP_BRONZE: _Look(_shield, figure="3", metal=_Metal.BRONZE),
    BadgeIcon.FAIR_PLAY: _Look(_shield, icons.HEART),
    BadgeIcon.GOOD_VOTES: _Look(_round, icons.CHECK, "10"),
    BadgeIcon.NIGHT_WIN: _Look(_shield, icons.BOLT, metal=_Metal.GOLD),
}


@lru_cache(maxsize=128)
def badge(icon: BadgeIcon, ground: Tint, theme: Theme) -> Image.Image:
    """Return a badge on a flat ground as indices of the theme's palette, ``SIDE`` pixels wide and high.

    It's shared, so it mustn't be changed.
    """
    look = _LOOKS[icon]
    scale = SIDE / (2 * REACH)
    sheet = Sheet(SIDE, SIDE, scale, (SIDE / 2, SIDE / 2))
    painting = Painting(theme, sheet, ground)
    rim, field, ink = _colors(look.metal, theme)
    painting.fill(sheet.mask(*look.outline(0)), rim)
    painting.fill(sheet.mask(*look.outline(RIM)), field)
    if look.symbol:
        symbol = placed(scaled(look.symbol, SMALL), 0, ABOVE) if look.figure else look.symbol
        painting.fill(sheet.mask(*symbol), ink)
    if look.figure:
        size = FIGURE if len(look.figure) == 1 else WIDE_FIGURE
        height = RIBBONED_MIDDLE if look.outline is _ribboned else 0.0
        if look.symbol:
            size, height = SMALL_FIGURE, BELOW
        middle = SIDE / 2, SIDE / 2 + height * scale
        lettering.draw_figure(painting.image, look.figure, middle, size * scale, ink)
    return painting.finished()


def _colors(metal: _Metal, theme: Theme) -> tuple[Tint, Tint, Tint]:
    """Return the colors of the rim, the field and what's on it."""
    match metal:
        case _Metal.PLAIN:
            return theme.gold, theme.plate, theme.text
        case _Metal.BLACK:
            return theme.gold, theme.black.flat, theme.winner
        case _Metal.GOLD:
            return theme.surround, theme.winner, theme.on_winner
        case _Metal.SILVER:
            return theme.surround, theme.silver, theme.on_winner
        case _Metal.BRONZE:
            return theme.surround, theme.bronze, theme.on_winner
