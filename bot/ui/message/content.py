"""A message to send: its view and the files that the view shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.ui.message.button_rows import fitted

# The library's components are generic over the view they end up in, which doesn't matter here.
Row = ui.ActionRow[Any]
Box = ui.Container[Any]


LONGEST_TEXTS = 4000
"""Discord's limit for all texts of a message together."""


def _nothing() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with alt text for people who can't see it. ``description`` is never empty.

    ``write`` returns the same in lines, for people who read it in the message; nothing if the message says
    all of it anyway. It's only called for them.
    """

    filename: str
    png: bytes
    description: str
    write: Callable[[], str] = _nothing

    @property
    def link(self) -> str:
        """What a message calls the upload."""
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
        """Return the component that offers the file."""
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
        """Fresh uploads of the files."""
        return [picture.file() for picture in self.pictures]

    def add_texts(self) -> None:
        """Put the text of each picture above it, in the lines that stand there if there are any.

        If a message had too much text then, the last lines of a picture's text are left out.
        """
        texts = self._fitting_texts()
        if texts:
            boxes = [item for item in self.view.children if isinstance(item, ui.Container)]
            for box in boxes:
                _add_texts(box, texts)
            _add_texts(self.view, texts)

    def _fitting_texts(self) -> dict[str, str]:
        items = self.view.walk_children()
        room = LONGEST_TEXTS - sum(len(item.content) for item in items if isinstance(item, ui.TextDisplay))
        texts = {}
        for picture in [one for one in self.pictures if isinstance(one, Picture)]:
            text = picture.write()
            lines = text.split("\n") if text else []
            while lines and len("\n".join(lines)) >= room:
                lines.pop()
            if lines:
                texts[picture.link] = "\n".join(lines)
                room -= len(texts[picture.link]) + 1
        return texts


def _add_texts(parent: ui.LayoutView | Box, texts: Mapping[str, str]) -> None:
    children = list(parent.children)
    parent.clear_items()
    above: ui.Item[Any] | None = None
    for child in children:
        text = "\n".join(_texts_of(child, texts))
        if text and isinstance(above, ui.TextDisplay):
            # A message has a maximum number of components, which the buttons may need.
            above.content = f"{above.content}\n{text}"
        elif text:
            parent.add_item(ui.TextDisplay(text))
        parent.add_item(child)
        above = child


def _texts_of(item: ui.Item[Any], texts: Mapping[str, str]) -> list[str]:
    if not isinstance(item, ui.MediaGallery):
        return []
    return [texts[each.media.url] for each in item.items if each.media.url in texts]


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """A view of these components. Rows of buttons fit a phone's line in every language.

    It's stopped, so that the library doesn't keep it: clicks find their handlers by custom_id.
    """
    view = ui.LayoutView(timeout=None)
    for item in fitted(items):
        view.add_item(item)
    view.stop()
    return view
