"""What the pictures cost: `python benchmarks/render.py`.

Times of one process on one machine mean little elsewhere, so the claims are ratios or sizes: a warm board
compared with Pillow writing the same finished pixels, and bytes. Times are CPU times of the drawing thread,
the best of several runs.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path

# Started as a file, Python would look for `render` beside it first, and find this very file.
sys.path.insert(0, str(Path(__file__).parent.parent))

from PIL import Image
from zlib_ng import zlib_ng

from benchmarks.table import heading, row
from engine import Position
from render import AEGEAN, Scene, Size, board, cross_table, leaderboard, podium, prepare, profile
from render.boards.cells import painted
from render.boards.pictures import board_image
from render.boards.scene import cells
from render.cards.cross_tables import cross_table_image
from render.cards.leaderboards import leaderboard_image
from render.drawing.png import encoded
from render.making.cards import people, profiles
from render.making.cups import LONG_NAMES, group, podiums

SEED = 11
NAMES = (("Ada Lovelace", "王小明"), ("Ελένη", "محمد الأمين"), ("Nguyễn Văn Đức", "Дмитрий"))

COMPRESSION = 3
"""The compression level of the pixels written by Pillow that pictures are compared with."""


def positions() -> Iterator[Position]:
    """Yield positions of random games, every ply of them."""
    chance = random.Random(SEED)
    while True:
        position = Position.start()
        yield position
        while position.outcome() is None:
            position = position.play(chance.choice(position.legal_moves))
            yield position


def best(work: Callable[[], object], repeats: int) -> float:
    """Return the least CPU time of this thread for one run of ``work``, in milliseconds."""
    least = float("inf")
    for _ in range(repeats):
        start = time.thread_time()
        work()
        least = min(least, time.thread_time() - start)
    return 1000 * least


def encoding(image: Image.Image, **options: int) -> Callable[[], object]:
    """Write finished pixels as PNG with Pillow."""
    return lambda: image.save(BytesIO(), "PNG", **options)


def measure_boards(subjects: list[Scene], repeats: int) -> None:
    """Print the sizes of these boards, and what a tenth of them costs when all on it was drawn before."""
    heading("Boards")
    sizes = [len(board(subject)) / 1000 for subject in subjects]
    row(f"mean size of {len(sizes):,} boards", sum(sizes) / len(sizes), "KB", "at most 60")
    row("the largest of them", max(sizes), "KB")
    chosen = subjects[::10]
    warm = sum(best(partial(board, subject), repeats) for subject in chosen)
    images = [board_image(subject, Size.POSTED, AEGEAN) for subject in chosen]
    written = sum(best(encoding(image, compress_level=COMPRESSION), repeats) for image in images)
    row("a warm board", warm / len(chosen), "ms")
    row("Pillow writing its pixels, indexed, level 3", written / len(chosen), "ms")
    row("warm board / writing", warm / written, "times", "at most 1.25")


def measure_writing(subject: Scene, repeats: int) -> None:
    """Print what it costs to write the pixels of a board."""
    heading("Writing the pixels of a board")
    image = board_image(subject, Size.POSTED, AEGEAN)
    for level in (1, 3, 6):
        stream = BytesIO()
        image.save(stream, "PNG", compress_level=level)
        row(f"Pillow, level {level}", best(encoding(image, compress_level=level), repeats), "ms")
        row("- size", stream.tell() / 1000, "KB")
    for level in (1, 2, 3):
        row(f"zlib-ng, level {level}", best(partial(encoded, image, level), repeats), "ms")
        row("- size", len(encoded(image, level)) / 1000, "KB")


def measure_cards(repeats: int) -> None:
    """Print the cost of a page of people, which has the most on it, and of a profile."""
    heading("A leaderboard of 11 rows, and a profile")
    page = people(10, apart=True)
    row("the first drawing, with names in ten scripts", best(lambda: leaderboard(page), 1), "ms")
    warm = best(lambda: leaderboard(page), repeats)
    written = best(encoding(leaderboard_image(page, AEGEAN), compress_level=COMPRESSION), repeats)
    row("a warm leaderboard", warm, "ms")
    row("Pillow writing its pixels, indexed, level 3", written, "ms")
    row("warm leaderboard / writing", warm / written, "times", "at most 1.5")
    player = profiles()["profile"]
    row("a warm profile, with its chart", best(lambda: profile(player), repeats), "ms")


def measure_cups(repeats: int) -> None:
    """Print the cost of the cross table with the most on it, and of a podium."""
    heading("A cross table of eight with long names, two games each, and a podium")
    table = group(LONG_NAMES, games=2)
    row("the first drawing, with names in many scripts", best(lambda: cross_table(table), 1), "ms")
    warm = best(lambda: cross_table(table), repeats)
    written = best(encoding(cross_table_image(table, AEGEAN), compress_level=COMPRESSION), repeats)
    row("a warm cross table", warm, "ms")
    row("Pillow writing its pixels, indexed, level 3", written, "ms")
    row("warm cross table / writing", warm / written, "times", "at most 1.5")
    result = podiums()["podium"]
    row("a warm podium", best(lambda: podium(result), repeats), "ms")


def measure_sprites(subjects: list[Scene]) -> None:
    """Print what the cells of these boards take deflated at several levels, and how long it takes."""
    heading("A cell, deflated")
    shown = {replace(cell, chevrons=()) for subject in subjects for cell in cells(subject).values()}
    indices = [painted(cell, Size.POSTED, AEGEAN).tobytes() for cell in shown]
    for level in (1, 3, 5, 9):
        deflate = partial(zlib_ng.compress, level=level)
        deflated = [deflate(each) for each in indices]
        row(f"level {level}", sum(map(len, deflated)) / len(deflated) / 1000, "KB")
        row("- deflating it", best(lambda: [*map(deflate, indices)], 3) / len(indices), "ms")  # noqa: B023
        row("- inflating it", best(lambda: [*map(zlib_ng.decompress, deflated)], 9) / len(indices), "ms")  # noqa: B023


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the renderer.")
    parser.add_argument("--positions", type=int, default=1000, help="of random games (default 1000)")
    parser.add_argument("--repeats", type=int, default=30, help="the best of these runs counts (default 30)")
    wanted = parser.parse_args()
    prepare()
    numbered = zip(range(wanted.positions), positions(), strict=False)
    subjects = [Scene(position, *NAMES[number % len(NAMES)]) for number, position in numbered]
    measure_boards(subjects, wanted.repeats)
    measure_writing(subjects[len(subjects) // 2], wanted.repeats)
    measure_cards(wanted.repeats)
    measure_cups(wanted.repeats)
    measure_sprites(subjects)


if __name__ == "__main__":
    main()
