"""Each piece has an emoji that looks like no other."""

from collections.abc import Iterator

import pytest
from PIL import Image

from engine import Color, Direction, Kind, Piece
from render import PIECES, emoji
from render.drawing.theme import Tint, tint
from render.making.vision import contrast
from tests.render.pictures import difference, opened


def test_there_is_one_for_every_piece_and_for_a_triangle_without_direction() -> None:
    assert len(PIECES) == len(set(PIECES)) == 14
    assert {Piece(Kind.TRIANGLE, Color.WHITE, aim) for aim in (Direction.EAST, None)} < set(PIECES)


@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_it_is_a_small_png_with_clear_corners(piece: Piece) -> None:
    picture = emoji(piece)
    image = opened(picture)
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (128, 128))
    assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert len(picture) < 256_000
    assert emoji(piece) == picture


def test_all_can_be_told_apart() -> None:
    pictures = [emoji(piece) for piece in PIECES]
    assert all(difference(a, b) > 60 for n, a in enumerate(pictures) for b in pictures[:n])


BUTTONS = {
    "blue": "#5865F2",
    "green": "#248046",
    "brighter green": "#008545",
    "gray": "#4E5058",
    "darker gray": "#3E3F45",
    "gray in the light theme": "#6D6F78",
    "pale gray in the light theme": "#E3E5E8",
}
SHOWN = (22, 22)
ENOUGH = 3.0
"""What WCAG 2.2 requires of graphics that are needed to understand something (1.4.11)."""


@pytest.mark.thorough
@pytest.mark.parametrize("button", BUTTONS.values(), ids=BUTTONS)
@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_it_stands_out_on_a_button_at_the_size_that_a_client_shows(piece: Piece, button: str) -> None:
    shown = Image.new("RGB", SHOWN, tint(button))
    icon = opened(emoji(piece)).resize(SHOWN, Image.Resampling.LANCZOS)
    shown.paste(icon, mask=icon)
    pixels = list(colors(shown.tobytes()))
    assert sum(contrast(tint(button), pixel) >= ENOUGH for pixel in pixels) > len(pixels) / 8
    assert sum(is_of_side(piece, pixel) for pixel in pixels) > len(pixels) / 8


def colors(levels: bytes) -> Iterator[Tint]:
    """Return the colors of an RGB picture."""
    return zip(levels[::3], levels[1::3], levels[2::3], strict=True)


def is_of_side(piece: Piece, color: Tint) -> bool:
    """Return whether a color is as light as White's pieces, or as dark as Black's."""
    return contrast(color, (0, 0, 0) if piece.color is Color.WHITE else (255, 255, 255)) > 14
