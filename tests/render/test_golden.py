"""The pictures still look the way they were approved.

After an intended change, ``python -m tests.render.test_golden`` rewrites them; look at them before
committing.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Position
from render import AEGEAN, Scene, Size, board
from render.making.examples import scenes
from tests.render.pictures import difference

FOLDER = Path(__file__).parent / "golden"

TOLERANCE = 20
"""Largest difference of a block's mean, 0 to 255.

Without Pillow's text shaper, figures move by a fraction of a pixel (16); another letter is 48, another ring
54, a missing pip 116.
"""

KINDS = (
    "start",
    "square and neighbors",
    "square on a Tower",
    "White won by three Towers",
    "Black won by spaces of two",
    "White ran out of time",
    "first piece by lot",
    "sides swapped",
    "Triangle chosen",
)


def subject(kind: str) -> Scene:
    return replace(scenes()[kind], white="A", black="Ω")


def picture(kind: str) -> bytes:
    return board(subject(kind), size=Size.REPLAY, theme=AEGEAN)


def path(kind: str) -> Path:
    return FOLDER / f"{kind.lower().replace(' ', '-')}.png"


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_looks_as_approved(kind: str) -> None:
    assert difference(picture(kind), path(kind).read_bytes()) < TOLERANCE


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
