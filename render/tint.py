"""Colours as numbers: mixing them, and the measures of light and contrast."""

Tint = tuple[int, int, int]
"""A colour as red, green and blue, each 0 to 255 (sRGB)."""


def tint(text: str) -> Tint:
    """The colour written as ``#rrggbb``."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def blend(base: Tint, over: Tint, share: float) -> Tint:
    """``base`` covered by ``over`` with an opacity of ``share`` (0 to 1)."""
    red, green, blue = (round(b + (o - b) * share) for b, o in zip(base, over, strict=True))
    return red, green, blue


TOE = 0.04045
"""Levels up to this share of the full one are straight in sRGB (IEC 61966-2-1)."""

TOE_SLOPE = 12.92


def linear(level: int) -> float:
    """The light of an sRGB level, 0 to 1 (IEC 61966-2-1)."""
    share = level / 255
    return float(share / TOE_SLOPE if share <= TOE else ((share + 0.055) / 1.055) ** 2.4)


def luminance(colour: Tint) -> float:
    """Relative luminance, 0 to 1, as WCAG 2.2 defines it."""
    red, green, blue = (linear(level) for level in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Tint, other: Tint) -> float:
    """Contrast ratio, 1 to 21, as WCAG 2.2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
