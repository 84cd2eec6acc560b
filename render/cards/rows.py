"""The rows of a leaderboard: medal or rank, name, figures, last week's change and a sparkline."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from render.cards.medals import Medal, medal
from render.cards.writing import READABLE, SIGN_SIDE, Card, Side, Style, width
from render.drawing import icons, shapes
from render.drawing.masks import Sheet
from render.drawing.painting import Painting
from render.drawing.shapes import Point
from render.drawing.theme import Theme, Tint
from render.text.lettering import Room

WIDTH = 1076
HEIGHT = 54
"""Pixels of a row."""

RADIUS = 14.0
OUTLINE = 3.0

RANK = 48.0
"""Middle of the rank."""
RANK_ROOM = Room(78, READABLE, 20)
"""Ranks of four digits or more are smaller."""
MEDAL_RADIUS = 21.0

NAME_LEFT = 94.0
ROOM = Room(210, READABLE, 26)
"""The room for a figure: a long one becomes smaller, because part of a number would be misleading."""

SIGN_GAP = 4

SPARKLINE_WIDTH = 88
SPARKLINE_HEIGHT = 40
SPARKLINE_LINE = 2.2
"""Half the thickness of the line."""
SPARKLINE_DOT = 6.0
SPARKLINE_STEPS = 30
"""Values are rounded to this many heights, since a finer line would look the same."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player on a leaderboard."""

    rank: int | None
    """1 or more, with a medal up to 3; None for a player who has no rank yet."""
    name: str
    """In any script."""
    figure: str
    """What the leaderboard ranks by, such as ``1532?`` or ``level 8``."""
    others: tuple[str | bool, ...] = ()
    """Further short figures, one for each of the further headings. True is a check mark, and False a dash."""
    change: int | None = None
    """How much the figure rose (or fell, if negative) last week; None if that's unknown."""
    history: tuple[float, ...] = ()
    """Values of the figure, oldest first, for a sparkline, which takes at least two. May be empty."""
    own: bool = False
    """Whether it's the reader's own row, which is highlighted."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns of a leaderboard are.

    That's the right ends of all but the name, in pixels from the row's left end. ``sparkline`` and
    ``change`` are None on a leaderboard without them.
    """

    name: Room
    figure: float
    sparkline: float | None
    change: float | None
    others: tuple[float, ...]


def put(card: Card, row: LeaderboardRow, columns: Columns, corner: tuple[int, int]) -> None:
    """Put a row on a card, its top left corner at ``corner``."""
    left, top = corner
    middle = top + HEIGHT / 2
    theme, ground = card.theme, _ground(row, card.theme)
    plain = Style(ROOM, theme.text, ground)
    card.image.paste(plate(Plate(WIDTH, HEIGHT, RADIUS, OUTLINE), theme, framed=row.own), corner)
    _put_rank(card, row.rank, (left + RANK, middle), ground)
    card.write(row.name, replace(plain, room=columns.name), (left + NAME_LEFT, middle), Side.LEFT)
    card.write(row.figure, plain, (left + columns.figure, middle), Side.RIGHT)
    if columns.sparkline is not None and len(row.history) > 1:
        line = _sparkline(_heights(row.history), ground, theme)
        card.center(line, (left + columns.sparkline - SPARKLINE_WIDTH / 2, middle))
    if columns.change is not None:
        _put_change(card, row.change, (left + columns.change, middle), ground)
    for text, right in zip(row.others, columns.others, strict=True):
        if isinstance(text, str):
            card.write(text, plain, (left + right, middle), Side.RIGHT)
        else:
            sign, ink = (icons.CHECK, theme.last_move) if text else (icons.DASH, theme.dim_text)
            card.draw(sign, ink, ground, (left + right - SIGN_SIDE / 2, middle))


def other_width(text: str | bool) -> float:  # noqa: FBT001  (a cell is a text, or whether it's checked)
    """Return how wide a further figure is."""
    return width(text, ROOM) if isinstance(text, str) else SIGN_SIDE


