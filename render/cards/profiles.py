"""Profiles: a player's rating and its chart, their record, further figures, and badges."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, inf

from PIL import Image

from render.cards import badges, records
from render.cards.badges import BadgeIcon
from render.cards.plots import EDGE as EDGE_OF_FIELD
from render.cards.plots import Frame, RatedPoint, plot_ratings
from render.cards.records import Record, RecordHeadings
from render.cards.writing import READABLE, Card, Side, Style, width
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.png import encoded
from render.drawing.theme import AEGEAN, Theme
from render.text.lettering import Room

WIDTH = 1100
"""In pixels. A phone shows it 330 wide, so that texts of ``READABLE`` units are 11 pixels high."""

MARGIN = 12
GAP = 4
INNER = WIDTH - 2 * MARGIN
HALF = (INNER - GAP) // 2
EDGE = 22.0
"""Between a panel's edge and its texts."""
PADDING = 6
"""Above and below a panel's lines."""

HEAD_HEIGHT = 132
NAME = 44.0
RANK = 102.0
"""Heights of the middles of the name and the rank."""
NAME_ROOM = Room(740, 54, READABLE)
RANK_ROOM = Room(740, READABLE, 32)
RATING_ROOM = Room(270, 72, READABLE)

CHART_HEIGHT = 196
CHART_MARGIN = 10
CHART = Frame(left=130.0, top=20.0, right=1036.0, bottom=170.0, figures=58.0, size=READABLE, most_heights=2)
FEWEST_POINTS = 2
DATES_HEIGHT = 46
DATES = 15.0
"""Height of the middle of the dates, below the chart."""
DATE_ROOM = Room(430, READABLE, READABLE)

BESIDE = 4
"""Figures beside the record. The others are below it: two in a line, then those that need a whole one."""
LINE_HEIGHT = 57
MIDDLE_HEIGHT = 2 * PADDING + BESIDE * LINE_HEIGHT
BETWEEN = 18
"""Between a figure's label and its value, at least."""

BADGES_IN_LINE = 12
BADGE_PITCH = 88


@dataclass(frozen=True, slots=True)
class ProfileFigure:
    """A figure about a player: its label and its value, both in the reader's language."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """What's known about a player."""

    name: str
    """In any script."""
    rating: str
    """As text, such as ``1532?``."""
    rank: str
    """A line under the name, such as ``3rd of 41``; may be empty."""
    headings: RecordHeadings
    """Above the columns of the record."""
    record: Record
    """Their finished games, with each color and in total."""
    figures: tuple[ProfileFigure, ...] = ()
    """Shown in this order, those that need a whole line after the others. There may be none."""
    badges: tuple[BadgeIcon, ...] = ()
    """Shown in this order. There may be none."""
    history: tuple[RatedPoint, ...] = ()
    """The rating after each game, oldest first. With fewer than two, there's no chart."""
    dates: tuple[str, ...] = ()
    """Of the first and the last of them, as text, or one if it's the same; below the chart. May be empty."""


def profile(player: ProfileCard, *, theme: Theme = AEGEAN) -> bytes:
    """Return a player's profile as a PNG file, 1100 pixels wide; its height depends on what's known.

    Pure and thread-safe.
    """
    return encoded(profile_image(player, theme))


def profile_image(player: ProfileCard, theme: Theme) -> Image.Image:
    """Return a profile as indices of the theme's palette."""
    short = [figure for figure in player.figures if _is_short(figure)]
    long = [figure for figure in player.figures if not _is_short(figure)]
    sections = [_head(player), _middle(player, short[:BESIDE])]
    if short[BESIDE:] or long:
        sections.append(_further(short[BESIDE:], long))
    if player.badges:
        sections.append(_badges(player.badges))
    height = sum(section.height for section in sections) + GAP * (len(sections) - 1)
    card = Card.empty(WIDTH, height + 2 * MARGIN, theme)
    top = MARGIN
    for section in sections:
        section.put(card, top)
        top += section.height + GAP
    return card.image


@dataclass(frozen=True, slots=True)
class _Section:
    """A part of the card: its height, and a function that draws it on a card, given its top."""

    height: int
    put: Callable[[Card, int], None]


