"""Drawing text: figures, coordinates and the players' names."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf
from pathlib import Path
from threading import Lock

from PIL import Image, ImageDraw, ImageFont, features

from render.drawing.shapes import Point
from render.drawing.theme import Tint
from render.text import names
from render.text.names import EMOJI_RUN, Run
from render.text.repertoire import CHAIN, FONTS

MEASURED = 42
"""Texts are measured in this size."""

CAP_HEIGHT = 0.727
"""Height of a capital of the first font, as a share of its size."""

ELLIPSIS = "\u2026"

EMOJI_FONTS = (
    Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"),
    Path("/usr/share/fonts/noto/NotoColorEmoji.ttf"),
    Path("/usr/share/fonts/google-noto-color-emoji-fonts/NotoColorEmoji.ttf"),
    Path("/usr/local/share/fonts/NotoColorEmoji.ttf"),
)
"""Where the color emoji font may be installed."""

EMOJI_SIZE = 109
"""The only size of that font, in pixels."""

EMOJI_HEIGHT = 1.06
EMOJI_DROP = 0.17
"""Height of an emoji and how far it reaches under the base line, as shares of the text's size."""

SHAPING = features.check("raqm") and features.check("fribidi")
"""Pillow joins and reorders letters with raqm, which needs FriBiDi from the system. Without it, letters
stand alone."""

_lock = Lock()
"""Two threads must not use a FreeType font at the same time."""


@dataclass(frozen=True, slots=True)
class Line:
    """A text laid out: its runs from left to right, their widths and its size in units."""

    runs: tuple[Run, ...]
    widths: tuple[float, ...]
    size: float

    @property
    def width(self) -> float:
        return sum(self.widths)


@lru_cache(maxsize=24)
def _font(number: int, pixels: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / CHAIN[number], pixels)


@cache
def _emoji_font() -> ImageFont.FreeTypeFont | None:
    for path in EMOJI_FONTS:
        if path.exists():
            try:
                return ImageFont.truetype(path, EMOJI_SIZE)
            except OSError:
                continue
    return None


def _width(run: Run, size: float) -> float:
    """Return the run's advance in the unit of ``size``."""
    if run.font == EMOJI_RUN:
        font = _emoji_font()
        return font.getlength(run.text) * size * EMOJI_HEIGHT / EMOJI_SIZE if font else 0.0
    return _font(run.font, MEASURED).getlength(_shown(run), direction=_direction(run)) * size / MEASURED


def _shown(run: Run) -> str:
    """Return the run's text as Pillow needs it: without raqm, that's its order on the line."""
    return "".join(reversed(run.clusters)) if run.leftwards and not SHAPING else run.text


def _direction(run: Run) -> str | None:
    if not SHAPING:
        return None
    return "rtl" if run.leftwards else "ltr"


@dataclass(frozen=True, slots=True)
class Room:
    """The room for a text in units: its maximum width, and its largest and smallest size."""

    widest: float
    largest: float
    smallest: float


@lru_cache(maxsize=512)
def fitted(text: str, room: Room) -> Line:
    """Return a text laid out at the largest size that fits, or cut short with an ellipsis.

    If no character can be drawn, the line is empty and its width is 0.
    """
    with _lock:
        left = names.clusters(text)
        emoji = _emoji_font() is not None
        line = _line(names.runs(left, emoji=emoji), room.largest)
        if line.width > room.widest:
            size = int(room.largest * room.widest / line.width)
            line = _line(line.runs, max(size, room.smallest))
        while left and line.width > room.widest:
            left = left[:-1]
            line = _line(names.runs((*left, ELLIPSIS), emoji=emoji), room.smallest)
        return line


@lru_cache(maxsize=512)
def wrapped(text: str, room: Room, taken: float = 0.0) -> tuple[Line, ...]:
    """Return a text laid out on one line, or on two if that's too long and has a space to break it at.

    The second line leaves as many units as are ``taken`` by something else.
    """
    words = "".join(names.clusters(text)).split(" ")
    lowest = Room(room.widest, room.smallest, room.smallest)
    rest = Room(room.widest - taken, room.smallest, room.smallest)
    for count in range(len(words) - 1, 0, -1):
        first, second = " ".join(words[:count]), " ".join(words[count:])
        if _natural_width(text, room.smallest) > room.widest >= _natural_width(first, room.smallest):
            return fitted(first, lowest), fitted(second, rest)
    return (fitted(text, room),)


