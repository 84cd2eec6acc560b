"""What the pictures cost: `python benchmarks/render.py`.

Times of one process on one machine mean little elsewhere, so the claims are ratios or sizes: a warm board
compared with Pillow writing the same finished pixels, bytes, memory. Times are CPU times of the drawing
thread, the best of several runs, unless the line says otherwise.
"""

import argparse
import asyncio
import resource
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path

# Started as a file, Python would look for `render` beside it first, and find this very file.
sys.path.insert(0, str(Path(__file__).parent.parent))

from isal import isal_zlib
from PIL import Image, ImageDraw

from benchmarks.subjects import COMPRESSION, best, encoding, row, scenes
from engine import Color, Kind, Position, Space
from render import AEGEAN, LeaderboardPage, Scene, Size, board, leaderboard, prepare, profile, replay
from render.boards.cells import painted
from render.boards.pictures import board_image
from render.boards.scene import cells
from render.cards.leaderboards import leaderboard_image
from render.drawing.png import encoded
from render.making.cards import people, profiles

ROOT = Path(__file__).parent.parent

SAMPLES = 4
"""The supersampling of the naive drawing."""

ROUNDS = 6
"""Number of runs of the threads; the best counts, since other programs also make the loop wait."""

REPLAYED = 24
"""Number of moves in the replayed game."""

COLD = """
import time
start = time.perf_counter()
from engine import Position
from render import Scene, board, prepare
prepare()
board(Scene(Position.replay("pyrga", ["Sb3", "Tc3n"]), "Ada Lovelace", "Emmy Noether"))
print(time.perf_counter() - start)
"""


def game_to_replay(subjects: list[Scene]) -> list[Scene]:
    """The game of these scenes, about 24 moves long."""
    games: list[list[Scene]] = []
    for subject in subjects:
        if subject.position.ply == 0:
            games.append([])
        games[-1].append(subject)
    return min(games, key=lambda game: abs(len(game) - 1 - REPLAYED))


def naive(position: Position) -> bytes:
    """Draw a board as flat shapes, large and then averaged down: no shadows, gradients, marks or text."""
    scale = SAMPLES
    large = Image.new("RGB", (Size.POSTED.width * scale, Size.POSTED.height * scale), AEGEAN.canvas)
    draw = ImageDraw.Draw(large)
    draw.rounded_rectangle((12 * scale, 108 * scale, 988 * scale, 1084 * scale), 26 * scale, AEGEAN.plate)
    for space in Space:
        left, top = (edge * scale for edge in Size.POSTED.cell(space.column, space.row))
        side = Size.POSTED.pitch * scale
        inner = (left + 4 * scale, top + 4 * scale, left + side - 4 * scale, top + side - 4 * scale)
        draw.rounded_rectangle(inner, 20 * scale, AEGEAN.space.top)
        for piece in position.pieces(space):
            fill = (AEGEAN.white if piece.color is Color.WHITE else AEGEAN.black).flat
            x, y = left + side / 2, top + side / 2
            if piece.kind is Kind.SQUARE:
                frame = (x - 96 * scale, y - 96 * scale, x + 96 * scale, y + 96 * scale)
                draw.rounded_rectangle(frame, 17 * scale, outline=fill, width=21 * scale)
            elif piece.kind is Kind.TRIANGLE:
                corners = ((0, -71), (70, 57), (-70, 57))
                draw.polygon([(x + right * scale, y + down * scale) for right, down in corners], fill)
            else:
                draw.ellipse((x - 30 * scale, y - 30 * scale, x + 30 * scale, y + 30 * scale), fill)
    stream = BytesIO()
    large.reduce(scale).save(stream, "PNG")
    return stream.getvalue()


async def in_threads(subjects: list[Scene], threads: int) -> tuple[float, float]:
    """Boards per second of CPU time, and the longest that the event loop had to wait, in milliseconds."""
    loop = asyncio.get_running_loop()
    longest = 0.0

    def drawn(part: list[Scene]) -> float:
        start = time.thread_time()
        for subject in part:
            board(subject)
        return time.thread_time() - start

    with ThreadPoolExecutor(threads) as pool:
        work = [loop.run_in_executor(pool, drawn, subjects[number::threads]) for number in range(threads)]
        finished = asyncio.gather(*work)
        before = time.perf_counter()
        while not finished.done():
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            longest = max(longest, now - before - 0.001)
            before = now
        spent = sum(await finished)
    return len(subjects) / spent, 1000 * longest


def cold_start() -> float:
    """Importing, preparing and one board in a new process, in milliseconds (wall time, best of three)."""
    command = [sys.executable, "-c", COLD]
    runs = (subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT) for _ in range(3))  # noqa: S603
    return 1000 * min(float(run.stdout) for run in runs)


def after_games(page: LeaderboardPage, number: int, *, people: int) -> LeaderboardPage:
    """The page with the same names, but ratings and sparklines that weren't drawn yet for the first ones."""
    changed = tuple(
        replace(row, figure=f"{number}{place}", history=(*row.history[1:], 1500.0 + number + 7 * place))
        for place, row in enumerate(page.rows[:people])
    )
    return replace(page, rows=(*changed, *page.rows[people:]))


