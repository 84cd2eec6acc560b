"""Colors as numbers, and mixing them."""

Tint = tuple[int, int, int]
"""A color as red, green and blue, each 0 to 255 (sRGB)."""


def tint(text: str) -> Tint:
    """Return the color written as ``#rrggbb``."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def blend(base: Tint, over: Tint, share: float) -> Tint:
    """``base`` covered by ``over`` with an opacity of ``share`` (0 to 1)."""
    red, green, blue = (round(b + (o - b) * share) for b, o in zip(base, over, strict=True))
    return red, green, blue
