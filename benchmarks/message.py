"""What a board message costs before it's sent: `python benchmarks/message.py`.

The floor is the minimum for a bot that has Pillow write its pictures: writing finished pixels of the same
board as PNG, and the payload of a message with twelve buttons. All figures are CPU times, and since those of
one machine mean little on another, each is also given as a multiple of the writing. The things compared are
measured in turns, and the best of several rounds counts.
"""

import argparse
import asyncio
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from unittest import mock

# Started as a file, Python would look for `render` beside it first, and find a benchmark.
sys.path.insert(0, str(Path(__file__).parent.parent))

import discord
from discord import ui
from discord.webhook.async_ import interaction_message_response_params

import render
from benchmarks.subjects import COMPRESSION, SEED, best, encoding, row, scenes_of_many, spent
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from engine import Position
from render import AEGEAN, Scene, Size, Theme, board, prepare
from render.boards.pictures import board_image
from tests.bot.ui.examples import game_at

GAMES, PLAYERS = 30, 200
"""Number of games that are played at the same time, and of people who play them."""

SAMPLES = 20
"""Number of boards that are measured repeatedly."""

DEEP = 20
"""Number of moves in a game that is read."""

PROCESSES = 3
"""Number of processes that draw the games from the first move on; the median counts."""

FLOOR_ROWS, FLOOR_BUTTONS = 3, 4
ICON = discord.PartialEmoji(name="black_triangle_right_f0f0f0", id=1234567890123456789)

WRITING = "writing a board's ready pixels (the floor)"
FLOOR_PAYLOAD = "payload of twelve buttons (the floor)"
WARM = "board, all of it drawn before"
NEWCOMERS = "board, both names new"
MESSAGE = "message, its picture given"
PAYLOAD = "payload of the message"


@dataclass(frozen=True, slots=True)
class FirstTime:
    """Milliseconds per board for games that a new process draws, and for writing the same pixels."""

    board: float
    writing: float

    @property
    def ratio(self) -> float:
        """How many times a board takes as long as the writing."""
        return self.board / self.writing


def first_time(boards: int) -> FirstTime:
    """Draw games right after the start of the bot."""
    prepare()
    drawing = writing = 0.0
    for subject in scenes_of_many(boards, games=GAMES, players=PLAYERS):
        drawing += spent(partial(board, subject))
        image = board_image(subject, Size.POSTED, AEGEAN)
        writing += spent(encoding(image, compress_level=COMPRESSION))
    return FirstTime(drawing / boards, writing / boards)


def first_times(boards: int) -> FirstTime:
    """Do ``first_time`` in several new processes, and return the median."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        runs = list(pool.map(first_time, [boards] * PROCESSES))
    return sorted(runs, key=lambda run: run.ratio)[PROCESSES // 2]


def game_of(subject: Scene) -> Game:
    """A running game that a scene shows."""
    white, black = Player(10**18, subject.white), Player(10**18 + 1, subject.black)
    return replace(game_at(subject.position), white=white, black=black)


def floor_payload(png: bytes) -> object:
    """Make the payload of a message with a board and twelve buttons."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
    for number in range(FLOOR_ROWS):
        ids = (f"play:1:1:{number}{place}" for place in range(FLOOR_BUTTONS))
        view.add_item(ui.ActionRow(*(ui.Button(custom_id=custom_id, label=custom_id) for custom_id in ids)))
    return payload(view, [discord.File(BytesIO(png), "board.png")])


def payload(view: ui.LayoutView, files: list[discord.File]) -> object:
    """Make the payload that the library sends as the answer to a click."""
    flags = discord.MessageFlags()
    return interaction_message_response_params(type=7, view=view, attachments=files, flags=flags)


async def measured(subjects: Sequence[Scene], rounds: int) -> dict[str, float]:
    """The mean over the boards, in milliseconds, of the least time that each line of the table takes.

    All threads count. Everything is measured in turns, so the message is built after a picture was written.
    That's as in the bot, where the CPU's caches are full of pixels by then.
    """
    least: defaultdict[tuple[str, Scene], float] = defaultdict(lambda: math.inf)
    for number in range(rounds):
        for subject in subjects:
            async for name, milliseconds in one_round(subject, f" {number}"):
                least[name, subject] = min(least[name, subject], milliseconds)
    names = dict.fromkeys(name for name, _ in least)
    return {name: mean(least[name, subject] for subject in subjects) for name in names}


async def one_round(subject: Scene, suffix: str) -> AsyncIterator[tuple[str, float]]:
    """Measure each line of the table once with a board. The suffix makes player names new."""
    clock = time.process_time
    png, pixels = board(subject), board_image(subject, Size.POSTED, AEGEAN)
    newcomers = replace(subject, white=subject.white + suffix, black=subject.black + suffix)
    yield NEWCOMERS, spent(partial(board, newcomers), clock)
    yield WARM, spent(partial(board, subject), clock)
    yield WRITING, spent(encoding(pixels, compress_level=COMPRESSION), clock)

    def given(_scene: Scene, *, theme: Theme) -> bytes:
        del theme
        return png

    with mock.patch("render.board", new=given):
        game, icons = game_of(subject), dict.fromkeys(render.PIECES, ICON)
        start = clock()
        content = await board_message(game, icons)
        yield MESSAGE, 1000 * (clock() - start)
    yield PAYLOAD, spent(lambda: payload(content.view, content.files()), clock)
    yield FLOOR_PAYLOAD, spent(partial(floor_payload, png), clock)


def reading(rounds: int) -> float:
    """Milliseconds for making a position from its moves, as is done whenever a game is read."""
    histories = islice(long_games(), SAMPLES)
    return mean(best(partial(Position.replay, "pyrga", moves), rounds) for moves in histories)


def long_games() -> Iterator[list[str]]:
    """The first moves of random games that are long enough."""
    chance = random.Random(SEED)
    while True:
        moves: list[str] = []
        position = Position.start()
        while position.legal_moves and len(moves) < DEEP:
            move = chance.choice(position.legal_moves)
            moves.append(str(move))
            position = position.play(move)
        if len(moves) == DEEP:
            yield moves


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure board messages.")
    parser.add_argument("--boards", type=int, default=1000, help="boards of random games (default 1000)")
    parser.add_argument("--rounds", type=int, default=15, help="the best of these rounds counts (default 15)")
    wanted = parser.parse_args()

    first = first_times(wanted.boards)
    subjects = scenes_of_many(wanted.boards, games=GAMES, players=PLAYERS)
    times = asyncio.run(measured(subjects[:: max(1, len(subjects) // SAMPLES)], wanted.rounds))
    writing = times[WRITING]
    times[f"board, the first {wanted.boards:,} of {GAMES} games at once"] = drawing = first.ratio * writing
    times[f"reading a position of ply {DEEP}"] = reading(wanted.rounds)
    for name, milliseconds in times.items():
        row(name, milliseconds, "ms", f"{milliseconds / writing:.2f} of the writing")
    floor, message = writing + times[FLOOR_PAYLOAD], times[MESSAGE] + times[PAYLOAD]
    row("board, message, payload / floor, board drawn before", (times[WARM] + message) / floor, "times")
    row("board, message, payload / floor, first boards", (drawing + message) / floor, "times")


if __name__ == "__main__":
    main()
