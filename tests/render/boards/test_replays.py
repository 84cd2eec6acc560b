"""A replay shows a game from its first position to its last."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from PIL import Image, ImageChops

from engine import Position
from render import Scene, Size, board, replay
from render.boards.replays import HOLD, PACE
from tests.render.pictures import opened

MOVES = ["Sb3", "Tc3n", "Cc4", "Cc3"]
GAME = [Scene(Position.replay("classic", MOVES[:ply]), "Ada", "Emmy") for ply in range(len(MOVES))]


def frames(picture: bytes) -> list[tuple[int, Image.Image]]:
    """Return each frame, with the number of milliseconds that it's shown."""
    animation = opened(picture)
    found = []
    for number in range(getattr(animation, "n_frames", 1)):
        animation.seek(number)
        found.append((animation.info["duration"], animation.convert("RGB")))
    return found


def test_the_last_position_comes_first_and_then_every_position_is_a_frame() -> None:
    shown = frames(replay(GAME))
    assert len(shown) == len(GAME) + 1
    for scene, (_, frame) in zip([GAME[-1], *GAME], shown, strict=True):
        still = opened(board(scene, size=Size.REPLAY)).convert("RGB")
        assert ImageChops.difference(frame, still).getbbox() is None


def test_the_last_position_is_held_and_the_game_starts_over() -> None:
    picture = replay(GAME)
    assert [duration for duration, _ in frames(picture)] == [PACE] * len(GAME) + [HOLD]
    assert opened(picture).info["loop"] == 0


def test_a_game_without_a_move_is_one_frame() -> None:
    assert len(frames(replay(GAME[:1]))) == 1


def test_a_replay_needs_a_scene() -> None:
    with pytest.raises(ValueError, match="at least one scene"):
        replay([])


def test_another_process_makes_the_same_replay() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(replay, GAME).result() == replay(GAME)
