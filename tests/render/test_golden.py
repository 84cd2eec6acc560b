"""The pictures still look the way they were approved.

After an intended change, ``python -m tests.render.test_golden`` rewrites them; look at them before
committing.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from string import ascii_uppercase

import pytest
from PIL import Image, ImageChops

from engine import Color, Position
from render import (
    AEGEAN,
    BASALT,
    LIMESTONE,
    PIECES,
    EntrantState,
    LeaderboardPage,
    MoveMark,
    Scene,
    Size,
    board,
    challenge,
    cross_table,
    emoji,
    leaderboard,
    podium,
    profile,
    rating_chart,
    value_chart,
)
from render.boards.panels import NAME_TOP, PILL_COUNT, PILL_ICON, PILLS_TOP
from render.drawing.geometry import (
    BLACK_PANEL_TOP,
    GUTTER,
    PANEL_HEIGHT,
    PANEL_LEFT,
    PANEL_WIDTH,
    PLATE_SIDE,
    WHITE_PANEL_TOP,
)
from render.making.cards import RATINGS, leaderboards, people, profiles
from render.making.cups import cross_tables, group, podiums
from render.making.examples import scenes
from render.text.lettering import SHAPING
from tests.render.pictures import difference, opened

FOLDER = Path(__file__).parent / "golden"

TOLERANCE = 30
"""Largest difference of a block's mean, 0 to 255.

Without Pillow's text shaper, figures move by a fraction of a pixel (24); another letter is 48, another ring
54, a missing pip 116.
"""

EXACT = 30
"""Largest difference of a pixel where there are no letters and figures, 0 to 255.

