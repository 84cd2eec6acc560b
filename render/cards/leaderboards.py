"""Leaderboards: up to ten rows, and the reader's own one below them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from render.cards import rows
from render.cards.rows import Columns, LeaderboardRow
from render.cards.writing import READABLE, Card, Side, Style, width
from render.drawing.png import encoded
from render.drawing.theme import AEGEAN, Theme
from render.text.lettering import Room

WIDTH = 1100
"""In pixels. A phone shows it 330 wide, so that texts of ``READABLE`` units are 11 pixels high."""

MOST_ROWS = 10

MARGIN = 12
HEAD_HEIGHT = 103
ROW_PITCH = 57
FIRST_ROW = 119
APART = 14
"""The space above the reader's own row."""

TITLE = 45.0
TITLE_EDGE = 18
HEADINGS = 93.0
"""Heights of the middles of their texts."""
TITLE_ROOM = Room(640, 46, READABLE)
SUBTITLE_SIZES = (36, 30)
TITLE_GAP = 24

GAP = 20
"""Minimum space between two columns."""
RIGHT = 20
"""Right of the last column."""
HEADING_SIZES = (31, 28)
HEADING_GAP = 10
"""Minimum space between two headings: they may be wider than their columns."""
HEADING_WIDTHS = (190, 150, 120, 105, 90, 0)
"""How far a heading may widen its column: the first of these that leaves enough room for the names."""
LEAST_NAME = 310


@dataclass(frozen=True, slots=True)
class LeaderboardHeadings:
    """The headings of the columns, in the reader's language.

    ``change`` is None for a leaderboard without changes and sparklines. ``others`` are those of further
    figures.
    """

    name: str
    figure: str
    change: str | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard."""

    title: str
    """In any script."""
    subtitle: str
    """For example, what's ranked and which page it is. May be empty."""
    headings: LeaderboardHeadings
    """Above the columns."""
    rows: tuple[LeaderboardRow, ...]
    """One to ten, in the order they're shown."""
    apart: LeaderboardRow | None = None
    """The reader's own row, shown below the others, if it's on another page."""


def leaderboard(page: LeaderboardPage, *, theme: Theme = AEGEAN) -> bytes:
    """Return a page of a leaderboard as a PNG file, 1100 pixels wide and up to 769 tall.

    Pure and thread-safe.

    Raises:
        ValueError: there are no rows or more than ten, or a row doesn't have a figure for every heading.
    """
    return encoded(leaderboard_image(page, theme))


def leaderboard_image(page: LeaderboardPage, theme: Theme) -> Image.Image:
    """Return the page as indices of the theme's palette. Raises like ``leaderboard``."""
    shown = (*page.rows, page.apart) if page.apart else page.rows
    if not 0 < len(page.rows) <= MOST_ROWS:
        message = f"a leaderboard has 1 to {MOST_ROWS} rows, not {len(page.rows)}"
        raise ValueError(message)
    if any(len(row.others) != len(page.headings.others) for row in shown):
        message = "each row of a leaderboard needs a figure for every heading"
        raise ValueError(message)
    columns = _columns(page.headings, shown)
    tops = [FIRST_ROW + number * ROW_PITCH for number in range(len(shown))]
    if page.apart:
        tops[-1] += APART
    card = Card.empty(WIDTH, tops[-1] + rows.HEIGHT + MARGIN, theme)
    card.panel((rows.WIDTH, HEAD_HEIGHT), theme.plate, (MARGIN, MARGIN))
    _write_headings(card, page.headings, columns)
    _write_title(card, page)
    for row, top in zip(shown, tops, strict=True):
        rows.put(card, row, columns, (MARGIN, top))
    return card.image


@dataclass(frozen=True, slots=True)
class _Column:
    """A column before its place is known: its heading (None for the sparkline) and its widest figure."""

    heading: str | None
    figures: float

    def width(self, widest_heading: float) -> float:
        if self.heading is None:
            return self.figures
        return max(self.figures, min(widest_heading, width(self.heading, _heading_room(widest_heading))))


def _columns(headings: LeaderboardHeadings, shown: Sequence[LeaderboardRow]) -> Columns:
    """Return where the columns are: figures take what they need, and the name gets the rest."""
    figure = _Column(headings.figure, max(width(row.figure, rows.ROOM) for row in shown))
    sparkline = _Column(None, rows.SPARKLINE_WIDTH)
    others = [
        _Column(heading, max(rows.other_width(row.others[number]) for row in shown))
        for number, heading in enumerate(headings.others)
    ]
    used = [figure, *others]
    if headings.change is not None:
        change = _Column(headings.change, max(rows.change_width(row.change) for row in shown))
        used[1:1] = [sparkline, change]
    widths = next(
        (found for widest in HEADING_WIDTHS if _left_for_names(found := _widths(used, widest)) >= LEAST_NAME),
        _widths(used, 0),
    )
    ends = [
        rows.WIDTH - RIGHT - sum(widths[after:]) - GAP * (len(widths) - after)
        for after in range(1, len(widths) + 1)
    ]
    name = Room(_left_for_names(widths), READABLE, READABLE)
    if headings.change is None:
        return Columns(name, ends[0], None, None, tuple(ends[1:]))
    return Columns(name, ends[0], ends[1], ends[2], tuple(ends[3:]))


def _widths(columns: Sequence[_Column], widest_heading: float) -> list[float]:
    return [column.width(widest_heading) for column in columns]


def _left_for_names(widths: Sequence[float]) -> float:
    return rows.WIDTH - RIGHT - rows.NAME_LEFT - sum(widths) - GAP * len(widths)


def _heading_room(widest: float) -> Room:
    return Room(widest, *HEADING_SIZES)


def _write_title(card: Card, page: LeaderboardPage) -> None:
    theme = card.theme
    left, right = MARGIN + TITLE_EDGE, MARGIN + rows.WIDTH - TITLE_EDGE
    title = _title_room(page, right - left - TITLE_GAP) if page.subtitle else TITLE_ROOM
    card.write(page.title, Style(title, theme.text, theme.plate), (left, TITLE), Side.LEFT)
    if page.subtitle:
        room = Room(right - left - width(page.title, title) - TITLE_GAP, *SUBTITLE_SIZES)
        card.write(page.subtitle, Style(room, theme.coordinates, theme.plate), (right, TITLE), Side.RIGHT)


def _title_room(page: LeaderboardPage, both: float) -> Room:
    """Return the title's room: the title is made smaller, but not cut, before the subtitle is cut short."""
    least = width(page.title, Room(TITLE_ROOM.widest, TITLE_ROOM.smallest, TITLE_ROOM.smallest))
    subtitle = width(page.subtitle, Room(both, SUBTITLE_SIZES[1], SUBTITLE_SIZES[1]))
    return replace(TITLE_ROOM, widest=max(least, min(TITLE_ROOM.widest, both - subtitle)))


def _write_headings(card: Card, headings: LeaderboardHeadings, columns: Columns) -> None:
    style = Style(_heading_room(columns.name.widest), card.theme.coordinates, card.theme.plate)
    left = MARGIN + rows.NAME_LEFT
    card.write(headings.name, style, (left, HEADINGS), Side.LEFT)
    before = rows.NAME_LEFT + width(headings.name, style.room)
    ends = (columns.figure, columns.change, *columns.others)
    for heading, end in zip((headings.figure, headings.change, *headings.others), ends, strict=True):
        if heading is not None and end is not None:
            room = _heading_room(end - before - HEADING_GAP)
            card.write(heading, replace(style, room=room), (MARGIN + end, HEADINGS), Side.RIGHT)
            before = end
