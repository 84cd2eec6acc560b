"""The sign for a game's start is in the corner of its board and covers nothing there."""

import pytest
from PIL import Image, ImageChops, ImageFilter

from engine import Position
from render import THEMES, Scene, Size, Start, Theme, board
from render.drawing.theme import Tint
from render.making.examples import GAMES
from render.making.vision import contrast
from tests.render.pictures import opened

CORNER = (0, 930, 50, 978)
"""Between the letter a, the figure 1 and the edge of the plate, in pixels of the posted size."""

SIGNED = (Start.RANDOM, Start.SWAPPED)

FIGURE = (4, 795, 36, 855)
"""Where the figure 1 is."""

NEIGHBORS = {
    "nothing on a1": "Sb3",
    "a1 may be played on": "Tb1w",
    "a1 was played last": "Sa1",
    "a1 is White's Tower": "Sa1 Tb1w Ca1 Ta1e Td1w",
    "a1 became White's Tower": "Sa1 Tb1w Ca1 Ta1e",
    "a1 is Black's Tower": "Ca1 Ta1e Tb1w Sa1 Sa2",
    "a1 became Black's Tower": "Ca1 Ta1e Tb1w Sa1",
    "a1 is a Tower that won": GAMES["Black won by three Towers"],
    "a1 did not decide the game": GAMES["draw by the count"],
}


def scene(moves: str, start: Start = Start.PLAIN) -> Scene:
    return Scene(Position.replay("pyrga", moves.split()), "Ada", "Emmy", start=start)


def pixels(subject: Scene, size: Size, theme: Theme) -> Image.Image:
    return opened(board(subject, size=size, theme=theme)).convert("RGB")


def changed(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask of the pixels that differ between two pictures."""
    bands = ImageChops.difference(one, other).split()
    highest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return highest.point([0] + [255] * 255)


def under(mask: Image.Image, picture: Image.Image) -> Image.Image:
    """Return the picture where the mask is, and transparency elsewhere."""
    cut = Image.new("RGBA", picture.size)
    cut.paste(picture, (0, 0), mask)
    return cut


def colors(picture: Image.Image) -> list[Tint]:
    """Return the colors of what isn't transparent, the most common first."""
    counted = picture.convert("RGBA").getcolors(1 << 16) or []
    solid = [(count, color) for count, color in counted if isinstance(color, tuple) and color[3] > 0]
    return [(red, green, blue) for _, (red, green, blue, _) in sorted(solid, reverse=True)]


def test_a_scene_has_a_plain_start_unless_it_says_otherwise() -> None:
    assert Scene(Position.start(), "Ada", "Emmy").start is Start.PLAIN


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("start", SIGNED)
def test_the_sign_has_the_color_of_the_coordinates_and_is_in_the_corner(start: Start, theme: Theme) -> None:
    plain, signed = (pixels(scene("Sb3", each), Size.POSTED, theme) for each in (Start.PLAIN, start))
    mask = changed(plain, signed)
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    assert left >= CORNER[0]
    assert top >= CORNER[1]
    assert right <= CORNER[2]
    assert bottom <= CORNER[3]
    ground, figure, *_ = colors(plain.crop(FIGURE))
    assert ground == theme.plate
    assert colors(under(mask, signed))[0] == figure


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("start", SIGNED)
def test_in_a_chat_the_sign_stands_out_at_least_as_much_as_a_coordinate(start: Start, theme: Theme) -> None:
    small = pixels(scene("Sb3", start), Size.POSTED, theme).resize((330, 243), Image.Resampling.BOX)
    sign, figure = (
        max(contrast(color, theme.plate) for color in colors(small.crop(box)))
        for box in ((0, 231, 12, 243), (1, 199, 9, 211))
    )
    assert sign >= figure


@pytest.mark.thorough
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("start", SIGNED)
@pytest.mark.parametrize("moves", NEIGHBORS.values(), ids=NEIGHBORS.keys())
def test_the_sign_touches_nothing_no_matter_what_its_corner_shows(
    moves: str, start: Start, size: Size
) -> None:
    for theme in THEMES:
        plain, signed = (pixels(scene(moves, each), size, theme) for each in (Start.PLAIN, start))
        around = changed(plain, signed).filter(ImageFilter.MaxFilter(3))
        assert colors(under(around, plain)) == [theme.plate]