def change_width(change: int | None) -> float:
    """Return how wide a change is with its arrow."""
    return SIGN_SIDE if change is None else SIGN_SIDE + SIGN_GAP + width(_signed(change), ROOM)


def _ground(row: LeaderboardRow, theme: Theme) -> Tint:
    return theme.active_panel if row.own else theme.panel


def _signed(change: int) -> str:
    return f"{change:+d}".replace("-", "\u2212") if change else "0"


def _put_change(card: Card, change: int | None, right_end: Point, ground: Tint) -> None:
    right, middle = right_end
    theme = card.theme
    if change is None:
        card.draw(icons.DASH, theme.dim_text, ground, (right - SIGN_SIDE / 2, middle))
        return
    ink = theme.last_move if change > 0 else theme.fall if change < 0 else theme.text
    text = _signed(change)
    card.write(text, Style(ROOM, ink, ground), right_end, Side.RIGHT)
    if change:
        arrow = icons.RISE if change > 0 else icons.FALL
        card.draw(arrow, ink, ground, (right - width(text, ROOM) - SIGN_GAP - SIGN_SIDE / 2, middle))


def _put_rank(card: Card, rank: int | None, middle: Point, ground: Tint) -> None:
    theme = card.theme
    if rank is None:
        card.draw(icons.DASH, theme.dim_text, ground, middle)
    elif rank <= len(Medal):
        card.center(medal(Medal(rank), MEDAL_RADIUS, ground, theme), middle)
    else:
        card.write(str(rank), Style(RANK_ROOM, theme.text, ground), middle, Side.MIDDLE)


@dataclass(frozen=True, slots=True)
class Plate:
    """The size of a row, the radius of its corners, and how thick its frame is if it has one."""

    width: int
    height: int
    radius: float
    outline: float


@lru_cache(maxsize=64)
def plate(form: Plate, theme: Theme, *, framed: bool) -> Image.Image:
    """Return an empty row, perhaps framed in gold. It's shared, so it mustn't be changed."""
    width, height, radius, outline = form.width, form.height, form.radius, form.outline
    sheet = Sheet(width, height, 1.0, (0.0, 0.0))
    painting = Painting(theme, sheet, theme.canvas)
    whole = shapes.box(0, 0, width, height, radius)
    if framed:
        painting.fill(sheet.mask(whole), theme.gold)
        whole = shapes.box(outline, outline, width - outline, height - outline, radius - outline)
    painting.fill(sheet.mask(whole), theme.active_panel if framed else theme.panel)
    return painting.finished()


def _heights(history: Sequence[float]) -> tuple[int, ...]:
    """Return values as heights from 0 to ``SPARKLINE_STEPS``, all in the middle if they're equal."""
    low, high = min(history), max(history)
    if low == high:
        return (SPARKLINE_STEPS // 2,) * len(history)
    return tuple(round(SPARKLINE_STEPS * (value - low) / (high - low)) for value in history)


@lru_cache(maxsize=512)
def _sparkline(heights: tuple[int, ...], ground: Tint, theme: Theme) -> Image.Image:
    """Return a line through the heights with a dot at the latest one."""
    sheet = Sheet(SPARKLINE_WIDTH, SPARKLINE_HEIGHT, 1.0, (0.0, 0.0))
    painting = Painting(theme, sheet, ground)
    left, right = SPARKLINE_LINE, SPARKLINE_WIDTH - SPARKLINE_DOT
    top, bottom = SPARKLINE_DOT, SPARKLINE_HEIGHT - SPARKLINE_DOT
    step = (right - left) / (len(heights) - 1)
    points = [
        (right - step * back, bottom - (bottom - top) * height / SPARKLINE_STEPS)
        for back, height in enumerate(reversed(heights))
    ]
    pieces = [shapes.swollen(piece, SPARKLINE_LINE) for piece in pairwise(points)]
    painting.fill(sheet.mask(*pieces, shapes.disc(SPARKLINE_DOT, *points[0])), theme.last_move)
    return painting.finished()
