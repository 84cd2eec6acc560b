"""Badges can be told apart even if they're small."""

from io import BytesIO

import pytest
from PIL import Image

from render import THEMES, BadgeIcon, Theme
from render.cards.badges import SIDE, badge
from render.drawing.palette import palette
from tests.render.pictures import difference

SHOWN = 24
"""In pixels: about as wide as a phone shows a badge on a profile."""


def shown(icon: BadgeIcon, theme: Theme) -> bytes:
    """Return the badge as people see it, enlarged so that each of its pixels is compared."""
    image = badge(icon, theme.panel, theme).copy()
    assert image.size == (SIDE, SIDE)
    image.putpalette(palette(theme))
    small = image.convert("RGB").resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
    stream = BytesIO()
    small.convert("L").resize((4 * SHOWN, 4 * SHOWN), Image.Resampling.NEAREST).save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_all_can_be_told_apart_without_colors(theme: Theme) -> None:
    pictures = {icon: shown(icon, theme) for icon in BadgeIcon}
    near = [
        (one.name, other.name)
        for one in BadgeIcon
        for other in BadgeIcon
        if one.name < other.name and difference(pictures[one], pictures[other]) < 70
    ]
    assert near == []