@lru_cache(maxsize=512)
def broken(text: str, room: Room, most: int) -> tuple[str, ...]:
    """Return a text broken into as few lines as it needs at the smallest size, at most ``most``.

    It's broken after spaces and hyphens if that's enough, or else anywhere. If it's still too long, the last
    line has all the rest, which is to be cut short.
    """
    left = names.clusters(text)
    lines = _broken(left, room, between_words=True)
    if len(lines) > most:
        lines = _broken(left, room, between_words=False)
    return (*lines[: most - 1], "".join(lines[most - 1 :])) if len(lines) > most else lines


def _broken(left: tuple[str, ...], room: Room, *, between_words: bool) -> tuple[str, ...]:
    lines: list[str] = []
    while (count := _fitting(left, room)) < len(left):
        # A space may be the first that doesn't fit, since it isn't drawn at the end of a line.
        ends = [end for end in range(1, count + 1) if left[end - 1] in {" ", "-"} or left[end] == " "]
        if between_words and ends:
            count = ends[-1]
        lines.append("".join(left[:count]))
        left = left[count:]
    return (*lines, "".join(left))


def _fitting(left: tuple[str, ...], room: Room) -> int:
    """Return how many of these clusters fit on a line at the smallest size, at least one."""
    emoji = _emoji_font() is not None

    def width(count: int) -> float:
        return _line(names.runs(left[:count], emoji=emoji), room.smallest).width

    with _lock:
        return max(1, bisect_right(range(len(left) + 1), room.widest, key=width) - 1)


def _natural_width(text: str, size: float) -> float:
    return fitted(text, Room(inf, size, size)).width


def caption(text: str, size: float) -> Line:
    """Return a text laid out in one size (in units), however wide it gets."""
    with _lock:
        return _line(names.runs(names.clusters(text), emoji=False), size)


def _line(runs: tuple[Run, ...], size: float) -> Line:
    return Line(runs, tuple(_width(run, size) for run in runs), size)


def draw_line(image: Image.Image, line: Line, start: Point, scale: float, color: Tint) -> None:
    """Draw a name on an RGB image, to the right of ``start``, with capitals centered on it (in pixels)."""
    left, middle = start
    size = line.size * scale
    baseline = middle + size * CAP_HEIGHT / 2
    draw = ImageDraw.Draw(image)
    with _lock:
        for run, width in zip(line.runs, line.widths, strict=True):
            if run.font == EMOJI_RUN:
                _draw_emoji(image, run, (left, baseline), size)
            else:
                font, direction = _font(run.font, size), _direction(run)
                draw.text((left, baseline), _shown(run), color, font, "ls", direction=direction)
            left += width * scale


def _draw_emoji(image: Image.Image, run: Run, start: Point, size: float) -> None:
    font = _emoji_font()
    if font is None:
        return
    left, baseline = start
    box = font.getbbox(run.text, anchor="ls")
    picture = Image.new("RGBA", (max(1, int(box[2])), max(1, int(box[3] - box[1]))))
    ImageDraw.Draw(picture).text((0, -box[1]), run.text, font=font, embedded_color=True, anchor="ls")
    scale = size * EMOJI_HEIGHT / EMOJI_SIZE
    small = picture.resize(
        (max(1, round(picture.width * scale)), max(1, round(picture.height * scale))),
        Image.Resampling.LANCZOS,
    )
    image.paste(small, (round(left), round(baseline + size * EMOJI_DROP - small.height)), small)


def draw_figure(image: Image.Image, text: str, middle: Point, pixels: float, color: Tint) -> None:
    """Draw a letter or a number in the first font on an RGB image, centered on a point (in pixels)."""
    x, y = middle
    with _lock:
        font = _font(0, pixels)
        ImageDraw.Draw(image).text((x, y + pixels * CAP_HEIGHT / 2), text, fill=color, font=font, anchor="ms")
