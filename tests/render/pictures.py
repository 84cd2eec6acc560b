"""Compares pictures, for the tests."""

from io import BytesIO

from PIL import Image, ImageChops


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture))


BLOCK = 8


def difference(one: bytes, other: bytes) -> int:
    """Return how different two pictures are where they differ the most, 0 to 255.

    They're compared as means over blocks of a few pixels, so that an edge that moved by a fraction of a pixel
    counts little, and a missing or wrong sign counts a lot. Pictures of different sizes differ by 255.
    """
    first, second = opened(one).convert("RGB"), opened(other).convert("RGB")
    if first.size != second.size:
        return 255
    changes = ImageChops.difference(first.reduce(BLOCK), second.reduce(BLOCK)).getextrema()
    return max(int(highest) for _, highest in changes)  # type: ignore[misc]


def box(picture: bytes, left: int, top: int, right: int, bottom: int) -> Image.Image:
    return opened(picture).convert("RGB").crop((left, top, right, bottom))
