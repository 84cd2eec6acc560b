"""Masks: the parts of a drawing surface that shapes cover, with smooth edges."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.drawing.shapes import Outline, Point

SAMPLES = 4
"""A mask is drawn this many times larger and averaged down."""

Box = tuple[int, int, int, int]
"""A part of a sheet in pixels: left, top, right and bottom."""


def common(one: Box, other: Box) -> Box | None:
    """Return the overlap of two parts, if there is one."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


@dataclass(frozen=True, slots=True)
class Mask:
    """The part of a sheet that a shape covers: a picture of coverage, 0 to 255, and its top left corner.

    The picture is no larger than the shape, so that painting a small one costs little; outside of it nothing
    is covered. Masks are shared, so they must not be changed.
    """

    coverage: Image.Image
    left: int
    top: int

    @property
    def box(self) -> Box:
        """Return the part of the sheet that the picture takes up."""
        return self.left, self.top, self.left + self.coverage.width, self.top + self.coverage.height

    def within(self, box: Box) -> Image.Image:
        """Return the coverage of a part of the sheet."""
        left, top, right, bottom = box
        return self.coverage.crop((left - self.left, top - self.top, right - self.left, bottom - self.top))

    def both(self, other: "Mask") -> "Mask":
        """Return what both masks cover."""
        return self._with(ImageChops.multiply(self.coverage, other.within(self.box)))

    def without(self, hole: "Mask") -> "Mask":
        """Return what the mask covers and the hole doesn't."""
        return self._with(ImageChops.multiply(self.coverage, ImageChops.invert(hole.within(self.box))))

    def weakened(self, share: float) -> "Mask":
        """Return the mask with its coverage multiplied by ``share`` (0 to 1)."""
        return self._with(self.coverage.point([round(level * share) for level in range(256)]))

    def shrunk(self, pixels: int) -> "Mask":
        """Return the mask without its outermost ``pixels``, at least 1."""
        left, top, right, bottom = self.box
        # The filter repeats the outermost pixels, so these have to be empty.
        framed = self.within((left - 1, top - 1, right + 1, bottom + 1))
        return Mask(framed.filter(ImageFilter.MinFilter(2 * pixels + 1)), left - 1, top - 1)

    def shifted(self, down: int) -> "Mask":
        """Return the mask moved down (up if negative)."""
        return Mask(self.coverage, self.left, self.top + down)

    def _with(self, coverage: Image.Image) -> "Mask":
        return Mask(coverage, self.left, self.top)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing surface: its size in pixels, the pixels in a unit, and its origin in pixels."""

    width: int
    height: int
    scale: float
    origin: Point

    @property
    def box(self) -> Box:
        """Return the whole sheet."""
        return 0, 0, self.width, self.height

    def mask(self, *outlines: Outline, holes: Iterable[Outline] = ()) -> Mask:
        """Return what the outlines cover, without what the holes cover."""
        image, (left, top) = self._sampled((*outlines, *holes), len(outlines))
        return Mask(image.reduce(SAMPLES), left, top)

    def blurred(self, mask: Mask, radius: float) -> Mask:
        """Return the mask with soft edges, blurred by ``radius`` pixels."""
        image = mask.within(self.box).filter(ImageFilter.GaussianBlur(radius))
        box = image.getbbox() or (0, 0, 1, 1)
        return Mask(image.crop(box), box[0], box[1])

    def _sampled(self, outlines: Sequence[Outline], solid: int) -> tuple[Image.Image, tuple[int, int]]:
        placed = [
            [(x * self.scale + self.origin[0], y * self.scale + self.origin[1]) for x, y in outline]
            for outline in outlines
        ]
        xs = [x for points in placed for x, _ in points]
        ys = [y for points in placed for _, y in points]
        left, top = max(0, int(min(xs)) - 1), max(0, int(min(ys)) - 1)
        right, bottom = min(self.width, ceil(max(xs)) + 1), min(self.height, ceil(max(ys)) + 1)
        image = Image.new("L", (max(1, right - left) * SAMPLES, max(1, bottom - top) * SAMPLES))
        draw = ImageDraw.Draw(image)
        for number, points in enumerate(placed):
            draw.polygon(
                # Pillow takes a coordinate as the middle of a pixel, and it paints the outline itself, too
                [((x - left) * SAMPLES - 0.5, (y - top) * SAMPLES - 0.5) for x, y in points],
                fill=255 if number < solid else 0,
            )
        return image, (left, top)
