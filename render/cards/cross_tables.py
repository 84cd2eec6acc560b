"""Cross tables of cups: everyone's results against everyone else, with points and places."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from string import ascii_uppercase
from typing import Self

from PIL import Image

from render.cards.medals import Medal, medal
from render.cards.rows import Plate, plate
from render.cards.writing import LINE_PITCH, READABLE, Card, Side, Style, width
from render.drawing import icons, shapes
from render.drawing.masks import Mask, Sheet
from render.drawing.painting import Painting
from render.drawing.png import encoded
from render.drawing.shapes import Outline, Point
from render.drawing.theme import AEGEAN, Theme, Tint
from render.text import lettering
from render.text.lettering import Room

WIDTH = 1100
"""In pixels. A phone shows it 330 wide, so that texts of ``READABLE`` units are 11 pixels high."""

FEWEST_ROWS, MOST_ROWS = 2, 9
MOST_GAMES = 2
"""Games between the same two."""

MARGIN = 12
INNER = WIDTH - 2 * MARGIN
EDGE = 18.0
"""Left and right of what's on a panel."""

TITLE = 45.0
HEADINGS = 95.0
SECOND_HEADINGS = 131.0
"""Heights of the middles of their texts."""
BELOW_HEADINGS = 23
TITLE_SIZES = (46, READABLE)
TITLE_LINES = 2
SCOPE_ROOM = Room(400, 36, 30)
TITLE_GAP = 24
HEADING_SIZES = (31, 28)
LETTER = Room(60, READABLE, READABLE)

LOW_ROW = 70
ROW = 100
"""The heights of a row with one line of text and with two."""
ROW_GAP = 4
RADIUS = 16.0
OUTLINE = 4.0
LINES = 3
"""A longer name is cut short."""

RANK = 48.0
"""Middle of the rank."""
RANK_ROOM = Room(78, 42, READABLE)
MEDAL_RADIUS = 28.0
ARROW = 66.0
RANK_BESIDE_ARROW = 32.0

NAME_LEFT = 94.0
NAME_SIZES = (40, READABLE)
GAP = 16
"""Between columns."""

TILE = 50
WIDE_TILE = 60
"""Width and height of a tile, and the width in a table with adjudicated games, which have an asterisk."""
LOW_TILE = 42
"""The height of a tile with another one below it."""
TILE_GAP = 3
TILE_RADIUS = 10.0
TILE_RIM = 3.0
TILE_FIGURES = {TILE: 40, WIDE_TILE: READABLE}
"""The size of a figure by the width of its tile."""
MOST_PITCH = 84
LEAST_NAME = 420
"""The columns of results are closer together if the names would have less room."""

POINTS_ROOM = Room(170, 42, READABLE)
TIE_BREAK_ROOM = Room(170, READABLE, 28)
POINTS_RISE = 19.0
TIE_BREAK_DROP = 22.0
CLOCK = 17.0


class GameResult(Enum):
    """How a game went for the person in whose row it is."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    RUNNING = "running"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class GameMark:
    """A game in a cross table; ``adjudicated`` if it was decided without being played to its end."""

    result: GameResult
    adjudicated: bool = False


class EntrantState(Enum):
    """What sets a row apart: who leads, who goes up or down after it, who won a medal, and who left."""

    PLAYING = "playing"
    LEADING = "leading"
    RISING = "rising"
    FALLING = "falling"
    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class CrossTableHeadings:
    """The headings of the columns, in the reader's language; ``tie_break`` may be empty."""

    name: str
    points: str
    tie_break: str = ""


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """A person in a cross table."""

    rank: int | None
    """Their place, which others may share; None if they have none."""
    name: str
    """In any script."""
    marks: tuple[tuple[GameMark, ...], ...]
    """The games against each person of the table, in the order of its rows: none, one, or two. There are none
    in the place of the row itself."""
    points: str
    """As text, such as ``4½``."""
    tie_break: str = ""
    """The figure that parts those with equal points, as text. May be empty."""
    games_left: int = 0
    """How many of their games aren't over."""
    state: EntrantState = EntrantState.PLAYING
    """What sets the row apart."""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The games of a group of two to nine people."""

    title: str
    """In any script."""
    scope: str
    """For example, which group it is. May be empty."""
    headings: CrossTableHeadings
    """Above the columns. Those of the results are letters."""
    rows: tuple[CrossTableRow, ...]
    """In the order they're shown."""


