"""How well colors can be told apart: their contrast, and how they look to color-blind eyes."""

from enum import Enum

from render.drawing.theme import Tint

TOE = 0.04045
"""sRGB is linear up to this share of the full level (IEC 61966-2-1)."""

TOE_SLOPE = 12.92


class Vision(Enum):
    """A dichromacy and its matrix in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1.0)."""

    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )

    def seen(self, color: Tint) -> Tint:
        """Return the color that looks to a full set of cones as ``color`` looks to this eye."""
        light = [linear(level) for level in color]
        red, green, blue = (
            _level(sum(share * part for share, part in zip(row, light, strict=True))) for row in self.value
        )
        return red, green, blue


def _level(light: float) -> int:
    light = min(1.0, max(0.0, light))
    share = light * TOE_SLOPE if light <= TOE / TOE_SLOPE else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * share)


def distance(one: Tint, other: Tint) -> float:
    """Return the Euclidean distance of two colors in CIELAB (1976), where 2 is just noticeable."""
    return float(sum((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)) ** 0.5)


def _lab(color: Tint) -> tuple[float, float, float]:
    red, green, blue = (linear(level) for level in color)
    x, y, z = (
        _cube_root(value)
        for value in (
            (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
            0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
            (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    """Return CIE's cube root, which is linear near 0."""
    return float(value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116)


def linear(level: int) -> float:
    """Return the light of an sRGB level, 0 to 1 (IEC 61966-2-1)."""
    share = level / 255
    return float(share / TOE_SLOPE if share <= TOE else ((share + 0.055) / 1.055) ** 2.4)


def luminance(color: Tint) -> float:
    """Return relative luminance, 0 to 1, as WCAG 2.2 defines it."""
    red, green, blue = (linear(level) for level in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Tint, other: Tint) -> float:
    """Return contrast ratio, 1 to 21, as WCAG 2.2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
