"""A message to send: its view and the files that the view shows."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord
from discord import ui

# The library's components are generic over the view they end up in, which doesn't matter here.
Row = ui.ActionRow[Any]
Box = ui.Container[Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with alt text for people who can't see it. ``description`` is never empty."""

    filename: str
    png: bytes
    description: str

    def gallery(self) -> ui.MediaGallery[Any]:
        """Return the component that shows the picture."""
        item = discord.MediaGalleryItem(f"attachment://{self.filename}", description=self.description)
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

    The view is for one message only: the library's store of views forgets every button of the bot when one
    view object is sent twice with different buttons.
    """

    view: ui.LayoutView
    pictures: tuple[Picture | Download, ...] = ()

    def files(self) -> list[discord.File]:
        """Fresh uploads of the files."""
        return [picture.file() for picture in self.pictures]


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """A view of these components that never expires."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view