def cross_table(table: CrossTable, *, theme: Theme = AEGEAN) -> bytes:
    """Return a cross table as a PNG file, 1100 pixels wide; its height depends on the rows.

    Pure and thread-safe.

    Raises:
        ValueError: there are fewer than two rows or more than nine, a row doesn't have marks for each row,
            has marks against itself, or more than two against another.
    """
    return encoded(cross_table_image(table, theme))


def cross_table_image(table: CrossTable, theme: Theme) -> Image.Image:
    """Return the table as indices of the theme's palette. Raises like ``cross_table``."""
    _check(table.rows)
    columns = _columns(table)
    names = [lettering.broken(row.name, columns.name, LINES) for row in table.rows]
    fewest = 2 if table.headings.tie_break or _has_pairs(table) else 1
    heights = [_height(max(fewest, len(lines))) for lines in names]
    title = _Title.of(table)
    head = round((SECOND_HEADINGS if table.headings.tie_break else HEADINGS) + BELOW_HEADINGS) + title.more
    top = MARGIN + head + ROW_GAP
    card = Card.empty(WIDTH, top + sum(heights) + ROW_GAP * (len(heights) - 1) + MARGIN, theme)
    card.panel((INNER, head), theme.plate, (MARGIN, MARGIN))
    title.write(card, table.scope)
    _write_headings(card, table.headings, columns, title.more)
    for number, (row, lines, height) in enumerate(zip(table.rows, names, heights, strict=True)):
        _put(card, _Place(number, top, height), row, lines, columns)
        top += height + ROW_GAP
    return card.image


def _check(rows: tuple[CrossTableRow, ...]) -> None:
    if not FEWEST_ROWS <= len(rows) <= MOST_ROWS:
        message = f"a cross table has {FEWEST_ROWS} to {MOST_ROWS} rows, not {len(rows)}"
        raise ValueError(message)
    for number, row in enumerate(rows):
        if len(row.marks) != len(rows):
            message = "each row of a cross table needs marks for every row"
            raise ValueError(message)
        if row.marks[number]:
            message = "nobody has games against themselves"
            raise ValueError(message)
        if any(len(marks) > MOST_GAMES for marks in row.marks):
            message = f"a cross table has room for {MOST_GAMES} games between the same two"
            raise ValueError(message)


def _height(lines: int) -> int:
    return LOW_ROW if lines == 1 else ROW + LINE_PITCH * (lines - 2)


def _has_pairs(table: CrossTable) -> bool:
    return any(len(marks) > 1 for row in table.rows for marks in row.marks)


def _tile_width(table: CrossTable) -> int:
    adjudicated = any(mark.adjudicated for row in table.rows for marks in row.marks for mark in marks)
    return WIDE_TILE if adjudicated else TILE


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns are, in pixels from the picture's left end.

    ``results`` are the middles of the results', whose tiles are ``tile`` wide, ``points`` is the right end of
    the points', and ``games_left`` the middle of its own, or None without it.
    """

    name: Room
    results: tuple[float, ...]
    tile: int
    points: float
    games_left: float | None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a row is: its number from 0, its top and its height."""

    number: int
    top: int
    height: int

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def _columns(table: CrossTable) -> _Columns:
    """Return where the columns are: points take what they need, and results leave room for names."""
    rows, headings = table.rows, table.headings
    right = WIDTH - MARGIN - EDGE
    games_left = None
    if any(row.games_left for row in rows):
        games_left = right - CLOCK
        right -= 2 * CLOCK + GAP
    points = max(
        *(width(row.points, POINTS_ROOM) for row in rows),
        *(width(row.tie_break, TIE_BREAK_ROOM) for row in rows if row.tie_break),
        *(width(text, _heading_room(POINTS_ROOM.widest)) for text in (headings.points, headings.tie_break)),
    )
    end = right - points - GAP
    left = MARGIN + NAME_LEFT
    tile = _tile_width(table)
    pitch = min(MOST_PITCH, max(tile + TILE_GAP, (end - left - GAP - LEAST_NAME) / len(rows)))
    results = tuple(end - pitch * (len(rows) - number - 0.5) for number in range(len(rows)))
    name = Room(end - pitch * len(rows) - GAP - left, *NAME_SIZES)
    return _Columns(name, results, tile, right, games_left)


