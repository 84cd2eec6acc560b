"""What the benchmarks of pictures and messages draw, and how they measure and print."""

import random
import time
from collections.abc import Callable, Iterator
from io import BytesIO

from PIL import Image

from engine import Position
from render import Scene

SEED = 11
NAMES = (("Ada Lovelace", "王小明"), ("Ελένη", "محمد الأمين"), ("Nguyễn Văn Đức", "Дмитрий"))

COMPRESSION = 3
"""The compression level of the pixels written by Pillow that pictures are compared with."""


def positions(count: int) -> Iterator[Position]:
    """Positions of random games, every ply of them."""
    chance = random.Random(SEED)
    while True:
        position = Position.start()
        while True:
            yield position
            count -= 1
            if count == 0:
                return
            if position.outcome() is not None:
                break
            position = position.play(chance.choice(position.legal_moves))


def scenes(count: int) -> list[Scene]:
    """Random positions with a few players' names."""
    return [Scene(position, *NAMES[number % len(NAMES)]) for number, position in enumerate(positions(count))]


def scenes_of_many(count: int, *, games: int, players: int) -> list[Scene]:
    """Random games between random players, played at the same time: one move in each in turn.

    When a game ends, another one takes its place.
    """
    chance = random.Random(SEED)
    people = [f"{NAMES[number % 3][number % 2]} {number}" for number in range(players)]
    running: list[Iterator[Scene]] = [iter(()) for _ in range(games)]
    found: list[Scene] = []
    while len(found) < count:
        number = len(found) % games
        scene = next(running[number], None)
        if scene is None:
            running[number] = _random_game(chance, *chance.sample(people, 2))
            scene = next(running[number])
        found.append(scene)
    return found


def _random_game(chance: random.Random, white: str, black: str) -> Iterator[Scene]:
    position = Position.start()
    yield Scene(position, white, black)
    while position.outcome() is None:
        position = position.play(chance.choice(position.legal_moves))
        yield Scene(position, white, black)


def best(work: Callable[[], object], repeats: int) -> float:
    """The least CPU time of this thread for one run of ``work``, in milliseconds."""
    return min(spent(work) for _ in range(repeats))


def spent(work: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    """The CPU time for one run of ``work`` in milliseconds, by default that of this thread."""
    start = clock()
    work()
    return 1000 * (clock() - start)


def encoding(image: Image.Image, **options: int) -> Callable[[], object]:
    """Pillow writing finished pixels as PNG."""
    return lambda: image.save(BytesIO(), "PNG", **options)


def row(text: str, figure: float, unit: str, target: str = "") -> None:
    """Print one line of the table."""
    print(f"{text:58}{figure:10.2f} {unit:12}{target}")