def _head(player: ProfileCard) -> _Section:
    """Return the name, the rank and the rating, with the chart if there is one."""
    charted = len(player.history) >= FEWEST_POINTS
    dates = player.dates if charted else ()
    height = HEAD_HEIGHT + CHART_HEIGHT * charted + DATES_HEIGHT * bool(dates)

    def put(card: Card, top: int) -> None:
        theme = card.theme
        card.panel((INNER, height), theme.plate, (MARGIN, top))
        left, right = MARGIN + EDGE, WIDTH - MARGIN - EDGE
        name = Style(NAME_ROOM, theme.text, theme.plate)
        card.write(player.name, name, (left, top + (NAME if player.rank else HEAD_HEIGHT / 2)), Side.LEFT)
        if player.rank:
            rank = Style(RANK_ROOM, theme.coordinates, theme.plate)
            card.write(player.rank, rank, (left, top + RANK), Side.LEFT)
        rating = Style(RATING_ROOM, theme.text, theme.plate)
        card.write(player.rating, rating, (right, top + HEAD_HEIGHT / 2), Side.RIGHT)
        if charted:
            painting = Painting(theme, _chart_sheet(), theme.plate)
            plot_ratings(painting, CHART, player.history)
            card.image.paste(painting.finished(), (MARGIN + CHART_MARGIN, top + HEAD_HEIGHT))
            _put_dates(card, dates, top + HEAD_HEIGHT + CHART_HEIGHT + DATES)

    return _Section(height, put)


def _put_dates(card: Card, dates: Sequence[str], y: float) -> None:
    """Write the first date below the left end of the chart and the last one below its right end."""
    style = Style(DATE_ROOM, card.theme.coordinates, card.theme.plate)
    left = MARGIN + CHART_MARGIN
    ends = ((left + CHART.left - EDGE_OF_FIELD, Side.LEFT), (left + CHART.right + EDGE_OF_FIELD, Side.RIGHT))
    for date, (x, side) in zip(dates, ends, strict=False):
        card.write(date, style, (x, y), side)


def _middle(player: ProfileCard, beside: Sequence[ProfileFigure]) -> _Section:
    """Return the record, with figures beside it."""

    def put(card: Card, top: int) -> None:
        width_of_record = HALF if beside else INNER
        card.panel((width_of_record, MIDDLE_HEIGHT), card.theme.panel, (MARGIN, top))
        records.put(card, player.record, player.headings, (MARGIN, top), width_of_record)
        if beside:
            left = WIDTH - MARGIN - HALF
            card.panel((HALF, MIDDLE_HEIGHT), card.theme.panel, (left, top))
            _put_figures(card, beside, (left, top + (MIDDLE_HEIGHT - LINE_HEIGHT * len(beside)) / 2), HALF)

    return _Section(MIDDLE_HEIGHT, put)


def _further(short: Sequence[ProfileFigure], long: Sequence[ProfileFigure]) -> _Section:
    """Return figures in two columns, filled line by line, and below them those that need a whole line."""
    lines = ceil(len(short) / 2)
    height = 2 * PADDING + LINE_HEIGHT * (lines + len(long))

    def put(card: Card, top: int) -> None:
        card.panel((INNER, height), card.theme.panel, (MARGIN, top))
        first = top + PADDING
        _put_figures(card, short[::2], (MARGIN, first), HALF)
        _put_figures(card, short[1::2], (WIDTH - MARGIN - HALF, first), HALF)
        _put_figures(card, long, (MARGIN, first + LINE_HEIGHT * lines), INNER)

    return _Section(height, put)


def _badges(icons: Sequence[BadgeIcon]) -> _Section:
    height = 2 * PADDING + BADGE_PITCH * ceil(len(icons) / BADGES_IN_LINE)

    def put(card: Card, top: int) -> None:
        ground = card.theme.panel
        card.panel((INNER, height), ground, (MARGIN, top))
        left = WIDTH / 2 - BADGE_PITCH * BADGES_IN_LINE / 2
        for number, icon in enumerate(icons):
            line, place = divmod(number, BADGES_IN_LINE)
            middle = left + BADGE_PITCH * (place + 0.5), top + PADDING + BADGE_PITCH * (line + 0.5)
            card.center(badges.badge(icon, ground, card.theme), middle)

    return _Section(height, put)


def _is_short(figure: ProfileFigure) -> bool:
    """Return whether a figure fits into half of the card."""
    return width(figure.label, _ANY) + BETWEEN + width(figure.value, _ANY) <= HALF - 2 * EDGE


_ANY = Room(inf, READABLE, READABLE)


def _put_figures(
    card: Card, figures: Sequence[ProfileFigure], corner: tuple[float, float], room: float
) -> None:
    """Write figures below each other, in this much room from left to right."""
    theme, (left, top) = card.theme, corner
    for number, figure in enumerate(figures):
        y = top + LINE_HEIGHT * (number + 0.5)
        least = min(width(figure.value, _ANY), room / 2)
        label = Room(room - 2 * EDGE - BETWEEN - least, READABLE, READABLE)
        card.write(figure.label, Style(label, theme.dim_text, theme.panel), (left + EDGE, y), Side.LEFT)
        taken = width(figure.label, label) + BETWEEN
        rest = Room(room - 2 * EDGE - taken, READABLE, READABLE)
        card.write(figure.value, Style(rest, theme.text, theme.panel), (left + room - EDGE, y), Side.RIGHT)


@cache
def _chart_sheet() -> Sheet:
    return Sheet(INNER - 2 * CHART_MARGIN, CHART_HEIGHT - CHART_MARGIN, 1.0, (0.0, 0.0))