def _heading_room(widest: float) -> Room:
    return Room(widest, *HEADING_SIZES)


@dataclass(frozen=True, slots=True)
class _Title:
    """The title on its lines, and the room for them."""

    lines: tuple[str, ...]
    room: Room

    @classmethod
    def of(cls, table: CrossTable) -> Self:
        """Return the title on one line, or on two if that's too long; the scope is beside it."""
        widest = INNER - 2 * EDGE
        if table.scope:
            widest -= width(table.scope, SCOPE_ROOM) + TITLE_GAP
        room = Room(widest, *TITLE_SIZES)
        lines = lettering.broken(table.title, room, TITLE_LINES)
        return cls(lines, room if len(lines) == 1 else Room(widest, READABLE, READABLE))

    @property
    def more(self) -> int:
        """Return how much higher it is than one line."""
        return LINE_PITCH * (len(self.lines) - 1)

    def write(self, card: Card, scope: str) -> None:
        theme = card.theme
        place = MARGIN + EDGE, TITLE + self.more / 2
        card.write_lines(self.lines, Style(self.room, theme.text, theme.plate), place, Side.LEFT)
        if scope:
            style = Style(SCOPE_ROOM, theme.coordinates, theme.plate)
            card.write(scope, style, (WIDTH - MARGIN - EDGE, TITLE), Side.RIGHT)


def _write_headings(card: Card, headings: CrossTableHeadings, columns: _Columns, drop: int) -> None:
    theme = card.theme
    style = Style(_heading_room(columns.name.widest), theme.coordinates, theme.plate)
    upper, lower = HEADINGS + drop, SECOND_HEADINGS + drop
    lowest = lower if headings.tie_break else upper
    card.write(headings.name, style, (MARGIN + NAME_LEFT, lowest), Side.LEFT)
    for letter, x in zip(ascii_uppercase, columns.results, strict=False):
        card.write(letter, replace(style, room=LETTER), (x, lowest), Side.MIDDLE)
    figures = replace(style, room=_heading_room(POINTS_ROOM.widest))
    card.write(headings.points, figures, (columns.points, upper), Side.RIGHT)
    if headings.tie_break:
        card.write(headings.tie_break, figures, (columns.points, lower), Side.RIGHT)
    if columns.games_left is not None:
        card.center(_clock(theme.coordinates, theme.plate, theme), (columns.games_left, lowest))


def _put(card: Card, place: _Place, row: CrossTableRow, lines: tuple[str, ...], columns: _Columns) -> None:
    theme = card.theme
    left = row.state is EntrantState.LEFT
    framed = row.state in {EntrantState.LEADING, EntrantState.GOLD}
    ground = theme.active_panel if framed else theme.panel
    style = Style(columns.name, theme.dim_text if left else theme.text, ground)
    form = Plate(INNER, place.height, RADIUS, OUTLINE)
    card.image.paste(plate(form, theme, framed=framed), (MARGIN, place.top))
    _put_rank(card, row, style, place)
    room = columns.name if len(lines) == 1 else Room(columns.name.widest, READABLE, READABLE)
    card.write_lines(lines, replace(style, room=room), (MARGIN + NAME_LEFT, place.middle), Side.LEFT)
    for number, (marks, x) in enumerate(zip(row.marks, columns.results, strict=True)):
        if number == place.number:
            card.center(_letter(ascii_uppercase[number], ground, theme), (x, place.middle))
        else:
            _put_marks(card, marks, (x, place.middle), columns.tile, ground)
    rise = POINTS_RISE if row.tie_break else 0
    points = replace(style, room=POINTS_ROOM)
    card.write(row.points, points, (columns.points, place.middle - rise), Side.RIGHT)
    if row.tie_break:
        tie_break = Style(TIE_BREAK_ROOM, theme.dim_text, ground)
        card.write(row.tie_break, tie_break, (columns.points, place.middle + TIE_BREAK_DROP), Side.RIGHT)
    if row.games_left and columns.games_left is not None:
        count = Style(LETTER, theme.dim_text, ground)
        card.write(str(row.games_left), count, (columns.games_left, place.middle), Side.MIDDLE)


