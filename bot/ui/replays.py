"""Games as moving pictures."""

import asyncio
from concurrent.futures import ProcessPoolExecutor
from gettext import NullTranslations
from multiprocessing import get_context

import render
from bot.matches.numbers import format_number
from bot.matches.values import Game, ThemeName
from bot.ui.content import Content, Picture, layout
from bot.ui.themes import drawn
from bot.ui.words import game_name
from engine import Position

SHOW = "show"
"""The action of the button that shows a replay."""


class Replays:
    """Makes replays in one process beside the bot's own.

    The GIF encoder holds the interpreter lock for a tenth of a second, during which the bot could answer
    nobody. The process starts with the first replay.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def message(
        self, words: NullTranslations, game: Game, positions: list[Position], theme: ThemeName
    ) -> Content:
        """A replay of ``game`` through ``positions``, which are all of its positions in order."""
        scenes = [render.Scene(position, game.white.name, game.black.name) for position in positions[:-1]]
        scenes.append(render.Scene(positions[-1], game.white.name, game.black.name, game.outcome))
        loop = asyncio.get_running_loop()
        gif = await loop.run_in_executor(self._started(), _replay, scenes, drawn(theme))
        moves = len(positions) - 1
        pattern = words.ngettext(
            "Replay of game {game}: {moves} move.", "Replay of game {game}: {moves} moves.", moves
        )
        description = pattern.format(game=game_name(game.number), moves=moves)
        filename = f"replay-{format_number(game.number)}-{game.revision}.gif"
        picture = Picture(filename, gif, description)
        return Content(layout(picture.gallery()), (picture,))

    def close(self) -> None:
        """End the process, and the replay it may be at."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fork would copy the event loop and its locks.
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"))
        return self._pool


def _replay(scenes: list[render.Scene], theme: render.Theme) -> bytes:
    return render.replay(scenes, theme=theme)
