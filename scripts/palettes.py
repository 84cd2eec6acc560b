"""Make the fixed palette of each theme: a maintainer's command for when the painting changes.

``python -m scripts.palettes [FOLDER]`` paints the boards of some random games, both players' panels, some
leaderboards and profiles, and a selection of emoji colors, and fills a palette of 256 colors with

- the theme's own flat colors and every level of its gradients, exactly;
- a coarse cube of colors and grays, for emoji in names;
- the best other colors, by median cut and k-means over what the paintings show.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from engine import Color, Outcome, Position, Reason
from render.boards import cells, panels, pictures, scene
from render.boards.cells import Cell
from render.boards.scene import Scene
from render.cards.leaderboards import leaderboard_image
from render.cards.profiles import profile_image
from render.drawing.geometry import Size
from render.drawing.painting import finishing
from render.drawing.palette import COLORS, FOLDER, flats, gradients, levels
from render.drawing.theme import THEMES, Theme, Tint
from render.making.cards import leaderboards, profiles

GAMES = 6
SEED = 5
K_MEANS = 12
RARE = 2
"""A color counts as often as the square root of its pixels, divided by this."""

EMOJI_COLORS = tuple(
    (red, green, blue) for red in (32, 140, 248) for green in (32, 140, 248) for blue in (32, 140, 248)
) + tuple(
    (red, green, blue)
    for red, green, blue in (
        (255, 204, 77),
        (255, 172, 51),
        (190, 25, 49),
        (120, 178, 89),
        (193, 105, 79),
        (102, 69, 0),
        (85, 172, 238),
        (226, 149, 120),
    )
)


def scenes() -> Iterable[Scene]:
    """Yield the positions of some random games, both running and annulled."""
    chance = random.Random(SEED)  # noqa: S311  (random games need no cryptography)
    for _ in range(GAMES):
        position = Position.start()
        while position.outcome() is None:
            yield Scene(position, "Ada", "Hypatia")
            position = position.play(chance.choice(position.legal_moves))
        yield Scene(position, "Ada", "Hypatia")
        yield Scene(position, "Ada", "Hypatia", Outcome(None, Reason.ANNULLED))


def painted(theme: Theme) -> Counter[Tint]:
    """Return the colors of the paintings, with the number of pixels of each."""
    found: Counter[Tint] = Counter()

    def record(_theme: Theme, painting: Image.Image, _layers: object) -> Image.Image:
        for count, color in painting.getcolors(painting.width * painting.height) or ():
            if isinstance(color, tuple):
                red, green, blue = color
                found[red, green, blue] += count
        return Image.new("P", painting.size)

    seen: set[Cell] = set()
    with finishing(record):
        pictures.background(Size.POSTED, theme)
        for subject in scenes():
            for cell in scene.cells(subject).values():
                if cell not in seen:
                    seen.add(cell)
                    cells.painted(cell, Size.POSTED, theme)
            for color in reversed(Color):
                panels.painted(scene.panel(subject, color), Size.POSTED, theme)
        for page in leaderboards().values():
            leaderboard_image(page, theme)
        for player in profiles().values():
            profile_image(player, theme)
    return found


def build(theme: Theme) -> bytes:
    """Return the palette of one theme."""
    fixed = [*flats(theme)]
    for gradient in gradients(theme):
        fixed += levels(gradient)
    fixed = [*dict.fromkeys([*fixed, *EMOJI_COLORS])]
    pixels = bytearray()
    held = set(fixed)
    for color, count in painted(theme).items():
        if color not in held:
            pixels += bytes(color) * (1 + int(count**0.5) // RARE)
    sample = Image.frombytes("RGB", (len(pixels) // 3, 1), bytes(pixels))
    rest = sample.quantize(COLORS - len(fixed), Image.Quantize.MEDIANCUT, kmeans=K_MEANS)
    chosen = bytes(rest.getpalette() or ())
    return (b"".join(map(bytes, fixed)) + chosen).ljust(3 * COLORS, b"\0")


def main(folder: Path = FOLDER) -> None:
    """Write the palette of every theme into a folder: by default, the one that the pictures are made with."""
    for theme in THEMES:
        (folder / f"{theme.name}.palette").write_bytes(build(theme))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