def _put_rank(card: Card, row: CrossTableRow, style: Style, place: _Place) -> None:
    theme, ground = card.theme, style.ground
    x, y = MARGIN + RANK, place.middle
    if row.state.name in Medal.__members__:
        card.center(medal(Medal[row.state.name], MEDAL_RADIUS, ground, theme), (x, y))
        return
    if row.state in {EntrantState.RISING, EntrantState.FALLING}:
        rising = row.state is EntrantState.RISING
        sign, ink = (icons.RISE, theme.last_move) if rising else (icons.FALL, theme.fall)
        card.draw(sign, ink, ground, (MARGIN + ARROW, y))
        x = MARGIN + RANK_BESIDE_ARROW
    if row.rank is None:
        card.draw(icons.DASH, theme.dim_text, ground, (x, y))
    else:
        card.write(str(row.rank), replace(style, room=RANK_ROOM), (x, y), Side.MIDDLE)


def _put_marks(card: Card, marks: tuple[GameMark, ...], middle: Point, width: int, ground: Tint) -> None:
    """Put the games of two people around a point, below each other."""
    x, y = middle
    shown = marks or (GameMark(GameResult.STRUCK),)
    height = TILE if len(shown) == 1 else LOW_TILE
    for number, mark in enumerate(shown):
        drop = (number - (len(shown) - 1) / 2) * (height + TILE_GAP)
        card.center(_tile(mark, (width, height), ground, card.theme), (x, y + drop))


_FIGURES = {GameResult.WIN: "1", GameResult.DRAW: "½", GameResult.LOSS: "0"}


@lru_cache(maxsize=128)
def _tile(mark: GameMark, size: tuple[int, int], ground: Tint, theme: Theme) -> Image.Image:
    """Return a game: a figure on a tile in the color of its result, a clock, or a dash."""
    if mark.result is GameResult.RUNNING:
        return _clock(theme.dim_text, ground, theme)
    width, height = size
    sheet = Sheet(width, height, 1.0, (width / 2, height / 2))
    painting = Painting(theme, sheet, ground)
    if mark.result is GameResult.STRUCK:
        painting.fill(sheet.mask(*icons.DASH), theme.dim_text)
        return painting.finished()
    ink = theme.on_value
    if mark.result is GameResult.LOSS:
        ink = theme.text
        painting.fill(_box(sheet, 0), theme.chip_rim)
        painting.fill(_box(sheet, TILE_RIM), ground)
    else:
        painting.fill(_box(sheet, 0), theme.win if mark.result is GameResult.WIN else theme.draw)
    figure = _FIGURES[mark.result] + "*" * mark.adjudicated
    lettering.draw_figure(painting.image, figure, (width / 2, height / 2), TILE_FIGURES[width], ink)
    return painting.finished()


def _box(sheet: Sheet, inset: float) -> Mask:
    right, bottom = sheet.width / 2 - inset, sheet.height / 2 - inset
    return sheet.mask(shapes.box(-right, -bottom, right, bottom, TILE_RADIUS - inset))


@lru_cache(maxsize=64)
def _letter(letter: str, ground: Tint, theme: Theme) -> Image.Image:
    """Return the tile where a row meets its own column."""
    sheet = Sheet(TILE, TILE, 1.0, (TILE / 2, TILE / 2))
    painting = Painting(theme, sheet, ground)
    painting.fill(sheet.mask(shapes.rounded_square(TILE / 2, TILE_RADIUS)), theme.canvas)
    lettering.draw_figure(painting.image, letter, (TILE / 2, TILE / 2), READABLE, theme.coordinates)
    return painting.finished()


@lru_cache(maxsize=16)
def _clock(ink: Tint, ground: Tint, theme: Theme) -> Image.Image:
    side = round(2 * CLOCK) + 2
    sheet = Sheet(side, side, 1.0, (side / 2, side / 2))
    painting = Painting(theme, sheet, ground)
    hands: tuple[Outline, ...] = (shapes.box(-2, -10, 2, 2, 1), shapes.box(-2, -2, 9, 2, 1))
    painting.fill(sheet.mask(shapes.disc(CLOCK), holes=(shapes.disc(CLOCK - 4),)), ink)
    painting.fill(sheet.mask(*hands), ink)
    return painting.finished()
