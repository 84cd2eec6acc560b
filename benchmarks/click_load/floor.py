"""The floor, the least that a click can cost: `python -m benchmarks.click_load.floor PICTURE`.

A bare discord.py bot with one dynamic item. For each click it encodes the pixels of the file PICTURE, which
are ready, in a thread, and uploads them with twelve buttons. It stores nothing and knows no rules.
"""

import asyncio
import re
import sys
from io import BytesIO
from typing import Any, Self

import discord
from discord import ui
from PIL import Image

from benchmarks.stand_in import TOKEN, use_stand_in

COMPRESSION = 3
ROWS, BUTTONS_IN_ROW = 3, 4


class Button(ui.DynamicItem[ui.Button[Any]], template=r"play:(?P<game>\w+):(?P<revision>\d+):.+"):
    """A button on a board. Each new board has the next revision."""

    def __init__(self, game: str, revision: int, label: str) -> None:
        super().__init__(ui.Button(custom_id=f"play:{game}:{revision}:{label}", label=label))
        self.game = game
        self.revision = revision

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], game: re.Match[str], /
    ) -> Self:
        """Rebuild the button that was clicked."""
        del interaction, item
        return cls(game["game"], int(game["revision"]), "clicked")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the board with new buttons."""
        png = await asyncio.to_thread(encoded, interaction.client.pixels)
        view = _board(self.game, self.revision + 1)
        await interaction.response.edit_message(
            view=view, attachments=[discord.File(BytesIO(png), "board.png")]
        )


class FloorClient(discord.Client):
    """A client with the pixels it shows."""

    def __init__(self, pixels: Image.Image) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.pixels = pixels

    async def setup_hook(self) -> None:
        """Register the buttons."""
        self.add_dynamic_items(Button)


def encoded(pixels: Image.Image) -> bytes:
    """Return pixels as a PNG file."""
    stream = BytesIO()
    pixels.save(stream, "PNG", compress_level=COMPRESSION)
    return stream.getvalue()


def _board(game: str, revision: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png"))
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("A board"), gallery, ui.TextDisplay("A line"))
    view.add_item(container)
    for row in range(ROWS):
        buttons = (Button(game, revision, f"{row}{column}") for column in range(BUTTONS_IN_ROW))
        view.add_item(ui.ActionRow(*buttons))
    return view


def main() -> None:
    """Run until the process is ended."""
    use_stand_in()
    with Image.open(sys.argv[1]) as pixels:
        pixels.load()
        asyncio.run(FloorClient(pixels).start(TOKEN))


if __name__ == "__main__":
    main()
