"""What a message is made of: text in boxes, pictures drawn beside the event loop, and rows of buttons."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any, Final, ParamSpec, TypeVar
from unicodedata import east_asian_width

import discord
from discord import ui

GOLD = discord.Color(0xFFCB47)
"""Something to decide, or a win."""

BLUE = discord.Color(0x4F86AF)
"""Something to read."""


# The library's components are generic over the view they end up in, which doesn't matter here.
Row = ui.ActionRow[Any]
Box = ui.Container[Any]
Button = ui.Button[Any]


LONGEST_TEXTS = 4000
"""Discord's limit for all texts of a message together."""

LONGEST_CONTENT = 2000
"""Discord's limit for a message that's only a text."""

LONGEST_LABEL = 80
"""Discord's limit for the label of a button."""

LONGEST_OPTION = 100
"""Discord's limit for the label of an option in a menu, and for its description."""


# In pixels: a row has 272 of the 360 that a narrow phone has, and there's no gap of 8 after its last button.
# A button's edges with the gap take 32, and its icon 20, with 8 more before a label.
_LINE = 272 + 8
_EDGES = 32
_ICON = 20
_ICON_GAP = 8
_NARROW, _BROAD = frozenset("fijlłrtI.,' "), frozenset("mwMWDGHNOQU…")
_MOST = 4

MOST_COMPONENTS = 40
"""Discord's limit for a message, rows and what is in them included."""

THREADS: Final = 1
"""A second one shows no board sooner, as all of them wait for the interpreter.

It costs memory: the allocator has a heap for each thread, and keeps what the largest pictures took there.
In asyncio's own threads, looking up Discord's address would wait for all pictures to be drawn.
"""

P = ParamSpec("P")
T = TypeVar("T")
_executor = ThreadPoolExecutor(THREADS, thread_name_prefix="drawing")


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with alt text for people who can't see it. ``description`` is never empty.

    ``lines`` are what people read in the message instead, in text mode: then the picture's own description
    is the sentence ``caption``. There are none if the message says all of it anyway.
    """

    filename: str
    png: bytes
    description: str
    caption: str = ""
    lines: Sequence[str] = ()

    @property
    def link(self) -> str:
        """Return what a message calls the upload."""
        return f"attachment://{self.filename}"

    def gallery(self) -> ui.MediaGallery[Any]:
        """Return the component that shows the picture."""
        item = discord.MediaGalleryItem(self.link, description=self.description)
        return ui.MediaGallery(item)

    def file(self) -> discord.File:
        """Return the upload, to be sent once."""
        return discord.File(BytesIO(self.png), self.filename)


@dataclass(frozen=True, slots=True)
class Download:
    """A file to save. Its name only has letters, digits, points, hyphens and underscores."""

    filename: str
    data: bytes

    def component(self) -> ui.File[Any]:
        return ui.File(f"attachment://{self.filename}")

    def file(self) -> discord.File:
        """Return the upload, to be sent once."""
        return discord.File(BytesIO(self.data), self.filename)


@dataclass(frozen=True, slots=True)
class Content:
    """A message's view and the files that it shows.

    The view is for one message only, and may be empty once that has been sent.
    """

    view: ui.LayoutView
    pictures: tuple[Picture | Download, ...] = ()

    def files(self) -> list[discord.File]:
        """Return fresh uploads of the files."""
        return [picture.file() for picture in self.pictures]


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a view of these components. Rows of buttons fit a phone's line in every language.

    It's stopped, so that the library doesn't keep it: clicks find their handlers by custom_id.
    """
    view = ui.LayoutView(timeout=None)
    for item in fitted(items):
        view.add_item(item)
    view.stop()
    return view


def boxed(*parts: "Part", rows: Iterable[ui.Item[Any]] = (), accent: discord.Color | None = BLUE) -> Content:
    """Return a message with a box, and rows of buttons below it. Empty texts are left out of the box.

    The rows are below it, not in it: its padding would make the fourth button wrap on a phone.
    """
    items = [item for item in map(_item, parts) if item is not None]
    files = tuple(part for part in parts if isinstance(part, Picture | Download))
    return Content(layout(Box(*items, accent_color=accent), *rows), files)


def unboxed(text: str, *rows: ui.Item[Any]) -> Content:
    """Return a message with a text, and rows of buttons below it."""
    return Content(layout(ui.TextDisplay(text), *rows))


Part = str | Sequence[str] | Picture | Download | ui.Item[Any]
"""What's in a box: a text, the lines of one, of which empty ones are left out, a file, or something else."""


def _item(part: Part) -> ui.Item[Any] | None:
    if isinstance(part, Picture):
        return part.gallery()
    if isinstance(part, Download):
        return part.component()
    if isinstance(part, ui.Item):
        return part
    text = part if isinstance(part, str) else "\n".join(filter(None, part))
    return ui.TextDisplay(text) if text else None


def rows_of(buttons: Sequence[Button]) -> list[ui.ActionRow[Any]]:
    """Return the buttons in order, in as few rows as possible, evenly; at most four in one."""
    return [ui.ActionRow(*line) for line in _lines(buttons)]


def fitted(items: Sequence[ui.Item[Any]]) -> Sequence[ui.Item[Any]]:
    """Return the components of a message, with several rows for one that's too long for a line.

    Where the message has no room for more rows, they are as before.
    """
    room = MOST_COMPONENTS - sum(map(_size, items))
    arranged: list[ui.Item[Any]] = []
    for item in items:
        lines = _lines(_too_long(item))
        if len(lines) > 1 and len(lines) - 1 <= room:
            room -= len(lines) - 1
            arranged += [ui.ActionRow(*line) for line in lines]
        else:
            arranged.append(item)
    return arranged


def _lines(buttons: Sequence[Button]) -> list[list[Button]]:
    """Return the fewest lines possible, with about as many buttons in each."""
    if len(buttons) <= _MOST and sum(map(_width, buttons)) <= _LINE:
        return [list(buttons)] if buttons else []
    possible = [_filled(buttons, most) for most in range(1, _MOST + 1)]
    return min(possible, key=len)


def _filled(buttons: Sequence[Button], most: int) -> list[list[Button]]:
    """Return lines of buttons, each with as many as fit, up to ``most``."""
    lines: list[list[Button]] = []
    room: float = 0
    for button in buttons:
        width = _width(button)
        if not lines or width > room or len(lines[-1]) == most:
            lines.append([])
            room = _LINE
        lines[-1].append(button)
        room -= width
    return lines


def _too_long(item: ui.Item[Any]) -> list[Button]:
    """Return the buttons of a row if they're too long for a line; none for something else."""
    children = item.children if isinstance(item, ui.ActionRow) else []
    buttons = [child for child in children if isinstance(child, ui.Button)]
    return buttons if sum(map(_width, buttons)) > _LINE else []


def _size(item: ui.Item[Any]) -> int:
    return 1 + (len(list(item.walk_children())) if isinstance(item, ui.ActionRow | ui.Container) else 0)


def _width(button: Button) -> float:
    label = button.label or ""
    icon = (_ICON + (_ICON_GAP if label else 0)) if button.emoji else 0
    return _EDGES + icon + sum(map(_character_width, label))


def _character_width(sign: str) -> float:
    """Return about how wide a character is on a button, rather too much than too little."""
    if sign in _NARROW:
        return 4.6
    if sign in _BROAD:
        return 11.6
    return 14 if east_asian_width(sign) in {"W", "F"} else 8.4


async def draw(drawing: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call ``drawing`` in the thread, and return what it returns."""
    return await asyncio.get_running_loop().run_in_executor(_executor, partial(drawing, *args, **kwargs))
