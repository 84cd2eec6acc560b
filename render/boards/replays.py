"""A game as an animated GIF, the one animation that every Discord client plays."""

from collections.abc import Sequence
from io import BytesIO

from render.boards.pictures import board_image
from render.boards.scene import Scene
from render.drawing.geometry import Size
from render.drawing.theme import AEGEAN, Theme

PACE = 1100
"""Milliseconds that a position is shown: enough to see the piece and where it sends the next one."""

HOLD = 5000
"""Milliseconds that the last position is shown before the game starts over."""


def replay(scenes: Sequence[Scene], *, theme: Theme = AEGEAN) -> bytes:
    """Return an endless animation of the scenes as the bytes of a GIF file of ``Size.REPLAY``.

    It begins with the last one, because that's what people see where GIFs don't move. Pure. Pillow's GIF
    writer holds the interpreter lock the whole time (a tenth of a second for a long game), so a process that
    has other things to do should call this in another one. Scenes can be pickled.

    Raises:
        ValueError: there is no scene.
    """
    if not scenes:
        message = "a replay needs at least one scene"
        raise ValueError(message)
    played = [board_image(scene, Size.REPLAY, theme) for scene in scenes]
    frames = [played[-1].copy(), *played]
    stream = BytesIO()
    frames[0].save(
        stream,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[PACE] * (len(frames) - 1) + [HOLD],
        loop=0,
        optimize=True,
    )
    return stream.getvalue()