def measure_cards(repeats: int) -> None:
    """Print the cost of a page of people, which has the most on it, and of a profile."""
    page = people(10, apart=True)
    start = time.thread_time()
    size = len(leaderboard(page))
    first = 1000 * (time.thread_time() - start)
    row("bytes of a leaderboard of 11 rows", size / 1000, "KB")
    row("its first drawing, with names in ten scripts", first, "ms")
    warm = best(lambda: leaderboard(page), repeats)
    image = leaderboard_image(page, AEGEAN)
    written = best(encoding(image, compress_level=COMPRESSION), repeats)
    row("a warm leaderboard", warm, "ms")
    row("Pillow writing its pixels, indexed, level 3", written, "ms")
    row("warm leaderboard / writing", warm / written, "times", "at most 1.5")
    for text, count, first_number in (("two", 2, 1000), ("all", 10, 2000)):
        pages = iter([after_games(page, first_number + run, people=count) for run in range(repeats)])
        changed = best(lambda pages=pages: leaderboard(next(pages)), repeats)  # type: ignore[misc]
        row(f"ratings and sparklines of {text} are new / writing", changed / written, "times")
    player = profiles()["profile"]
    row("a warm profile, with its chart", best(lambda: profile(player), repeats), "ms")


def measure_sprites(subjects: list[Scene]) -> None:
    """Print what the cells of these boards take deflated in several ways, and how long it takes."""
    shown = {replace(cell, chevrons=()) for subject in subjects for cell in cells(subject).values()}
    indices = [painted(cell, Size.POSTED, AEGEAN).tobytes() for cell in shown]
    ways: dict[str, Callable[[bytes], bytes]] = {"ISA-L at level 1": lambda each: isal_zlib.compress(each, 1)}
    for level in (1, 3, 5, 9):
        ways[f"zlib at level {level}"] = partial(zlib.compress, level=level)
    for name, deflate in ways.items():
        deflated = [deflate(each) for each in indices]
        size = sum(map(len, deflated)) / len(deflated)
        row(f"a cell deflated by {name}", size / 1000, "KB")
        row("- deflating it", best(lambda: [*map(deflate, indices)], 3) / len(indices), "ms")  # noqa: B023
        row("- inflating it", best(lambda: [*map(isal_zlib.decompress, deflated)], 9) / len(indices), "ms")  # noqa: B023


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the renderer.")
    parser.add_argument(
        "--positions", type=int, default=1000, help="positions of random games (default 1000)"
    )
    parser.add_argument("--repeats", type=int, default=30, help="the best of these runs counts (default 30)")
    wanted = parser.parse_args()

    row("cold start: import, prepare, first board (wall)", cold_start(), "ms", "under 500")
    prepare()
    subjects = scenes(wanted.positions)
    start = time.thread_time()
    sizes = [len(board(subject)) for subject in subjects]
    first = 1000 * (time.thread_time() - start) / len(sizes)
    row(
        f"bytes of a board, mean of {len(sizes):,} positions",
        sum(sizes) / len(sizes) / 1000,
        "KB",
        "at most 60",
    )
    row("bytes of a board, largest", max(sizes) / 1000, "KB")
    row("a board of those games, new sprites included", first, "ms")

    chosen = subjects[:: max(1, len(subjects) // 10)]
    warm = written = 0.0
    for subject in chosen:
        image = board_image(subject, Size.POSTED, AEGEAN)
        warm += best(lambda subject=subject: board(subject), wanted.repeats)  # type: ignore[misc]
        written += best(encoding(image, compress_level=COMPRESSION), wanted.repeats)
    row("a warm board", warm / len(chosen), "ms")
    row("Pillow writing its pixels, indexed, level 3", written / len(chosen), "ms")
    row("warm board / writing", warm / written, "times", "at most 1.25")

    rounds = [asyncio.run(in_threads(chosen * 10, 2)) for _ in range(ROUNDS)]
    speed = max(speed for speed, _ in rounds)
    row("warm boards in 2 threads, for each second of a core", speed, "boards", "at least 150")
    row(
        "longest wait of the event loop meanwhile (wall)", min(held for _, held in rounds), "ms", "at most 10"
    )

    measure_cards(wanted.repeats)

    game = game_to_replay(subjects)
    film = replay(game)
    row(f"replay of {len(game) - 1} moves", len(film) / 1000, "KB", "under 700")
    row("replay: time in its process", best(lambda: replay(game), 3), "ms", "under 200")

    # before the naive drawing, whose large picture would be counted too
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    row("largest resident memory until here", memory, "MiB", "under 120")

    middle = chosen[len(chosen) // 2]
    image = board_image(middle, Size.POSTED, AEGEAN)
    warm = best(lambda: board(middle), wanted.repeats)
    plain = best(lambda: naive(middle.position), 3)
    row(f"naive drawing at {SAMPLES} times the size, flat and without text", plain, "ms")
    row("naive drawing / warm board", plain / warm, "times")
    for level in (1, 3, 6, 9):
        stream = BytesIO()
        image.save(stream, "PNG", compress_level=level)
        cost = best(encoding(image, compress_level=level), 5)
        row(f"Pillow's PNG at level {level}: time; {stream.tell() / 1000:.1f} KB", cost, "ms")
    for level in range(4):
        size = len(encoded(image, level))
        cost = best(lambda level=level: encoded(image, level), 5)  # type: ignore[misc]
        row(f"our PNG at level {level}: time; {size / 1000:.1f} KB", cost, "ms")
    measure_sprites(subjects)


if __name__ == "__main__":
    main()
