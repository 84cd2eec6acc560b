"""Each piece has an emoji that looks like no other."""

import pytest

from engine import Colour, Direction, Kind, Piece
from render import PIECES, emoji
from tests.render.pictures import difference, opened


def test_there_is_one_for_every_piece() -> None:
    assert len(PIECES) == len(set(PIECES)) == 12
    assert Piece(Kind.TRIANGLE, Colour.WHITE, Direction.EAST) in PIECES


@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_it_is_a_small_png_with_clear_corners(piece: Piece) -> None:
    picture = emoji(piece)
    image = opened(picture)
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (128, 128))
    assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert len(picture) < 256_000
    assert emoji(piece) == picture


def test_all_are_told_apart() -> None:
    pictures = [emoji(piece) for piece in PIECES]
    assert all(difference(a, b) > 60 for n, a in enumerate(pictures) for b in pictures[:n])
