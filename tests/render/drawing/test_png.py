"""The PNG files that the renderer writes itself."""

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.drawing.png import encoded
from tests.render.pictures import opened

COLORS = 256


@st.composite
def indexed_images(draw: st.DrawFn) -> Image.Image:
    size = draw(st.tuples(st.integers(1, 40), st.integers(1, 40)))
    pixels = size[0] * size[1]
    image = Image.frombytes("P", size, draw(st.binary(min_size=pixels, max_size=pixels)))
    image.putpalette(draw(st.binary(min_size=3 * COLORS, max_size=3 * COLORS)))
    return image


@given(indexed_images())
def test_a_written_picture_is_read_back_with_the_same_pixels_and_colors(image: Image.Image) -> None:
    read = opened(encoded(image))
    assert (read.format, read.mode, read.size) == ("PNG", "P", image.size)
    assert read.tobytes() == image.tobytes()
    assert read.getpalette() == image.getpalette()


@given(indexed_images())
def test_every_chunk_has_the_right_checksum(image: Image.Image) -> None:
    opened(encoded(image)).verify()