A glow that's a unit wider is 44, and most lines that are moved by a unit, less than a pixel, are above 100.
"""

KINDS = (
    "start",
    "square and neighbors",
    "square on a Tower",
    "White won by three Towers",
    "Black won by spaces of two",
    "White ran out of time",
    "Black resigned",
    "draw agreed",
    "annulled",
    "first piece by lot",
    "sides swapped",
    "Triangle chosen",
    "Square chosen",
    "Triangle to be aimed under a Cylinder",
)

VALUES = (0, 0.1, -0.2, 0.3, None, 0.6, -0.1, -0.4, 0.2, 0.8, 0.9, 1)
MARKS = {2: MoveMark.MISTAKE, 5: MoveMark.GOOD, 8: MoveMark.BREAK}
MEDALS = (EntrantState.GOLD, EntrantState.SILVER, EntrantState.BRONZE)


def lettered(page: LeaderboardPage, count: int) -> LeaderboardPage:
    """Return the first rows of a leaderboard, with letters as names."""
    rows = zip(page.rows[:count], ascii_uppercase, strict=False)
    return replace(page, rows=tuple(replace(row, name=letter) for row, letter in rows))


def strip() -> bytes:
    """Return the emoji of all pieces side by side."""
    images = [opened(emoji(piece)) for piece in PIECES]
    together = Image.new("RGB", (sum(image.width for image in images), images[0].height))
    for number, image in enumerate(images):
        together.paste(image, (number * image.width, 0), image)
    stream = BytesIO()
    together.save(stream, "PNG")
    return stream.getvalue()


CARDS: dict[str, Callable[[], bytes]] = {
    "values with marks": partial(value_chart, VALUES, marks=MARKS, current=6),
    "ratings": partial(rating_chart, RATINGS),
    "challenge": partial(challenge, "Ada", "Emmy", ratings=("1512", "1500?")),
    "challenge to all": partial(challenge, "Ada", color=Color.BLACK),
    "running group": partial(
        cross_table, replace(group(tuple("ABCD"), (EntrantState.LEADING,), running=0.4), scope="Group 2 of 3")
    ),
    "two games each": partial(cross_table, group(tuple("ABCDEF"), (*MEDALS, EntrantState.LEFT), games=2)),
    "division of a league": partial(cross_table, cross_tables()["division of a league"]),
    "people": partial(leaderboard, lettered(people(7, apart=True), 7)),
    "own row": partial(leaderboard, lettered(people(5, apart=False), 5), theme=LIMESTONE),
    "puzzles": partial(leaderboard, lettered(leaderboards()["puzzles"], 2), theme=BASALT),
    "podium": partial(podium, podiums()["podium"]),
    "bronze shared by three": partial(podium, podiums()["bronze shared by three"]),
    "profile": partial(profile, replace(profiles()["profile with everything"], name="Ada")),
    "profile of someone new": partial(profile, profiles()["profile of someone new"]),
    "pieces": strip,
    "turned board": lambda: board(replace(subject("triangle past a Tower"), turned=True), size=Size.REPLAY),
}


def subject(kind: str) -> Scene:
    return replace(scenes()[kind], white="A", black="Ω")


def picture(kind: str) -> bytes:
    return board(subject(kind), size=Size.REPLAY, theme=AEGEAN)


def path(kind: str) -> Path:
    return FOLDER / f"{kind.lower().replace(' ', '-')}.png"


def without_letters(picture: bytes) -> Image.Image:
    """Return a picture without what's drawn with a font: coordinates, names, and the numbers of pieces."""
    image = opened(picture).convert("RGB")
    boxes: list[tuple[float, float, float, float]] = [
        (0, 0, GUTTER, PLATE_SIDE - GUTTER),
        (GUTTER, PLATE_SIDE - GUTTER, PLATE_SIDE, PLATE_SIDE),
    ]
    for top in (BLACK_PANEL_TOP, WHITE_PANEL_TOP):
        boxes.append((PANEL_LEFT, top + NAME_TOP, PANEL_LEFT + PANEL_WIDTH, top + PILLS_TOP - 1))
        counts = PANEL_LEFT + (PILL_ICON[0] + PILL_COUNT[0]) / 2
        boxes.append((counts, top + PILLS_TOP + 6, counts + PANEL_WIDTH / 2, top + PANEL_HEIGHT - 6))
    for box in boxes:
        left, upper, right, lower = (round(side * Size.REPLAY.scale) for side in box)
        image.paste((0, 0, 0), (left, upper, right, lower))
    return image


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_looks_as_approved(kind: str) -> None:
    drawn, approved = picture(kind), path(kind).read_bytes()
    assert difference(drawn, approved) < TOLERANCE
    change = ImageChops.difference(without_letters(drawn), without_letters(approved))
    assert max(change.tobytes()) < EXACT


@pytest.mark.skipif(not SHAPING, reason="letters are further apart")
@pytest.mark.parametrize("kind", CARDS)
def test_a_card_looks_as_approved(kind: str) -> None:
    drawn, approved = (opened(each).convert("RGB") for each in (CARDS[kind](), path(kind).read_bytes()))
    assert drawn.size == approved.size
    # Another version of the library that draws letters may draw their edges a little darker.
    change = ImageChops.difference(drawn.reduce(2), approved.reduce(2))
    assert max(change.tobytes()) < EXACT


def test_another_letter_exceeds_the_tolerance() -> None:
    approved = subject("start")
    changed = Scene(approved.position, "Λ", approved.black, approved.outcome)
    assert difference(board(changed, size=Size.REPLAY), path("start").read_bytes()) > TOLERANCE


def test_another_last_piece_exceeds_the_tolerance() -> None:
    one, other = (
        board(Scene(Position.replay("pyrga", moves.split()), "Ada", "Emmy"), size=Size.REPLAY)
        for moves in ("Ca1 Ta1n Sa2 Sa1", "Ca1 Sa1 Sa2 Ta1n")
    )
    assert difference(one, other) > 2 * TOLERANCE


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in KINDS:
        path(name).write_bytes(picture(name))
    for name, card in CARDS.items():
        path(name).write_bytes(card())
